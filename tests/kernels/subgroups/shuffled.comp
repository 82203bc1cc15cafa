#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "io.glsl"
void main() { result[I] = subgroupShuffle(given[I], gl_SubgroupSize - 1u - gl_SubgroupInvocationID) + subgroupShuffleXor(given[I], 1u); }
