#version 450
// A row for each workgroup: c = (a - mean) / deviation * weight + shift. |b| has weights, then shifts.
layout(local_size_x_id = 0) in;
layout(std430, set = 0, binding = 0) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 1) readonly buffer B { float b[]; };
layout(std430, set = 0, binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Push { uint width; uint unused; };
shared float sums[64];

float over_the_row(float mine) {
  sums[gl_LocalInvocationID.x] = mine;
  barrier();
  for (uint half_ = 32u; half_ > 0u; half_ /= 2u) {
    if (gl_LocalInvocationID.x < half_) {
      sums[gl_LocalInvocationID.x] += sums[gl_LocalInvocationID.x + half_];
    }
    barrier();
  }
  const float all = sums[0];
  barrier();
  return all;
}

void main() {
  const uint row = gl_WorkGroupID.x * width;
  float sum = 0.0, squares = 0.0;
  for (uint i = gl_LocalInvocationID.x; i < width; i += 64u) sum += a[row + i];
  const float mean = over_the_row(sum) / float(width);
  for (uint i = gl_LocalInvocationID.x; i < width; i += 64u) {
    squares += (a[row + i] - mean) * (a[row + i] - mean);
  }
  const float scale = inversesqrt(over_the_row(squares) / float(width) + 1e-5);
  for (uint i = gl_LocalInvocationID.x; i < width; i += 64u) {
    c[row + i] = (a[row + i] - mean) * scale * b[i] + b[width + i];
  }
}
