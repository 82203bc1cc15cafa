/* What the tests of the C interface share: checks that say where and what, and programs as JSON.
 * Each test is one program; its main calls the tests and returns finish(). */
#ifndef VYRE_TESTS_CAPI_CHECK_H
#define VYRE_TESTS_CAPI_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vyre_driver.h"
#include "vyre_driver_tools.h"

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

/* What the library gives out has a NUL behind its bytes, which no size counts. */
static inline int ends_well(vyre_string text) {
  return text.data != NULL && strlen(text.data) == text.size;
}

static inline int equals(vyre_string text, const char* other) {
  return text.size == strlen(other) && contains(text, other);
}

static inline void check_ok(vyre_error* error, const char* file, int line) {
  if (error == NULL) return;
  printf("%s:%d: error %d: %s\n", file, line, (int)vyre_error_get_code(error),
         vyre_error_text(error));
  ++failures;
  vyre_error_destroy(error);
}
#define OK(call) check_ok((call), __FILE__, __LINE__)

/* Whether |text| has all |parts|, which stand between bars: "program|NULL". */
static inline int has_parts(const char* text, const char* parts) {
  char part[256];
  while (*parts != 0) {
    const size_t size = strcspn(parts, "|");
    if (size >= sizeof part) return 0;
    memcpy(part, parts, size);
    part[size] = 0;
    if (strstr(text, part) == NULL) return 0;
    parts += size + (parts[size] == '|');
  }
  return 1;
}

/* Checks the code of an error, that its text has |parts|, and that it says how to go on. */
static inline void check_fails(vyre_error* error, vyre_error_code code, const char* parts,
                               const char* file, int line) {
  const char* text = vyre_error_text(error);
  if (vyre_error_get_code(error) != code) {
    printf("%s:%d: code %d, expected %d: %s\n", file, line, (int)vyre_error_get_code(error),
           (int)code, text);
    ++failures;
  } else if (!has_parts(text, parts) || strstr(text, "Fix: ") == NULL) {
    printf("%s:%d: expected '%s' and 'Fix: ' in: %s\n", file, line, parts, text);
    ++failures;
  }
  vyre_error_destroy(error);
}
#define FAILS(code, parts, call) check_fails((call), (code), (parts), __FILE__, __LINE__)
#define REFUSES(parts, call) FAILS(VYRE_ERROR_INVALID_ARGUMENT, parts, call)

/* The function's name, which stands before a mistake in the call, and |parts|:
 * REFUSED(vyre_buffer_write, "buffer is NULL", (NULL, 0, data, 4)). */
#define REFUSED(function, parts, arguments) REFUSES(#function ": |" parts, function arguments)

/* A wrong |struct_size| of |given| is refused by |call|: 0, one that ends inside a field, and one
 * that is too large. */
#define REFUSES_SIZES(type, given, call)                                                 \
  do {                                                                                   \
    (given).struct_size = 0;                                                             \
    REFUSES(#type ".struct_size is 0", call);                                            \
    (given).struct_size = sizeof(size_t) + 12;                                           \
    REFUSES(#type ".struct_size is 20, expected", call);                                 \
    (given).struct_size = sizeof(type) + 1;                                              \
    REFUSES(#type ".struct_size is |, and build with the header of this library", call); \
    (given).struct_size = sizeof(type);                                                  \
  } while (0)

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

/* Parameters of every role. total[0] += sum of in[i] * scale[0] over 16 elements; seen counts
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

/* What most tests work with: a device and one program on it. */
typedef struct fixture {
  vyre_context* context;
  vyre_device* device;
  vyre_program* program;
  vyre_pipeline* pipeline;
} fixture;

/* What the Vulkan validation layer finds fails the test. */
static inline void fail_on_error(void* user, vyre_log_level level, vyre_string text) {
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

static inline vyre_device* open_device(vyre_context* context, const char* id) {
  vyre_device* device = NULL;
  OK(vyre_device_open_id(context, id, &device));
  return device;
}

static inline vyre_program* program_of(vyre_context* context, const char* json) {
  vyre_program* program = NULL;
  OK(vyre_program_load(context, json, strlen(json), NULL, &program));
  return program;
}

static inline vyre_buffer* make_buffer(vyre_device* device, uint64_t size) {
  vyre_buffer* buffer = NULL;
  OK(vyre_buffer_create(device, size, NULL, &buffer));
  return buffer;
}

/* The bytes of a blob, which are aligned and have a NUL behind them. */
static inline vyre_bytes bytes_of(const vyre_blob* blob) {
  const vyre_bytes bytes = vyre_blob_get_bytes(blob);
  CHECK_EQUAL(0, (uintptr_t)bytes.data % 16);
  CHECK(bytes.data != NULL && ((const char*)bytes.data)[bytes.size] == 0);
  return bytes;
}

static inline vyre_string text_of(const vyre_blob* blob) {
  const vyre_bytes bytes = bytes_of(blob);
  vyre_string text;
  text.data = (const char*)bytes.data;
  text.size = bytes.size;
  return text;
}

static inline int same_bytes(const vyre_blob* a, const vyre_blob* b) {
  const vyre_bytes one = bytes_of(a), other = bytes_of(b);
  return one.size == other.size && memcmp(one.data, other.data, one.size) == 0;
}

/* The program in that form. */
static inline vyre_blob* save(const vyre_program* program, vyre_format format) {
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  vyre_blob* blob = NULL;
  desc.format = format;
  OK(vyre_program_save(program, &desc, &blob));
  return blob;
}

static inline void make_pipeline(fixture* on, const char* json) {
  on->program = program_of(on->context, json);
  OK(vyre_pipeline_create(on->device, on->program, NULL, &on->pipeline));
}

static inline vyre_work* begin_dispatch(vyre_pipeline* pipeline, const vyre_binding* bindings,
                                        size_t count) {
  vyre_work* work = NULL;
  OK(vyre_dispatch_async(pipeline, bindings, count, NULL, &work));
  return work;
}

/* One number of what the device has counted. */
static inline uint64_t metric_of(const vyre_device* device, uint32_t id) {
  vyre_metric_list* list = NULL;
  uint64_t value = 0;
  OK(vyre_metric_list_create(device, &list));
  {
    const vyre_metric_list_info* info = vyre_metric_list_get_info(list);
    CHECK(id < info->metric_count);
    if (id < info->metric_count) {
      CHECK_EQUAL(id, info->metrics[id]->id);
      value = info->metrics[id]->value;
    }
  }
  vyre_metric_list_destroy(list);
  return value;
}

/* Without a program. */
static inline fixture open_fixture(const vyre_context_desc* desc, const char* device) {
  fixture made = {NULL, NULL, NULL, NULL};
  OK(vyre_context_create(desc, &made.context));
  made.device = open_device(made.context, device);
  return made;
}

static inline fixture make_fixture_in(const vyre_context_desc* desc, const char* device,
                                      const char* json) {
  fixture made = open_fixture(desc, device);
  make_pipeline(&made, json);
  return made;
}

static inline fixture make_fixture(const char* device, const char* json) {
  const vyre_context_desc desc = validated();
  return make_fixture_in(&desc, device, json);
}

static inline void destroy_fixture(fixture* made) {
  vyre_pipeline_destroy(made->pipeline);
  vyre_program_destroy(made->program);
  vyre_device_destroy(made->device);
  vyre_context_destroy(made->context);
}

#endif
