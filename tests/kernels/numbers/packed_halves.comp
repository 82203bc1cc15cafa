#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
void main() {
  const vec2 two = unpackHalf2x16(packHalf2x16(vec2(float(given[I] & 255u), 0.5)));
  result[I] = uint(two.x * 2.0 * two.y);
}
