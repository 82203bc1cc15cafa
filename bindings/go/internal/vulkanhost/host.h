// host.h: a host with a Vulkan device of its own, one queue of family 0.
#ifndef VYRE_GO_VULKAN_HOST_H
#define VYRE_GO_VULKAN_HOST_H

#include <vyre_driver_vulkan.h>

typedef struct vulkan_host {
  void* get_address;
  void* instance;
  void* physical;
  void* device;
  void* queue;
  uint64_t pool;
  uint64_t timeline;  // a semaphore with a value, which is 0
} vulkan_host;

int vulkan_host_create(vulkan_host* host, uint64_t features);
void* vulkan_host_begin(vulkan_host* host);
int vulkan_host_submit(vulkan_host* host, void* commands);
int vulkan_host_signal(vulkan_host* host, uint64_t value);
void vulkan_host_destroy(vulkan_host* host);

// A VkPhysicalDeviceFeatures2 with nothing on; the same each time.
void* vulkan_host_chain(void);

#endif
