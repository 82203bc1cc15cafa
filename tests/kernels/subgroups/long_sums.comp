#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#include "io.glsl"
void main() { result[I] = uint(subgroupAdd(uint64_t(given[I]) << 16) >> 16); }
