#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
shared uint words[64];
void main() {
  words[gl_LocalInvocationIndex] = given[I];
  barrier();
  result[I] = words[63u - gl_LocalInvocationIndex];
}
