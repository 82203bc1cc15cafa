#version 450
// One row and one head for each workgroup: c = softmax(query * keys / sqrt(size)) * values. A row of
// |a| has queries, keys and values of all heads, |size| numbers each.
layout(local_size_x_id = 0) in;
layout(std430, set = 0, binding = 0) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Push { uint size; uint heads; };
shared float weights[1024];
shared float partial[64];

float largest(float mine) {
  partial[gl_LocalInvocationID.x] = mine;
  barrier();
  float all = partial[0];
  for (uint i = 1u; i < 64u; ++i) all = max(all, partial[i]);
  barrier();
  return all;
}

float total(float mine) {
  partial[gl_LocalInvocationID.x] = mine;
  barrier();
  float all = 0.0;
  for (uint i = 0u; i < 64u; ++i) all += partial[i];
  barrier();
  return all;
}

void main() {
  const uint rows = gl_NumWorkGroups.x, me = gl_LocalInvocationID.x;
  const uint width = size * heads, head = gl_WorkGroupID.y * size;
  const uint query = gl_WorkGroupID.x * 3u * width + head;
  float most = -3.0e38, sum = 0.0;
  for (uint key = me; key < rows; key += 64u) {
    float product = 0.0;
    for (uint i = 0u; i < size; ++i) product += a[query + i] * a[key * 3u * width + width + head + i];
    weights[key] = product * inversesqrt(float(size));
    most = max(most, weights[key]);
  }
  most = largest(most);
  for (uint key = me; key < rows; key += 64u) {
    weights[key] = exp(weights[key] - most);
    sum += weights[key];
  }
  sum = total(sum);
  for (uint i = me; i < size; i += 64u) {
    float mixed = 0.0;
    for (uint key = 0u; key < rows; ++key) {
      mixed += weights[key] * a[key * 3u * width + 2u * width + head + i];
    }
    c[gl_WorkGroupID.x * width + head + i] = mixed / sum;
  }
}
