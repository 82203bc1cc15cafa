#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_16bit_storage : require
#include "io.glsl"
layout(std430, set = 0, binding = 1) buffer Halves { float16_t halves[128]; };
void main() {
  halves[2u * I] = float16_t(float(given[I] & 1023u));
  halves[2u * I + 1u] = float16_t(-2.0);
}
