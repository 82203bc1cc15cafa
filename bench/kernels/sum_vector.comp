#version 450
// As sum.comp with vectors of four.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uvec4 source[]; };
layout(set = 0, binding = 1) buffer Total { uint total; };
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint first = gl_WorkGroupID.x * 1024u + lane;
  uvec4 sums = uvec4(0);
  for (uint k = 0; k < 4; ++k) sums += source[first + k * 256u];
  uint sum = sums.x + sums.y + sums.z + sums.w;
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
