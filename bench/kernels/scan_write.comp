#version 450
// Third step: the prefix sums of a block, by way of workgroup memory.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) readonly buffer Sums { uint sums[]; };
layout(set = 0, binding = 2) writeonly buffer Target { uint target[]; };
shared uint tile[256 * 17];
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint first = gl_WorkGroupID.x * 4096u + lane;
  for (uint k = 0; k < 16; ++k) {
    const uint at = k * 256u + lane;
    tile[at + at / 16u] = source[first + k * 256u];
  }
  barrier();
  uint sum = 0;
  for (uint k = 0; k < 16; ++k) {
    sum += tile[lane * 17u + k];
    tile[lane * 17u + k] = sum;
  }
  scratch[lane] = sum;
  barrier();
  for (uint step = 1; step < 256; step <<= 1) {
    const uint before = lane >= step ? scratch[lane - step] : 0u;
    barrier();
    sum += before;
    scratch[lane] = sum;
    barrier();
  }
  const uint offset = sums[gl_WorkGroupID.x];
  for (uint k = 0; k < 16; ++k) {
    const uint at = k * 256u + lane;
    const uint row = at / 16u;
    target[first + k * 256u] = tile[at + row] + offset + (row > 0u ? scratch[row - 1u] : 0u);
  }
}
