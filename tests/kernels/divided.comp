#version 450
// Its constants have to be chosen: by their defaults an array has 8 / 0 elements.
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint PARTS = 0;
layout(std430, set = 0, binding = 0) buffer Words { uint words[]; };
void main() {
  uint own[8u / PARTS];
  for (uint i = 0u; i < 8u / PARTS; ++i) own[i] = i + words[i];
  uint sum = 0u;
  for (uint i = 0u; i < 8u / PARTS; ++i) sum += own[i];
  words[0] = sum;
}
