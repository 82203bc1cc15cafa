#version 450
// What each texel lacks to one: an image read, an image written.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, rgba8) uniform readonly image2D from;
layout(set = 0, binding = 1, rgba8) uniform writeonly image2D to;
void main() {
  const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, imageSize(to)))) return;
  imageStore(to, at, 1.0 - imageLoad(from, at));
}
