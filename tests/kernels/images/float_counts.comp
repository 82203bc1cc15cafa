#version 450
#extension GL_EXT_shader_atomic_float : require
// Atomics on texels of floats, which no device is asked for.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, r32f) uniform image1D sums;
void main() { imageAtomicAdd(sums, 0, 1.0); }
