#version 450
// Uses what kernels here cannot have: several samples of a texel.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2DMS picture;
layout(std430, set = 0, binding = 1) buffer Result { vec4 result; };
void main() { result = texelFetch(picture, ivec2(0, 0), 0); }
