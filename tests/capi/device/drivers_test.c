/* Drivers stay loaded when the last context is gone: some cannot be loaded again and again. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>

#include "capi/support/check.h"

#define MOST 16

typedef struct drivers {
  char paths[MOST][512];
  ElfW(Addr) addresses[MOST];
  int count;
} drivers;

static int note_library(struct dl_phdr_info* info, size_t size, void* user) {
  drivers* all = (drivers*)user;
  (void)size;
  if (strstr(info->dlpi_name, "/libvulkan_") == NULL || all->count == MOST) return 0;
  snprintf(all->paths[all->count], sizeof all->paths[0], "%s", info->dlpi_name);
  all->addresses[all->count++] = info->dlpi_addr;
  return 0;
}

/* Those of Mesa, by their files' names. */
static drivers loaded_drivers(void) {
  drivers all;
  memset(&all, 0, sizeof all);
  dl_iterate_phdr(note_library, &all);
  return all;
}

static void work(void) {
  vyre_context* context = make_context();
  vyre_device* device = open_device(context, "vulkan");
  vyre_device_destroy(device);
  vyre_context_destroy(context);
}

static void drivers_are_loaded_once(void) {
  drivers first, later;
  CHECK_EQUAL(0, loaded_drivers().count);
  work();
  first = loaded_drivers();
  CHECK(first.count > 0);
  for (int round = 0; round < 3; ++round) work();
  later = loaded_drivers();
  CHECK_EQUAL(first.count, later.count);
  for (int i = 0; i < first.count; ++i) {
    CHECK(strcmp(first.paths[i], later.paths[i]) == 0);
    CHECK(first.addresses[i] == later.addresses[i]);
  }
}

int main(void) {
  drivers_are_loaded_once();
  return finish();
}
