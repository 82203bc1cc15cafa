#include "gate.h"

#include "timeline.h"

struct gate {
  vulkan_host host;
  VkSemaphore timeline;
  vyre_semaphore* semaphore;
  uint64_t shut; /* the value that opens it last */
};

gate* gate_create(vyre_context* context, vyre_device** out_device) {
  gate* g = (gate*)calloc(1, sizeof *g);
  vyre_vulkan_device_desc desc;
  make_host(&g->host);
  desc = describe_host(&g->host);
  OK(vyre_device_import_vulkan(context, &desc, out_device));
  g->timeline = make_timeline(&g->host);
  g->semaphore = import_timeline(*out_device, g->timeline);
  return g;
}

void gate_shut(gate* g, vyre_device* device) {
  const vyre_sync_point opened = {g->semaphore, ++g->shut};
  OK(vyre_device_order_after(device, opened));
}

void gate_open(gate* g) {
  uint64_t value = 0;
  CHECK_EQUAL(VK_SUCCESS, g->host.vkGetSemaphoreCounterValue(g->host.device, g->timeline, &value));
  if (value < g->shut) signal_timeline(&g->host, g->timeline, g->shut);
}

int gate_destroy(gate* g) {
  vyre_semaphore_destroy(g->semaphore); /* the last owner of the device */
  g->host.vkDestroySemaphore(g->host.device, g->timeline, NULL);
  destroy_host(&g->host);
  free(g);
  return failures;
}
