#version 450
// As scan_write_vector.comp, but neighboring invocations have neighboring vectors: of four rows of
// 256 vectors each has one, and they take turns with the sums of all 1024.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) readonly buffer Source { uvec4 source[]; };
layout(set = 0, binding = 1) readonly buffer Sums { uint sums[]; };
layout(set = 0, binding = 2) writeonly buffer Target { uvec4 target[]; };
shared uvec4 rows[256];
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint first = gl_WorkGroupID.x * 1024u + lane;
  uvec4 own[4];
  for (uint k = 0; k < 4; ++k) {
    own[k] = source[first + k * 256u];
    own[k].y += own[k].x;
    own[k].z += own[k].y;
    own[k].w += own[k].z;
    rows[k * 64u + lane / 4u][lane % 4u] = own[k].w;
  }
  barrier();
  uvec4 part = rows[lane];
  part.y += part.x;
  part.z += part.y;
  part.w += part.z;
  uint all = part.w;  // of the lanes up to this one
  scratch[lane] = all;
  barrier();
  for (uint step = 1; step < 256; step <<= 1) {
    const uint before = lane >= step ? scratch[lane - step] : 0u;
    barrier();
    all += before;
    scratch[lane] = all;
    barrier();
  }
  rows[lane] = uvec4(0, part.xyz) + (sums[gl_WorkGroupID.x] + all - part.w);
  barrier();
  for (uint k = 0; k < 4; ++k) {
    target[first + k * 256u] = own[k] + rows[k * 64u + lane / 4u][lane % 4u];
  }
}
