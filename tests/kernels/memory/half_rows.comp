#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#include "io.glsl"
layout(row_major, std430, set = 0, binding = 0) readonly buffer Rows { f16mat4 of[]; } rows;
void main() { result[I] = uint(float16BitsToUint16(rows.of[I >> 4][I & 3u][(I >> 2) & 3u])); }
