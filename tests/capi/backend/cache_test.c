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

static void three_of_four_are_7500(const fixture* s) {
  CHECK_EQUAL(7500, vyre_cache_hit_rate(3, 1));
  CHECK_EQUAL(6666, vyre_cache_hit_rate(2, 1)); /* rounded down */
  CHECK_EQUAL(0, vyre_cache_hit_rate(0, 1));
  CHECK_EQUAL(10000, vyre_cache_hit_rate(1, 0));
  for (int i = 0; i < 4; ++i) (void)origin_of_adds(s, 1);
  const vyre_cache_counters counters = counters_of(s);
  if (!is_oracle()) CHECK_EQUAL(7500, vyre_cache_hit_rate(counters.hits, counters.made));
}

/* The oracle keeps nothing: what becomes of its kernels is neither a hit nor a miss. */
static void unknown_counts_as_neither(const fixture* s) {
  if (!is_oracle()) return;
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(VYRE_ORIGIN_UNKNOWN, origin_of_adds(s, 1));
  const vyre_cache_counters counters = counters_of(s);
  CHECK_EQUAL(0, counters.asked + counters.hits + counters.made + counters.failures);
  CHECK(vyre_cache_hit_rate(counters.hits, counters.made) == -1);
  CHECK_EQUAL(0, vyre_cache_hit_rate_alarm(counters.hits, counters.made, 10000));
}

static void alarms_strictly_below_the_threshold(void) {
  CHECK_EQUAL(0, vyre_cache_hit_rate_alarm(3, 1, 7500));
  CHECK_EQUAL(1, vyre_cache_hit_rate_alarm(3, 1, 7501));
  CHECK_EQUAL(0, vyre_cache_hit_rate_alarm(0, 1, 0));
  CHECK_EQUAL(1, vyre_cache_hit_rate_alarm(0, 1, 1));
}

static void without_data_there_is_no_alarm(void) {
  CHECK(vyre_cache_hit_rate(0, 0) == -1);
  CHECK_EQUAL(0, vyre_cache_hit_rate_alarm(0, 0, 10000));
}

static void the_largest_counts_are_10000(void) {
  CHECK_EQUAL(10000, vyre_cache_hit_rate(UINT64_MAX, 0));
  CHECK_EQUAL(5000, vyre_cache_hit_rate(UINT64_MAX, UINT64_MAX));
  CHECK_EQUAL(9999, vyre_cache_hit_rate(UINT64_MAX, 1));
}

static void names_every_miss(void) {
  const char* const names[] = {"absent",         "unreadable",   "not a file", "foreign owner",
                               "too large",      "not an entry", "older form", "newer form",
                               "damaged header", "other key",    "truncated",  "damaged bytes"};
  for (uint32_t miss = 0; miss <= VYRE_CACHE_MISS_DAMAGED_BYTES; ++miss)
    CHECK(equals(vyre_cache_miss_name(miss), names[miss]));
  CHECK_EQUAL(0, vyre_cache_miss_name(VYRE_CACHE_MISS_DAMAGED_BYTES + 1).size);
  CHECK_EQUAL(0, vyre_cache_miss_name(UINT32_MAX).size);
}

static void counts_memory_and_folder(void) {
  fixture s = open_empty_folder();
  for (uint32_t i = 0; i < 6; ++i) (void)origin_of_adds(&s, i % 2);
  vyre_cache_counters counters = counters_of(&s);
  CHECK_EQUAL(kept(6), counters.asked);
  CHECK_EQUAL(kept(4), counters.hits);
  CHECK_EQUAL(kept(2), counters.made);
  CHECK_EQUAL(kept(2), counters.entries);
  CHECK_EQUAL(0, counters.waits + counters.failures + counters.evicted);
  CHECK((counters.bytes > 0) == !is_oracle());
  CHECK_EQUAL(kept(4), counters.disk_writes); /* two files each */
  CHECK_EQUAL(kept(4), counters.disk_misses[VYRE_CACHE_MISS_ABSENT]);
  CHECK_EQUAL(0, counters.disk_hits + counters.disk_failed_writes + counters.disk_trimmed);
  destroy_fixture(&s);
  s = open_folder();
  for (uint32_t i = 0; i < 2; ++i) (void)origin_of_adds(&s, i);
  counters = counters_of(&s);
  CHECK_EQUAL(kept(4), counters.disk_hits);
  CHECK_EQUAL(0, counters.disk_writes + counters.disk_misses[VYRE_CACHE_MISS_ABSENT]);
  destroy_fixture(&s);
}

static void keeps_kernels_in_memory_without_a_folder(const fixture* s) {
  (void)origin_of_adds(s, 1);
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(s, 1));
  const vyre_cache_counters counters = counters_of(s);
  CHECK_EQUAL(0, counters.disk_hits + counters.disk_writes + counters.disk_misses[0]);
}

static void memory_holds_to_its_budgets(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.cache_memory_entries = 2;
  fixture s = open_session(&desc);
  for (uint32_t i = 0; i < 5; ++i) (void)origin_of_adds(&s, i);
  CHECK_EQUAL(kept(2), counters_of(&s).entries);
  CHECK_EQUAL(kept(3), counters_of(&s).evicted);
  destroy_fixture(&s);
  desc.cache_memory_entries = 0;
  desc.cache_memory_bytes = 1;
  s = open_session(&desc);
  for (uint32_t i = 0; i < 5; ++i) (void)origin_of_adds(&s, 1);
  CHECK_EQUAL(0, counters_of(&s).entries);
  CHECK_EQUAL(kept(5), counters_of(&s).made);
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

static int32_t on_progress(void* user, uint64_t done, uint64_t total) {
  progress* seen = (progress*)user;
  ++seen->calls;
  CHECK_EQUAL(seen->calls, done);
  seen->done = done;
  seen->total = total;
  return done == seen->stop_at;
}

#define KERNELS 3u

/* Writes the keys of KERNELS kernels that the folder has from now on; their bytes. */
static size_t export_kernels(unsigned char* keys, size_t capacity) {
  fixture s = open_empty_folder();
  size_t size = 99;
  for (uint32_t i = 0; i < KERNELS; ++i) (void)origin_of_adds(&s, i);
  OK(vyre_backend_export_keys(s.backend, NULL, 0, &size));
  CHECK_EQUAL(kept(KERNELS) * VYRE_CACHE_KEY_BYTES, size);
  if (!is_oracle()) {
    CHECK_EQUAL(VYRE_ERROR_INSUFFICIENT_CAPACITY,
                vyre_error_consume(vyre_backend_export_keys(s.backend, keys, size - 1, &size)));
  }
  OK(vyre_backend_export_keys(s.backend, keys, capacity, &size));
  destroy_fixture(&s);
  return size;
}

static void keys_of_one_run_are_prepared_in_the_next(void) {
  unsigned char keys[KERNELS * VYRE_CACHE_KEY_BYTES];
  const size_t size = export_kernels(keys, sizeof keys);
  progress seen = {0, 0, 0, 0};
  uint64_t prepared = 99;
  fixture s = open_folder();
  OK(vyre_backend_prepare_keys(s.backend, keys, size, on_progress, &seen, &prepared));
  CHECK_EQUAL(kept(KERNELS), prepared);
  CHECK_EQUAL(kept(KERNELS), seen.done);
  CHECK_EQUAL(kept(KERNELS), seen.total);
  CHECK_EQUAL(kept(KERNELS), counters_of(&s).entries);
  for (uint32_t i = 0; i < KERNELS; ++i)
    CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(&s, i));
  destroy_fixture(&s);
}

static void progress_can_end_a_preparation(void) {
  unsigned char keys[KERNELS * VYRE_CACHE_KEY_BYTES];
  const size_t size = export_kernels(keys, sizeof keys);
  progress seen = {0, 0, 0, 2};
  uint64_t prepared = 99;
  fixture s = open_folder();
  OK(vyre_backend_prepare_keys(s.backend, keys, size, on_progress, &seen, &prepared));
  CHECK_EQUAL(kept(2), prepared);
  CHECK_EQUAL(kept(2), seen.calls);
  CHECK_EQUAL(kept(2), counters_of(&s).entries);
  destroy_fixture(&s);
}

static void keys_that_the_folder_lacks_are_passed_over(void) {
  unsigned char keys[2 * VYRE_CACHE_KEY_BYTES] = {0};
  progress seen = {0, 0, 0, 0};
  uint64_t prepared = 99;
  fixture s = open_empty_folder();
  OK(vyre_backend_prepare_keys(s.backend, keys, sizeof keys, on_progress, &seen, &prepared));
  CHECK_EQUAL(0, prepared);
  CHECK_EQUAL(2, seen.done);
  OK(vyre_backend_prepare_keys(s.backend, NULL, 0, NULL, NULL, NULL));
  destroy_fixture(&s);
  s = open_session(NULL); /* without a folder */
  OK(vyre_backend_prepare_keys(s.backend, keys, sizeof keys, NULL, NULL, &prepared));
  CHECK_EQUAL(0, prepared);
  destroy_fixture(&s);
}

static void refuses_what_makes_no_sense(const fixture* s) {
  unsigned char keys[VYRE_CACHE_KEY_BYTES] = {0};
  vyre_cache_counters counters = VYRE_CACHE_COUNTERS_INIT;
  uint32_t origin = 9;
  uint64_t prepared = 9;
  size_t size = 9;
  counters.struct_size = 8;
  REFUSES("vyre_cache_counters.struct_size is 8",
          vyre_backend_get_cache_counters(s->backend, &counters));
  REFUSES("|out_counters| is NULL", vyre_backend_get_cache_counters(s->backend, NULL));
  REFUSES("|backend| is NULL", vyre_backend_get_cache_counters(NULL, &counters));
  REFUSES("|pipeline| is NULL", vyre_pipeline_get_origin(NULL, &origin));
  CHECK_EQUAL(0, origin);
  REFUSES("|backend| is NULL", vyre_backend_export_keys(NULL, NULL, 0, &size));
  CHECK_EQUAL(0, size);
  REFUSES("31", vyre_backend_prepare_keys(s->backend, keys, 31, NULL, NULL, &prepared));
  CHECK_EQUAL(0, prepared);
  REFUSES("|keys|", vyre_backend_prepare_keys(s->backend, NULL, 32, NULL, NULL, NULL));
  REFUSES("|backend| is NULL", vyre_backend_prepare_keys(NULL, keys, 32, NULL, NULL, NULL));
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  name_backend(argc, argv);
  folder = argv[2];
  prewarm_misses_then_hits();
  without_folder(three_of_four_are_7500);
  with_empty_folder(unknown_counts_as_neither);
  alarms_strictly_below_the_threshold();
  without_data_there_is_no_alarm();
  the_largest_counts_are_10000();
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
