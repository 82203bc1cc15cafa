#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_scalar_block_layout : require
#include "io.glsl"
struct Three { vec3 v; float w; };
layout(scalar, set = 0, binding = 2) uniform Few { vec3 first; vec3 second; };
void main() { result[I] = given[I] + floatBitsToUint(second.x); }
