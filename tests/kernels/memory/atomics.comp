#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
shared uint words[7];
void main() {
  if (gl_LocalInvocationIndex < 7u) words[gl_LocalInvocationIndex] = gl_LocalInvocationIndex == 2u ? ~0u : 0u;
  barrier();
  const uint x = given[I];
  atomicMax(words[0], x);
  atomicAdd(words[1], x);
  atomicAnd(words[2], x | 0xFFFF0000u);
  atomicOr(words[3], x & 0xFFu);
  atomicXor(words[4], x);
  atomicMin(words[5], x);
  if (atomicCompSwap(words[6], 0u, 1u) == 0u) atomicAdd(words[6], 41u);
  barrier();
  result[I] = words[I % 7u];
}
