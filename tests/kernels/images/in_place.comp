#version 450
// One image, read and written at two bindings.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform readonly uimage2D from;
layout(set = 1, binding = 3, r32ui) uniform writeonly uimage2D to;
void main() {
  const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, at, imageLoad(from, at) + 1u);
}
