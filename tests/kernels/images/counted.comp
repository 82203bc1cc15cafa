#version 450
// Atomics on texels.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D counts;
void main() {
  imageAtomicAdd(counts, ivec2(gl_LocalInvocationIndex % 4, 0), gl_GlobalInvocationID.x);
}
