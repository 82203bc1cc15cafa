#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(constant_id = 1) const uint64_t WIDE = 5ul;
layout(std430, set = 0, binding = 0) buffer Words { uint64_t words[]; };
void main() { words[0] = WIDE; }
