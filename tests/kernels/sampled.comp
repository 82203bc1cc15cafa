#version 450
// A texture along its middle: each number is a place on the first axis and becomes what is there.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(std430, set = 0, binding = 1) buffer Numbers { float numbers[]; };
void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < numbers.length()) numbers[i] = textureLod(picture, vec2(numbers[i], 0.5), 0.0).x;
}
