#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#include "io.glsl"
void main() { result[I] = uint((uint64_t(given[I]) * given[I]) >> 32); }
