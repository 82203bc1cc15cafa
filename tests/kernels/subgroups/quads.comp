#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_quad : require
#include "io.glsl"
void main() { result[I] = subgroupQuadSwapHorizontal(given[I]) ^ (subgroupQuadBroadcast(given[I], 2u) << 1); }
