#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "io.glsl"
void main() { result[I] = subgroupElect() ? given[I] : gl_SubgroupInvocationID; }
