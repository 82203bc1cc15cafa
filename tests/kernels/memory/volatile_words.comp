#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std430, set = 0, binding = 3) coherent volatile buffer Seen { uint seen[64]; };
void main() {
  seen[I] = given[I];
  memoryBarrier();
  barrier();
  result[I] = seen[(I + 1u) & 63u];
}
