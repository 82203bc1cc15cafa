#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Columns { uint header; mat2x4 of[]; } columns;
void main() { result[I] = floatBitsToUint(columns.of[1][I & 1u][(I >> 1) & 3u]); }
