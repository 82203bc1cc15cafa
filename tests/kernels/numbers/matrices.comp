#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
void main() {
  const float x = float(given[I] & 255u);
  const mat3 a = mat3(x, 1, 2, 3, x, 4, 5, 6, x);
  const vec3 v = transpose(a) * vec3(1, 2, 3);
  result[I] = uint(v.x + 256.0 * v.y);
}
