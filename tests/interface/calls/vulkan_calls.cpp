#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

// ---- What a device needs ----

void get_requirements(Caller& c) {
  c.begin("vyre_vulkan_get_requirements");
  const auto version =
      static_cast<uint32_t>(c.number(VK_API_VERSION_1_2, {0, VK_API_VERSION_1_1, UINT32_MAX}));
  StructOut<vyre_vulkan_requirements> out(c, VYRE_VULKAN_REQUIREMENTS_INIT);
  c.end(vyre_vulkan_get_requirements(version, out.place()), out);
}

// A chain of structures with features, and at times one without an end.
struct Chain {
  explicit Chain(Caller& c) {
    v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    v12.shaderInt8 = VK_TRUE;
    unknown.sType = static_cast<VkStructureType>(0x7FFFFFF0);
    first.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    first.pNext = &v12;
    v12.pNext = c.random.one_in(2) ? &unknown : nullptr;
    if (c.odd_and_wrong()) v12.pNext = &v12;
  }
  VkPhysicalDeviceFeatures2 first{};
  VkPhysicalDeviceVulkan12Features v12{};
  VkBaseOutStructure unknown{};
};

void read_features(Caller& c) {
  c.begin("vyre_vulkan_read_features");
  Chain chain(c);
  Out<vyre_vulkan_features> out(c);
  c.end(vyre_vulkan_read_features(c.object(&chain.first), out.place()), out);
}

void enable_features(Caller& c) {
  c.begin("vyre_vulkan_enable_features");
  Chain chain(c);
  Out<vyre_vulkan_features> out(c);
  c.end(
      vyre_vulkan_enable_features(c.object(&chain.first), c.flags(~UINT64_C(0) >> 1), out.place()),
      out);
}

// ---- Import and share ----

std::shared_ptr<Device> imported(Caller& c) {
  return c.world.devices.pick(c.random, [](const Device& one) { return one.facts.imported; });
}

void import(Caller& c) { import_vulkan(c); }

void get_vulkan(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_get_vulkan");
  if (device->facts.family != "vulkan") c.unsound();
  StructOut<vyre_vulkan_device> out(c, VYRE_VULKAN_DEVICE_INIT);
  c.end(vyre_device_get_vulkan(c.object(device->raw), out.place()), out);
}

void import_buffer(Caller& c) {
  const auto device = imported(c);
  if (!device) return;
  side_buffer* lent = side_buffer_create(c.world.side(), 1024);
  vyre_vulkan_buffer_desc desc = VYRE_VULKAN_BUFFER_DESC_INIT;
  c.begin("vyre_buffer_import_vulkan");
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  desc.buffer = c.odd_and_wrong() ? 0 : side_buffer_handle(lent);
  desc.offset = c.number(0, {1, UINT64_MAX});
  desc.size = c.number(1024, {0, 3, UINT64_MAX});
  desc.usage = static_cast<uint32_t>(
      c.number(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                   VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
               {0, 1}));
  desc.user = lent;
  desc.destroy = side_buffer_destroy;
  if (c.odd_and_wrong()) desc.reserved = 1;
  Out<vyre_buffer*> out(c);
  if (!c.end(vyre_buffer_import_vulkan(c.object(device->raw), c.object(&desc), out.place()), out)) {
    return side_buffer_destroy(lent);
  }
  c.world.buffers.add(std::make_shared<Buffer>(out.get(), device->facts, desc.size), c.random);
}

void get_buffer(Caller& c) {
  const auto buffer = c.world.buffer(c);
  c.begin("vyre_buffer_get_vulkan");
  if (buffer->facts.family != "vulkan") c.unsound();
  StructOut<vyre_vulkan_buffer> out(c, VYRE_VULKAN_BUFFER_INIT);
  c.end(vyre_buffer_get_vulkan(c.object(buffer->raw), out.place()), out);
}

void import_semaphore(Caller& c) {
  const auto device = imported(c);
  if (!device) return;
  side_timeline* lent = side_timeline_create(c.world.side());
  vyre_vulkan_semaphore_desc desc = VYRE_VULKAN_SEMAPHORE_DESC_INIT;
  c.begin("vyre_semaphore_import_vulkan");
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  desc.semaphore = c.odd_and_wrong() ? 0 : side_timeline_handle(lent);
  desc.user = lent;
  desc.destroy = side_timeline_destroy;
  Out<vyre_semaphore*> out(c);
  if (!c.end(vyre_semaphore_import_vulkan(c.object(device->raw), c.object(&desc), out.place()),
             out)) {
    return side_timeline_destroy(lent);
  }
  c.world.semaphores.add(std::make_shared<Semaphore>(out.get(), device->facts), c.random);
}

void get_semaphore(Caller& c) {
  const auto semaphore = c.world.semaphores.pick(c.random);
  if (!semaphore) return;
  c.begin("vyre_semaphore_get_vulkan");
  Out<uint64_t> out(c);
  c.end(vyre_semaphore_get_vulkan(c.object(semaphore->raw), out.place()), out);
}

void order_after(Caller& c) {
  const auto device = imported(c);
  if (!device) return;
  const auto semaphore = c.world.semaphores.pick(
      c.random, [&](const Semaphore& one) { return &one.facts == &device->facts && !one.unsure; });
  if (!semaphore) return;
  const std::lock_guard lock(semaphore->mutex);
  if (semaphore->unsure) return;  // since the lock was asked for
  c.begin("vyre_device_order_after");
  if (device->facts.record_only) c.wrong();
  const vyre_sync_point point = {c.object(semaphore->raw), semaphore->value};
  c.end(vyre_device_order_after(c.object(device->raw), point));
}

// ---- Recording ----

void create_recording(Caller& c) {
  const auto device = imported(c);
  if (!device) return;
  const std::shared_ptr<side_commands> commands(side_commands_create(c.world.side()),
                                                side_commands_destroy);
  vyre_recording_desc desc = VYRE_RECORDING_DESC_INIT;
  c.begin("vyre_recording_create");
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  desc.flags = c.flags(VYRE_RECORDING_BEFORE_GIVEN | VYRE_RECORDING_AFTER_GIVEN);
  if (c.odd_and_wrong()) desc.before.accesses = 32, desc.flags |= VYRE_RECORDING_BEFORE_GIVEN;
  Out<vyre_recording*> out(c);
  void* handle = c.object(side_commands_handle(commands.get()));
  if (!c.end(vyre_recording_create(c.object(device->raw), handle, &desc, out.place()), out)) return;
  c.recording = std::make_shared<Recording>(out.get(), device->facts);
  c.recording->commands = commands;
}

// That of the thread.
Recording* recording_of(Caller& c) {
  if (!c.recording || (c.recording->retired && c.random.one_in(4))) create_recording(c);
  return c.recording.get();
}

void begin(Caller& c, const char* function) {
  c.begin(function);
  if (c.recording->ended) c.wrong();
}

void add_dispatch(Caller& c) {
  Recording* on = recording_of(c);
  if (on == nullptr) return;
  const auto pipeline = c.world.pipeline_of(c, on->facts);
  if (!pipeline) return;
  begin(c, "vyre_recording_add_dispatch");
  auto arguments = bind_arguments(c, *pipeline, true);
  const auto desc = describe_dispatch(c, *pipeline, true);
  spoil(c, arguments);
  c.end(vyre_recording_add_dispatch(c.object(on->raw), c.object(pipeline->raw),
                                    arguments.bindings.data(), arguments.bindings.size(), &desc));
}

std::shared_ptr<Buffer> buffer_for(Caller& c, const Recording& recording) {
  return c.world.buffer_of(c, recording.facts);
}

void add_copy(Caller& c) {
  Recording* on = recording_of(c);
  if (on == nullptr) return;
  const auto from = buffer_for(c, *on), to = buffer_for(c, *on);
  if (!from || !to || from == to) return;
  begin(c, "vyre_recording_add_copy");
  c.end(vyre_recording_add_copy(c.object(on->raw), c.object(from->raw), c.size(0),
                                c.object(to->raw), c.size(0),
                                c.size(std::min(from->size, to->size))));
}

void add_fill(Caller& c) {
  Recording* on = recording_of(c);
  const auto buffer = on != nullptr ? buffer_for(c, *on) : nullptr;
  if (!buffer) return;
  begin(c, "vyre_recording_add_fill");
  c.end(vyre_recording_add_fill(c.object(on->raw), c.object(buffer->raw), c.size(0),
                                c.size(buffer->size), 5));
}

void add_write(Caller& c) {
  Recording* on = recording_of(c);
  const auto buffer = on != nullptr ? buffer_for(c, *on) : nullptr;
  if (!buffer) return;
  begin(c, "vyre_recording_add_write");
  const uint64_t size = c.size(buffer->size);
  c.end(vyre_recording_add_write(c.object(on->raw), c.object(buffer->raw), c.size(0),
                                 c.array(c.in.data(), size), size));
}

void add_read(Caller& c) {
  Recording* on = recording_of(c);
  const auto buffer = on != nullptr ? buffer_for(c, *on) : nullptr;
  if (!buffer) return;
  begin(c, "vyre_recording_add_read");
  const uint64_t size = c.size(buffer->size);
  Out<uint32_t> out(c);
  if (c.end(vyre_recording_add_read(c.object(on->raw), c.object(buffer->raw), c.size(0), size,
                                    out.place()),
            out)) {
    on->reads.push_back(size);
  }
}

void end_recording(Caller& c) {
  Recording* on = recording_of(c);
  if (on == nullptr) return;
  begin(c, "vyre_recording_end");
  auto out = Out<vyre_vulkan_access>::optional(c);
  if (c.end(vyre_recording_end(c.object(on->raw), out.place()), out)) on->ended = true;
}

void retire(Caller& c) {
  Recording* on = recording_of(c);
  if (on == nullptr) return;
  if (on->ended && !on->retired && c.random.one_in(2)) side_commands_run(on->commands.get());
  c.begin("vyre_recording_retire");
  if (on->retired) c.wrong();
  if (!c.end(vyre_recording_retire(c.object(on->raw)))) return;
  on->ended = on->retired = true;
}

void get_bytes(Caller& c) {
  Recording* on = recording_of(c);
  if (on == nullptr || on->reads.empty()) return;
  c.begin("vyre_recording_get_bytes");
  if (!on->retired) c.wrong();
  const uint32_t read = c.random.below32(static_cast<uint32_t>(on->reads.size()));
  const auto number = static_cast<uint32_t>(c.number(read, {99, UINT32_MAX}));
  const uint64_t size = c.size(on->reads[read]);
  c.end(vyre_recording_get_bytes(c.object(on->raw), number, c.size(0),
                                 c.array(c.results.data(), size), size));
}

constexpr Action kActions[] = {
    {"vyre_vulkan_get_requirements", 10, get_requirements},
    {"vyre_vulkan_read_features", 10, read_features},
    {"vyre_vulkan_enable_features", 10, enable_features},
    {"vyre_device_import_vulkan", 1, import},
    {"vyre_device_get_vulkan", 10, get_vulkan},
    {"vyre_buffer_import_vulkan", 3, import_buffer},
    {"vyre_buffer_get_vulkan", 10, get_buffer},
    {"vyre_semaphore_import_vulkan", 3, import_semaphore},
    {"vyre_semaphore_get_vulkan", 10, get_semaphore},
    {"vyre_device_order_after", 5, order_after},
    {"vyre_recording_create", 2, create_recording},
    {"vyre_recording_add_dispatch", 8, add_dispatch},
    {"vyre_recording_add_copy", 8, add_copy},
    {"vyre_recording_add_fill", 8, add_fill},
    {"vyre_recording_add_write", 8, add_write},
    {"vyre_recording_add_read", 8, add_read},
    {"vyre_recording_end", 4, end_recording},
    {"vyre_recording_retire", 4, retire},
    {"vyre_recording_get_bytes", 10, get_bytes},
};

}  // namespace

void import_vulkan(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  vyre_vulkan_device_desc desc;
  vulkan_side_describe(c.world.side(), &desc);
  c.begin("vyre_device_import_vulkan");
  c.struct_size(desc.struct_size);
  if (c.random.one_in(3)) desc.flags |= VYRE_VULKAN_RECORD_ONLY;
  if (c.odd_and_wrong()) desc.device = nullptr;
  if (c.odd_and_wrong()) desc.instance = nullptr;
  if (c.odd_and_wrong()) desc.unlock = nullptr;
  if (c.odd_and_wrong()) desc.flags |= uint64_t{1} << 50;
  if (c.odd_and_wrong()) desc.get_instance_proc_addr = nullptr;
  if (c.odd()) desc.api_version = VK_API_VERSION_1_1;
  Out<vyre_device*> out(c);
  if (!c.end(vyre_device_import_vulkan(context->raw, c.object(&desc), out.place()), out)) return;
  c.world.add_device(c, out.get(), *context, true, (desc.flags & VYRE_VULKAN_RECORD_ONLY) != 0);
}

std::span<const Action> vulkan_calls() { return kActions; }

}  // namespace vyre::interface
