#version 450
// As histogram.comp with eight counters of each kind in a workgroup, one for 32 invocations each.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uvec4 source[]; };
layout(set = 0, binding = 1) buffer Counts { uint counts[256]; };
shared uint own[8 * 256];

void count(uint at, uint word) {
  atomicAdd(own[at + (word & 255u)], 1u);
  atomicAdd(own[at + (word >> 8 & 255u)], 1u);
  atomicAdd(own[at + (word >> 16 & 255u)], 1u);
  atomicAdd(own[at + (word >> 24)], 1u);
}

void main() {
  const uint lane = gl_LocalInvocationID.x;
  for (uint k = 0; k < 8; ++k) own[k * 256u + lane] = 0;
  barrier();
  const uint first = gl_WorkGroupID.x * 4096u + lane;
  const uint at = lane / 32u * 256u;
  for (uint k = 0; k < 16; ++k) {
    const uvec4 words = source[first + k * 256u];
    count(at, words.x);
    count(at, words.y);
    count(at, words.z);
    count(at, words.w);
  }
  barrier();
  uint sum = 0;
  for (uint k = 0; k < 8; ++k) sum += own[k * 256u + lane];
  atomicAdd(counts[lane], sum);
}
