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
  vyre_buffer* buffer = make_buffer(made->backend, sizeof words);
  OK(vyre_buffer_write(buffer, 0, words, sizeof words));
  return buffer;
}

/* out = a + 1, then a = out + 1, with the host's own work before and behind. */
static void record_and_run(vulkan_host* host, fixture* made) {
  host_buffer target = make_host_buffer(host, WORDS * 4);
  vyre_vulkan_buffer where = VYRE_VULKAN_BUFFER_INIT;
  vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
  vyre_vulkan_access work = VYRE_VULKAN_ACCESS_INIT;
  vyre_recording* recording = NULL;
  vyre_buffer *a = words_of(made, 5), *b = NULL;
  uint32_t words[WORDS], read = 9;
  VkCommandBuffer commands = host_begin(host, host->pool);
  OK(vyre_buffer_create(made->backend, WORDS * 4, &b));
  OK(vyre_buffer_get_vulkan(a, &where));
  host->vkCmdFillBuffer(commands, (VkBuffer)where.buffer, where.offset, 4, 1000);
  desc.set = VYRE_RECORDING_SET_BEFORE | VYRE_RECORDING_SET_AFTER;
  desc.before.stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  desc.before.accesses = VK_ACCESS_TRANSFER_WRITE_BIT;
  desc.after.stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  desc.after.accesses = VK_ACCESS_TRANSFER_READ_BIT;
  OK(vyre_recording_create(made->backend, commands, &desc, &recording));
  const vyre_binding there[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  const vyre_binding back[] = {vyre_bind_buffer(0, b), vyre_bind_buffer(1, a)};
  OK(vyre_record_dispatch(recording, made->pipeline, there, 2, NULL));
  OK(vyre_record_dispatch(recording, made->pipeline, back, 2, NULL));
  words[0] = 42;
  OK(vyre_record_write(recording, a, 4, words, 4));
  OK(vyre_record_read(recording, b, 0, WORDS * 4, &read));
  CHECK_EQUAL(0, read);
  OK(vyre_recording_end(recording, &work));
  CHECK((work.stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0);
  VkBufferCopy copy = {.srcOffset = where.offset, .size = WORDS * 4};
  host->vkCmdCopyBuffer(commands, (VkBuffer)where.buffer, target.buffer, 1, &copy);
  REFUSES("ended", vyre_record_dispatch(recording, made->pipeline, there, 2, NULL));
  REFUSES("before it is retired", vyre_recording_get_read(recording, read, words, sizeof words));
  vyre_buffer_destroy(a); /* the recording keeps it */
  host_submit(host, commands);
  OK(vyre_recording_retire(recording));
  CHECK_EQUAL(1002, target.words[0]);
  CHECK_EQUAL(42, target.words[1]);
  for (uint32_t i = 2; i < WORDS; ++i) CHECK_EQUAL(7 + i, target.words[i]);
  OK(vyre_recording_get_read(recording, read, words, sizeof words));
  CHECK_EQUAL(1001, words[0]);
  for (uint32_t i = 1; i < WORDS; ++i) CHECK_EQUAL(6 + i, words[i]);
  FAILS(VYRE_ERROR_NOT_FOUND, "read 1", vyre_recording_get_read(recording, 1, words, 4));
  REFUSES("8 bytes", vyre_recording_get_read(recording, read, words, 8));
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
  OK(vyre_recording_create(made->backend, commands, NULL, &recording));
  OK(vyre_record_dispatch(recording, made->pipeline, bindings, 2, NULL));
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

static vyre_buffer* floats_of(fixture* made, float value) {
  float floats[WORDS];
  for (int i = 0; i < WORDS; ++i) floats[i] = value;
  vyre_buffer* buffer = make_buffer(made->backend, sizeof floats);
  OK(vyre_buffer_write(buffer, 0, floats, sizeof floats));
  return buffer;
}

/* Two dispatches of one kernel with push constants of their own: y = 2 x + y, then y = 3 x + y. */
static void modules_are_recorded_too(vulkan_host* host, fixture* made) {
  struct {
    uint32_t count;
    float scale, unused[2], shift[4];
  } push = {WORDS, 2.0f, {0, 0}, {0, 0, 0, 0.5f}};
  vyre_spirv_desc kernel = VYRE_SPIRV_DESC_INIT;
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_pipeline* pipeline = NULL;
  vyre_recording* recording = NULL;
  vyre_buffer *x = floats_of(made, 1.0f), *y = floats_of(made, 10.0f), *z = floats_of(made, 0.0f);
  vyre_binding first[3], second[3];
  float floats[WORDS];
  VkCommandBuffer commands = host_begin(host, host->pool);
  void* words = read_kernel(&kernel.size);
  kernel.words = words;
  OK(vyre_pipeline_create_spirv(made->backend, &kernel, &pipeline));
  free(words);
  first[0] = second[0] = vyre_bind_buffer(0, x);
  first[1] = second[2] = vyre_bind_buffer(1, y);
  first[2] = second[1] = vyre_bind_buffer(2, z);
  second[1].slot = 1;
  second[2].slot = 2;
  OK(vyre_recording_create(made->backend, commands, NULL, &recording));
  desc.push_constants = &push;
  desc.push_constant_bytes = sizeof push;
  OK(vyre_record_dispatch(recording, pipeline, first, 3, &desc));
  push.scale = 3.0f;
  OK(vyre_record_dispatch(recording, pipeline, second, 3, &desc));
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

static void what_would_submit_is_named(vulkan_host* host, fixture* made) {
  uint32_t words[WORDS] = {0};
  vyre_recording* recording = NULL;
  vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
  vyre_dispatch_desc timed = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_desc repeated = VYRE_DISPATCH_DESC_INIT;
  vyre_buffer* a = words_of(made, 0);
  vyre_pending* pending = NULL;
  vyre_vulkan_handles handles = VYRE_VULKAN_HANDLES_INIT;
  VkCommandBuffer commands = host_begin(host, host->pool);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_output(1, words, sizeof words)};
  timed.flags = VYRE_DISPATCH_TIMED;
  repeated.flags = VYRE_DISPATCH_UNTIL_STABLE;
  OK(vyre_backend_get_vulkan(made->backend, &handles));
  CHECK(handles.queue == NULL);
  CHECK_EQUAL(VYRE_VULKAN_HANDLES_IMPORTED | VYRE_VULKAN_HANDLES_RECORD_ONLY, handles.flags);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_record_dispatch",
        vyre_dispatch(made->pipeline, bindings, 2, NULL, NULL));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_record_dispatch",
        vyre_dispatch_async(made->pipeline, bindings, 2, NULL, &pending));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "record",
        vyre_backend_wait_vulkan(made->backend, handles.timeline, 1));
  REFUSES("command buffer is NULL", vyre_recording_create(made->backend, NULL, NULL, &recording));
  desc.before.stages = 1;
  REFUSES("before", vyre_recording_create(made->backend, commands, &desc, &recording));
  desc.set = VYRE_RECORDING_SET_BEFORE;
  desc.before.stages = 0;
  desc.before.accesses = 2;
  REFUSES("no stages", vyre_recording_create(made->backend, commands, &desc, &recording));
  desc.before.accesses = 0;
  OK(vyre_recording_create(made->backend, commands, &desc, &recording));
  REFUSES("recorded work cannot use",
          vyre_record_dispatch(recording, made->pipeline, bindings, 2, NULL));
  bindings[1] = vyre_bind_zeros(1, sizeof words);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "TIMED",
        vyre_record_dispatch(recording, made->pipeline, bindings, 2, &timed));
  REFUSES("recorded work is to be repeated until nothing changes",
          vyre_record_dispatch(recording, made->pipeline, bindings, 2, &repeated));
  REFUSES("beyond its end", vyre_record_write(recording, a, 252, words, 8));
  REFUSES("recording", vyre_recording_end(NULL, NULL));
  OK(vyre_record_dispatch(recording, made->pipeline, bindings, 2, NULL));
  /* Never ended, never submitted, never retired: what it uses goes with the backend. */
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
}

/* Another context's pipeline and buffer, which only the recording can tell. */
static void what_is_not_the_recordings_is_named(vyre_recording* recording) {
  uint32_t word = 0, read = 0;
  fixture other = make_fixture("cpu-ref", kIncrement);
  vyre_buffer* external = words_of(&other, 0);
  const vyre_binding bindings[] = {vyre_bind_buffer(0, external), vyre_bind_zeros(1, WORDS * 4)};
  REFUSES("the executable belongs to another backend. Fix: compile it on this one",
          vyre_record_dispatch(recording, other.pipeline, bindings, 2, NULL));
  REFUSES("the memory belongs to another backend. Fix: use the backend that allocated it",
          vyre_record_write(recording, external, 0, &word, 4));
  REFUSES("the memory belongs to another backend. Fix: use the backend that allocated it",
          vyre_record_read(recording, external, 0, 4, &read));
  REFUSES("beyond its end", vyre_record_write(recording, external, 252, &word, 8));
  REFUSES("beyond its end", vyre_record_read(recording, external, 252, 8, &read));
  vyre_buffer_destroy(external);
  destroy_fixture(&other);
}

/* Of two mistakes each. */
static void what_is_told_first(vulkan_host* host, fixture* made) {
  uint32_t words[WORDS] = {0};
  vyre_recording* recording = NULL;
  vyre_dispatch_desc zero = VYRE_DISPATCH_DESC_INIT, large = VYRE_DISPATCH_DESC_INIT;
  fixture other = make_fixture("cpu-ref", kIncrement);
  vyre_buffer *a = words_of(made, 0), *external = words_of(&other, 0);
  VkCommandBuffer commands = host_begin(host, host->pool);
  const vyre_binding whole = vyre_bind_buffer(0, a), askew = vyre_bind_buffer_range(0, a, 4, 64);
  const vyre_binding beyond = vyre_bind_buffer_range(0, a, 64, WORDS * 4);
  const vyre_binding external_beyond = vyre_bind_buffer_range(0, external, 64, WORDS * 4);
  const vyre_binding external_askew[] = {askew, vyre_bind_buffer(1, external)};
  const vyre_binding owner_and_range[] = {external_beyond, vyre_bind_zeros(1, 64)};
  const vyre_binding range_and_host[] = {beyond, vyre_bind_output(1, words, 64)};
  const vyre_binding overlapping[] = {whole, vyre_bind_buffer(1, a)};
  const vyre_binding on_host[] = {askew, vyre_bind_output(1, words, 64)};
  const vyre_binding misaligned[] = {askew, vyre_bind_zeros(1, 64)};
  zero.set = large.set = VYRE_DISPATCH_SET_GRID;
  large.grid[0] = 1;
  large.grid[1] = large.grid[2] = UINT32_MAX;
  OK(vyre_recording_create(made->backend, commands, NULL, &recording));
  REFUSES("belongs to another backend than the pipeline's",
          vyre_record_dispatch(recording, made->pipeline, external_askew, 2, &zero));
  REFUSES("belongs to another backend than the pipeline's",
          vyre_record_dispatch(recording, made->pipeline, owner_and_range, 2, NULL));
  REFUSES("beyond its end",
          vyre_record_dispatch(recording, made->pipeline, range_and_host, 2, &zero));
  REFUSES("nothing is bound", vyre_record_dispatch(recording, made->pipeline, on_host, 1, &zero));
  REFUSES("share bytes", vyre_record_dispatch(recording, made->pipeline, overlapping, 2, &zero));
  REFUSES("zero axis", vyre_record_dispatch(recording, made->pipeline, on_host, 2, &zero));
  REFUSES("recorded work cannot use",
          vyre_record_dispatch(recording, made->pipeline, on_host, 2, &large));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "a grid of 1 x 4294967295 x 4294967295 workgroups takes",
        vyre_record_dispatch(recording, made->pipeline, misaligned, 2, &large));
  REFUSES("'a' is bound at offset 4",
          vyre_record_dispatch(recording, made->pipeline, misaligned, 2, NULL));
  what_is_not_the_recordings_is_named(recording);
  vyre_recording_destroy(recording);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(external);
  destroy_fixture(&other);
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
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

int main(void) {
  vulkan_host host;
  fixture made;
  make_host(&host);
  made = import_host(&host, VYRE_VULKAN_RECORD_ONLY, kIncrement);
  record_and_run(&host, &made);
  what_would_submit_is_named(&host, &made);
  what_is_told_first(&host, &made);
  frames_reuse_what_they_retire(&host, &made);
  modules_are_recorded_too(&host, &made);
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
