/* vulkan_unload_test LIBRARY COPY: a host with a device of its own loads the library, works with it
 * and unloads it, a hundred times; no thread, mapping, descriptor or memory is left. Then the
 * library and a copy of it work side by side, on two devices. */
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <malloc.h>

#include "vyre_driver_vulkan.h"

#define FUNCTIONS(X)        \
  X(device_destroy)         \
  X(device_import_vulkan)   \
  X(device_open)            \
  X(buffer_create)          \
  X(buffer_destroy)         \
  X(buffer_read)            \
  X(context_create)         \
  X(context_destroy)        \
  X(dispatch)               \
  X(error_get_code)         \
  X(error_destroy)          \
  X(error_text)             \
  X(pipeline_create)        \
  X(pipeline_destroy)       \
  X(program_destroy)        \
  X(program_load)           \
  X(vulkan_enable_features) \
  X(vulkan_get_requirements)

/* The functions of one loaded library. */
typedef struct loaded {
  void* library;
#define DECLARE(name) __typeof__(&vyre_##name) name;
  FUNCTIONS(DECLARE)
#undef DECLARE
} loaded;

static loaded api; /* what the names below mean */

#define vyre_device_destroy api.device_destroy
#define vyre_device_import_vulkan api.device_import_vulkan
#define vyre_device_open api.device_open
#define vyre_buffer_create api.buffer_create
#define vyre_buffer_destroy api.buffer_destroy
#define vyre_buffer_read api.buffer_read
#define vyre_context_create api.context_create
#define vyre_context_destroy api.context_destroy
#define vyre_dispatch api.dispatch
#define vyre_error_get_code api.error_get_code
#define vyre_error_destroy api.error_destroy
#define vyre_error_text api.error_text
#define vyre_pipeline_create api.pipeline_create
#define vyre_pipeline_destroy api.pipeline_destroy
#define vyre_program_destroy api.program_destroy
#define vyre_program_load api.program_load
#define vyre_vulkan_enable_features api.vulkan_enable_features
#define vyre_vulkan_get_requirements api.vulkan_get_requirements

/* The header's own calls a function by its name. */
static inline vyre_error* open_by_id(vyre_context* context, const char* id, vyre_device** out) {
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  desc.id = vyre_str(id);
  return vyre_device_open(context, &desc, out);
}
#define vyre_device_open_id open_by_id

#include "capi/support/vulkan_host.h"

#define LOADS 100
#define WARM_UP 10

static loaded load(const char* path) {
  loaded made;
  memset(&made, 0, sizeof made);
  made.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (made.library == NULL) {
    printf("unload: %s\n", dlerror());
    exit(1);
  }
#define FIND(name)                                                              \
  {                                                                             \
    PFN_vkVoidFunction found = as_function(dlsym(made.library, "vyre_" #name)); \
    memcpy(&made.name, &found, sizeof found);                                   \
  }
  FUNCTIONS(FIND)
#undef FIND
  return made;
}

/* Everything that a small host does, and all of it destroyed. */
static void work_on(fixture* made) {
  uint32_t in[64], out[64];
  vyre_buffer* buffer = NULL;
  vyre_binding bindings[2];
  for (uint32_t i = 0; i < 64; ++i) in[i] = i * i;
  OK(vyre_buffer_create(made->device, sizeof out, NULL, &buffer));
  bindings[0] = vyre_bind_input(0, in, sizeof in);
  bindings[1] = vyre_bind_buffer(1, buffer);
  OK(vyre_dispatch(made->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_buffer_read(buffer, 0, out, sizeof out));
  for (uint32_t i = 0; i < 64; ++i) CHECK_EQUAL(i * i + 1, out[i]);
  vyre_buffer_destroy(buffer);
  destroy_fixture(made);
}

static void work_on_host(vulkan_host* host) {
  fixture made = import_host(host, 0, kIncrement);
  work_on(&made);
}

static void work_on_oracle(vulkan_host* host) {
  fixture made = make_fixture_in(NULL, "cpu-ref", kIncrement);
  (void)host;
  work_on(&made);
}

static int entries_of(const char* folder) {
  DIR* list = opendir(folder);
  int count = 0;
  while (readdir(list) != NULL) ++count;
  closedir(list);
  return count;
}

/* Mappings of files; whether one of them is |part|. */
static int mapped_files(const char* part, int* found) {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[1024];
  int count = 0;
  *found = 0;
  while (fgets(line, sizeof line, maps) != NULL) {
    if (strchr(line, '/') == NULL) continue;
    ++count;
    if (strstr(line, part) != NULL) *found = 1;
  }
  fclose(maps);
  return count;
}

/* Loads, works and unloads many times; how many bytes the heap has more. */
static long growth_of(const char* path, vulkan_host* host, void (*work)(vulkan_host*)) {
  int files = 0, descriptors = 0, threads = 0, found = 0;
  size_t memory = 0;
  for (int i = 0; i < WARM_UP + LOADS; ++i) {
    if (i == WARM_UP) {
      files = mapped_files("libvyre_driver", &found);
      descriptors = entries_of("/proc/self/fd");
      threads = entries_of("/proc/self/task");
      memory = mallinfo2().uordblks + mallinfo2().hblkhd;
      CHECK_EQUAL(0, found);
    }
    api = load(path);
    work(host);
    dlclose(api.library);
  }
  CHECK_EQUAL(files, mapped_files("libvyre_driver", &found));
  CHECK_EQUAL(0, found);
  CHECK_EQUAL(descriptors, entries_of("/proc/self/fd"));
  CHECK_EQUAL(threads, entries_of("/proc/self/task"));
  return (long)(mallinfo2().uordblks + mallinfo2().hblkhd - memory);
}

/* Each load may leave |allowed| bytes: what the driver keeps of each pipeline that it ever made.
 * The heap holds what threads of others had when it was looked at, too: what leaks, leaks every
 * time. */
static void nothing_is_left(const char* path, vulkan_host* host, void (*work)(vulkan_host*),
                            long allowed) {
  long least = LONG_MAX;
  for (int attempt = 0; attempt < 3 && least > LOADS * allowed; ++attempt) {
    const long more = growth_of(path, host, work);
    printf("unload: %d loads, %ld bytes more\n", LOADS, more);
    if (more < least) least = more;
  }
  CHECK(least <= LOADS * allowed);
}

/* One process, two libraries, two devices. */
static void two_libraries(const char* path, const char* copy) {
  const loaded first = load(path), second = load(copy);
  vulkan_host one, other;
  fixture here, there;
  uint32_t in[4] = {1, 2, 3, 4}, out[4];
  vyre_binding bindings[2];
  CHECK(first.context_create != second.context_create);
  bindings[0] = vyre_bind_input(0, in, sizeof in);
  bindings[1] = vyre_bind_output(1, out, sizeof out);
  api = first;
  make_host(&one);
  here = import_host(&one, 0, kIncrement);
  api = second;
  make_host(&other);
  there = import_host(&other, 0, kIncrement);
  for (int round = 0; round < 8; ++round) {
    const int is_first = round % 2 == 0;
    api = is_first ? first : second;
    memset(out, 0, sizeof out);
    OK(vyre_dispatch(is_first ? here.pipeline : there.pipeline, bindings, 2, NULL, NULL));
    CHECK_EQUAL(5, out[3]);
  }
  api = first;
  destroy_fixture(&here);
  destroy_host(&one);
  dlclose(first.library);
  api = second;
  OK(vyre_dispatch(there.pipeline, bindings, 2, NULL, NULL));
  destroy_fixture(&there);
  destroy_host(&other);
  dlclose(second.library);
}

int main(int argc, char** argv) {
  vulkan_host host;
  if (argc != 3) return 2;
  api = load(argv[1]); /* the host's device is made with its help */
  make_host_with(&host, host_least_features(), 0);
  dlclose(api.library);
  nothing_is_left(argv[1], &host, work_on_oracle, 128);
  nothing_is_left(argv[1], &host, work_on_host, 4096);
  api = load(argv[1]);
  destroy_host(&host);
  dlclose(api.library);
  two_libraries(argv[1], argv[2]);
  return finish();
}
