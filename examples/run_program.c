/* Runs a vyre program from a file on the best device of the machine and prints what comes back.
 *
 *   run_program PROGRAM [NAME=FILE | NAME=COUNT]...
 *
 * PROGRAM is in wire form or JSON. A parameter that the program reads takes its bytes from the file
 * given for its name, or COUNT zeroed elements; without either, zeros in its declared size.
 *
 *   cc run_program.c $(pkg-config --cflags --libs vyre_driver) -o run_program */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vyre_driver.h>
#include <vyre_driver_tools.h>

#define MAX_PARAMETERS 32

/* Everything that needs freeing at the end. */
static vyre_device* device;
static vyre_program* program;
static vyre_pipeline* pipeline;
static void* memory[2 * MAX_PARAMETERS + 1];
static size_t memory_count;

static void release(void) {
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_device_destroy(device);
  while (memory_count > 0) free(memory[--memory_count]);
}

static void fail(const char* what, const char* why) {
  fprintf(stderr, "run_program: %s: %s\n", what, why);
  exit(1);
}

/* Ends the program with the error's text unless there is none. */
static void check(vyre_error* error) {
  if (vyre_error_print(error)) exit(1);
}

static void* zeroed(uint64_t size) {
  void* bytes = size < SIZE_MAX ? calloc((size_t)size + 1, 1) : NULL;
  if (bytes == NULL) fail("memory", "there is not enough");
  memory[memory_count++] = bytes;
  return bytes;
}

static void* read_file(const char* path, uint64_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail(path, "cannot be read");
  const long end = ftell(file);
  if (end < 0 || fseek(file, 0, SEEK_SET) != 0) fail(path, "is not a regular file");
  void* bytes = zeroed((uint64_t)end);
  *size = fread(bytes, 1, (size_t)end, file);
  fclose(file);
  if (*size != (uint64_t)end) fail(path, "ends too early");
  return bytes;
}

/* What the command line gives for the parameter |name|, or NULL. */
static const char* argument_for(vyre_string name, int count, char** arguments) {
  for (int i = 0; i < count; ++i) {
    if (strncmp(arguments[i], name.data, name.size) == 0 && arguments[i][name.size] == '=')
      return arguments[i] + name.size + 1;
  }
  return NULL;
}

/* Whether |text| is a number, and which. */
static int is_count(const char* text, uint64_t* count) {
  char* end = NULL;
  *count = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0';
}

/* The binding of one parameter: bytes of a file, or zeros. |argument| may be NULL. */
static vyre_binding bind(const vyre_parameter_info* parameter, const char* argument) {
  uint64_t size = parameter->static_bytes, count = 0;
  void* bytes = NULL;
  if (argument != NULL && is_count(argument, &count)) {
    size = count * parameter->element_bytes;
  } else if (argument != NULL) {
    bytes = read_file(argument, &size);
  }
  if (bytes == NULL) bytes = zeroed(size);
  if (parameter->role == VYRE_ROLE_OUTPUT) return vyre_bind_output(parameter->slot, bytes, size);
  if (parameter->role == VYRE_ROLE_INPUT || parameter->role == VYRE_ROLE_UNIFORM)
    return vyre_bind_input(parameter->slot, bytes, size);
  return vyre_bind_inout(parameter->slot, bytes, size);
}

/* The first words of an output, as unsigned numbers. */
static void print_output(const vyre_output_info* output, const uint8_t* bytes) {
  const uint64_t words = output->bytes / 4, shown = words < 16 ? words : 16;
  printf("%s (%llu bytes):", output->name.data, (unsigned long long)output->bytes);
  for (uint64_t i = 0; i < shown; ++i) {
    uint32_t word;
    memcpy(&word, bytes + 4 * i, sizeof word);
    printf(" %u", (unsigned)word);
  }
  printf("%s\n", shown < words ? " ..." : "");
}

/* What a dispatch with these bindings returned. */
static void print_outputs(const vyre_binding* bindings, size_t count) {
  vyre_plan* plan;
  check(vyre_plan_create(pipeline, bindings, count, NULL, &plan));
  const vyre_plan_info* info = vyre_plan_get_info(plan);
  printf("on %s\n", vyre_device_get_info(device)->id.data);
  for (size_t i = 0; i < info->output_count; ++i) {
    for (size_t b = 0; b < count; ++b) {
      if (bindings[b].slot == info->outputs[i]->slot)
        print_output(info->outputs[i], (const uint8_t*)bindings[b].output);
    }
  }
  vyre_plan_destroy(plan);
}

int main(int argc, char** argv) {
  if (argc < 2) fail("usage", "run_program PROGRAM [NAME=FILE | NAME=COUNT]...");
  atexit(release);

  uint64_t size = 0;
  const void* file = read_file(argv[1], &size);
  check(vyre_device_open(NULL, NULL, &device));
  check(vyre_program_load(NULL, file, (size_t)size, NULL, &program));
  check(vyre_pipeline_create(device, program, NULL, &pipeline));

  const vyre_program_info* info = vyre_program_get_info(program);
  if (info->parameter_count > MAX_PARAMETERS) fail(argv[1], "has more than this example binds");
  vyre_binding bindings[MAX_PARAMETERS];
  size_t count = 0;
  for (size_t i = 0; i < info->parameter_count; ++i) {
    const vyre_parameter_info* parameter = info->parameters[i];
    if (parameter->role == VYRE_ROLE_SHARED) continue;
    bindings[count++] = bind(parameter, argument_for(parameter->name, argc - 2, argv + 2));
  }
  check(vyre_dispatch(pipeline, bindings, count, NULL, NULL));
  print_outputs(bindings, count);
  return 0;
}
