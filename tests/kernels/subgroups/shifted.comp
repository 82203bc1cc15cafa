#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#include "io.glsl"
void main() {
  const uint up = subgroupShuffleUp(given[I], 1u);
  result[I] = gl_SubgroupInvocationID == 0u ? given[I] : up;
}
