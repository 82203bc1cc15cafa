#version 450
// Counts values per bin, with bins of a width that a uniform buffer gives; and how many were counted.
layout(local_size_x = 32) in;
layout(std140, set = 0, binding = 0) uniform Shape {
  uint count;
  uint width;
  uint bins;
  mat2 unused;
} shape;
layout(std430, set = 0, binding = 1) readonly buffer Values { uint values[]; };
layout(std430, set = 0, binding = 2) buffer Bins { uint total; uint bins[]; } counted;
layout(std430, set = 0, binding = 9) buffer NotUsed { uint words[]; } not_used;

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= shape.count) return;
  atomicAdd(counted.total, 1u);
  atomicAdd(counted.bins[min(values[i] / shape.width, shape.bins - 1u)], 1u);
}
