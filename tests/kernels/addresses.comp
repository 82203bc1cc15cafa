#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint words[]; };
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Table { Words of[]; };
layout(push_constant) uniform Push {
  uint count;
  Table table;     // of buffers that are added up
  Words results[2];
} push;
void main() {
  const uint i = gl_GlobalInvocationID.x;
  uint sum = 0;
  for (uint k = 0; k < push.count; ++k) sum += push.table.of[k].words[i];
  push.results[0].words[i] = sum;
  push.results[1].words[i] = 2 * sum;
}
