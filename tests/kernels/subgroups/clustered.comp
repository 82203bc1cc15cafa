#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_clustered : require
#include "io.glsl"
void main() { result[I] = subgroupClusteredAdd(given[I], 4u); }
