// What the kernels of the folders here share: 64 words in, 64 words out, one invocation each.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Given { uint given[64]; };
layout(std430, set = 0, binding = 1) buffer Result { uint result[64]; };
#define I gl_GlobalInvocationID.x
