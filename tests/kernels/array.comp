#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Words { uint words[]; } many[2];
void main() { many[1].words[0] = 1u; }
