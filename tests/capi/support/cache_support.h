/* What the tests of kept kernels share: contexts with a folder, and kernels that are told apart. */
#ifndef VYRE_TESTS_CAPI_CACHE_SUPPORT_H
#define VYRE_TESTS_CAPI_CACHE_SUPPORT_H

#include "on_backend.h"

static const char* folder; /* of this test alone; may not be there yet */

/* How many of |count| kernels of the backend are kept: all or none. */
static inline uint64_t kept(uint64_t count) { return is_oracle() ? 0 : count; }

/* VYRE_ORIGIN_... of a kernel that is new. */
static inline vyre_origin compiled(void) {
  return is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_COMPILED;
}

static inline fixture open_session(const vyre_context_desc* desc) {
  return open_fixture(desc, backend_id);
}

static inline vyre_context_desc with_folder(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log = fail_on_error;
  desc.cache_folder = vyre_str(folder);
  return desc;
}

/* As a process of its own would have it. */
static inline fixture open_folder(void) {
  const vyre_context_desc desc = with_folder();
  return open_session(&desc);
}

static inline fixture open_empty_folder(void) {
  const fixture opened = open_folder();
  OK(vyre_context_clear_cache(opened.context, NULL));
  return opened;
}

static inline void without_folder(void (*test)(const fixture*)) {
  fixture opened = open_session(NULL);
  test(&opened);
  destroy_fixture(&opened);
}

static inline void with_empty_folder(void (*test)(const fixture*)) {
  fixture opened = open_empty_folder();
  test(&opened);
  destroy_fixture(&opened);
}

static inline vyre_program* program_that_adds(const fixture* on, uint32_t number) {
  char json[512];
  snprintf(json, sizeof json,
           "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
           "{\"name\": \"a\", \"type\": \"U32\", \"count\": 4},"
           "{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"access\": \"write_only\"}],"
           "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
           "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", "
           "\"at\": \"i\"}, %u]}}]}",
           (unsigned)number);
  return program_of(on->context, json);
}

/* out[i] = a[i] + |number|; another kernel for each number. */
static inline vyre_pipeline* adds(const fixture* on, uint32_t number) {
  vyre_pipeline* pipeline = NULL;
  vyre_program* program = program_that_adds(on, number);
  OK(vyre_pipeline_create(on->device, program, NULL, &pipeline));
  vyre_program_destroy(program);
  return pipeline;
}

static inline void check_adds(vyre_pipeline* pipeline, uint32_t number) {
  const uint32_t in[4] = {1, 20, 300, 4000};
  uint32_t out[4] = {0};
  const vyre_binding bindings[] = {vyre_bind_input(0, in, 16), vyre_bind_output(1, out, 16)};
  OK(vyre_dispatch(pipeline, bindings, 2, NULL, NULL));
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(in[i] + number, out[i]);
}

/* Makes the kernel, runs it and ends it; VYRE_ORIGIN_... of it. */
static inline vyre_origin origin_of_adds(const fixture* on, uint32_t number) {
  vyre_pipeline* pipeline = adds(on, number);
  const vyre_origin origin = vyre_pipeline_get_info(pipeline)->origin;
  check_adds(pipeline, number);
  vyre_pipeline_destroy(pipeline);
  return origin;
}

static inline uint64_t counted(const fixture* on, uint32_t metric) {
  return metric_of(on->device, metric);
}

static inline vyre_cache_list* list_of(const fixture* on, vyre_cache_list_flags flags) {
  vyre_cache_list* list = NULL;
  OK(vyre_cache_list_create(on->context, flags, &list));
  return list;
}

/* How many files the folder has, and how many bytes they have together. */
static inline size_t files_of(const fixture* on, uint64_t* out_bytes) {
  vyre_cache_list* list = list_of(on, 0);
  const vyre_cache_list_info* info = vyre_cache_list_get_info(list);
  const size_t count = info->entry_count;
  uint64_t bytes = 0;
  for (size_t i = 0; i < count; ++i) bytes += info->entries[i]->bytes;
  vyre_cache_list_destroy(list);
  if (out_bytes != NULL) *out_bytes = bytes;
  return count;
}

#endif
