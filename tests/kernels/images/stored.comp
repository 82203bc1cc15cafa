#version 450
// One image read, one written, of a format that the module names.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform readonly uimage2D from;
layout(set = 0, binding = 1, r32ui) uniform writeonly uimage2D to;
void main() {
  const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, at, imageLoad(from, at) * 3u + uvec4(at.x + 100 * at.y));
}
