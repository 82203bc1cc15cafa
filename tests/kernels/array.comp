#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Page { uint words[]; } pages[4];
layout(std430, set = 0, binding = 4) writeonly buffer Sums { uint words[]; } sums[2];
layout(std140, set = 0, binding = 1) uniform Factor { uint by; } factors[2];
void main() {
  const uint i = gl_GlobalInvocationID.x;
  sums[0].words[i] = factors[0].by * (pages[0].words[i] + pages[1].words[i]);
  sums[1].words[i] = factors[1].by * (pages[2].words[i] + pages[3].words[i]);
}
