/* The host works on its one queue from a thread of its own, filling buffers, while several threads
 * dispatch, read and write through the library: every submission is under the host's lock, nothing
 * waits for the queue, and the validation layer has nothing to say. */
#include "capi/support/vulkan_host.h"

#define THREADS 4
#define ROUNDS 12
#define WORDS 256

static vulkan_host host;
static fixture made;
static int working = THREADS;

/* Stands for rendering: records, submits and waits, on buffers of the host's own. */
static void* host_work(void* user) {
  VkCommandPool pool = VK_NULL_HANDLE;
  host_buffer target = make_host_buffer(&host, WORDS * 4);
  uint32_t frame = 0;
  VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  CHECK_EQUAL(VK_SUCCESS, host.vkCreateCommandPool(host.device, &info, NULL, &pool));
  while (frame < 3 || __atomic_load_n(&working, __ATOMIC_ACQUIRE) > 0) {
    VkCommandBuffer commands = host_begin(&host, pool);
    ++frame;
    host.vkCmdFillBuffer(commands, target.buffer, 0, WORDS * 4, frame);
    host_submit(&host, commands);
    CHECK_EQUAL(frame, target.words[WORDS - 1]);
  }
  host.vkDestroyCommandPool(host.device, pool, NULL);
  destroy_host_buffer(&host, &target);
  *(uint32_t*)user = frame;
  return NULL;
}

static void* library_work(void* user) {
  const uint32_t seed = *(const uint32_t*)user;
  uint32_t in[WORDS], out[WORDS];
  vyre_buffer* buffer = make_buffer(made.device, sizeof in);
  for (uint32_t round = 0; round < ROUNDS; ++round) {
    for (uint32_t i = 0; i < WORDS; ++i) in[i] = seed + round * 31 + i;
    OK(vyre_buffer_write(buffer, 0, in, sizeof in));
    vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, out, sizeof out)};
    OK(vyre_dispatch(made.pipeline, bindings, 2, NULL, NULL));
    for (uint32_t i = 0; i < WORDS; ++i) CHECK_EQUAL(in[i] + 1, out[i]);
  }
  vyre_buffer_destroy(buffer);
  __atomic_sub_fetch(&working, 1, __ATOMIC_RELEASE);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS], rendering;
  uint32_t seeds[THREADS], frames = 0;
  make_host(&host);
  watched = &host;
  made = import_host(&host, 0, kIncrement);
  pthread_create(&rendering, NULL, host_work, &frames);
  for (uint32_t i = 0; i < THREADS; ++i) {
    seeds[i] = 1000 * i;
    pthread_create(&threads[i], NULL, library_work, &seeds[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  pthread_join(rendering, NULL);
  destroy_fixture(&made);
  CHECK(counted_submits >= THREADS * ROUNDS);
  CHECK_EQUAL(counted_submits, host.locks);
  CHECK_EQUAL(0, unlocked_submits);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  printf("submit: %d submissions of the library beside %u frames of the host\n", counted_submits,
         (unsigned)frames);
  destroy_host(&host);
  return finish();
}
