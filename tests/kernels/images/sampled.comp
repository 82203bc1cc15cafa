#version 450
// A texture with its sampler in one, at coordinates that a buffer has.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform sampler2D from;
layout(std430, set = 0, binding = 1) readonly buffer Places { vec2 places[8]; };
layout(std430, set = 0, binding = 2) buffer Texels { vec4 texels[8]; };
layout(push_constant) uniform Level { float level; };
void main() {
  const uint i = gl_GlobalInvocationID.x;
  texels[i] = textureLod(from, places[i], level);
}
