#version 450
// One WORD per invocation: an element, or four neighbors as a vector, where the count is a multiple
// of four. There are COUNT of them. Groups beyond the device's limit on x go to y.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Left { WORD left[]; };
layout(set = 0, binding = 1) readonly buffer Right { WORD right[]; };
layout(set = 0, binding = 2) writeonly buffer Result { WORD result[]; };
layout(push_constant) uniform Size { uint count; };

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint at = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (at < COUNT) result[at] = left[at] ^ right[at];
}
