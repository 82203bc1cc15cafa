// What the sanitizers of the fuzz targets start with. With fewer frames per allocation and fewer
// freed blocks kept back, a million inputs fit into the memory limit of the fuzzer.
extern "C" const char* __asan_default_options();

const char* __asan_default_options() {
  return "malloc_context_size=3:quarantine_size_mb=16:detect_stack_use_after_return=0";
}
