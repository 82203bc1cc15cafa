#version 450
// Uses what kernels here cannot have.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D picture;
void main() { imageStore(picture, ivec2(0, 0), uvec4(1u)); }
