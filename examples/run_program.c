/* Runs a vyre program from a file on the best backend of the machine and prints what comes back.
 *
 *   run_program PROGRAM [NAME=FILE | NAME=COUNT]...
 *
 * PROGRAM is in wire form or JSON. A buffer that the program reads takes its bytes from the file
 * given for its name, or COUNT zeroed elements; without either, zeros in its declared size.
 *
 *   cc run_program.c $(pkg-config --cflags --libs vyre_driver) -o run_program */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vyre_driver.h>

#define MAX_BUFFERS 32

/* Everything that needs freeing at the end. */
static vyre_context* context;
static vyre_backend* backend;
static vyre_program* program;
static vyre_pipeline* pipeline;
static void* memory[2 * MAX_BUFFERS + 1];
static size_t memory_count;

static void release(void) {
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_backend_destroy(backend);
  vyre_context_destroy(context);
  while (memory_count > 0) free(memory[--memory_count]);
}

static void fail(const char* what, const char* why) {
  fprintf(stderr, "run_program: %s: %s\n", what, why);
  exit(1);
}

/* Ends the program with the error's text unless there is none. */
static void check(vyre_error* error, const char* what) {
  if (error == NULL) return;
  const vyre_string text = vyre_error_text(error);
  fprintf(stderr, "run_program: %s: %.*s\n", what, (int)text.size, text.data);
  for (size_t i = 0; i < vyre_error_finding_count(error); ++i) {
    const vyre_finding finding = vyre_error_finding(error, i);
    fprintf(stderr, "  %.*s at %.*s: %.*s\n", (int)finding.code.size, finding.code.data,
            (int)finding.path.size, finding.path.data, (int)finding.text.size, finding.text.data);
  }
  vyre_error_destroy(error);
  exit(1);
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

/* What the command line gives for the buffer |name|, or NULL. */
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

/* The binding of one buffer: bytes of a file, or zeros. |argument| may be NULL. */
static vyre_binding bind(const vyre_buffer_info* buffer, const char* argument) {
  uint64_t size = buffer->static_bytes, count = 0;
  void* bytes = NULL;
  if (argument != NULL && is_count(argument, &count)) {
    size = count * buffer->element_bytes;
  } else if (argument != NULL) {
    bytes = read_file(argument, &size);
  }
  if (bytes == NULL) bytes = zeroed(size);
  if (buffer->role == VYRE_ROLE_OUTPUT) return vyre_bind_output(buffer->slot, bytes, size);
  if (buffer->role == VYRE_ROLE_INPUT || buffer->role == VYRE_ROLE_UNIFORM)
    return vyre_bind_input(buffer->slot, bytes, size);
  return vyre_bind_inout(buffer->slot, bytes, size);
}

/* The first words of an output, as unsigned numbers. */
static void print_output(const vyre_output* output, const uint8_t* bytes) {
  const uint64_t words = output->bytes / 4, shown = words < 16 ? words : 16;
  printf("%.*s (%llu bytes):", (int)output->name.size, output->name.data,
         (unsigned long long)output->bytes);
  for (uint64_t i = 0; i < shown; ++i) {
    uint32_t word;
    memcpy(&word, bytes + 4 * i, sizeof word);
    printf(" %u", (unsigned)word);
  }
  printf("%s\n", shown < words ? " ..." : "");
}

int main(int argc, char** argv) {
  if (argc < 2) fail("usage", "run_program PROGRAM [NAME=FILE | NAME=COUNT]...");
  atexit(release);

  uint64_t size = 0;
  const void* file = read_file(argv[1], &size);
  check(vyre_context_create(NULL, &context), "context");
  check(vyre_backend_acquire_preferred(context, NULL, &backend), "backend");
  check(vyre_program_load(context, file, (size_t)size, &program), argv[1]);
  check(vyre_pipeline_create(backend, program, NULL, &pipeline), argv[1]);

  vyre_program_info info = VYRE_PROGRAM_INFO_INIT;
  check(vyre_program_get_info(program, &info), argv[1]);
  if (info.buffer_count > MAX_BUFFERS) fail(argv[1], "has more buffers than this example binds");
  vyre_binding bindings[MAX_BUFFERS];
  size_t count = 0;
  for (uint32_t i = 0; i < info.buffer_count; ++i) {
    vyre_buffer_info buffer = VYRE_BUFFER_INFO_INIT;
    check(vyre_program_get_buffer(program, i, &buffer), argv[1]);
    if (buffer.role == VYRE_ROLE_SHARED) continue;
    bindings[count++] = bind(&buffer, argument_for(buffer.name, argc - 2, argv + 2));
  }
  check(vyre_dispatch(pipeline, bindings, count, NULL, NULL), "dispatch");

  vyre_output outputs[MAX_BUFFERS];
  size_t output_count = 0;
  check(vyre_pipeline_get_outputs(pipeline, bindings, count, outputs, MAX_BUFFERS, &output_count),
        "outputs");
  const vyre_string id = vyre_backend_id(backend);
  printf("on %.*s\n", (int)id.size, id.data);
  for (size_t i = 0; i < output_count; ++i) {
    for (size_t b = 0; b < count; ++b) {
      if (bindings[b].slot == outputs[i].slot)
        print_output(&outputs[i], (const uint8_t*)bindings[b].output);
    }
  }
  return 0;
}
