#version 450
// counts[v] += how many bytes are v. A workgroup counts 64 words per invocation in its own memory.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) buffer Counts { uint counts[256]; };
shared uint own[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  own[lane] = 0;
  barrier();
  const uint first = gl_WorkGroupID.x * 16384u + lane;
  for (uint k = 0; k < 64; ++k) {
    const uint word = source[first + k * 256u];
    atomicAdd(own[word & 255u], 1u);
    atomicAdd(own[word >> 8 & 255u], 1u);
    atomicAdd(own[word >> 16 & 255u], 1u);
    atomicAdd(own[word >> 24], 1u);
  }
  barrier();
  atomicAdd(counts[lane], own[lane]);
}
