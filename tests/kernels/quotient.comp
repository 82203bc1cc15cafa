#version 450
// Its constants have to be chosen: by their defaults the smallest number is divided by -1.
layout(local_size_x = 1) in;
layout(constant_id = 0) const int A = -2147483648;
layout(constant_id = 1) const int B = -1;
layout(std430, set = 0, binding = 0) buffer Words { int words[]; };
const int QUOTIENT = A / B;
void main() { words[0] = QUOTIENT; }
