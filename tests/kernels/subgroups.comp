#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x_id = 0) in;
layout(std430, set = 0, binding = 0) writeonly buffer Sizes { uint size; uint sum; };
void main() {
  const uint ones = subgroupAdd(1u);
  if (gl_LocalInvocationIndex == 0) {
    size = gl_SubgroupSize;
    sum = ones;
  }
}
