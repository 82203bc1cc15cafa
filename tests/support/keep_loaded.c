// Takes the place of the C library's dlclose in the program that it is linked into.
__attribute__((visibility("default"))) int dlclose(void* library);
int dlclose(void* library) {
  (void)library;
  return 0;
}
