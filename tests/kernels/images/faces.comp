#version 450
// A cube seen as an array is written, and sampled by direction.
layout(local_size_x = 6) in;
layout(set = 0, binding = 0) uniform usamplerCube cube;
layout(std430, set = 0, binding = 1) buffer Texels { uint texels[6]; };
void main() {
  const vec3 axes[6] = {vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, -1, 0), vec3(0, 0, 1), vec3(0, 0, -1)};
  texels[gl_GlobalInvocationID.x] = textureLod(cube, axes[gl_GlobalInvocationID.x], 0.0).x;
}
