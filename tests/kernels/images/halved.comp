#version 450
// A level of an image out of the one before.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D from;
layout(set = 0, binding = 1) writeonly uniform image2D to;
void main() {
  const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, imageSize(to)))) return;
  vec4 sum = vec4(0);
  for (int i = 0; i < 4; ++i) sum += texelFetch(from, 2 * at + ivec2(i & 1, i >> 1), 0);
  imageStore(to, at, sum / 4.0);
}
