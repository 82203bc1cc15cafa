#version 450
// out[i] = scale * x[i] + y[i] + shift[i % 4] for the first |count| elements.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer X { float x[]; };
layout(std430, set = 0, binding = 1) readonly buffer Y { float y[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Out { float result[]; } outputs;
layout(push_constant) uniform Push {
  uint count;
  float scale;
  layout(offset = 16) vec4 shift;
} push;

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= push.count) return;
  precise const float product = push.scale * x[i];
  precise const float sum = product + y[i];
  outputs.result[i] = sum + push.shift[i % 4u];
}
