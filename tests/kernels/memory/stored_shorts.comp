#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_16bit_storage : require
#include "io.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Shorts { uint16_t shorts[128]; };
void main() { result[I] = uint(shorts[2u * I]) ^ (uint(shorts[2u * I + 1u]) << 8); }
