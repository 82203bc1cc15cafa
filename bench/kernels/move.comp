#version 450
// The same with the buffers chosen by the descriptor set: 0 to 1.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) writeonly buffer Target { uint target[]; };
layout(push_constant) uniform Step { uint count; uint step; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const uint next = i + 20011u;
  target[i] = source[next < count ? next : next - count] * 1664525u + 1013904223u;
}
