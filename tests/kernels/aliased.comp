#version 450
// What is stored through one buffer is loaded through the other: with one memory behind both,
// result[i] is 2 * (i + 1).
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) restrict readonly buffer In { uint seen[]; };
layout(std430, set = 0, binding = 1) restrict buffer Out { uint result[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  result[i] = i + 1u;
  const uint loaded = seen[i];
  result[i] = loaded * 2u;
}
