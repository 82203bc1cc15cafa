#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "io.glsl"
void main() { result[I] = subgroupInclusiveAdd(given[I]) ^ subgroupExclusiveMax(given[I] & 255u); }
