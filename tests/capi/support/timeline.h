/* Timelines of a host with a Vulkan device of its own. */
#ifndef VYRE_TESTS_CAPI_TIMELINE_H
#define VYRE_TESTS_CAPI_TIMELINE_H

#include "vulkan_host.h"

static inline VkSemaphore make_timeline(const vulkan_host* host) {
  VkSemaphore semaphore = VK_NULL_HANDLE;
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  CHECK_EQUAL(VK_SUCCESS, host->vkCreateSemaphore(host->device, &info, NULL, &semaphore));
  return semaphore;
}

static inline void signal_timeline(const vulkan_host* host, VkSemaphore semaphore, uint64_t value) {
  VkSemaphoreSignalInfo info = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = semaphore, .value = value};
  CHECK_EQUAL(VK_SUCCESS, host->vkSignalSemaphore(host->device, &info));
}

static inline vyre_vulkan_semaphore_desc describe_timeline(VkSemaphore semaphore) {
  vyre_vulkan_semaphore_desc desc = VYRE_VULKAN_SEMAPHORE_DESC_INIT;
  desc.semaphore = (uint64_t)semaphore;
  desc.label = vyre_str("frame");
  desc.destroy = count_destroy;
  return desc;
}

static inline vyre_semaphore* import_timeline(vyre_device* device, VkSemaphore semaphore) {
  const vyre_vulkan_semaphore_desc desc = describe_timeline(semaphore);
  vyre_semaphore* imported = NULL;
  OK(vyre_semaphore_import_vulkan(device, &desc, &imported));
  return imported;
}

#endif
