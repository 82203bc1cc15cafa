/* The folder of kept kernels: what lies in it, what is wrong with it, and folders that are of no
 * use. */
#define _POSIX_C_SOURCE 200809L /* setenv, nanosleep */
#include <sys/stat.h>
#include <time.h>

#include "capi/support/cache_support.h"

static char path[1024];

/* A path inside the folder. */
static const char* inside(vyre_string name) {
  snprintf(path, sizeof path, "%s/%.*s", folder, (int)name.size, name.data);
  return path;
}

/* As with_folder, where nothing is kept yet. */
static vyre_context_desc with_empty(void) {
  fixture s = open_empty_folder();
  destroy_fixture(&s);
  return with_folder();
}

static size_t count_of(const vyre_cache_list* list) {
  return vyre_cache_list_get_info(list)->entry_count;
}

static const vyre_cache_entry_info* entry_of(const vyre_cache_list* list, size_t index) {
  const vyre_cache_list_info* info = vyre_cache_list_get_info(list);
  if (index >= info->entry_count) abort();
  return info->entries[index];
}

/* Two digits, a slash, and the 64 of the key. */
static void check_path(vyre_string name) {
  CHECK_EQUAL(2 + 1 + 64, name.size);
  CHECK(ends_well(name) && name.data[2] == '/');
  CHECK(memcmp(name.data, name.data + 3, 2) == 0);
}

static void lists_what_lies_there(void) {
  fixture s = open_empty_folder();
  (void)origin_of_adds(&s, 1);
  (void)origin_of_adds(&s, 2);
  vyre_cache_list* list = list_of(&s, 0);
  CHECK_EQUAL(sizeof(vyre_cache_list_info), vyre_cache_list_get_info(list)->struct_size);
  CHECK_EQUAL(kept(4), count_of(list));
  for (size_t i = 0; i < count_of(list); ++i) {
    const vyre_cache_entry_info* entry = entry_of(list, i);
    CHECK_EQUAL(sizeof *entry, entry->struct_size);
    check_path(entry->path);
    CHECK(i == 0 || strcmp(entry_of(list, i - 1)->path.data, entry->path.data) < 0);
    CHECK(entry->bytes > 0 && entry->used_ns > INT64_C(1000000000) * 1500000000);
    CHECK_EQUAL(0, entry->damaged);
    struct stat file;
    CHECK_EQUAL(0, stat(inside(entry->path), &file));
    CHECK_EQUAL((uint64_t)file.st_size, entry->bytes);
  }
  destroy_fixture(&s);
  if (count_of(list) > 0) check_path(entry_of(list, 0)->path); /* outlives its context */
  vyre_cache_list_destroy(list);
}

static void flip_last_byte(const char* file) {
  FILE* stream = fopen(file, "r+b");
  CHECK(stream != NULL);
  if (stream == NULL) return;
  CHECK_EQUAL(0, fseek(stream, -1, SEEK_END));
  const int last = fgetc(stream);
  CHECK_EQUAL(0, fseek(stream, -1, SEEK_END));
  CHECK(fputc(last ^ 1, stream) != EOF);
  CHECK_EQUAL(0, fclose(stream));
}

static void a_check_finds_what_is_damaged(void) {
  fixture s = open_empty_folder();
  (void)origin_of_adds(&s, 1);
  vyre_cache_list* list = list_of(&s, VYRE_CACHE_LIST_CHECK);
  if (!is_oracle()) {
    CHECK_EQUAL(0, entry_of(list, 0)->damaged + entry_of(list, 1)->damaged);
    flip_last_byte(inside(entry_of(list, 1)->path));
  }
  vyre_cache_list_destroy(list);
  list = list_of(&s, 0);
  for (size_t i = 0; i < count_of(list); ++i)
    CHECK_EQUAL(0, entry_of(list, i)->damaged); /* not looked at */
  vyre_cache_list_destroy(list);
  list = list_of(&s, VYRE_CACHE_LIST_CHECK);
  CHECK_EQUAL(kept(2), count_of(list)); /* looking removes nothing */
  if (!is_oracle()) {
    CHECK_EQUAL(0, entry_of(list, 0)->damaged);
    CHECK_EQUAL(VYRE_CACHE_MISS_DAMAGED_BYTES, entry_of(list, 1)->damaged);
  }
  vyre_cache_list_destroy(list);
  destroy_fixture(&s);
  s = open_folder();
  (void)origin_of_adds(&s, 1);
  CHECK_EQUAL(kept(1), counted(&s, VYRE_METRIC_DISK_MISSES + VYRE_CACHE_MISS_DAMAGED_BYTES));
  CHECK_EQUAL(kept(1), counted(&s, VYRE_METRIC_DISK_WRITES)); /* made anew */
  destroy_fixture(&s);
}

static void clears_entries_and_nothing_else(const fixture* s) {
  (void)origin_of_adds(s, 1);
  FILE* other = fopen(inside(vyre_str("notes.txt")), "w");
  CHECK(other != NULL && fclose(other) == 0);
  uint64_t removed = 99;
  OK(vyre_context_clear_cache(s->context, &removed));
  CHECK_EQUAL(kept(2), removed);
  CHECK_EQUAL(0, files_of(s, NULL));
  CHECK_EQUAL(0, remove(inside(vyre_str("notes.txt"))));
  OK(vyre_context_clear_cache(s->context, &removed));
  CHECK_EQUAL(0, removed);
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(s, 1));
}

static void trims_to_the_budget(void) {
  fixture s = open_empty_folder();
  uint64_t before = 0, after = 0, removed = 99;
  for (uint32_t i = 0; i < 8; ++i) (void)origin_of_adds(&s, i);
  CHECK_EQUAL(kept(16), files_of(&s, &before));
  OK(vyre_context_trim_cache(s.context, &removed));
  CHECK_EQUAL(0, removed);
  destroy_fixture(&s);
  vyre_context_desc desc = with_folder();
  desc.cache_disk_bytes = before / 2 + 1;
  s = open_session(&desc);
  OK(vyre_context_trim_cache(s.context, &removed));
  CHECK_EQUAL(kept(16), files_of(&s, &after) + removed);
  CHECK(after <= desc.cache_disk_bytes);
  CHECK((removed > 0 && after > 0) == !is_oracle());
  CHECK_EQUAL(removed, counted(&s, VYRE_METRIC_DISK_TRIMMED));
  destroy_fixture(&s);
}

/* Without threads, the call that wrote too much trims. */
static void trims_by_itself(void) {
  vyre_context_desc desc = with_empty();
  desc.cache_disk_bytes = 4000;
  fixture s = open_session(&desc);
  for (uint32_t i = 0; i < 8; ++i) CHECK_EQUAL(compiled(), origin_of_adds(&s, i));
  CHECK((counted(&s, VYRE_METRIC_DISK_TRIMMED) > 0) == !is_oracle());
  destroy_fixture(&s);
}

/* Threads that the host lends; jobs that are kept run when it gets round to them. */
typedef struct lender {
  int keeps;
  size_t count;
  struct {
    vyre_job_fn run;
    void* data;
  } jobs[64];
} lender;

static void lend(void* user, vyre_job_fn run, void* data) {
  lender* host = (lender*)user;
  CHECK(host->count < 64);
  if (!host->keeps || host->count == 64) {
    run(data);
    return;
  }
  host->jobs[host->count].run = run;
  host->jobs[host->count++].data = data;
}

static void trims_on_lent_threads(void) {
  static lender host;
  vyre_context_desc desc = with_empty();
  desc.cache_disk_bytes = 4000;
  desc.run_job = lend;
  desc.run_job_user = &host;
  fixture s = open_session(&desc);
  host.keeps = 1;
  for (uint32_t i = 0; i < 8; ++i) (void)origin_of_adds(&s, i);
  CHECK_EQUAL(0, counted(&s, VYRE_METRIC_DISK_TRIMMED));
  CHECK_EQUAL(kept(16), files_of(&s, NULL));
  CHECK((host.count > 0) == !is_oracle());
  for (size_t i = 0; i < host.count; ++i) host.jobs[i].run(host.jobs[i].data);
  CHECK((counted(&s, VYRE_METRIC_DISK_TRIMMED) > 0) == !is_oracle());
  destroy_fixture(&s);
}

static void trims_on_its_own_thread(void) {
  vyre_context_desc desc = with_empty();
  desc.flags = VYRE_CONTEXT_OWN_THREADS;
  desc.cache_disk_bytes = 4000;
  fixture s = open_session(&desc);
  for (uint32_t i = 0; i < 8; ++i) CHECK_EQUAL(compiled(), origin_of_adds(&s, i));
  const struct timespec moment = {0, 1000000};
  for (int i = 0; i < 60000 && kept(counted(&s, VYRE_METRIC_DISK_TRIMMED) == 0); ++i)
    nanosleep(&moment, NULL);
  CHECK((counted(&s, VYRE_METRIC_DISK_TRIMMED) > 0) == !is_oracle());
  destroy_fixture(&s);
}

static void without_a_folder_there_is_nothing_to_look_after(const fixture* s) {
  const vyre_error_code missing = VYRE_ERROR_NOT_FOUND;
  const char* const fix = "cache_folder";
  vyre_cache_list* list = (vyre_cache_list*)s;
  uint64_t removed = 9;
  FAILS(missing, fix, vyre_cache_list_create(s->context, 0, &list));
  CHECK(list == NULL);
  FAILS(missing, fix, vyre_context_trim_cache(s->context, &removed));
  CHECK_EQUAL(0, removed);
  removed = 9;
  FAILS(missing, fix, vyre_context_clear_cache(s->context, &removed));
  CHECK_EQUAL(0, removed);
}

typedef struct notes {
  int warnings;
  char last[512];
} notes;

static void note_warning(void* user, vyre_log_level level, vyre_string text) {
  notes* seen = (notes*)user;
  if (level != VYRE_LOG_WARNING) return;
  ++seen->warnings;
  snprintf(seen->last, sizeof seen->last, "%.*s", (int)text.size, text.data);
}

/* Its parent is a file, so that not even the superuser can make it. */
static void a_folder_that_cannot_be_used_is_a_warning(void) {
  notes seen = {0, ""};
  fixture s = open_empty_folder();
  destroy_fixture(&s);
  FILE* file = fopen(inside(vyre_str("file")), "w");
  CHECK(file != NULL && fclose(file) == 0);
  char unusable[sizeof path];
  snprintf(unusable, sizeof unusable, "%s", inside(vyre_str("file/folder")));
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log = note_warning;
  desc.log_user = &seen;
  desc.cache_folder = vyre_str(unusable);
  s = open_session(&desc);
  CHECK_EQUAL(1, seen.warnings);
  CHECK(strstr(seen.last, unusable) != NULL && strstr(seen.last, "Fix: ") != NULL);
  CHECK_EQUAL(compiled(), origin_of_adds(&s, 1));
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_MEMORY, origin_of_adds(&s, 1));
  FAILS(VYRE_ERROR_NOT_FOUND, "cache_folder", vyre_context_trim_cache(s.context, NULL));
  destroy_fixture(&s);
  CHECK_EQUAL(0, remove(inside(vyre_str("file"))));
}

static void a_read_only_folder_is_used_and_never_changed(void) {
  fixture s = open_empty_folder();
  (void)origin_of_adds(&s, 1);
  vyre_cache_list* before = list_of(&s, 0);
  destroy_fixture(&s);
  vyre_context_desc desc = with_folder();
  desc.flags = VYRE_CONTEXT_CACHE_READ_ONLY;
  desc.cache_disk_bytes = 1;
  s = open_session(&desc);
  CHECK_EQUAL(is_oracle() ? VYRE_ORIGIN_UNKNOWN : VYRE_ORIGIN_DISK, origin_of_adds(&s, 1));
  CHECK_EQUAL(compiled(), origin_of_adds(&s, 2));
  uint64_t removed = 9;
  OK(vyre_context_trim_cache(s.context, &removed));
  CHECK_EQUAL(0, removed);
  OK(vyre_context_clear_cache(s.context, &removed));
  CHECK_EQUAL(0, removed);
  vyre_cache_list* after = list_of(&s, 0);
  CHECK_EQUAL(kept(2), count_of(after));
  for (size_t i = 0; i < count_of(after); ++i)
    CHECK_EQUAL(entry_of(before, i)->used_ns, entry_of(after, i)->used_ns);
  CHECK_EQUAL(0,
              counted(&s, VYRE_METRIC_DISK_WRITES) + counted(&s, VYRE_METRIC_DISK_FAILED_WRITES));
  vyre_cache_list_destroy(before);
  vyre_cache_list_destroy(after);
  destroy_fixture(&s);
}

/* A folder that nobody made is not made either. */
static void a_read_only_folder_that_is_missing_is_a_warning(void) {
  notes seen = {0, ""};
  struct stat file;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  char missing[sizeof path];
  snprintf(missing, sizeof missing, "%s", inside(vyre_str("missing")));
  desc.flags = VYRE_CONTEXT_CACHE_READ_ONLY;
  desc.log = note_warning;
  desc.log_user = &seen;
  desc.cache_folder = vyre_str(missing);
  fixture s = open_session(&desc);
  CHECK_EQUAL(1, seen.warnings);
  CHECK_EQUAL(compiled(), origin_of_adds(&s, 1));
  CHECK(stat(missing, &file) != 0);
  destroy_fixture(&s);
}

static void the_environment_names_a_folder_only_where_it_may_be_read(void) {
  fixture s = open_empty_folder();
  destroy_fixture(&s);
  CHECK_EQUAL(0, setenv("VYRE_CACHE_DIR", folder, 1));
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  s = open_session(&desc);
  FAILS(VYRE_ERROR_NOT_FOUND, "no cache folder", vyre_context_trim_cache(s.context, NULL));
  destroy_fixture(&s);
  desc.flags = VYRE_CONTEXT_READ_ENVIRONMENT;
  s = open_session(&desc);
  (void)origin_of_adds(&s, 1);
  CHECK_EQUAL(kept(2), files_of(&s, NULL));
  destroy_fixture(&s);
  CHECK_EQUAL(0, setenv("VYRE_CACHE_DIR", "/there/is/no/such/folder", 1));
  desc.cache_folder = vyre_str(folder); /* comes before the environment */
  s = open_session(&desc);
  CHECK_EQUAL(kept(2), files_of(&s, NULL));
  destroy_fixture(&s);
  CHECK_EQUAL(0, unsetenv("VYRE_CACHE_DIR"));
}

static void refuses_what_makes_no_sense(const fixture* s) {
  vyre_cache_list* list = (vyre_cache_list*)s;
  uint64_t removed = 9;
  REFUSED(vyre_cache_list_create, "context is NULL", (NULL, 0, &list));
  CHECK(list == NULL);
  REFUSED(vyre_cache_list_create, "flags is 2", (s->context, 2, &list));
  REFUSED(vyre_cache_list_create, "out_list is NULL", (s->context, 0, NULL));
  REFUSED(vyre_context_trim_cache, "context is NULL", (NULL, &removed));
  CHECK_EQUAL(0, removed);
  REFUSED(vyre_context_clear_cache, "context is NULL", (NULL, NULL));
  CHECK_EQUAL(0, count_of(NULL));
  list = list_of(s, 0);
  CHECK_EQUAL(0, count_of(list)); /* of an empty folder */
  vyre_cache_list_destroy(list);
  vyre_cache_list_destroy(NULL);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  name_backend(argc, argv);
  folder = argv[2];
  lists_what_lies_there();
  a_check_finds_what_is_damaged();
  with_empty_folder(clears_entries_and_nothing_else);
  trims_to_the_budget();
  trims_by_itself();
  trims_on_lent_threads();
  trims_on_its_own_thread();
  without_folder(without_a_folder_there_is_nothing_to_look_after);
  a_folder_that_cannot_be_used_is_a_warning();
  a_read_only_folder_is_used_and_never_changed();
  a_read_only_folder_that_is_missing_is_a_warning();
  the_environment_names_a_folder_only_where_it_may_be_read();
  with_empty_folder(refuses_what_makes_no_sense);
  return finish();
}
