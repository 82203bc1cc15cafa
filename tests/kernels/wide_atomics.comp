#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Sum { uint64_t sum; };
void main() { atomicAdd(sum, 1ul << 32); }
