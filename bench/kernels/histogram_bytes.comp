#version 450
// As histogram.comp without atomics in a workgroup: each of 64 invocations has a byte of its own for
// each of the 256 counters, in words of its own, and empties them before one can be full.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) buffer Counts { uint counts[256]; };
shared uint own[64 * 64];

void count(uint lane, uint value) {
  own[(value >> 2) * 64u + lane] += 1u << (value & 3u) * 8u;
}

void main() {
  const uint lane = gl_LocalInvocationID.x;
  uint even = 0, odd = 0, even_high = 0, odd_high = 0;
  for (uint k = 0; k < 64; ++k) own[k * 64u + lane] = 0;
  for (uint round = 0; round < 4; ++round) {
    const uint first = (gl_WorkGroupID.x * 4u + round) * 4032u + lane;
    for (uint k = 0; k < 63; ++k) {
      if (first + k * 64u >= source.length()) break;
      const uint word = source[first + k * 64u];
      count(lane, word & 255u);
      count(lane, word >> 8 & 255u);
      count(lane, word >> 16 & 255u);
      count(lane, word >> 24);
    }
    barrier();
    uint low_pair = 0, high_pair = 0;
    for (uint k = 0; k < 64; ++k) {
      const uint at = lane * 64u + (k + lane & 63u);
      low_pair += own[at] & 0x00FF00FFu;
      high_pair += own[at] >> 8 & 0x00FF00FFu;
      own[at] = 0;
    }
    even += low_pair & 0xFFFFu;
    even_high += low_pair >> 16;
    odd += high_pair & 0xFFFFu;
    odd_high += high_pair >> 16;
    barrier();
  }
  atomicAdd(counts[lane * 4u], even);
  atomicAdd(counts[lane * 4u + 1u], odd);
  atomicAdd(counts[lane * 4u + 2u], even_high);
  atomicAdd(counts[lane * 4u + 3u], odd_high);
}
