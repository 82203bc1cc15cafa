/* engine_host: an engine with a Vulkan device of its own embeds vyre-driver.
 *
 * The engine makes the device, owns the only queue and records one command buffer a frame; the
 * library puts its work into that command buffer and never submits (VYRE_VULKAN_RECORD_ONLY). A
 * field of particles is moved by a program and then copied by the engine itself, as it would be
 * drawn. */
#include <stdio.h>
#include <string.h>
#include <vyre_driver_vulkan.h>

#include "engine_device.h"

#define PARTICLES 1024
#define FRAMES 60

/* height[i] += speed[i], for as many particles as there are. */
static const char* const kMove =
    "{\"workgroup_size\": [64, 1, 1], \"buffers\": ["
    "{\"name\": \"speed\", \"type\": \"U32\"},"
    "{\"name\": \"height\", \"type\": \"U32\", \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"lt\": [\"i\", {\"buf_len\": \"height\"}]}, \"then\": ["
    "{\"store\": \"height\", \"at\": \"i\", \"value\": {\"add\": ["
    "{\"load\": \"height\", \"at\": \"i\"}, {\"load\": \"speed\", \"at\": \"i\"}]}}]}]}";

static int failed(const char* what, vyre_error* error) {
  if (error == NULL) return 0;
  fprintf(stderr, "engine_host: %s: %s\n", what, vyre_error_text(error));
  vyre_error_destroy(error);
  return 1;
}

typedef struct simulation {
  vyre_device* device;
  vyre_pipeline* move;
  vyre_buffer* speed;
  vyre_buffer* height;
} simulation;

static int create_simulation(simulation* made, const engine_device* engine) {
  vyre_vulkan_device_desc desc = VYRE_VULKAN_DEVICE_DESC_INIT;
  vyre_program* program = NULL;
  int bad;
  desc.flags = VYRE_VULKAN_RECORD_ONLY | VYRE_VULKAN_FEATURES_GIVEN;
  desc.instance = engine->instance;
  desc.physical_device = engine->physical;
  desc.device = engine->device;
  desc.get_instance_proc_addr = (vyre_vulkan_function)engine->get_address;
  desc.api_version = VK_API_VERSION_1_2;
  desc.queue_family = engine->family;
  desc.features = engine->features;
  bad = failed("import", vyre_device_import_vulkan(NULL, &desc, &made->device)) ||
        failed("program", vyre_program_load(NULL, kMove, strlen(kMove), NULL, &program)) ||
        failed("pipeline", vyre_pipeline_create(made->device, program, NULL, &made->move)) ||
        failed("speed", vyre_buffer_create(made->device, PARTICLES * 4, NULL, &made->speed)) ||
        failed("height", vyre_buffer_create(made->device, PARTICLES * 4, NULL, &made->height));
  vyre_program_destroy(program);
  return !bad;
}

static void destroy_simulation(simulation* made) {
  vyre_buffer_destroy(made->height);
  vyre_buffer_destroy(made->speed);
  vyre_pipeline_destroy(made->move);
  vyre_device_destroy(made->device);
}

/* One frame: the library's work, then the engine's copy of the result. */
static int draw_frame(simulation* made, engine_device* engine, int frame) {
  vyre_binding bindings[2];
  vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
  vyre_recording* recording = NULL;
  vyre_vulkan_buffer height = VYRE_VULKAN_BUFFER_INIT;
  uint32_t speeds[PARTICLES];
  VkCommandBuffer commands = engine_begin_frame(engine);
  int bad;
  bindings[0] = vyre_bind_buffer(0, made->speed);
  bindings[1] = vyre_bind_buffer(1, made->height);
  desc.flags = VYRE_RECORDING_AFTER_GIVEN; /* a copy reads what the program wrote */
  desc.after.stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  desc.after.accesses = VK_ACCESS_TRANSFER_READ_BIT;
  for (uint32_t i = 0; i < PARTICLES; ++i) speeds[i] = i % 7;
  bad = failed("recording", vyre_recording_create(made->device, commands, &desc, &recording)) ||
        (frame == 0 && failed("write", vyre_recording_add_write(recording, made->speed, 0, speeds,
                                                                sizeof speeds))) ||
        failed("dispatch", vyre_recording_add_dispatch(recording, made->move, bindings, 2, NULL)) ||
        failed("end", vyre_recording_end(recording, NULL)) ||
        failed("buffer", vyre_buffer_get_vulkan(made->height, &height));
  if (!bad) engine_copy(engine, commands, (VkBuffer)height.buffer, height.offset, height.size);
  bad = !engine_end_frame(engine, commands) || bad; /* submits and waits for its fence */
  bad = failed("retire", vyre_recording_retire(recording)) || bad;
  vyre_recording_destroy(recording);
  return !bad;
}

static int run(engine_device* engine) {
  simulation made;
  int good;
  memset(&made, 0, sizeof made);
  good = create_simulation(&made, engine);
  for (int frame = 0; good && frame < FRAMES; ++frame) good = draw_frame(&made, engine, frame);
  destroy_simulation(&made);
  for (uint32_t i = 0; good && i < PARTICLES; ++i) {
    if (engine->picture[i] == i % 7 * FRAMES) continue;
    fprintf(stderr, "engine_host: particle %u is at %u\n", (unsigned)i,
            (unsigned)engine->picture[i]);
    good = 0;
  }
  return good;
}

int main(void) {
  engine_device engine;
  int good = engine_create(&engine, PARTICLES * 4);
  if (good) good = run(&engine);
  engine_destroy(&engine);
  if (good)
    printf("engine_host: %d frames, %d particles where they should be\n", FRAMES, PARTICLES);
  return good ? 0 : 1;
}
