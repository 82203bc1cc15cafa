#version 450
// c = a * matrix + shift, in tiles of 64 x 64, 4 x 4 for each invocation. |b| has the matrix by rows,
// then the shifts. With GELU the result goes through it.
layout(local_size_x_id = 0) in;
layout(std430, set = 0, binding = 0) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 1) readonly buffer B { float b[]; };
layout(std430, set = 0, binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Push { uint inner; uint width; };
shared float left[16][64];   // by column
shared float right[16][64];  // by row

float finished(float x) {
#ifdef GELU
  return 0.5 * x * (1.0 + tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
#else
  return x;
#endif
}

void main() {
  const uint me = gl_LocalInvocationID.x, x = me % 16u, y = me / 16u;
  const uint column = gl_WorkGroupID.x * 64u, row = gl_WorkGroupID.y * 64u;
  float sums[4][4];
  for (uint i = 0u; i < 4u; ++i) {
    for (uint j = 0u; j < 4u; ++j) sums[i][j] = b[inner * width + column + x * 4u + j];
  }
  for (uint tile = 0u; tile < inner; tile += 16u) {
    for (uint i = me; i < 1024u; i += 256u) {
      left[i % 16u][i / 16u] = a[(row + i / 16u) * inner + tile + i % 16u];
      right[i / 64u][i % 64u] = b[(tile + i / 64u) * width + column + i % 64u];
    }
    barrier();
    for (uint k = 0u; k < 16u; ++k) {
      for (uint i = 0u; i < 4u; ++i) {
        for (uint j = 0u; j < 4u; ++j) sums[i][j] += left[k][y * 4u + i] * right[k][x * 4u + j];
      }
    }
    barrier();
  }
  for (uint i = 0u; i < 4u; ++i) {
    for (uint j = 0u; j < 4u; ++j) {
      c[(row + y * 4u + i) * width + column + x * 4u + j] = finished(sums[i][j]);
    }
  }
}
