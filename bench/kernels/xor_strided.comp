#version 450
// Four elements per invocation, a workgroup apart, so that neighbors touch neighbors.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Left { uint left[]; };
layout(set = 0, binding = 1) readonly buffer Right { uint right[]; };
layout(set = 0, binding = 2) writeonly buffer Result { uint result[]; };
layout(push_constant) uniform Size { uint count; };

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint step = gl_WorkGroupSize.x;
  const uint first = group * step * 4u + gl_LocalInvocationID.x;
  if (first + 3u * step < count) {
    const uint a = left[first] ^ right[first];
    const uint b = left[first + step] ^ right[first + step];
    const uint c = left[first + 2u * step] ^ right[first + 2u * step];
    const uint d = left[first + 3u * step] ^ right[first + 3u * step];
    result[first] = a;
    result[first + step] = b;
    result[first + 2u * step] = c;
    result[first + 3u * step] = d;
    return;
  }
  for (uint at = first; at < count; at += step) result[at] = left[at] ^ right[at];
}
