#version 450
#extension GL_EXT_control_flow_attributes : require
// As matrix_product.comp, with the rows of a as vectors of four and the tile's loop unrolled.
layout(constant_id = 0) const uint n = 1024;
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) writeonly buffer C { float c[]; };
shared vec4 tile_a[16][4];
shared float tile_b[16][16];

void main() {
  const uvec2 at = gl_GlobalInvocationID.xy, in_tile = gl_LocalInvocationID.xy;
  float sum = 0;
  for (uint t = 0; t < n; t += 16) {
    tile_a[in_tile.y][in_tile.x / 4][in_tile.x % 4] = a[at.y * n + t + in_tile.x];
    tile_b[in_tile.y][in_tile.x] = b[(t + in_tile.y) * n + at.x];
    barrier();
    [[unroll]] for (uint k = 0; k < 16; k += 4) {
      const vec4 row = tile_a[in_tile.y][k / 4];
      sum += row.x * tile_b[k][in_tile.x];
      sum += row.y * tile_b[k + 1][in_tile.x];
      sum += row.z * tile_b[k + 2][in_tile.x];
      sum += row.w * tile_b[k + 3][in_tile.x];
    }
    barrier();
  }
  c[at.y * n + at.x] = sum;
}
