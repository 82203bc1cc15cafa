#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#include "io.glsl"
void main() { result[I] = uint(int(int8_t(given[I])) >> 1); }
