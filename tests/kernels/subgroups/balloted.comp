#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "io.glsl"
void main() {
  const uvec4 odd = subgroupBallot((given[I] & 1u) != 0u);
  result[I] = subgroupBallotBitCount(odd) + 100u * subgroupBallotExclusiveBitCount(odd) +
              10000u * subgroupBroadcastFirst(given[I] & 15u);
}
