#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
void main() {
  uint sum = 0;
  for (uint k = 0; k < 8u; ++k) {
    switch ((given[I] + k) % 4u) {
      case 0: sum += 1u; break;
      case 1: sum += 10u;  // and on
      case 2: sum += 100u; break;
      default: continue;
    }
  }
  result[I] = sum;
}
