/* Host and library use each other's buffers, and the host waits for the library's timeline. */
#include "capi/support/vulkan_host.h"

static void handles_are_those_of_the_host(vulkan_host* host, fixture* made) {
  vyre_vulkan_device handles = VYRE_VULKAN_DEVICE_INIT;
  OK(vyre_device_get_vulkan(made->device, &handles));
  CHECK(handles.instance == host->instance && handles.device == host->device);
  CHECK(handles.physical_device == host->physical && handles.queue == host->queue);
  CHECK_EQUAL(1, handles.imported);
  CHECK_EQUAL(0, handles.flags);
  CHECK_EQUAL(sizeof handles, handles.struct_size);
  CHECK(handles.timeline != 0);
}

/* The host's copy waits for our timeline, and reads where the buffer says that it is. */
static void the_host_waits_for_us(vulkan_host* host, fixture* made) {
  host_buffer target = make_host_buffer(host, 256);
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_vulkan_device handles = VYRE_VULKAN_DEVICE_INIT;
  vyre_sync_point point = {NULL, 0};
  uint64_t timeline = 0;
  uint32_t in[64];
  VkCommandBuffer commands;
  for (uint32_t i = 0; i < 64; ++i) in[i] = i * 7;
  vyre_buffer* buffer = make_buffer(made->device, sizeof in);
  vyre_binding bindings[] = {vyre_bind_input(0, in, sizeof in), vyre_bind_buffer(1, buffer)};
  vyre_work* work = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_work_get_point(work, &point));
  CHECK(point.value > 0);
  OK(vyre_semaphore_get_vulkan(point.semaphore, &timeline));
  OK(vyre_device_get_vulkan(made->device, &handles));
  CHECK_EQUAL(handles.timeline, timeline);
  CHECK_EQUAL(handles.submitted, point.value);
  OK(vyre_buffer_get_vulkan(buffer, &where));
  CHECK_EQUAL(sizeof in, where.size);
  CHECK(where.memory != 0 && (where.usage & VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) != 0);
  VkBufferCopy copy = {.srcOffset = where.offset, .size = sizeof in};
  commands = host_begin(host, host->pool);
  host->vkCmdCopyBuffer(commands, (VkBuffer)where.buffer, target.buffer, 1, &copy);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
  host_submit_after(host, commands, timeline, point.value);
  for (uint32_t i = 0; i < 64; ++i) CHECK_EQUAL(i * 7 + 1, target.words[i]);
  vyre_work_destroy(work);
  vyre_buffer_destroy(buffer);
  destroy_host_buffer(host, &target);
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
#define BAD(part, change)                                                     \
  do {                                                                        \
    vyre_vulkan_buffer_desc desc = right;                                     \
    change;                                                                   \
    buffer = (vyre_buffer*)&desc;                                             \
    REFUSED(vyre_buffer_import_vulkan, part, (made->device, &desc, &buffer)); \
    CHECK(buffer == NULL);                                                    \
  } while (0)
  BAD("buffer is 0", desc.buffer = 0);
  BAD("0 bytes", desc.size = 0);
  BAD("6 bytes", desc.size = 6);
  BAD("offset 4", desc.offset = 4);
  BAD("VK_BUFFER_USAGE_STORAGE_BUFFER_BIT", desc.usage = 0x3);
  BAD("VK_BUFFER_USAGE_TRANSFER_SRC_BIT, VK_BUFFER_USAGE_TRANSFER_DST_BIT", desc.usage = 0x20);
  BAD("vyre_vulkan_buffer_desc.reserved is 1", desc.reserved = 1);
  BAD("vyre_vulkan_buffer_desc.label has 3 bytes", desc.label.size = 3);
  BAD("vyre_vulkan_buffer_desc.struct_size is 0", desc.struct_size = 0);
  BAD("vyre_vulkan_buffer_desc.struct_size is ", ++desc.struct_size);
  BAD("beyond any size", (desc.size = UINT64_MAX - 3, desc.offset = 256));
#undef BAD
  REFUSED(vyre_buffer_import_vulkan, "desc is NULL", (made->device, NULL, &buffer));
  REFUSED(vyre_buffer_import_vulkan, "device is NULL", (NULL, &right, &buffer));
  REFUSED(vyre_buffer_import_vulkan, "out_buffer is NULL", (made->device, &right, NULL));
  CHECK_EQUAL(before, destroyed);
  destroy_host_buffer(host, &words);
}

static void an_imported_buffer_says_what_it_is(vulkan_host* host, fixture* made) {
  host_buffer words = make_host_buffer(host, 256);
  vyre_vulkan_buffer_desc desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_buffer* buffer = NULL;
  uint32_t out[64];
  char label[] = "of the host";
  desc.buffer = (uint64_t)words.buffer;
  desc.size = 256;
  desc.usage = 0x23;
  desc.label = vyre_str(label);
  OK(vyre_buffer_import_vulkan(made->device, &desc, &buffer));
  label[0] = 'x'; /* it was copied */
  CHECK(equals(vyre_buffer_get_info(buffer)->label, "of the host"));
  CHECK_EQUAL(256, vyre_buffer_get_info(buffer)->size);
  OK(vyre_buffer_get_vulkan(buffer, &where));
  CHECK_EQUAL((uint64_t)words.buffer, where.buffer);
  CHECK_EQUAL(0, where.offset + where.memory + where.memory_offset);
  CHECK_EQUAL(256, where.size);
  CHECK_EQUAL(0x23, where.usage);
  words.words[5] = 41;
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, out, sizeof out)};
  OK(vyre_dispatch(made->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(42, out[5]);
  vyre_buffer_destroy(buffer);
  OK(vyre_device_wait_idle(made->device, VYRE_FOREVER, NULL));
  destroy_host_buffer(host, &words);
}

static void what_makes_no_sense_is_named(fixture* made) {
  vyre_vulkan_device handles = VYRE_VULKAN_DEVICE_INIT;
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_buffer* buffer = make_buffer(made->device, 16);
  REFUSED(vyre_device_get_vulkan, "device is NULL", (NULL, &handles));
  REFUSED(vyre_device_get_vulkan, "NULL", (made->device, NULL));
  REFUSES_SIZES(vyre_vulkan_device, handles, vyre_device_get_vulkan(made->device, &handles));
  REFUSED(vyre_buffer_get_vulkan, "buffer is NULL", (NULL, &where));
  REFUSED(vyre_buffer_get_vulkan, "NULL", (buffer, NULL));
  REFUSES_SIZES(vyre_vulkan_buffer, where, vyre_buffer_get_vulkan(buffer, &where));
  vyre_buffer_destroy(buffer);
}

/* Everything by name on a device that has no Vulkan, and on a device that the library opened. */
static void other_devices(void) {
  fixture oracle = make_fixture("cpu-ref", kIncrement);
  fixture own = make_fixture("vulkan", kIncrement);
  vyre_vulkan_device handles = VYRE_VULKAN_DEVICE_INIT;
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_vulkan_buffer_desc desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_recording* recording = NULL;
  vyre_buffer* buffer = NULL;
  REFUSES("'cpu-ref'", vyre_device_get_vulkan(oracle.device, &handles));
  REFUSES("'cpu-ref'", vyre_buffer_import_vulkan(oracle.device, &desc, &buffer));
  buffer = make_buffer(oracle.device, 16);
  REFUSES("'cpu-ref'", vyre_buffer_get_vulkan(buffer, &where));
  vyre_buffer_destroy(buffer);
  REFUSES("not imported", vyre_recording_create(own.device, &handles, NULL, &recording));
  OK(vyre_device_get_vulkan(own.device, &handles));
  CHECK(handles.device != NULL && handles.queue == NULL);
  CHECK_EQUAL(0, (handles.flags & VYRE_VULKAN_RECORD_ONLY) + handles.imported);
  CHECK(handles.timeline != 0);
  buffer = make_buffer(own.device, 16);
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
  vyre_buffer* buffer = make_buffer(second.device, 16);
  bindings[0] = vyre_bind_buffer(0, buffer);
  REFUSES("another device", vyre_dispatch(first.pipeline, bindings, 2, NULL, NULL));
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
  bad_buffers_are_named(&host, &made);
  an_imported_buffer_says_what_it_is(&host, &made);
  what_makes_no_sense_is_named(&made);
  destroy_fixture(&made);
  two_hosts_side_by_side(&host);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  destroy_host(&host);
  other_devices();
  return finish();
}
