#include "interface/world.h"

#include <cmath>

#include "interface/caller.h"
#include "interface/vulkan_side.h"

namespace vyre::interface {
namespace {

// An op that programs call.
constexpr std::string_view kManifest =
    R"({"format": 1, "dialect": "vyre-libs-fuzz", "version": "1", "ops": [
  {"id": "fuzz.twice", "inputs": [{"name": "x", "type": "u32"}], "outputs": [{"name": "y", "type": "u32"}],
   "composition": {"buffers": [{"name": "x", "type": "U32", "count": 1},
                               {"name": "y", "type": "U32", "count": 1, "output": true}],
     "body": [{"store": "y", "at": 0, "value": {"mul": [{"load": "x", "at": 0}, 2]}}]}}]})";

// What |pick| gives, after sound calls of |make| when there is none.
template <typename Pick, typename Make>
auto pick_or_make(Caller& caller, Pick pick, Make make) {
  auto found = pick();
  const bool was_sound = std::exchange(caller.sound_only, true);
  for (; !found; found = pick()) make();
  caller.sound_only = was_sound;
  return found;
}

}  // namespace

World::World(uint64_t seed, vulkan_side* side)
    : side_(side), sources_(make_sources()), random_(seed) {
  folder_.write("manifests/fuzz.dialect.json", kManifest);
}

void World::begin(Caller& caller) {
  caller.sound_only = true;
  for (int i = 0; i < 2; ++i) create_context(caller);
  for (const auto& context : contexts.take_all()) {
    open_device(caller, context, "cpu-ref");
    open_device(caller, context, "vulkan");
    add_table(caller, context);
    contexts.add(context, caller.random);
  }
  import_vulkan(caller);
  for (const Source& source : sources_) load_program(caller, source);
  caller.sound_only = false;
}

template <typename Some>
void World::drop(Some& pool) {
  auto all = pool.take_all();
  while (!all.empty()) {
    std::swap(all[random_.below(all.size())], all.back());
    all.pop_back();
  }
}

void World::end(Caller& caller) {
  for (const auto& device : devices.take_all()) check_saxpy(caller, *device);
  wait_for_works(caller);
  const std::function<void()> all[] = {[&] { drop(contexts); },    [&] { drop(programs); },
                                       [&] { drop(pipelines); },   [&] { drop(images); },
                                       [&] { drop(buffers); },     [&] { drop(works); },
                                       [&] { drop(sequences); },   [&] { drop(registries); },
                                       [&] { drop(errors); },      [&] { drop(registry_builders); },
                                       [&] { drop(blobs); },       [&] { drop(plans); },
                                       [&] { drop(emissions); },   [&] { drop(metric_lists); },
                                       [&] { drop(cache_lists); }, [&] { drop(device_lists); },
                                       [&] { drop(semaphores); },  [&] { drop(backend_lists); }};
  const size_t first = random_.below(std::size(all));
  for (size_t i = 0; i < std::size(all); ++i) all[(first + i) % std::size(all)]();
  for (ContextHost& host : hosts_) {
    if (const auto left = host.left(); !left.empty())
      caller.problem("at the end of a round " + left);
  }
}

void World::keep_waiting_for(const std::shared_ptr<Work>& work) {
  const std::lock_guard lock(mutex_);
  waited_for_.push_back(work);
}

void World::wait_for_works(const Caller& caller) {
  for (const auto& one : waited_for_) {
    const auto work = one.lock();
    auto state = VYRE_WORK_RUNNING;
    if (!work) continue;
    vyre_error* error = vyre_work_wait(work->raw, VYRE_FOREVER, &state);
    if (error != nullptr)
      caller.problem(std::string("a last wait fails: ") + vyre_error_text(error));
    vyre_error_destroy(error);
  }
}

// The devices still compute right.
void World::check_saxpy(Caller& caller, const Device& device) {
  if (device.facts.record_only) return;
  const float a = 2, x[3] = {1, -2.5f, 100}, y[3] = {0.5f, 0, 7};
  float out[3] = {};
  const vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_input(1, x, 12),
                                   vyre_bind_input(2, y, 12), vyre_bind_output(3, out, 12)};
  const std::string& json = sources_[0].bytes;
  vyre_program* program = nullptr;
  vyre_pipeline* pipeline = nullptr;
  vyre_error* error = vyre_program_load(nullptr, json.data(), json.size(), nullptr, &program);
  if (error == nullptr) error = vyre_pipeline_create(device.raw, program, nullptr, &pipeline);
  if (error == nullptr) error = vyre_dispatch(pipeline, bindings, 4, nullptr, nullptr);
  if (error != nullptr) {
    caller.problem("saxpy fails at the end of a round on " + device.facts.family + ": " +
                   vyre_error_text(error));
  } else if (out[0] != 2.5f || out[1] != -5 || out[2] != 207) {
    caller.problem("saxpy is wrong at the end of a round on " + device.facts.family);
  }
  vyre_error_destroy(error);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
}

ContextHost& World::new_host(Random& random) {
  const std::lock_guard lock(mutex_);
  return hosts_.emplace_back(random.next());
}

DeviceFacts& World::new_facts() {
  const std::lock_guard lock(mutex_);
  return facts_.emplace_back();
}

void World::add_device(Caller& caller, vyre_device* made, const Context& context, bool imported,
                       bool record_only) {
  DeviceFacts& facts = new_facts();
  const vyre_device_info* info = vyre_device_get_info(made);
  facts.family = std::string(info->backend.data, info->backend.size);
  facts.alignment = std::max(4u, info->buffer_offset_alignment);
  facts.has_threads = context.has_threads;
  facts.imported = imported;
  facts.record_only = record_only;
  facts.has_images = (info->features & VYRE_FEATURE_IMAGES) != 0;
  facts.has_addresses = (info->features & VYRE_FEATURE_BUFFER_ADDRESSES) != 0;
  devices.add(std::make_shared<Device>(made, facts), caller.random);
}

std::shared_ptr<Program> World::program(Caller& caller, bool valid) {
  const auto pick = [&] {
    return programs.pick(caller.random, [&](const Program& one) { return !valid || one.valid; });
  };
  return pick_or_make(caller, pick, [&] { load_program(caller, sources_[0]); });
}

std::shared_ptr<Device> World::device(Caller& caller) {
  return pick_or_make(
      caller, [&] { return devices.pick(caller.random); },
      [&] { open_device(caller, contexts.pick(caller.random), "cpu-ref"); });
}

std::shared_ptr<Pipeline> World::pipeline(Caller& caller) {
  return pick_or_make(
      caller, [&] { return pipelines.pick(caller.random); },
      [&] { create_pipeline(caller, device(caller), program(caller)); });
}

std::shared_ptr<Pipeline> World::pipeline_of(Caller& caller, const DeviceFacts& facts) {
  return pipelines.pick(caller.random, [&](const Pipeline& one) {
    return &one.facts == &facts && one.good && one.ready;
  });
}

std::shared_ptr<Buffer> World::buffer(Caller& caller) {
  return pick_or_make(
      caller, [&] { return buffers.pick(caller.random); },
      [&] { create_buffer(caller, device(caller)); });
}

std::shared_ptr<Image> World::image_of(Caller& caller, const DeviceFacts& facts) {
  return images.pick(caller.random, [&](const Image& one) { return &one.facts == &facts; });
}

std::shared_ptr<Buffer> World::buffer_of(Caller& caller, const DeviceFacts& facts) {
  return buffers.pick(caller.random, [&](const Buffer& one) { return &one.facts == &facts; });
}

std::shared_ptr<Registry> World::registry(Caller& caller) {
  return pick_or_make(
      caller, [&] { return registries.pick(caller.random); }, [&] { get_registry(caller); });
}

}  // namespace vyre::interface
