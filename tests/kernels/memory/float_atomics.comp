#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_atomic_float : require
#include "io.glsl"
layout(std430, set = 0, binding = 3) buffer Sum { float sum; };
void main() {
  atomicAdd(sum, float(given[I] & 255u));
  barrier();
  memoryBarrierBuffer();
  barrier();
  result[I] = uint(atomicAdd(sum, 0.0));
}
