#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#include "io.glsl"
void main() { result[I] = uint(float16_t(given[I] & 1023u) * 2.0hf); }
