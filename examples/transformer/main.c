/* A layer of a transformer, from kernels in GLSL: loaded, specialized, recorded once as a sequence,
 * and run again and again. With a folder its arrays are written there, for numpy_layer.py.
 *   transformer [FOLDER] */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vyre_driver.h>
#include <vyre_driver_sequence.h>

#include "transformer.h"

enum { kRuns = 5 };

static void check(vyre_error* error) {
  if (vyre_error_print(error)) exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static vyre_pipeline* make_pipeline(vyre_device* device, layer_kernel kernel) {
  const layer_code code = layer_code_of(kernel);
  const vyre_constant workgroup = vyre_constant_u32("#0", code.workgroup);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_program* program;
  vyre_pipeline* pipeline;
  desc.constants = &workgroup;
  desc.constant_count = 1;
  check(vyre_program_load(NULL, code.words, code.size, NULL, &program));
  check(vyre_pipeline_create(device, program, &desc, &pipeline));
  vyre_program_destroy(program);
  return pipeline;
}

static vyre_buffer* make_buffer(vyre_device* device, layer_array array) {
  const size_t size = layer_count(array) * sizeof(float);
  vyre_buffer* buffer;
  check(vyre_buffer_create(device, size, NULL, &buffer));
  if (array < LAYER_GIVEN_COUNT) {
    float* numbers = malloc(size);
    if (numbers == NULL) exit(1);
    layer_fill(array, numbers);
    check(vyre_buffer_write(buffer, 0, numbers, size));
    free(numbers);
  }
  return buffer;
}

/* A kernel that reads one array alone has no binding 1. */
static void add_step(vyre_sequence* sequence, const layer_step* step, vyre_pipeline* pipeline,
                     vyre_buffer* const* arrays) {
  const vyre_binding bindings[] = {vyre_bind_buffer(0, arrays[step->from]),
                                   vyre_bind_buffer(2, arrays[step->to]),
                                   vyre_bind_buffer(1, arrays[step->with])};
  const vyre_push_range push = vyre_push(step->pushed, sizeof step->pushed);
  vyre_dispatch_desc desc = vyre_grid(step->groups[0], step->groups[1], 1);
  uint32_t number;
  if (step->kernel != LAYER_ADD) {
    desc.push = &push;
    desc.push_count = 1;
  }
  check(vyre_sequence_add_dispatch(sequence, pipeline, bindings,
                                   step->kernel == LAYER_ATTEND ? 2 : 3, &desc, &number));
}

static void save(const char* folder, layer_array array, vyre_buffer* buffer) {
  const size_t size = layer_count(array) * sizeof(float);
  float* numbers = malloc(size);
  char path[1024];
  FILE* file;
  snprintf(path, sizeof path, "%s/%d.f32", folder, (int)array);
  file = fopen(path, "wb");
  if (numbers == NULL || file == NULL) exit(1);
  check(vyre_buffer_read(buffer, 0, numbers, size));
  if (fwrite(numbers, 1, size, file) != size) exit(1);
  fclose(file);
  free(numbers);
}

int main(int argc, char** argv) {
  vyre_device* device;
  vyre_sequence* sequence;
  vyre_pipeline* pipelines[LAYER_KERNEL_COUNT];
  vyre_buffer* arrays[LAYER_ARRAY_COUNT];
  check(vyre_device_open(NULL, NULL, &device));
  for (int i = 0; i < LAYER_KERNEL_COUNT; ++i)
    pipelines[i] = make_pipeline(device, (layer_kernel)i);
  for (int i = 0; i < LAYER_ARRAY_COUNT; ++i) arrays[i] = make_buffer(device, (layer_array)i);
  check(vyre_sequence_create(device, NULL, &sequence));
  for (int i = 0; i < LAYER_STEP_COUNT; ++i)
    add_step(sequence, &kLayerSteps[i], pipelines[kLayerSteps[i].kernel], arrays);
  check(vyre_sequence_run(sequence, NULL, NULL)); /* the first one records and compiles */
  const double began = now();
  for (int i = 0; i < kRuns; ++i) check(vyre_sequence_run(sequence, NULL, NULL));
  printf("%d rows of %d, %d heads: %.3f ms a layer on %s\n", LAYER_ROWS, LAYER_WIDTH, LAYER_HEADS,
         1e3 * (now() - began) / kRuns, vyre_device_get_info(device)->name.data);
  for (int i = 0; argc > 1 && i < LAYER_ARRAY_COUNT; ++i)
    if (i < LAYER_GIVEN_COUNT || i == LAYER_RESULT) save(argv[1], (layer_array)i, arrays[i]);
  vyre_sequence_destroy(sequence);
  for (int i = 0; i < LAYER_ARRAY_COUNT; ++i) vyre_buffer_destroy(arrays[i]);
  for (int i = 0; i < LAYER_KERNEL_COUNT; ++i) vyre_pipeline_destroy(pipelines[i]);
  vyre_device_destroy(device);
  return 0;
}
