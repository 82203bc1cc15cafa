#version 450
// c = a * b of words, square matrices of |size| columns, a tile of TILE x TILE per workgroup; or, NEGATED,
// c = -a * b.
layout(constant_id = 0) const uint TILE = 4;
layout(constant_id = 3) const bool NEGATED = false;
layout(constant_id = 5) const int OFFSET = 0;
layout(local_size_x_id = 0, local_size_y_id = 0) in;
layout(std430, set = 1, binding = 4) readonly buffer A { uint a[]; } left;
layout(std430, set = 0, binding = 2) readonly buffer B { uint b[]; } right;
layout(std430, set = 0, binding = 7) buffer C { uint c[]; } product;
layout(push_constant) uniform Push { uint size; } push;

shared uint left_tile[TILE * TILE];
shared uint right_tile[TILE * TILE];

void main() {
  const uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  const uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  uint sum = uint(OFFSET);
  for (uint tile = 0; tile < push.size; tile += TILE) {
    left_tile[y * TILE + x] = left.a[row * push.size + tile + x];
    right_tile[y * TILE + x] = right.b[(tile + y) * push.size + column];
    barrier();
    for (uint k = 0; k < TILE; ++k) sum += left_tile[y * TILE + k] * right_tile[k * TILE + x];
    barrier();
  }
  product.c[row * push.size + column] = NEGATED ? -sum : sum;
}
