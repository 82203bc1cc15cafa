/* Host and library use each other's buffers and semaphores. */
#include "capi/support/vulkan_host.h"

static VkSemaphore make_timeline(const vulkan_host* host) {
  VkSemaphore semaphore = VK_NULL_HANDLE;
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  CHECK_EQUAL(VK_SUCCESS, host->vkCreateSemaphore(host->device, &info, NULL, &semaphore));
  return semaphore;
}

static void signal_timeline(const vulkan_host* host, VkSemaphore semaphore, uint64_t value) {
  VkSemaphoreSignalInfo info = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = semaphore, .value = value};
  CHECK_EQUAL(VK_SUCCESS, host->vkSignalSemaphore(host->device, &info));
}

static vyre_buffer* import_words(fixture* made, const host_buffer* words, uint64_t size) {
  vyre_vulkan_buffer_desc desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_buffer* buffer = NULL;
  desc.buffer = (uint64_t)words->buffer;
  desc.size = size;
  desc.usage = 0x23;
  desc.destroy = count_destroy;
  OK(vyre_buffer_import_vulkan(made->backend, &desc, &buffer));
  return buffer;
}

static void handles_are_those_of_the_host(vulkan_host* host, fixture* made) {
  vyre_vulkan_handles handles = VYRE_VULKAN_HANDLES_INIT;
  OK(vyre_backend_get_vulkan(made->backend, &handles));
  CHECK(handles.instance == host->instance && handles.device == host->device);
  CHECK(handles.physical_device == host->physical && handles.queue == host->queue);
  CHECK_EQUAL(VYRE_VULKAN_HANDLES_IMPORTED, handles.flags);
  CHECK(handles.timeline != 0);
}

/* The host's copy waits for our timeline, and reads where the buffer says that it is. */
static void the_host_waits_for_us(vulkan_host* host, fixture* made) {
  host_buffer target = make_host_buffer(host, 256);
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_vulkan_point point = VYRE_VULKAN_POINT_INIT;
  uint32_t in[64];
  VkCommandBuffer commands;
  for (uint32_t i = 0; i < 64; ++i) in[i] = i * 7;
  vyre_buffer* buffer = make_buffer(made->backend, sizeof in);
  vyre_binding bindings[] = {vyre_bind_input(0, in, sizeof in), vyre_bind_buffer(1, buffer)};
  vyre_pending* pending = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_pending_get_vulkan(pending, &point));
  CHECK(point.value > 0);
  OK(vyre_buffer_get_vulkan(buffer, &where));
  CHECK_EQUAL(sizeof in, where.size);
  CHECK(where.memory != 0 && (where.usage & VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) != 0);
  VkBufferCopy copy = {.srcOffset = where.offset, .size = sizeof in};
  commands = host_begin(host, host->pool);
  host->vkCmdCopyBuffer(commands, (VkBuffer)where.buffer, target.buffer, 1, &copy);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
  host_submit_after(host, commands, point.semaphore, point.value);
  for (uint32_t i = 0; i < 64; ++i) CHECK_EQUAL(i * 7 + 1, target.words[i]);
  vyre_pending_destroy(pending);
  vyre_buffer_destroy(buffer);
  destroy_host_buffer(host, &target);
}

/* Neither dispatches nor reads go on before the host's semaphore says so. */
static void we_wait_for_the_host(vulkan_host* host, fixture* made) {
  host_buffer words = make_host_buffer(host, 256);
  const VkSemaphore semaphore = make_timeline(host);
  const int before = destroyed;
  uint32_t out[64];
  int32_t state = VYRE_READY;
  vyre_buffer* buffer = import_words(made, &words, 256);
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, out, sizeof out)};
  OK(vyre_backend_wait_vulkan(made->backend, (uint64_t)semaphore, 3));
  vyre_pending* pending = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_pending_wait(pending, 20000000, &state));
  CHECK_EQUAL(VYRE_PENDING, state);
  for (uint32_t i = 0; i < 64; ++i) words.words[i] = 100 + i;
  signal_timeline(host, semaphore, 3);
  OK(vyre_pending_collect(pending, bindings, 2));
  for (uint32_t i = 0; i < 64; ++i) CHECK_EQUAL(101 + i, out[i]);
  vyre_pending_destroy(pending);

  OK(vyre_backend_wait_vulkan(made->backend, (uint64_t)semaphore, 4));
  signal_timeline(host, semaphore, 4);
  OK(vyre_buffer_read(buffer, 4, out, 8)); /* an empty submission waits for it */
  CHECK_EQUAL(101, out[0]);
  out[0] = 7;
  OK(vyre_buffer_write(buffer, 252, out, 4));
  OK(vyre_buffer_read(buffer, 252, out, 4)); /* ends after the write, which its call begins */
  CHECK_EQUAL(7, words.words[63]);
  REFUSES("semaphore is 0", vyre_backend_wait_vulkan(made->backend, 0, 1));
  CHECK_EQUAL(before, destroyed);
  vyre_buffer_destroy(buffer);
  {
    vyre_buffer* next = NULL; /* what is still listed as in use is looked at again */
    OK(vyre_buffer_create(made->backend, 16, &next));
    vyre_buffer_destroy(next);
  }
  CHECK_EQUAL(before + 1, destroyed);
  host->vkDestroySemaphore(host->device, semaphore, NULL);
  destroy_host_buffer(host, &words);
}

static void bad_buffers_are_named(vulkan_host* host, fixture* made) {
  host_buffer words = make_host_buffer(host, 256);
  vyre_vulkan_buffer_desc right = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_buffer* buffer = NULL;
  const int before = destroyed;
  right.buffer = (uint64_t)words.buffer;
  right.size = 256;
  right.usage = 0x23;
  right.destroy = count_destroy;
#define REFUSED(part, change)                                                \
  do {                                                                       \
    vyre_vulkan_buffer_desc desc = right;                                    \
    change;                                                                  \
    REFUSES(part, vyre_buffer_import_vulkan(made->backend, &desc, &buffer)); \
  } while (0)
  REFUSED("buffer is 0", desc.buffer = 0);
  REFUSED("0 bytes", desc.size = 0);
  REFUSED("6 bytes", desc.size = 6);
  REFUSED("offset 4", desc.offset = 4);
  REFUSED("VK_BUFFER_USAGE_STORAGE_BUFFER_BIT", desc.usage = 0x3);
  REFUSED("VK_BUFFER_USAGE_TRANSFER_SRC_BIT, VK_BUFFER_USAGE_TRANSFER_DST_BIT", desc.usage = 0x20);
  REFUSED("vyre_vulkan_buffer_desc", desc.reserved = 1);
  REFUSED("vyre_vulkan_buffer_desc", desc.flags = 1);
  REFUSED("beyond any size", desc.size = UINT64_MAX - 3; desc.offset = 256);
#undef REFUSED
  CHECK_EQUAL(before, destroyed);
  destroy_host_buffer(host, &words);
}

/* Everything by name on a backend that has no Vulkan, and on a device that the library opened. */
static void other_backends(void) {
  fixture oracle = make_fixture("cpu-ref", kIncrement);
  fixture own = make_fixture("vulkan", kIncrement);
  vyre_vulkan_handles handles = VYRE_VULKAN_HANDLES_INIT;
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_vulkan_buffer_desc desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_recording* recording = NULL;
  vyre_buffer* buffer = NULL;
  REFUSES("'cpu-ref'", vyre_backend_get_vulkan(oracle.backend, &handles));
  REFUSES("'cpu-ref'", vyre_backend_wait_vulkan(oracle.backend, 1, 1));
  REFUSES("'cpu-ref'", vyre_buffer_import_vulkan(oracle.backend, &desc, &buffer));
  OK(vyre_buffer_create(oracle.backend, 16, &buffer));
  REFUSES("'cpu-ref'", vyre_buffer_get_vulkan(buffer, &where));
  vyre_buffer_destroy(buffer);
  REFUSES("not imported", vyre_recording_create(own.backend, &handles, NULL, &recording));
  OK(vyre_backend_get_vulkan(own.backend, &handles));
  CHECK(handles.device != NULL && handles.queue == NULL);
  CHECK_EQUAL(0, handles.flags);
  OK(vyre_buffer_create(own.backend, 16, &buffer));
  OK(vyre_buffer_get_vulkan(buffer, &where));
  OK(vyre_buffer_free(buffer));
  REFUSES("freed", vyre_buffer_get_vulkan(buffer, &where));
  vyre_buffer_destroy(buffer);
  destroy_fixture(&own);
  destroy_fixture(&oracle);
}

/* Two devices, two contexts: what belongs to one is refused by the other. */
static void two_hosts_side_by_side(vulkan_host* host) {
  vulkan_host other;
  fixture first = import_host(host, 0, kIncrement);
  fixture second;
  uint32_t in[4] = {1, 2, 3, 4}, out[4];
  make_host(&other);
  second = import_host(&other, 0, kIncrement);
  vyre_binding bindings[] = {vyre_bind_input(0, in, sizeof in),
                             vyre_bind_output(1, out, sizeof out)};
  for (int round = 0; round < 4; ++round) {
    OK(vyre_dispatch(first.pipeline, bindings, 2, NULL, NULL));
    CHECK_EQUAL(2 + round, out[0]);
    OK(vyre_dispatch(second.pipeline, bindings, 2, NULL, NULL));
    CHECK_EQUAL(5 + round, out[3]);
    for (int i = 0; i < 4; ++i) ++in[i];
  }
  vyre_buffer* buffer = make_buffer(second.backend, 16);
  bindings[0] = vyre_bind_buffer(0, buffer);
  REFUSES("another backend", vyre_dispatch(first.pipeline, bindings, 2, NULL, NULL));
  vyre_buffer_destroy(buffer);
  destroy_fixture(&second);
  destroy_host(&other);
  OK(vyre_dispatch(first.pipeline, (bindings[0] = vyre_bind_input(0, in, sizeof in), bindings), 2,
                   NULL, NULL));
  destroy_fixture(&first);
}

int main(void) {
  vulkan_host host;
  fixture made;
  make_host(&host);
  made = import_host(&host, 0, kIncrement);
  handles_are_those_of_the_host(&host, &made);
  the_host_waits_for_us(&host, &made);
  we_wait_for_the_host(&host, &made);
  bad_buffers_are_named(&host, &made);
  destroy_fixture(&made);
  two_hosts_side_by_side(&host);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  destroy_host(&host);
  other_backends();
  return finish();
}
