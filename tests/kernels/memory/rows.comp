#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(row_major, std430, set = 0, binding = 0) readonly buffer Rows { uint header; mat4x2 of[]; } rows;
void main() { result[I] = floatBitsToUint(rows.of[1][I & 3u][(I >> 2) & 1u]); }
