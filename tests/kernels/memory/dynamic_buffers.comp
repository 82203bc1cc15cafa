#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std430, set = 0, binding = 4) readonly buffer Page { uint words[64]; } pages[3];
void main() {
  uint sum = given[I];
  for (uint k = 0; k < 3u; ++k) sum += pages[k].words[I];
  result[I] = sum;
}
