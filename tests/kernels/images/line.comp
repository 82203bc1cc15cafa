#version 450
// An image of one dimension and one of three, of floats and of integers with a sign.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, r32f) uniform readonly image1D from;
layout(set = 0, binding = 1, r32i) uniform writeonly iimage3D to;
void main() {
  const int x = int(gl_GlobalInvocationID.x);
  for (int z = 0; z < 2; ++z) {
    imageStore(to, ivec3(x, 1, z), ivec4(int(imageLoad(from, x).x) - 10 * z));
  }
}
