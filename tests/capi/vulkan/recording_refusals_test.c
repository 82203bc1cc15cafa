/* What is refused of recordings, by name, and that each is as usable as before. Nothing is
 * submitted here. */
#include "capi/support/vulkan_host.h"

#define WORDS 64

static vyre_buffer* words_of(fixture* made, uint32_t first) {
  uint32_t words[WORDS];
  for (uint32_t i = 0; i < WORDS; ++i) words[i] = first + i;
  vyre_buffer* buffer = make_buffer(made->device, sizeof words);
  OK(vyre_buffer_write(buffer, 0, words, sizeof words));
  return buffer;
}

/* ---- Descriptions ---- */

static vyre_error* create(const fixture* made, VkCommandBuffer commands,
                          const vyre_recording_desc* desc) {
  vyre_recording* recording = (vyre_recording*)&commands;
  vyre_error* error = vyre_recording_create(made->device, commands, desc, &recording);
  if (error != NULL) CHECK(recording == NULL);
  vyre_recording_destroy(recording);
  return error;
}

static void bad_descriptions_are_named(vulkan_host* host, fixture* made) {
  VkCommandBuffer commands = host_begin(host, host->pool);
#define BAD(part, change)                                                    \
  do {                                                                       \
    vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;                     \
    change;                                                                  \
    REFUSES("vyre_recording_create: |" part, create(made, commands, &desc)); \
  } while (0)
  BAD("vyre_recording_desc.struct_size is 0", desc.struct_size = 0);
  BAD("vyre_recording_desc.struct_size is ", ++desc.struct_size);
  BAD("vyre_recording_desc.flags is 4", desc.flags = 4);
  BAD("vyre_recording_desc.label has 2 bytes", desc.label.size = 2);
  BAD("vyre_recording_desc.before is given without", desc.before.stages = 1);
  BAD("vyre_recording_desc.after is given without", desc.after.accesses = 1);
  BAD("vyre_recording_desc.before has the accesses 2 and no stages",
      (desc.flags = VYRE_RECORDING_BEFORE_GIVEN, desc.before.accesses = 2));
  BAD("vyre_recording_desc.after has the accesses 2 and no stages",
      (desc.flags = VYRE_RECORDING_AFTER_GIVEN, desc.after.accesses = 2));
#undef BAD
  {
    vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
    desc.flags = VYRE_RECORDING_BEFORE_GIVEN;
    desc.before.stages = UINT64_C(1) << 40;
    FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_recording_desc.before|1099511627776",
          create(made, commands, &desc));
    desc.before.stages = 0; /* the host has a barrier of its own */
    OK(create(made, commands, &desc));
  }
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

static void nothing_in_place_of_an_object_is_named(vulkan_host* host, fixture* made) {
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_recording* recording = NULL;
  vyre_vulkan_access access = {1, 1};
  vyre_buffer* a = words_of(made, 0);
  uint32_t words[4] = {0}, read = 9;
  REFUSED(vyre_recording_create, "device is NULL", (NULL, commands, NULL, &recording));
  REFUSED(vyre_recording_create, "out_recording is NULL", (made->device, commands, NULL, NULL));
  REFUSED(vyre_recording_create, "command buffer is NULL", (made->device, NULL, NULL, &recording));
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  REFUSED(vyre_recording_add_dispatch, "recording is NULL", (NULL, made->pipeline, NULL, 0, NULL));
  REFUSED(vyre_recording_add_dispatch, "pipeline is NULL", (recording, NULL, NULL, 0, NULL));
  REFUSED(vyre_recording_add_dispatch, "bindings is NULL",
          (recording, made->pipeline, NULL, 1, NULL));
  REFUSED(vyre_recording_add_copy, "recording is NULL", (NULL, a, 0, a, 8, 4));
  REFUSED(vyre_recording_add_copy, "from is NULL", (recording, NULL, 0, a, 8, 4));
  REFUSED(vyre_recording_add_copy, "to is NULL", (recording, a, 0, NULL, 8, 4));
  REFUSED(vyre_recording_add_fill, "recording is NULL", (NULL, a, 0, 4, 1));
  REFUSED(vyre_recording_add_fill, "buffer is NULL", (recording, NULL, 0, 4, 1));
  REFUSED(vyre_recording_add_write, "recording is NULL", (NULL, a, 0, words, 4));
  REFUSED(vyre_recording_add_write, "buffer is NULL", (recording, NULL, 0, words, 4));
  REFUSED(vyre_recording_add_write, "data is NULL and has 4", (recording, a, 0, NULL, 4));
  REFUSED(vyre_recording_add_read, "recording is NULL", (NULL, a, 0, 4, &read));
  CHECK_EQUAL(0, read);
  REFUSED(vyre_recording_add_read, "buffer is NULL", (recording, NULL, 0, 4, &read));
  REFUSED(vyre_recording_add_read, "out_read is NULL", (recording, a, 0, 4, NULL));
  REFUSED(vyre_recording_end, "recording is NULL", (NULL, &access));
  CHECK_EQUAL(0, access.stages + access.accesses);
  REFUSED(vyre_recording_retire, "recording is NULL", (NULL));
  REFUSED(vyre_recording_get_bytes, "recording is NULL", (NULL, 0, 0, words, 4));
  REFUSED(vyre_recording_get_bytes, "data is NULL and has 4", (recording, 0, 0, NULL, 4));
  OK(vyre_recording_end(recording, &access)); /* nothing was recorded */
  CHECK_EQUAL(0, access.stages + access.accesses);
  REFUSED(vyre_recording_end, "ended", (recording, NULL));
  REFUSED(vyre_recording_add_copy, "ended", (recording, a, 0, a, 8, 4));
  REFUSED(vyre_recording_add_fill, "ended", (recording, a, 0, 4, 1));
  OK(vyre_recording_retire(recording)); /* it will never run */
  vyre_recording_destroy(recording);
  vyre_recording_destroy(NULL);
  vyre_buffer_destroy(a);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

static void ranges_that_do_not_fit_are_named(vulkan_host* host, fixture* made) {
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_recording* recording = NULL;
  vyre_buffer *a = words_of(made, 0), *b = words_of(made, 0);
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  REFUSED(vyre_recording_add_copy, "copying 64 bytes at offset 200", (recording, a, 200, b, 0, 64));
  REFUSED(vyre_recording_add_copy, "copying 64 bytes at offset 200", (recording, a, 0, b, 200, 64));
  REFUSED(vyre_recording_add_copy, "overlaps itself", (recording, a, 0, a, 32, 64));
  REFUSED(vyre_recording_add_copy, "overlaps itself", (recording, a, 32, a, 0, 64));
  REFUSED(vyre_recording_add_fill, "filling 8 bytes at offset 252", (recording, a, 252, 8, 1));
  REFUSED(vyre_recording_add_fill, "6 bytes from offset 0", (recording, a, 0, 6, 1));
  REFUSED(vyre_recording_add_fill, "4 bytes from offset 2", (recording, a, 2, 4, 1));
  OK(vyre_buffer_free(b));
  REFUSED(vyre_recording_add_copy, "was freed", (recording, a, 0, b, 0, 64));
  REFUSED(vyre_recording_add_fill, "was freed", (recording, b, 0, 4, 1));
  OK(vyre_recording_end(recording, NULL));
  OK(vyre_recording_retire(recording));
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

/* ---- Work ---- */

static void what_would_submit_is_named(vulkan_host* host, fixture* made) {
  uint32_t words[WORDS] = {0};
  vyre_recording* recording = NULL;
  vyre_dispatch_desc timed = VYRE_DISPATCH_DESC_INIT, limited = timed, repeated = timed;
  vyre_buffer* a = words_of(made, 0);
  vyre_work* work = NULL;
  vyre_vulkan_device handles = VYRE_VULKAN_DEVICE_INIT;
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_output(1, words, sizeof words)};
  timed.flags = VYRE_DISPATCH_TIMED;
  repeated.flags = VYRE_DISPATCH_UNTIL_STABLE;
  limited.timeout_ns = 1000000;
  OK(vyre_device_get_vulkan(made->device, &handles));
  CHECK(handles.queue == NULL);
  CHECK_EQUAL(VYRE_VULKAN_RECORD_ONLY, handles.flags);
  CHECK_EQUAL(1, handles.imported);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_recording_add_dispatch",
        vyre_dispatch(made->pipeline, bindings, 2, NULL, NULL));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_recording_add_dispatch",
        vyre_dispatch_async(made->pipeline, bindings, 2, NULL, &work));
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  REFUSES("recorded work cannot use",
          vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, NULL));
  bindings[1] = vyre_bind_zeros(1, sizeof words);
  REFUSES("VYRE_DISPATCH_TIMED",
          vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, &timed));
  REFUSES("timeout_ns",
          vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, &limited));
  REFUSES("recorded work is to be repeated until nothing changes",
          vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, &repeated));
  REFUSES("beyond its end", vyre_recording_add_write(recording, a, 252, words, 8));
  OK(vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, NULL));
  /* Never ended, never submitted, never retired: what it uses goes with the device. */
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

/* Another context's pipeline and buffer, which only the recording can tell. */
static void what_is_not_the_recordings_is_named(vyre_recording* recording, vyre_buffer* own) {
  uint32_t word = 0, read = 0;
  fixture other = make_fixture("cpu-ref", kIncrement);
  vyre_buffer* external = words_of(&other, 0);
  const vyre_binding bindings[] = {vyre_bind_buffer(0, external), vyre_bind_zeros(1, WORDS * 4)};
  REFUSES("the executable belongs to another device. Fix: compile it on this one",
          vyre_recording_add_dispatch(recording, other.pipeline, bindings, 2, NULL));
  REFUSES("the memory belongs to another device. Fix: use the device that it was made on",
          vyre_recording_add_write(recording, external, 0, &word, 4));
  REFUSES("the memory belongs to another device. Fix: use the device that it was made on",
          vyre_recording_add_read(recording, external, 0, 4, &read));
  REFUSES("beyond its end", vyre_recording_add_write(recording, external, 252, &word, 8));
  REFUSES("beyond its end", vyre_recording_add_read(recording, external, 252, 8, &read));
  REFUSES("the memory belongs to another device",
          vyre_recording_add_fill(recording, external, 0, 4, 1));
  REFUSES("the memory belongs to another device",
          vyre_recording_add_copy(recording, external, 0, own, 0, 4));
  REFUSES("the memory belongs to another device",
          vyre_recording_add_copy(recording, own, 0, external, 0, 4));
  vyre_buffer_destroy(external);
  destroy_fixture(&other);
}

/* Of two mistakes each. */
static void what_is_told_first(vulkan_host* host, fixture* made) {
  uint32_t words[WORDS] = {0};
  vyre_recording* recording = NULL;
  const vyre_dispatch_desc zero = vyre_grid(1, 0, 1);
  const vyre_dispatch_desc large = vyre_grid(1, UINT32_MAX, UINT32_MAX);
  fixture other = make_fixture("cpu-ref", kIncrement);
  vyre_buffer *a = words_of(made, 0), *external = words_of(&other, 0);
  VkCommandBuffer commands = host_begin(host, host->pool);
  const vyre_binding whole = vyre_bind_buffer(0, a), askew = vyre_bind_range(0, a, 4, 64);
  const vyre_binding beyond = vyre_bind_range(0, a, 64, WORDS * 4);
  const vyre_binding external_beyond = vyre_bind_range(0, external, 64, WORDS * 4);
  const vyre_binding external_askew[] = {askew, vyre_bind_buffer(1, external)};
  const vyre_binding owner_and_range[] = {external_beyond, vyre_bind_zeros(1, 64)};
  const vyre_binding range_and_host[] = {beyond, vyre_bind_output(1, words, 64)};
  const vyre_binding overlapping[] = {whole, vyre_bind_buffer(1, a)};
  const vyre_binding on_host[] = {askew, vyre_bind_output(1, words, 64)};
  const vyre_binding misaligned[] = {askew, vyre_bind_zeros(1, 64)};
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  REFUSES("zero axis",
          vyre_recording_add_dispatch(recording, made->pipeline, external_askew, 2, &zero));
  REFUSES("belongs to another device than the pipeline's",
          vyre_recording_add_dispatch(recording, made->pipeline, external_askew, 2, &large));
  REFUSES("belongs to another device than the pipeline's",
          vyre_recording_add_dispatch(recording, made->pipeline, owner_and_range, 2, NULL));
  REFUSES("beyond its end",
          vyre_recording_add_dispatch(recording, made->pipeline, range_and_host, 2, &large));
  REFUSES("nothing is bound",
          vyre_recording_add_dispatch(recording, made->pipeline, on_host, 1, &large));
  REFUSES("share bytes",
          vyre_recording_add_dispatch(recording, made->pipeline, overlapping, 2, &large));
  REFUSES("recorded work cannot use",
          vyre_recording_add_dispatch(recording, made->pipeline, on_host, 2, &large));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "a grid of 1 x 4294967295 x 4294967295 workgroups takes",
        vyre_recording_add_dispatch(recording, made->pipeline, misaligned, 2, &large));
  REFUSES("'a' is bound at offset 4",
          vyre_recording_add_dispatch(recording, made->pipeline, misaligned, 2, NULL));
  what_is_not_the_recordings_is_named(recording, a);
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(external);
  destroy_fixture(&other);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

/* Where nothing nearer has one. */
static void errors_have_the_recordings_label(vulkan_host* host, fixture* made) {
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
  vyre_recording* recording = NULL;
  desc.label = vyre_str("frame 7");
  OK(vyre_recording_create(made->device, commands, &desc, &recording));
  vyre_error* error = vyre_recording_add_dispatch(recording, made->pipeline, NULL, 0, NULL);
  CHECK(equals(vyre_error_get_info(error)->label, "frame 7"));
  REFUSES("nothing is bound|frame 7", error);
  vyre_recording_destroy(recording);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

int main(void) {
  vulkan_host host;
  fixture made;
  make_host(&host);
  made = import_host(&host, VYRE_VULKAN_RECORD_ONLY, kIncrement);
  bad_descriptions_are_named(&host, &made);
  nothing_in_place_of_an_object_is_named(&host, &made);
  ranges_that_do_not_fit_are_named(&host, &made);
  what_would_submit_is_named(&host, &made);
  what_is_told_first(&host, &made);
  errors_have_the_recordings_label(&host, &made);
  destroy_fixture(&made);
  CHECK_EQUAL(0, counted_submits);
  CHECK_EQUAL(0, host.locks);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  destroy_host(&host);
  return finish();
}
