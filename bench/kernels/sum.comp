#version 450
// total += the sum of all words. A workgroup takes 16 words per invocation and adds its sum once.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) buffer Total { uint total; };
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint first = gl_WorkGroupID.x * 4096u + lane;
  uint sum = 0;
  for (uint k = 0; k < 16; ++k) sum += source[first + k * 256u];
  scratch[lane] = sum;
  barrier();
  for (uint half_size = 128; half_size > 0; half_size >>= 1) {
    if (lane < half_size) {
      sum += scratch[lane + half_size];
      scratch[lane] = sum;
    }
    barrier();
  }
  if (lane == 0) atomicAdd(total, sum);
}
