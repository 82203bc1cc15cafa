/* What the tests of the C interface share: checks that say where and what, and programs as JSON.
 * Each test is one program; its main calls the tests and returns finish(). */
#ifndef VYRE_TESTS_CAPI_CHECK_H
#define VYRE_TESTS_CAPI_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vyre_driver.h"

static int failures = 0;

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                          \
    }                                                                      \
  } while (0)

#define CHECK_EQUAL(expected, actual)                                                        \
  do {                                                                                       \
    const unsigned long long want = (unsigned long long)(expected);                          \
    const unsigned long long have = (unsigned long long)(actual);                            \
    if (want != have) {                                                                      \
      printf("%s:%d: %s is %llu, expected %llu\n", __FILE__, __LINE__, #actual, have, want); \
      ++failures;                                                                            \
    }                                                                                        \
  } while (0)

static inline int contains(vyre_string text, const char* part) {
  const size_t size = strlen(part);
  if (size == 0) return 1;
  for (size_t i = 0; i + size <= text.size; ++i) {
    if (memcmp(text.data + i, part, size) == 0) return 1;
  }
  return 0;
}

static inline int equals(vyre_string text, const char* other) {
  return text.size == strlen(other) && contains(text, other);
}

static inline void check_ok(vyre_error* error, const char* file, int line) {
  if (error == NULL) return;
  const vyre_string text = vyre_error_text(error);
  printf("%s:%d: error %d: %.*s\n", file, line, (int)vyre_error_code(error), (int)text.size,
         text.data);
  ++failures;
  vyre_error_destroy(error);
}
#define OK(call) check_ok((call), __FILE__, __LINE__)

/* Checks the code of an error, that its text has |part|, and that it says how to go on. */
static inline void check_fails(vyre_error* error, int32_t code, const char* part, const char* file,
                               int line) {
  const vyre_string text = vyre_error_text(error);
  if (vyre_error_code(error) != code) {
    printf("%s:%d: code %d, expected %d: %.*s\n", file, line, (int)vyre_error_code(error),
           (int)code, (int)text.size, text.data);
    ++failures;
  } else if (!contains(text, part) || !contains(text, "Fix: ")) {
    printf("%s:%d: expected '%s' and 'Fix: ' in: %.*s\n", file, line, part, (int)text.size,
           text.data);
    ++failures;
  }
  vyre_error_destroy(error);
}
#define FAILS(code, part, call) check_fails((call), (code), (part), __FILE__, __LINE__)
#define REFUSES(part, call) FAILS(VYRE_ERROR_INVALID_ARGUMENT, part, call)

static inline int finish(void) {
  if (failures != 0) printf("%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}

/* out[i] = a[i] + 1 for as many elements as |a| has. */
static const char* const kIncrement =
    "{\"workgroup_size\": [64, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"lt\": [\"i\", {\"buf_len\": \"a\"}]}, \"then\": ["
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "1]}}"
    "]}]}";

/* Buffers of every role. total[0] += sum of in[i] * scale[0] over 16 elements; seen counts
 * launches; log[i] keeps the last in[i]. */
static const char* const kRoles =
    "{\"workgroup_size\": [16, 1, 1], \"buffers\": ["
    "{\"name\": \"log\", \"type\": \"U32\", \"count\": 16, \"binding\": 7, "
    "\"access\": \"write_only\"},"
    "{\"name\": \"total\", \"type\": \"U32\", \"count\": 1, \"binding\": 2, "
    "\"access\": \"read_write\"},"
    "{\"name\": \"in\", \"type\": \"U32\", \"count\": 16, \"binding\": 5},"
    "{\"name\": \"scale\", \"type\": \"U32\", \"count\": 1, \"binding\": 1, "
    "\"access\": \"uniform\"},"
    "{\"name\": \"seen\", \"type\": \"U32\", \"count\": 1, \"binding\": 3, "
    "\"access\": \"read_write\", \"kind\": \"persistent\"},"
    "{\"name\": \"part\", \"type\": \"U32\", \"count\": 16, \"access\": \"workgroup\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"local_id\": \"x\"}},"
    "{\"let\": \"v\", \"value\": {\"load\": \"in\", \"at\": \"i\"}},"
    "{\"store\": \"log\", \"at\": \"i\", \"value\": \"v\"},"
    "{\"store\": \"part\", \"at\": \"i\", \"value\": "
    "{\"mul\": [\"v\", {\"load\": \"scale\", \"at\": 0}]}},"
    "\"barrier\","
    "{\"if\": {\"eq\": [\"i\", 0]}, \"then\": ["
    "{\"let\": \"sum\", \"value\": {\"load\": \"total\", \"at\": 0}},"
    "{\"loop\": \"k\", \"to\": 16, \"body\": [{\"assign\": \"sum\", \"value\": "
    "{\"add\": [\"sum\", {\"load\": \"part\", \"at\": \"k\"}]}}]},"
    "{\"store\": \"total\", \"at\": 0, \"value\": \"sum\"},"
    "{\"store\": \"seen\", \"at\": 0, \"value\": {\"add\": [{\"load\": \"seen\", \"at\": 0}, 1]}}"
    "]}]}";

/* What most tests work with: a backend and one program on it. */
typedef struct fixture {
  vyre_context* context;
  vyre_backend* backend;
  vyre_program* program;
  vyre_pipeline* pipeline;
} fixture;

/* What the Vulkan validation layer finds fails the test. */
static inline void fail_on_error(void* user, int32_t level, vyre_string text) {
  (void)user;
  if (level != VYRE_LOG_ERROR) return;
  printf("logged: %.*s\n", (int)text.size, text.data);
  ++failures;
}

static inline vyre_context_desc validated(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_VULKAN_VALIDATION;
  desc.log = fail_on_error;
  return desc;
}

static inline vyre_context* make_context(void) {
  vyre_context* context = NULL;
  OK(vyre_context_create(NULL, &context));
  return context;
}

static inline vyre_backend* acquire(vyre_context* context, const char* id) {
  vyre_backend* backend = NULL;
  OK(vyre_backend_acquire(context, vyre_str(id), NULL, &backend));
  return backend;
}

static inline vyre_program* program_of(vyre_context* context, const char* json) {
  vyre_program* program = NULL;
  OK(vyre_program_from_json(context, vyre_str(json), &program));
  return program;
}

static inline vyre_spec_map* make_map(void) {
  vyre_spec_map* map = NULL;
  OK(vyre_spec_map_create(&map));
  return map;
}

static inline vyre_buffer* make_buffer(vyre_backend* backend, uint64_t size) {
  vyre_buffer* buffer = NULL;
  OK(vyre_buffer_create(backend, size, &buffer));
  return buffer;
}

static inline void make_pipeline(fixture* on, const char* json) {
  on->program = program_of(on->context, json);
  OK(vyre_pipeline_create(on->backend, on->program, NULL, &on->pipeline));
}

static inline vyre_pending* begin_dispatch(vyre_pipeline* pipeline, const vyre_binding* bindings,
                                           size_t count) {
  vyre_pending* pending = NULL;
  OK(vyre_dispatch_async(pipeline, bindings, count, NULL, &pending));
  return pending;
}

static inline vyre_dispatch_desc on_grid(uint32_t x, uint32_t y) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.set = VYRE_DISPATCH_SET_GRID;
  desc.grid[0] = x;
  desc.grid[1] = y;
  desc.grid[2] = 1;
  return desc;
}

/* Without a program. */
static inline fixture open_fixture(const vyre_context_desc* desc, const char* backend) {
  fixture made = {NULL, NULL, NULL, NULL};
  OK(vyre_context_create(desc, &made.context));
  made.backend = acquire(made.context, backend);
  return made;
}

static inline fixture make_fixture_in(const vyre_context_desc* desc, const char* backend,
                                      const char* json) {
  fixture made = open_fixture(desc, backend);
  make_pipeline(&made, json);
  return made;
}

static inline fixture make_fixture(const char* backend, const char* json) {
  const vyre_context_desc desc = validated();
  return make_fixture_in(&desc, backend, json);
}

static inline void destroy_fixture(fixture* made) {
  vyre_pipeline_destroy(made->pipeline);
  vyre_program_destroy(made->program);
  vyre_backend_destroy(made->backend);
  vyre_context_destroy(made->context);
}

#endif
