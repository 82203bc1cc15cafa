#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_atomic_float : require
#include "io.glsl"
layout(std430, set = 0, binding = 3) buffer Sum { float last[64]; };
void main() { result[I] = uint(atomicExchange(last[I], 5.0) + atomicExchange(last[I], 7.0)) + given[I]; }
