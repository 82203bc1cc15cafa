#version 450
// One element per invocation. Groups beyond the device's limit on x go to y.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Left { uint left[]; };
layout(set = 0, binding = 1) readonly buffer Right { uint right[]; };
layout(set = 0, binding = 2) writeonly buffer Result { uint result[]; };
layout(push_constant) uniform Size { uint count; };

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint at = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (at < count) result[at] = left[at] ^ right[at];
}
