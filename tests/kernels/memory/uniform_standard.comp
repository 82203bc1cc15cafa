#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_scalar_block_layout : require
#include "io.glsl"
layout(std430, set = 0, binding = 2) uniform Few { uint few[4]; };
void main() { result[I] = given[I] + few[0] * few[3]; }
