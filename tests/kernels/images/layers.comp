#version 450
// Layers of an array, to each the number of the next one.
layout(local_size_x = 4, local_size_y = 4) in;
layout(set = 0, binding = 0, rgba8ui) uniform readonly uimage2DArray from;
layout(set = 0, binding = 1, rgba8ui) uniform writeonly uimage2DArray to;
void main() {
  const ivec3 at = ivec3(gl_GlobalInvocationID);
  imageStore(to, at, imageLoad(from, ivec3(at.xy, (at.z + 1) % 6)).wzyx);
}
