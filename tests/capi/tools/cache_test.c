/* Compiled kernels that are kept: where they come from, what is counted, what a later run prepares.
 */
#include <stddef.h>

#include "capi/support/cache_support.h"

/* The first call compiles, the second finds it; where nothing is kept, nothing is known. */
static void prewarm_misses_then_hits(void) {
  fixture s = open_empty_folder();
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_COMPILED, origin_of_adds(&s, 1));
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(&s, 1));
  destroy_fixture(&s);
  s = open_folder();
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_DISK, origin_of_adds(&s, 1));
  destroy_fixture(&s);
}

/* Makes the kernel from what is kept alone, runs it and ends it; the error where it is not. */
static vyre_error* use_kept(const fixture* on, uint32_t number, vyre_origin* origin) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_pipeline* pipeline = NULL;
  vyre_program* program = program_that_adds(on, number);
  desc.flags = VYRE_PIPELINE_ONLY_CACHED;
  vyre_error* error = vyre_pipeline_create(on->device, program, &desc, &pipeline);
  vyre_program_destroy(program);
  if (error != NULL) return error;
  *origin = vyre_pipeline_get_info(pipeline)->origin;
  CHECK_EQUAL(VYRE_PIPELINE_ONLY_CACHED, vyre_pipeline_get_info(pipeline)->flags);
  check_adds(pipeline, number);
  vyre_pipeline_destroy(pipeline);
  return NULL;
}

static void check_kept(const fixture* on, uint32_t number, vyre_origin expected) {
  vyre_origin origin = VYRE_ORIGIN_UNKNOWN;
  if (is_oracle()) { /* it keeps nothing */
    FAILS(VYRE_ERROR_NOT_READY, "VYRE_PIPELINE_ONLY_CACHED", use_kept(on, number, &origin));
    return;
  }
  OK(use_kept(on, number, &origin));
  CHECK_EQUAL(expected, origin);
}

static void only_cached_compiles_nothing(void) {
  vyre_origin origin = VYRE_ORIGIN_UNKNOWN;
  fixture s = open_empty_folder();
  const uint64_t before = counted(&s, VYRE_METRIC_KERNELS_COMPILED);
  FAILS(VYRE_ERROR_NOT_READY, "is not kept|VYRE_PIPELINE_ONLY_CACHED", use_kept(&s, 1, &origin));
  CHECK_EQUAL(before, counted(&s, VYRE_METRIC_KERNELS_COMPILED));
  (void)origin_of_adds(&s, 1);
  check_kept(&s, 1, VYRE_ORIGIN_MEMORY);
  FAILS(VYRE_ERROR_NOT_READY, "is not kept", use_kept(&s, 2, &origin));
  destroy_fixture(&s);
  s = open_folder();
  check_kept(&s, 1, VYRE_ORIGIN_DISK);
  check_kept(&s, 1, VYRE_ORIGIN_MEMORY);
  FAILS(VYRE_ERROR_NOT_READY, "is not kept", use_kept(&s, 2, &origin));
  (void)origin_of_adds(&s, 2); /* and others are not kept from it */
  check_kept(&s, 2, VYRE_ORIGIN_MEMORY);
  destroy_fixture(&s);
  s = open_session(NULL);
  FAILS(VYRE_ERROR_NOT_READY, "is not kept", use_kept(&s, 1, &origin));
  destroy_fixture(&s);
}

/* A kernel that has run once on no workgroup is like any other. */
static void warm_kernels_have_run(const fixture* s) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_pipeline* pipeline = NULL;
  vyre_program* program = program_that_adds(s, 9);
  const uint64_t before = counted(s, VYRE_METRIC_SUBMISSIONS);
  desc.flags = VYRE_PIPELINE_WARM;
  OK(vyre_pipeline_create(s->device, program, &desc, &pipeline));
  if (!is_oracle()) CHECK_EQUAL(before + 1, counted(s, VYRE_METRIC_SUBMISSIONS));
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_DISPATCHES));
  CHECK_EQUAL(VYRE_PIPELINE_WARM, vyre_pipeline_get_info(pipeline)->flags);
  check_adds(pipeline, 9);
  vyre_pipeline_destroy(pipeline);
  desc.flags |= VYRE_PIPELINE_ONLY_CACHED;
  if (!is_oracle()) {
    OK(vyre_pipeline_create(s->device, program, &desc, &pipeline));
    check_adds(pipeline, 9);
    vyre_pipeline_destroy(pipeline);
  }
  vyre_program_destroy(program);
}

static void three_of_four_are_hits(const fixture* s) {
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_CACHE_ASKED));
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_CACHE_HITS));
  for (int i = 0; i < 4; ++i) (void)origin_of_adds(s, 1);
  CHECK_EQUAL(kept(4), counted(s, VYRE_METRIC_CACHE_ASKED));
  CHECK_EQUAL(kept(3), counted(s, VYRE_METRIC_CACHE_HITS));
  CHECK_EQUAL(kept(1), counted(s, VYRE_METRIC_CACHE_MADE));
}

/* The oracle keeps nothing: what becomes of its kernels is neither a hit nor a miss. */
static void unknown_counts_as_neither(const fixture* s) {
  if (!is_oracle()) return;
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(VYRE_ORIGIN_UNKNOWN, origin_of_adds(s, 1));
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_CACHE_ASKED) + counted(s, VYRE_METRIC_CACHE_HITS));
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_CACHE_MADE) + counted(s, VYRE_METRIC_CACHE_FAILURES));
}

static void names_every_miss(void) {
  const char* const names[] = {"absent",         "unreadable",   "not a file", "foreign owner",
                               "too large",      "not an entry", "older form", "newer form",
                               "damaged header", "other key",    "truncated",  "damaged bytes"};
  for (uint32_t miss = 0; miss <= VYRE_CACHE_MISS_DAMAGED_BYTES; ++miss) {
    CHECK(equals(vyre_cache_miss_name((vyre_cache_miss)miss), names[miss]));
    CHECK(ends_well(vyre_cache_miss_name((vyre_cache_miss)miss)));
  }
  CHECK_EQUAL(0, vyre_cache_miss_name((vyre_cache_miss)12).size);
  CHECK_EQUAL(0, vyre_cache_miss_name((vyre_cache_miss)UINT32_MAX).size);
}

static uint64_t missed(const fixture* s, uint32_t miss) {
  return counted(s, VYRE_METRIC_DISK_MISSES + miss);
}

static void check_memory(const fixture* s) {
  CHECK_EQUAL(kept(6), counted(s, VYRE_METRIC_CACHE_ASKED));
  CHECK_EQUAL(kept(4), counted(s, VYRE_METRIC_CACHE_HITS));
  CHECK_EQUAL(kept(2), counted(s, VYRE_METRIC_CACHE_MADE));
  CHECK_EQUAL(kept(2), counted(s, VYRE_METRIC_CACHE_ENTRIES));
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_CACHE_WAITS) + counted(s, VYRE_METRIC_CACHE_FAILURES));
  CHECK_EQUAL(0, counted(s, VYRE_METRIC_CACHE_EVICTED));
  CHECK((counted(s, VYRE_METRIC_CACHE_BYTES) > 0) == !is_oracle());
}

static void counts_memory_and_folder(void) {
  fixture s = open_empty_folder();
  for (uint32_t i = 0; i < 6; ++i) (void)origin_of_adds(&s, i % 2);
  check_memory(&s);
  CHECK_EQUAL(kept(4), counted(&s, VYRE_METRIC_DISK_WRITES)); /* two files each */
  CHECK_EQUAL(kept(4), missed(&s, VYRE_CACHE_MISS_ABSENT));
  CHECK_EQUAL(0, counted(&s, VYRE_METRIC_DISK_HITS) + counted(&s, VYRE_METRIC_DISK_TRIMMED));
  CHECK_EQUAL(0, counted(&s, VYRE_METRIC_DISK_FAILED_WRITES));
  destroy_fixture(&s);
  s = open_folder();
  for (uint32_t i = 0; i < 2; ++i) (void)origin_of_adds(&s, i);
  CHECK_EQUAL(kept(4), counted(&s, VYRE_METRIC_DISK_HITS));
  CHECK_EQUAL(0, counted(&s, VYRE_METRIC_DISK_WRITES) + missed(&s, VYRE_CACHE_MISS_ABSENT));
  destroy_fixture(&s);
}

static void keeps_kernels_in_memory_without_a_folder(const fixture* s) {
  (void)origin_of_adds(s, 1);
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(s, 1));
  CHECK_EQUAL(VYRE_UNKNOWN, counted(s, VYRE_METRIC_DISK_HITS)); /* there is none to count for */
  CHECK_EQUAL(VYRE_UNKNOWN, counted(s, VYRE_METRIC_DISK_WRITES));
  CHECK_EQUAL(VYRE_UNKNOWN, missed(s, VYRE_CACHE_MISS_ABSENT));
}

static void memory_holds_to_its_budgets(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.cache_memory_entries = 2;
  fixture s = open_session(&desc);
  for (uint32_t i = 0; i < 5; ++i) (void)origin_of_adds(&s, i);
  CHECK_EQUAL(kept(2), counted(&s, VYRE_METRIC_CACHE_ENTRIES));
  CHECK_EQUAL(kept(3), counted(&s, VYRE_METRIC_CACHE_EVICTED));
  destroy_fixture(&s);
  desc.cache_memory_entries = 0;
  desc.cache_memory_bytes = 1;
  s = open_session(&desc);
  for (uint32_t i = 0; i < 5; ++i) (void)origin_of_adds(&s, 1);
  CHECK_EQUAL(0, counted(&s, VYRE_METRIC_CACHE_ENTRIES));
  CHECK_EQUAL(kept(5), counted(&s, VYRE_METRIC_CACHE_MADE));
  destroy_fixture(&s);
}

/* A struct that ends before the budgets, or between them. */
static void refuses_descriptions_without_budgets(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  vyre_context* context = NULL;
  const size_t sizes[] = {offsetof(vyre_context_desc, cache_memory_bytes) - 8,
                          offsetof(vyre_context_desc, cache_memory_bytes),
                          offsetof(vyre_context_desc, cache_disk_bytes)};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    desc.struct_size = sizes[i];
    REFUSES("vyre_context_desc.struct_size", vyre_context_create(&desc, &context));
    CHECK(context == NULL);
  }
}

/* ---- Keys ---- */

typedef struct progress {
  uint64_t calls, done, total, stop_at;
} progress;

static uint32_t on_progress(void* user, uint64_t done, uint64_t total) {
  progress* seen = (progress*)user;
  ++seen->calls;
  CHECK_EQUAL(seen->calls, done);
  seen->done = done;
  seen->total = total;
  return done == seen->stop_at;
}

#define KERNELS 3u
#define KEY_BYTES 32u

/* The keys of KERNELS kernels that the folder has from now on. */
static vyre_blob* keys_of_kernels(void) {
  fixture s = open_empty_folder();
  vyre_blob* keys = NULL;
  OK(vyre_device_save_keys(s.device, &keys));
  CHECK_EQUAL(0, bytes_of(keys).size); /* there are none yet */
  vyre_blob_destroy(keys);
  for (uint32_t i = 0; i < KERNELS; ++i) (void)origin_of_adds(&s, i);
  OK(vyre_device_save_keys(s.device, &keys));
  CHECK_EQUAL(kept(KERNELS) * KEY_BYTES, bytes_of(keys).size);
  destroy_fixture(&s);
  return keys; /* outlive the device */
}

/* Prepares |keys| on |s|; how many are in memory then. */
static uint64_t prepare(const fixture* s, const vyre_blob* keys, progress* seen) {
  const vyre_bytes bytes = bytes_of(keys);
  uint64_t prepared = 99;
  OK(vyre_device_prepare_keys(s->device, bytes.data, bytes.size, on_progress, seen, &prepared));
  return prepared;
}

static void keys_of_one_run_are_prepared_in_the_next(void) {
  vyre_blob* keys = keys_of_kernels();
  progress seen = {0, 0, 0, 0};
  fixture s = open_folder();
  CHECK_EQUAL(kept(KERNELS), prepare(&s, keys, &seen));
  CHECK_EQUAL(kept(KERNELS), seen.done);
  CHECK_EQUAL(kept(KERNELS), seen.total);
  CHECK_EQUAL(kept(KERNELS), counted(&s, VYRE_METRIC_CACHE_ENTRIES));
  for (uint32_t i = 0; i < KERNELS; ++i)
    CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(&s, i));
  destroy_fixture(&s);
  vyre_blob_destroy(keys);
}

static void progress_can_end_a_preparation(void) {
  vyre_blob* keys = keys_of_kernels();
  progress seen = {0, 0, 0, 2};
  fixture s = open_folder();
  CHECK_EQUAL(kept(2), prepare(&s, keys, &seen));
  CHECK_EQUAL(kept(2), seen.calls);
  CHECK_EQUAL(kept(2), counted(&s, VYRE_METRIC_CACHE_ENTRIES));
  destroy_fixture(&s);
  vyre_blob_destroy(keys);
}

static void keys_that_the_folder_lacks_are_passed_over(void) {
  unsigned char keys[2 * KEY_BYTES] = {0};
  progress seen = {0, 0, 0, 0};
  uint64_t prepared = 99;
  fixture s = open_empty_folder();
  OK(vyre_device_prepare_keys(s.device, keys, sizeof keys, on_progress, &seen, &prepared));
  CHECK_EQUAL(0, prepared);
  CHECK_EQUAL(2, seen.done);
  OK(vyre_device_prepare_keys(s.device, NULL, 0, NULL, NULL, NULL));
  destroy_fixture(&s);
  s = open_session(NULL); /* without a folder */
  OK(vyre_device_prepare_keys(s.device, keys, sizeof keys, NULL, NULL, &prepared));
  CHECK_EQUAL(0, prepared);
  destroy_fixture(&s);
}

static void refuses_what_makes_no_sense(const fixture* s) {
  unsigned char keys[KEY_BYTES] = {0};
  vyre_blob* blob = (vyre_blob*)&keys;
  uint64_t prepared = 9;
  REFUSED(vyre_device_save_keys, "device is NULL", (NULL, &blob));
  CHECK(blob == NULL);
  REFUSED(vyre_device_save_keys, "out_keys is NULL", (s->device, NULL));
  REFUSED(vyre_device_prepare_keys, "31", (s->device, keys, 31, NULL, NULL, &prepared));
  CHECK_EQUAL(0, prepared);
  REFUSED(vyre_device_prepare_keys, "keys", (s->device, NULL, 32, NULL, NULL, NULL));
  REFUSED(vyre_device_prepare_keys, "device is NULL", (NULL, keys, 32, NULL, NULL, &prepared));
  CHECK_EQUAL(VYRE_ORIGIN_UNKNOWN, vyre_pipeline_get_info(NULL)->origin);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  name_backend(argc, argv);
  folder = argv[2];
  prewarm_misses_then_hits();
  only_cached_compiles_nothing();
  with_empty_folder(warm_kernels_have_run);
  without_folder(warm_kernels_have_run);
  without_folder(three_of_four_are_hits);
  with_empty_folder(unknown_counts_as_neither);
  names_every_miss();
  counts_memory_and_folder();
  without_folder(keeps_kernels_in_memory_without_a_folder);
  memory_holds_to_its_budgets();
  refuses_descriptions_without_budgets();
  keys_of_one_run_are_prepared_in_the_next();
  progress_can_end_a_preparation();
  keys_that_the_folder_lacks_are_passed_over();
  with_empty_folder(refuses_what_makes_no_sense);
  return finish();
}
