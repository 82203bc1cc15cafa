#version 450
// Second step, one workgroup: each block's sum becomes the sum of all blocks before it.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(push_constant) uniform Step { uint blocks; };
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint each = blocks / 256u;
  uint sum = 0;
  for (uint k = 0; k < each; ++k) sum += sums[lane * each + k];
  uint all = sum;  // of the lanes up to this one
  scratch[lane] = all;
  barrier();
  for (uint step = 1; step < 256; step <<= 1) {
    const uint before = lane >= step ? scratch[lane - step] : 0u;
    barrier();
    all += before;
    scratch[lane] = all;
    barrier();
  }
  uint before = all - sum;
  for (uint k = 0; k < each; ++k) {
    const uint own = sums[lane * each + k];
    sums[lane * each + k] = before;
    before += own;
  }
}
