#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_8bit_storage : require
#include "io.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Bytes { uint8_t bytes[256]; };
void main() { result[I] = uint(bytes[4u * I]) + 1000u * uint(bytes[4u * I + 3u]); }
