#version 450
// c = a * b for square matrices, by tiles of 16 in workgroup memory.
layout(constant_id = 0) const uint n = 1024;
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) writeonly buffer C { float c[]; };
shared float tile_a[16][16];
shared float tile_b[16][16];

void main() {
  const uvec2 at = gl_GlobalInvocationID.xy, in_tile = gl_LocalInvocationID.xy;
  float sum = 0;
  for (uint t = 0; t < n; t += 16) {
    tile_a[in_tile.y][in_tile.x] = a[at.y * n + t + in_tile.x];
    tile_b[in_tile.y][in_tile.x] = b[(t + in_tile.y) * n + at.x];
    barrier();
    for (uint k = 0; k < 16; ++k) sum += tile_a[in_tile.y][k] * tile_b[k][in_tile.x];
    barrier();
  }
  c[at.y * n + at.x] = sum;
}
