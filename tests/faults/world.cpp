#include "world.h"

#include "vyre_driver_registry.h"

namespace vyre::faults {

void must(vyre_error* error) {
  if (error == nullptr) return;
  const test::Error owned(error);
  const std::string text = vyre_error_text(error);
  const vyre_error_info& info = *vyre_error_get_info(error);
  const bool has_cure = info.fix.size != 0 || info.finding_count != 0;
  if (!has_cure || text.find("Fix: ") == std::string::npos) throw Wrong{"no cure: " + text};
  if (text.find("eport th") != std::string::npos) throw Wrong{"blames itself: " + text};
  throw Stopped{std::to_string(static_cast<uint32_t>(info.code)) + " " + text};
}

// Owners of each other last.
void World::give_back() {
  works.clear();
  sequences.clear();
  buffers.clear();
  pipelines.clear();
  programs.clear();
  view.reset();
  registries.clear();
  builders.clear();
  device.reset();
  context.reset();
}

void open_context(World& world) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_TRACE | VYRE_CONTEXT_DEBUG_LABELS;
  desc.trace_events = 256;
  world.memory.give_to(desc);
  const std::string folder = world.folder.path("cache");
  desc.cache_folder = test::c_string(folder);
  if (const char* loader = std::getenv("VYRE_FAULTY_VULKAN"))
    desc.vulkan_library = vyre_str(loader);
  if (world.device_id != "vulkan") desc.vulkan_library = vyre_str("/there/is/no/loader.so");
  ++world.memory.owners;
  vyre_context* context = nullptr;
  vyre_error* const error = vyre_context_create(&desc, &context);
  world.context.reset(context);
  if (error != nullptr) --world.memory.owners;  // it never had it
  must(error);
  if (world.device_id != "scripted") return;
  vyre_error* const refused = vyre_context_add_backend(context, &world.scripted.table);
  if (refused != nullptr) world.context.reset();  // of no use
  must(refused);
}

void open_device(World& world) {
  make(world.device, vyre_device_open_id, world.context.get(), world.device_id.c_str());
}

void use(World& world) {
  if (world.context == nullptr) open_context(world);
  if (world.device == nullptr) open_device(world);
  if (vyre_device_is_lost(world.device.get()) != 0) must(vyre_device_recover(world.device.get()));
  uint32_t idle = 0;
  vyre_error_destroy(vyre_device_wait_idle(world.device.get(), VYRE_FOREVER, &idle));
  if (idle == 0) must(vyre_device_wait_idle(world.device.get(), VYRE_FOREVER, &idle));
  Program program;
  make(program, vyre_program_load, world.context.get(), test::kIncrement.data(),
       test::kIncrement.size(), nullptr);
  Pipeline pipeline;
  make(pipeline, vyre_pipeline_create, world.device.get(), program.get(), nullptr);
  const Words in = test::numbers(5, 200);
  Words out(200);
  const vyre_binding bound[] = {test::bind_input(0, in), test::bind_output(1, out)};
  must(vyre_dispatch(pipeline.get(), bound, 2, nullptr, nullptr));
  if (out != test::numbers(6, 200)) throw Wrong{"a dispatch computes wrong values"};
}

}  // namespace vyre::faults
