#version 450
// As scan_write.comp with four vectors of four neighbors per invocation, which stay in registers.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uvec4 source[]; };
layout(set = 0, binding = 1) readonly buffer Sums { uint sums[]; };
layout(set = 0, binding = 2) writeonly buffer Target { uvec4 target[]; };
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint first = gl_WorkGroupID.x * 1024u + lane * 4u;
  uvec4 own[4];
  uint sum = 0;
  for (uint k = 0; k < 4; ++k) {
    own[k] = source[first + k];
    own[k].x += sum;
    own[k].y += own[k].x;
    own[k].z += own[k].y;
    own[k].w += own[k].z;
    sum = own[k].w;
  }
  uint all = sum;  // of the lanes up to this one
  scratch[lane] = all;
  barrier();
  for (uint step = 1; step < 256; step <<= 1) {
    const uint before = lane >= step ? scratch[lane - step] : 0u;
    barrier();
    all += before;
    scratch[lane] = all;
    barrier();
  }
  const uint before = sums[gl_WorkGroupID.x] + all - sum;
  for (uint k = 0; k < 4; ++k) target[first + k] = own[k] + before;
}
