#version 450
// Two textures with a sampler of its own.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform texture2D bases[2];
layout(set = 0, binding = 2) uniform sampler how;
layout(std430, set = 0, binding = 3) buffer Texels { vec4 texels[8]; };
void main() {
  const uint i = gl_GlobalInvocationID.x;
  const vec2 at = vec2((float(i) + 0.5) / 8.0, 0.5);
  texels[i] = textureLod(sampler2D(bases[0], how), at, 0.0) + 100.0 * texelFetch(sampler2D(bases[1], how), ivec2(i, 0), 0);
}
