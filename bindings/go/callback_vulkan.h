// callback_vulkan.h: the Go functions that the library calls for a host's Vulkan device. |user| is
// a cell made by newUser.
#ifndef VYRE_GO_CALLBACK_VULKAN_H
#define VYRE_GO_CALLBACK_VULKAN_H

#include "all.h"

extern void vyreGoLock(void* user);
extern void vyreGoUnlock(void* user);
extern void vyreGoVulkanReleased(void* user);

#endif
