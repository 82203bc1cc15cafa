#version 450
// What a kernel asks of its images.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2D texture_;
layout(set = 0, binding = 1) uniform samplerCube cube;
layout(set = 0, binding = 2, rgba16f) uniform image3D box;
layout(std430, set = 0, binding = 3) buffer Sizes { int sizes[16]; };
void main() {
  const ivec2 flat_ = textureSize(texture_, 1);
  const ivec2 face = textureSize(cube, 0);
  const ivec3 deep = imageSize(box);
  sizes[0] = flat_.x;
  sizes[1] = flat_.y;
  sizes[2] = textureQueryLevels(texture_);
  sizes[3] = face.x;
  sizes[4] = deep.x;
  sizes[5] = deep.y;
  sizes[6] = deep.z;
}
