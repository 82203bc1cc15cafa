#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_vote : require
#include "io.glsl"
void main() {
  const bool odd = (given[I] & 1u) != 0u;
  result[I] = uint(subgroupAny(odd)) + 2u * uint(subgroupAll(odd)) + 4u * uint(subgroupAllEqual(7u));
}
