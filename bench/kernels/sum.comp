#version 450
// The sum of all words: total += what each workgroup has. A workgroup takes 16 words per invocation,
// with VECTOR as vectors of four. With SCAN the first of three steps of a prefix sum: the sum of
// each block of 4096 words.
layout(local_size_x_id = 0) in;
#ifdef VECTOR
layout(set = 0, binding = 0) readonly buffer Source { uvec4 source[]; };
#else
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
#endif
#ifdef SCAN
layout(set = 0, binding = 1) writeonly buffer Sums { uint sums[]; };
#else
layout(set = 0, binding = 1) buffer Total { uint total; };
#endif
shared uint scratch[256];

void main() {
  const uint lane = gl_LocalInvocationID.x;
#ifdef VECTOR
  const uint first = gl_WorkGroupID.x * 1024u + lane;
  uvec4 four = uvec4(0);
  for (uint k = 0; k < 4; ++k) four += source[first + k * 256u];
  uint sum = four.x + four.y + four.z + four.w;
#else
  const uint first = gl_WorkGroupID.x * 4096u + lane;
  uint sum = 0;
  for (uint k = 0; k < 16; ++k) sum += source[first + k * 256u];
#endif
  scratch[lane] = sum;
  barrier();
  for (uint half_size = 128; half_size > 0; half_size >>= 1) {
    if (lane < half_size) {
      sum += scratch[lane + half_size];
      scratch[lane] = sum;
    }
    barrier();
  }
#ifdef SCAN
  if (lane == 0) sums[gl_WorkGroupID.x] = sum;
#else
  if (lane == 0) atomicAdd(total, sum);
#endif
}
