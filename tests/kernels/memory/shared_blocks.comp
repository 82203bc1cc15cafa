#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shared_memory_block : require
#include "io.glsl"
shared Words { uint words[64]; };
shared Floats { float floats[64]; };
void main() {
  words[gl_LocalInvocationIndex] = 0x3F800000u + ((given[I] & 15u) << 19);
  barrier();
  result[I] = uint(floats[gl_LocalInvocationIndex] * 16.0);
}
