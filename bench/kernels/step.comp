#version 450
// One segment: target[i] = f(source[(i + 20011) mod count]). Its buffers are 0 to 1 first, then 1 to 2
// and 2 to 1 in turn. Every read crosses workgroups.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer First { uint first[]; };
layout(set = 0, binding = 1) buffer One { uint one[]; };
layout(set = 0, binding = 2) buffer Two { uint two[]; };
layout(push_constant) uniform Step { uint count; uint step; };

uint f(uint value) { return value * 1664525u + 1013904223u; }

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const uint next = i + 20011u;
  const uint from = next < count ? next : next - count;
  if (step == 0u) one[i] = f(first[from]);
  else if ((step & 1u) == 1u) two[i] = f(one[from]);
  else one[i] = f(two[from]);
}
