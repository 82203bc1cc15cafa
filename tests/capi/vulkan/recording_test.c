/* Work recorded into the host's command buffers on a device imported without a queue: the library
 * never submits, which the host's own vkQueueSubmit counts. */
#include "capi/support/vulkan_host.h"

#define WORDS 64

/* Fails the dispatch in which a[0] is 13. */
static const char* const kTrapping =
    "{\"workgroup_size\": [64, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"eq\": [{\"load\": \"a\", \"at\": 0}, 13]}, \"then\": ["
    "{\"trap\": 77, \"tag\": \"unlucky\"}]},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": 1}]}";

/* Every workgroup writes a word; after the grid barrier each reads its neighbor's. */
static const char* const kNeighbors =
    "{\"workgroup_size\": [16, 1, 1], \"buffers\": ["
    "{\"name\": \"data\", \"type\": \"U32\", \"access\": \"read_write\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"data\", \"at\": \"i\", \"value\": {\"mul\": [\"i\", 3]}},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"load\": \"data\", \"at\": "
    "{\"mod\": [{\"add\": [\"i\", 17]}, 64]}}}]}";

static vyre_buffer* words_of(fixture* made, uint32_t first) {
  uint32_t words[WORDS];
  for (uint32_t i = 0; i < WORDS; ++i) words[i] = first + i;
  vyre_buffer* buffer = make_buffer(made->device, sizeof words);
  OK(vyre_buffer_write(buffer, 0, words, sizeof words));
  return buffer;
}

/* out = a + 1, then a = out + 1, with the host's own work before and behind. */
static void record_and_run(vulkan_host* host, fixture* made) {
  host_buffer target = make_host_buffer(host, WORDS * 4);
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
  vyre_vulkan_access work = {0, 0};
  vyre_recording* recording = NULL;
  vyre_buffer *a = words_of(made, 5), *b = make_buffer(made->device, WORDS * 4);
  uint32_t words[WORDS], read = 9;
  VkCommandBuffer commands = host_begin(host, host->pool);
  OK(vyre_buffer_get_vulkan(a, &where));
  host->vkCmdFillBuffer(commands, (VkBuffer)where.buffer, where.offset, 4, 1000);
  desc.flags = VYRE_RECORDING_BEFORE_GIVEN | VYRE_RECORDING_AFTER_GIVEN;
  desc.before.stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  desc.before.accesses = VK_ACCESS_TRANSFER_WRITE_BIT;
  desc.after.stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  desc.after.accesses = VK_ACCESS_TRANSFER_READ_BIT;
  OK(vyre_recording_create(made->device, commands, &desc, &recording));
  const vyre_binding there[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  const vyre_binding back[] = {vyre_bind_buffer(0, b), vyre_bind_buffer(1, a)};
  OK(vyre_recording_add_dispatch(recording, made->pipeline, there, 2, NULL));
  OK(vyre_recording_add_dispatch(recording, made->pipeline, back, 2, NULL));
  words[0] = 42;
  OK(vyre_recording_add_write(recording, a, 4, words, 4));
  OK(vyre_recording_add_read(recording, b, 0, WORDS * 4, &read));
  CHECK_EQUAL(0, read);
  OK(vyre_recording_end(recording, &work));
  CHECK((work.stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0);
  CHECK((work.accesses & VK_ACCESS_SHADER_WRITE_BIT) != 0);
  VkBufferCopy copy = {.srcOffset = where.offset, .size = WORDS * 4};
  host->vkCmdCopyBuffer(commands, (VkBuffer)where.buffer, target.buffer, 1, &copy);
  REFUSES("ended", vyre_recording_add_dispatch(recording, made->pipeline, there, 2, NULL));
  REFUSES("before it is retired",
          vyre_recording_get_bytes(recording, read, 0, words, sizeof words));
  vyre_buffer_destroy(a); /* the recording keeps it */
  host_submit(host, commands);
  OK(vyre_recording_retire(recording));
  CHECK_EQUAL(1002, target.words[0]);
  CHECK_EQUAL(42, target.words[1]);
  for (uint32_t i = 2; i < WORDS; ++i) CHECK_EQUAL(7 + i, target.words[i]);
  OK(vyre_recording_get_bytes(recording, read, 0, words, sizeof words));
  CHECK_EQUAL(1001, words[0]);
  for (uint32_t i = 1; i < WORDS; ++i) CHECK_EQUAL(6 + i, words[i]);
  OK(vyre_recording_get_bytes(recording, read, 8, words, 8)); /* a part */
  CHECK_EQUAL(8, words[0]);
  CHECK_EQUAL(9, words[1]);
  OK(vyre_recording_get_bytes(recording, read, WORDS * 4, NULL, 0));
  FAILS(VYRE_ERROR_NOT_FOUND, "read 1", vyre_recording_get_bytes(recording, 1, 0, words, 4));
  REFUSES("8 bytes at offset 252", vyre_recording_get_bytes(recording, read, 252, words, 8));
  REFUSES("retired already", vyre_recording_retire(recording));
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(b);
  destroy_host_buffer(host, &target);
}

/* One dispatch on two buffers, recorded and run. */
static vyre_recording* recorded(vulkan_host* host, fixture* made, VkCommandBuffer commands,
                                vyre_buffer* a, vyre_buffer* b) {
  vyre_recording* recording = NULL;
  const vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  OK(vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, NULL));
  OK(vyre_recording_end(recording, NULL));
  host_submit(host, commands);
  return recording;
}

/* Several executions of one command buffer, with hidden memory that starts zeroed each time. */
static void a_grid_barrier_runs_again_and_again(vulkan_host* host) {
  fixture made = import_host(host, VYRE_VULKAN_RECORD_ONLY, kNeighbors);
  vyre_buffer *data = words_of(&made, 0), *out = words_of(&made, 9);
  uint32_t words[WORDS];
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_recording* recording = recorded(host, &made, commands, data, out);
  for (int again = 0; again < 3; ++again) host_submit_after(host, commands, 0, 0);
  OK(vyre_recording_retire(recording));
  OK(vyre_buffer_read(out, 0, words, sizeof words));
  for (uint32_t i = 0; i < WORDS; ++i) CHECK_EQUAL((i + 17) % 64 * 3, words[i]);
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(data);
  vyre_buffer_destroy(out);
  destroy_fixture(&made);
}

static void traps_are_reported_when_retired(vulkan_host* host) {
  fixture made = import_host(host, VYRE_VULKAN_RECORD_ONLY, kTrapping);
  vyre_buffer *a = words_of(&made, 13), *out = words_of(&made, 0);
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_recording* recording = recorded(host, &made, commands, a, out);
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "unlucky", vyre_recording_retire(recording));
  REFUSES("retired already", vyre_recording_retire(recording));
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(out);
  destroy_fixture(&made);
}

/* The words of tests/kernels/saxpy.comp, which the caller frees. */
static void* read_kernel(size_t* size) {
  const char* folder = getenv("VYRE_TEST_KERNELS");
  char path[1024];
  FILE* file;
  void* words = malloc(1 << 16);
  snprintf(path, sizeof path, "%s/saxpy.spv", folder != NULL ? folder : ".");
  file = fopen(path, "rb");
  *size = file != NULL && words != NULL ? fread(words, 1, 1 << 16, file) : 0;
  if (file != NULL) fclose(file);
  CHECK(*size > 0);
  return words;
}

static vyre_pipeline* make_saxpy(const fixture* made) {
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  size_t size = 0;
  void* words = read_kernel(&size);
  OK(vyre_program_load(made->context, words, size, NULL, &program));
  free(words);
  OK(vyre_pipeline_create(made->device, program, NULL, &pipeline));
  vyre_program_destroy(program);
  return pipeline;
}

static vyre_buffer* floats_of(fixture* made, float value) {
  float floats[WORDS];
  for (int i = 0; i < WORDS; ++i) floats[i] = value;
  vyre_buffer* buffer = make_buffer(made->device, sizeof floats);
  OK(vyre_buffer_write(buffer, 0, floats, sizeof floats));
  return buffer;
}

/* Two dispatches of one kernel with push constants of their own: y = 2 x + y, then y = 3 x + y. */
static void modules_are_recorded_too(vulkan_host* host, fixture* made) {
  struct {
    uint32_t count;
    float scale, unused[2], shift[4];
  } push = {WORDS, 2.0f, {0, 0}, {0, 0, 0, 0.5f}};
  vyre_push_range range = vyre_push(&push, sizeof push);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_pipeline* pipeline = make_saxpy(made);
  vyre_recording* recording = NULL;
  vyre_buffer *x = floats_of(made, 1.0f), *y = floats_of(made, 10.0f), *z = floats_of(made, 0.0f);
  const vyre_binding first[] = {vyre_bind_buffer(0, x), vyre_bind_buffer(1, y),
                                vyre_bind_buffer(2, z)};
  const vyre_binding second[] = {vyre_bind_buffer(0, x), vyre_bind_buffer(1, z),
                                 vyre_bind_buffer(2, y)};
  float floats[WORDS];
  VkCommandBuffer commands = host_begin(host, host->pool);
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  desc.push = &range;
  desc.push_count = 1;
  OK(vyre_recording_add_dispatch(recording, pipeline, first, 3, &desc));
  push.scale = 3.0f;
  OK(vyre_recording_add_dispatch(recording, pipeline, second, 3, &desc));
  memset(&push, 0, sizeof push);
  OK(vyre_recording_end(recording, NULL));
  vyre_pipeline_destroy(pipeline);
  host_submit(host, commands);
  OK(vyre_recording_retire(recording));
  OK(vyre_buffer_read(y, 0, floats, sizeof floats));
  for (int i = 0; i < WORDS; ++i) CHECK(floats[i] == (i % 4 == 3 ? 16.0f : 15.0f));
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(x);
  vyre_buffer_destroy(y);
  vyre_buffer_destroy(z);
}

/* ---- Copies and fills ---- */

static void copies_and_fills_see_what_is_before_them(vulkan_host* host, fixture* made) {
  vyre_buffer *a = words_of(made, 5), *b = words_of(made, 500);
  vyre_recording* recording = NULL;
  uint32_t words[WORDS], read = 9, later = 9;
  VkCommandBuffer commands = host_begin(host, host->pool);
  const vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  OK(vyre_recording_create(made->device, commands, NULL, &recording));
  OK(vyre_recording_add_fill(recording, a, 16, 32, 77));
  OK(vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, NULL)); /* b = a + 1 */
  OK(vyre_recording_add_copy(recording, b, 0, a, 128, 64));
  OK(vyre_recording_add_copy(recording, a, 0, a, 240, 16)); /* inside of one buffer */
  OK(vyre_recording_add_read(recording, a, 0, WORDS * 4, &read));
  OK(vyre_recording_add_fill(recording, a, 0, WORDS * 4, 3));
  OK(vyre_recording_add_read(recording, a, 60, 8, &later));
  OK(vyre_recording_add_fill(recording, a, 0, 0, 4)); /* nothing */
  OK(vyre_recording_add_copy(recording, a, 0, b, 0, 0));
  OK(vyre_recording_add_write(recording, a, 0, NULL, 0));
  CHECK_EQUAL(0, read);
  CHECK_EQUAL(1, later);
  OK(vyre_recording_end(recording, NULL));
  host_submit(host, commands);
  OK(vyre_recording_retire(recording));
  OK(vyre_recording_get_bytes(recording, read, 0, words, sizeof words));
  for (uint32_t i = 0; i < WORDS; ++i) {
    const uint32_t filled = i >= 4 && i < 12;
    const uint32_t copied = i >= 32 && i < 48, copied_in = i - 32 >= 4 && i - 32 < 12;
    uint32_t expected = filled ? 77 : 5 + i;
    if (copied) expected = copied_in ? 78 : 6 + i - 32;
    if (i >= 60) expected = 5 + i - 60;
    CHECK_EQUAL(expected, words[i]);
  }
  OK(vyre_recording_get_bytes(recording, later, 0, words, 8));
  CHECK_EQUAL(3, words[0]);
  CHECK_EQUAL(3, words[1]);
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

/* Frame after frame takes the same memory again. */
static void frames_reuse_what_they_retire(vulkan_host* host, fixture* made) {
  vyre_buffer *a = words_of(made, 0), *b = words_of(made, 0);
  vyre_vulkan_buffer first = VYRE_VULKAN_BUFFER_INIT;
  uint32_t words[WORDS];
  OK(vyre_buffer_get_vulkan(a, &first));
  for (uint32_t frame = 0; frame < 50; ++frame) {
    const int even = frame % 2 == 0;
    VkCommandBuffer commands = host_begin(host, host->pool);
    vyre_recording* recording = recorded(host, made, commands, even ? a : b, even ? b : a);
    OK(vyre_recording_retire(recording));
    vyre_recording_destroy(recording);
  }
  OK(vyre_buffer_read(a, 0, words, sizeof words));
  for (uint32_t i = 0; i < WORDS; ++i) CHECK_EQUAL(i + 50, words[i]);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

/* A buffer of the host's has the grid, which need not be made for indirect commands. */
static void a_grid_can_stand_in_a_buffer(vulkan_host* host, fixture* made) {
  host_buffer counts = make_host_buffer(host, 256);
  vyre_vulkan_buffer_desc words_desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  vyre_buffer *grid = NULL, *a = words_of(made, 5), *b = words_of(made, 500);
  const vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  uint32_t words[WORDS];
  words_desc.buffer = (uint64_t)counts.buffer;
  words_desc.size = 256;
  words_desc.usage = 0x23;
  OK(vyre_buffer_import_vulkan(made->device, &words_desc, &grid));
  desc.grid_buffer = grid;
  desc.grid_offset = 20;
  for (uint32_t width = 0; width < 3; ++width) {
    vyre_recording* recording = NULL;
    VkCommandBuffer commands = host_begin(host, host->pool);
    OK(vyre_recording_create(made->device, commands, NULL, &recording));
    OK(vyre_recording_add_dispatch(recording, made->pipeline, bindings, 2, &desc));
    OK(vyre_recording_end(recording, NULL));
    counts.words[5] = width < 2 ? width : UINT32_MAX; /* read when the device gets there */
    counts.words[6] = counts.words[7] = 1;
    host_submit(host, commands);
    if (width < 2) {
      OK(vyre_recording_retire(recording));
    } else {
      FAILS(VYRE_ERROR_DISPATCH_FAILED, "the grid buffer says 4294967295 workgroups on axis 0",
            vyre_recording_retire(recording));
    }
    OK(vyre_buffer_read(b, 0, words, sizeof words));
    CHECK_EQUAL(width == 0 ? 501 : 7, words[1]);
    vyre_recording_destroy(recording);
  }
  vyre_buffer_destroy(grid);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
  destroy_host_buffer(host, &counts);
}

int main(void) {
  vulkan_host host;
  fixture made;
  make_host(&host);
  made = import_host(&host, VYRE_VULKAN_RECORD_ONLY, kIncrement);
  record_and_run(&host, &made);
  copies_and_fills_see_what_is_before_them(&host, &made);
  frames_reuse_what_they_retire(&host, &made);
  modules_are_recorded_too(&host, &made);
  a_grid_can_stand_in_a_buffer(&host, &made);
  destroy_fixture(&made);
  a_grid_barrier_runs_again_and_again(&host);
  traps_are_reported_when_retired(&host);
  CHECK_EQUAL(0, counted_submits); /* the host's own go another way */
  CHECK_EQUAL(0, host.locks);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  destroy_host(&host);
  return finish();
}
