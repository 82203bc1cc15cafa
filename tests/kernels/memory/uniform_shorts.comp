#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_16bit_storage : require
#include "io.glsl"
layout(std140, set = 0, binding = 2) uniform Few { uint16_t one; uint16_t two; };
void main() { result[I] = given[I] + uint(one) * uint(two); }
