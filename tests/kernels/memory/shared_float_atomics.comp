#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_atomic_float : require
#include "io.glsl"
shared float sum;
void main() {
  if (gl_LocalInvocationIndex == 0u) sum = 0.0;
  barrier();
  atomicAdd(sum, float(given[I] & 255u));
  barrier();
  result[I] = uint(sum);
}
