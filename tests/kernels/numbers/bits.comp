#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
void main() {
  const uint x = given[I];
  result[I] = uint(bitCount(x)) + (uint(findMSB(x | 1u)) << 8) + (bitfieldExtract(x, 5, 7) << 16);
}
