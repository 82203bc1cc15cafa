#version 450
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
void main() { result[I] = uint(double(given[I]) * 0.5lf + 0.75lf); }
