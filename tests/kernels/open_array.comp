#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Page { uint words[]; } pages[];
void main() { pages[nonuniformEXT(gl_GlobalInvocationID.x)].words[0] = 1u; }
