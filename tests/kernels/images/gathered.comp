#version 450
// Four texels at a time.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2D from;
layout(std430, set = 0, binding = 1) buffer Texels { vec4 texels; };
void main() { texels = textureGather(from, vec2(0.5), 0); }
