/* Semaphores of the host: the library waits for them, and lets go of them when it is done. */
#define _POSIX_C_SOURCE 200809L /* fileno */
#include "capi/support/timeline.h"
#include "vyre_driver_sequence.h"

static vyre_sync_point point_of(vyre_semaphore* semaphore, uint64_t value) {
  vyre_sync_point point;
  point.semaphore = semaphore;
  point.value = value;
  return point;
}

static vyre_buffer* import_words(fixture* made, const host_buffer* words, uint64_t size) {
  vyre_vulkan_buffer_desc desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_buffer* buffer = NULL;
  desc.buffer = (uint64_t)words->buffer;
  desc.size = size;
  desc.usage = 0x23;
  desc.destroy = count_destroy;
  OK(vyre_buffer_import_vulkan(made->device, &desc, &buffer));
  return buffer;
}

/* Neither dispatches nor reads go on before the host's semaphore says so. */
static void we_wait_for_the_host(vulkan_host* host, fixture* made) {
  host_buffer words = make_host_buffer(host, 256);
  const VkSemaphore timeline = make_timeline(host);
  vyre_semaphore* semaphore = import_timeline(made->device, timeline);
  const int before = destroyed;
  uint32_t out[64];
  vyre_work_state state = VYRE_WORK_READY;
  vyre_buffer* buffer = import_words(made, &words, 256);
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, out, sizeof out)};
  OK(vyre_device_order_after(made->device, point_of(semaphore, 3)));
  vyre_work* work = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_work_wait(work, 20000000, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  for (uint32_t i = 0; i < 64; ++i) words.words[i] = 100 + i;
  signal_timeline(host, timeline, 3);
  OK(vyre_work_collect(work, bindings, 2));
  for (uint32_t i = 0; i < 64; ++i) CHECK_EQUAL(101 + i, out[i]);
  vyre_work_destroy(work);

  OK(vyre_device_order_after(made->device, point_of(semaphore, 4)));
  signal_timeline(host, timeline, 4);
  OK(vyre_buffer_read(buffer, 4, out, 8)); /* an empty submission waits for it */
  CHECK_EQUAL(101, out[0]);
  out[0] = 7;
  OK(vyre_buffer_write(buffer, 252, out, 4));
  OK(vyre_buffer_read(buffer, 252, out, 4)); /* ends after the write, which its call begins */
  CHECK_EQUAL(7, words.words[63]);
  CHECK_EQUAL(before, destroyed);
  vyre_buffer_destroy(buffer);
  vyre_semaphore_destroy(semaphore);
  OK(vyre_device_wait_idle(made->device, VYRE_FOREVER, NULL));
  {
    vyre_buffer* next = make_buffer(made->device, 16); /* what is still listed as in use is looked
                                                          at again */
    vyre_buffer_destroy(next);
  }
  CHECK_EQUAL(before + 2, destroyed);
  host->vkDestroySemaphore(host->device, timeline, NULL);
  destroy_host_buffer(host, &words);
}

/* The semaphore is destroyed right after the call; the VkSemaphore is needed until the work is
 * over. */
static void a_semaphore_stays_as_long_as_work_needs_it(vulkan_host* host, fixture* made) {
  const VkSemaphore timeline = make_timeline(host);
  vyre_semaphore* semaphore = import_timeline(made->device, timeline);
  const int before = destroyed;
  uint32_t in = 1, out = 0;
  uint32_t idle = 1;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  OK(vyre_device_order_after(made->device, point_of(semaphore, 1)));
  vyre_semaphore_destroy(semaphore);
  CHECK_EQUAL(before, destroyed);
  vyre_work* work = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_device_wait_idle(made->device, 20000000, &idle));
  CHECK_EQUAL(0, idle);
  CHECK_EQUAL(before, destroyed);
  signal_timeline(host, timeline, 1);
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(2, out);
  vyre_work_destroy(work);
  OK(vyre_device_wait_idle(made->device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(1, idle);
  CHECK_EQUAL(before + 1, destroyed);
  host->vkDestroySemaphore(host->device, timeline, NULL);
}

/* Several points add up, and a sequence waits as everything else does. */
static void points_add_up(vulkan_host* host, fixture* made) {
  const VkSemaphore one = make_timeline(host), other = make_timeline(host);
  vyre_semaphore *first = import_timeline(made->device, one),
                 *second = import_timeline(made->device, other);
  vyre_sequence* sequence = NULL;
  vyre_work_state state = VYRE_WORK_READY;
  vyre_buffer *a = make_buffer(made->device, 16), *b = make_buffer(made->device, 16);
  const vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  uint32_t out[4];
  OK(vyre_sequence_create(made->device, NULL, &sequence));
  OK(vyre_sequence_add_dispatch(sequence, made->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_device_order_after(made->device, point_of(first, 1)));
  OK(vyre_device_order_after(made->device, point_of(second, 9)));
  OK(vyre_sequence_run_async(sequence, NULL, NULL));
  signal_timeline(host, one, 1);
  OK(vyre_sequence_wait(sequence, 20000000, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  signal_timeline(host, other, 10); /* or more */
  OK(vyre_sequence_wait(sequence, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  OK(vyre_buffer_read(b, 0, out, sizeof out));
  CHECK_EQUAL(1, out[3]);
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
  vyre_semaphore_destroy(first);
  vyre_semaphore_destroy(second);
  OK(vyre_device_wait_idle(made->device, VYRE_FOREVER, NULL));
  host->vkDestroySemaphore(host->device, one, NULL);
  host->vkDestroySemaphore(host->device, other, NULL);
}

/* The device's own timeline is a semaphore too, which nobody destroys. */
static void the_devices_own_point_can_be_waited_for(fixture* made) {
  uint32_t in = 1, out = 0;
  vyre_sync_point point = {NULL, 0}, again = {NULL, 0};
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  vyre_work* work = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_work_get_point(work, &point));
  vyre_work_destroy(work);
  OK(vyre_device_order_after(made->device, point));
  work = begin_dispatch(made->pipeline, bindings, 2);
  OK(vyre_work_get_point(work, &again));
  CHECK(point.semaphore == again.semaphore && point.value < again.value);
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(2, out);
  REFUSES("vyre_device_order_after: |is to wait for its own value",
          vyre_device_order_after(made->device, point_of(point.semaphore, again.value + 1000)));
  OK(vyre_device_order_after(made->device, again));
  vyre_work_destroy(work);
}

static void a_host_hears_when_a_semaphore_is_not_used_any_more(vulkan_host* host, fixture* made) {
  const VkSemaphore timeline = make_timeline(host);
  const int before = destroyed;
  vyre_semaphore* semaphore = import_timeline(made->device, timeline);
  uint64_t handle = 0;
  OK(vyre_semaphore_get_vulkan(semaphore, &handle));
  CHECK_EQUAL((uint64_t)timeline, handle);
  CHECK_EQUAL(before, destroyed);
  vyre_semaphore_destroy(semaphore);
  CHECK_EQUAL(before + 1, destroyed);
  host->vkDestroySemaphore(host->device, timeline, NULL);
}

/* ---- What is refused ---- */

static void bad_semaphores_are_named(vulkan_host* host, fixture* made) {
  const VkSemaphore timeline = make_timeline(host);
  const vyre_vulkan_semaphore_desc right = describe_timeline(timeline);
  const int before = destroyed;
  vyre_semaphore* semaphore = NULL;
  uint64_t handle = 7;
#define BAD(part, change)                                                           \
  do {                                                                              \
    vyre_vulkan_semaphore_desc desc = right;                                        \
    change;                                                                         \
    semaphore = (vyre_semaphore*)&desc;                                             \
    REFUSED(vyre_semaphore_import_vulkan, part, (made->device, &desc, &semaphore)); \
    CHECK(semaphore == NULL);                                                       \
  } while (0)
  BAD("vyre_vulkan_semaphore_desc.semaphore is 0", desc.semaphore = 0);
  BAD("vyre_vulkan_semaphore_desc.label has 3 bytes",
      (desc.label.data = NULL, desc.label.size = 3));
  BAD("vyre_vulkan_semaphore_desc.struct_size is 0", desc.struct_size = 0);
  BAD("vyre_vulkan_semaphore_desc.struct_size is ", ++desc.struct_size);
#undef BAD
  REFUSED(vyre_semaphore_import_vulkan, "desc is NULL", (made->device, NULL, &semaphore));
  REFUSED(vyre_semaphore_import_vulkan, "device is NULL", (NULL, &right, &semaphore));
  REFUSED(vyre_semaphore_import_vulkan, "out_semaphore is NULL", (made->device, &right, NULL));
  REFUSED(vyre_semaphore_get_vulkan, "semaphore is NULL", (NULL, &handle));
  CHECK_EQUAL(0, handle);
  semaphore = import_timeline(made->device, timeline);
  REFUSED(vyre_semaphore_get_vulkan, "out_vk_semaphore is NULL", (semaphore, NULL));
  CHECK_EQUAL(before, destroyed); /* never when the call failed */
  vyre_semaphore_destroy(semaphore);
  vyre_semaphore_destroy(NULL);
  host->vkDestroySemaphore(host->device, timeline, NULL);
}

static void bad_points_are_named(vulkan_host* host, fixture* made) {
  const VkSemaphore timeline = make_timeline(host);
  vyre_semaphore* semaphore = import_timeline(made->device, timeline);
  fixture other = import_host(host, 0, kIncrement);
  vyre_sync_point point = point_of(semaphore, 1);
  uint32_t in = 1, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  vyre_work* work = begin_dispatch(made->pipeline, bindings, 2);
  REFUSED(vyre_device_order_after, "device is NULL", (NULL, point));
  REFUSED(vyre_device_order_after, "point.semaphore is NULL", (made->device, point_of(NULL, 1)));
  REFUSED(vyre_device_order_after, "semaphore 'frame'|another device", (other.device, point));
  REFUSED(vyre_work_get_point, "work is NULL", (NULL, &point));
  CHECK(point.semaphore == NULL);
  REFUSED(vyre_work_get_point, "out_point is NULL", (work, NULL));
  OK(vyre_work_get_point(work, &point));
  REFUSED(vyre_device_order_after, "the timeline of the device|another device",
          (other.device, point));
  OK(vyre_work_collect(work, bindings, 2));
  vyre_work_destroy(work);
  vyre_semaphore_destroy(semaphore);
  destroy_fixture(&other);
  host->vkDestroySemaphore(host->device, timeline, NULL);
}

static void a_device_that_only_records_waits_for_nothing(vulkan_host* host) {
  const VkSemaphore timeline = make_timeline(host);
  fixture made = import_host(host, VYRE_VULKAN_RECORD_ONLY, kIncrement);
  vyre_semaphore* semaphore = import_timeline(made.device, timeline);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "record",
        vyre_device_order_after(made.device, point_of(semaphore, 1)));
  vyre_semaphore_destroy(semaphore);
  destroy_fixture(&made);
  host->vkDestroySemaphore(host->device, timeline, NULL);
}

/* A device without semaphores, and work that goes on on the host. */
static void what_has_no_semaphores_is_named(fixture* made) {
  fixture oracle = make_fixture("cpu-ref", kIncrement);
  vyre_vulkan_semaphore_desc desc = VYRE_VULKAN_SEMAPHORE_DESC_INIT;
  vyre_semaphore* semaphore = NULL;
  vyre_sync_point point = {NULL, 1};
  uint32_t in = 1, out = 0;
  FILE* file = tmpfile();
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  vyre_work* work = begin_dispatch(oracle.pipeline, bindings, 2);
  desc.semaphore = 1;
  REFUSED(vyre_semaphore_import_vulkan, "'cpu-ref'", (oracle.device, &desc, &semaphore));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'cpu-ref' has no semaphores",
        vyre_device_order_after(oracle.device, point));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'cpu-ref' has no semaphores",
        vyre_work_get_point(work, &point));
  vyre_work_destroy(work);
  vyre_buffer* buffer = make_buffer(made->device, 64);
  CHECK(file != NULL);
  OK(vyre_buffer_save_file_async(buffer, 0, vyre_file_of(fileno(file)), 0, 64, &work));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "goes on on the host", vyre_work_get_point(work, &point));
  OK(vyre_work_collect(work, NULL, 0));
  vyre_work_destroy(work);
  vyre_buffer_destroy(buffer);
  fclose(file);
  destroy_fixture(&oracle);
}

int main(void) {
  vulkan_host host;
  fixture made;
  make_host(&host);
  made = import_host(&host, 0, kIncrement);
  we_wait_for_the_host(&host, &made);
  a_semaphore_stays_as_long_as_work_needs_it(&host, &made);
  points_add_up(&host, &made);
  the_devices_own_point_can_be_waited_for(&made);
  a_host_hears_when_a_semaphore_is_not_used_any_more(&host, &made);
  bad_semaphores_are_named(&host, &made);
  bad_points_are_named(&host, &made);
  what_has_no_semaphores_is_named(&made);
  destroy_fixture(&made);
  a_device_that_only_records_waits_for_nothing(&host);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  destroy_host(&host);
  return finish();
}
