#include "interface/vulkan_side.h"

#include "capi/support/timeline.h"

struct vulkan_side {
  vulkan_host host;
};

struct side_buffer {
  const vulkan_host* host;
  host_buffer buffer;
};

struct side_timeline {
  const vulkan_host* host;
  VkSemaphore semaphore;
};

struct side_commands {
  vulkan_host* host;
  VkCommandPool pool;
  VkCommandBuffer commands;
};

vulkan_side* vulkan_side_create(void) {
  vulkan_side* side = (vulkan_side*)calloc(1, sizeof *side);
  make_host_with(&side->host, host_least_features(), 0);
  return side;
}

int vulkan_side_destroy(vulkan_side* side) {
  side->host.vkDeviceWaitIdle(side->host.device);
  side->host.vkDestroyCommandPool(side->host.device, side->host.pool, NULL);
  side->host.vkDestroyDevice(side->host.device, NULL);
  side->host.vkDestroyInstance(side->host.instance, NULL);
  pthread_mutex_destroy(&side->host.mutex);
  free(side); /* the driver stays loaded */
  return failures;
}

void vulkan_side_describe(vulkan_side* side, vyre_vulkan_device_desc* desc) {
  *desc = describe_host(&side->host);
}

side_buffer* side_buffer_create(vulkan_side* side, uint64_t size) {
  side_buffer* made = (side_buffer*)calloc(1, sizeof *made);
  made->host = &side->host;
  made->buffer = make_host_buffer(&side->host, size);
  return made;
}

uint64_t side_buffer_handle(const side_buffer* buffer) { return (uint64_t)buffer->buffer.buffer; }

void side_buffer_destroy(void* buffer) {
  side_buffer* ended = (side_buffer*)buffer;
  destroy_host_buffer(ended->host, &ended->buffer);
  free(ended);
}

side_timeline* side_timeline_create(vulkan_side* side) {
  side_timeline* made = (side_timeline*)calloc(1, sizeof *made);
  made->host = &side->host;
  made->semaphore = make_timeline(&side->host);
  return made;
}

uint64_t side_timeline_handle(const side_timeline* timeline) {
  return (uint64_t)timeline->semaphore;
}

void side_timeline_destroy(void* timeline) {
  side_timeline* ended = (side_timeline*)timeline;
  ended->host->vkDestroySemaphore(ended->host->device, ended->semaphore, NULL);
  free(ended);
}

side_commands* side_commands_create(vulkan_side* side) {
  side_commands* made = (side_commands*)calloc(1, sizeof *made);
  const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  made->host = &side->host;
  CHECK_EQUAL(VK_SUCCESS,
              side->host.vkCreateCommandPool(side->host.device, &info, NULL, &made->pool));
  made->commands = host_begin(&side->host, made->pool);
  return made;
}

void* side_commands_handle(const side_commands* commands) { return commands->commands; }

void side_commands_run(side_commands* commands) { host_submit(commands->host, commands->commands); }

void side_commands_destroy(void* commands) {
  side_commands* ended = (side_commands*)commands;
  ended->host->vkDestroyCommandPool(ended->host->device, ended->pool, NULL);
  free(ended);
}
