#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
struct Pair { uint a[2]; vec2 b; };
Pair made(uint x) { return Pair(uint[2](x, x + 1u), vec2(x & 7u, 2)); }
void main() {
  Pair pairs[3];
  for (uint k = 0; k < 3u; ++k) pairs[k] = made(given[I] + k);
  const Pair one = pairs[given[I] % 3u];
  result[I] = one.a[given[I] & 1u] * 4u + uint(one.b.x * one.b.y);
}
