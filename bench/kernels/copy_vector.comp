#version 450
// Four neighboring words per invocation as one vector; the count is a multiple of four.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer From { uvec4 from[]; };
layout(set = 0, binding = 2) writeonly buffer To { uvec4 to[]; };
layout(push_constant) uniform Size { uint count; };

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint at = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (at < count / 4u) to[at] = from[at];
}
