#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
void main() {
  uint high, low, carry;
  umulExtended(given[I], 2654435761u, high, low);
  const uint sum = uaddCarry(low, given[I], carry);
  result[I] = high ^ sum ^ carry;
}
