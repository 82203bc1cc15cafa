#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#include "io.glsl"
void main() { result[I] = uint(uint16_t(uint16_t(given[I]) * uint16_t(771))); }
