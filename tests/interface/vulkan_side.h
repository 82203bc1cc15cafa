/* A host's Vulkan device and what it lends to the library: buffers, timelines, command buffers. */
#ifndef VYRE_TESTS_INTERFACE_VULKAN_SIDE_H
#define VYRE_TESTS_INTERFACE_VULKAN_SIDE_H

#include "vyre_driver_vulkan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vulkan_side vulkan_side;

vulkan_side* vulkan_side_create(void);
/* Gives how many checks have failed. */
int vulkan_side_destroy(vulkan_side* side);
void vulkan_side_describe(vulkan_side* side, vyre_vulkan_device_desc* desc);

/* Objects, each with what ends it, for a vyre_destroy_fn. */
typedef struct side_buffer side_buffer;
side_buffer* side_buffer_create(vulkan_side* side, uint64_t size);
uint64_t side_buffer_handle(const side_buffer* buffer);
void side_buffer_destroy(void* buffer);

typedef struct side_timeline side_timeline;
side_timeline* side_timeline_create(vulkan_side* side);
uint64_t side_timeline_handle(const side_timeline* timeline);
void side_timeline_destroy(void* timeline);

/* A command buffer in the recording state, and a pool of its own. */
typedef struct side_commands side_commands;
side_commands* side_commands_create(vulkan_side* side);
void* side_commands_handle(const side_commands* commands);
/* Ends, submits and waits for it. */
void side_commands_run(side_commands* commands);
void side_commands_destroy(void* commands);

#ifdef __cplusplus
}
#endif

#endif
