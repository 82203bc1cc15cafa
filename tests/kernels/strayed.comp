#version 450
// Writes and reads far outside of its buffers, its workgroup memory and its own arrays.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer At { uint at[]; };
layout(std430, set = 0, binding = 1) buffer Words { uint words[]; };
layout(std430, set = 0, binding = 2) buffer Fixed { uint four[4]; uint after; } fixed_block;
shared uint tile[8];

void main() {
  uint own[4] = {1u, 2u, 3u, 4u};
  for (uint i = 0; i < at.length(); ++i) {
    words[at[i]] = 7u;
    fixed_block.four[at[i]] = 9u;
    tile[at[i]] = 5u;
    own[at[i]] = 11u;
    atomicAdd(words[at[i]], own[at[i]] - own[at[i]] + tile[at[i]] - tile[at[i]]);
  }
}
