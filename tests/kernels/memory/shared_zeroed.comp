#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_null_initializer : require
#include "io.glsl"
shared uint count = {};
void main() {
  atomicAdd(count, given[I] & 1u);
  barrier();
  result[I] = count;
}
