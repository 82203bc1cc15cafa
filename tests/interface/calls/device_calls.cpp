#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

void open(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  open_device(c, context, c.random.one_in(3) ? "vulkan" : "cpu-ref");
}

void get_info(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_get_info");
  if (vyre_device_get_info(c.or_null(device->raw))->id.data == nullptr) c.problem("an id is NULL");
  c.end();
}

void check_program(Caller& c) {
  const auto device = c.world.device(c);
  const auto program = c.world.program(c, false);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  c.begin("vyre_device_check_program");
  if (!program->valid || program->module) c.unsound();
  c.on(device->facts);
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  c.end(vyre_device_check_program(c.object(device->raw), c.object(program->raw), &desc));
}

void get_memory(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_get_memory");
  StructOut<vyre_memory_usage> out(c, VYRE_MEMORY_USAGE_INIT);
  c.end(vyre_device_get_memory(c.object(device->raw), out.place()), out);
}

uint32_t never(void*, uint64_t, uint64_t) { return 0; }
void count_destroy(void* user) { ++*static_cast<std::atomic<uint32_t>*>(user); }

void set_budget(Caller& c) {
  const auto device = c.world.device(c);
  static std::atomic<uint32_t> destroyed{0};
  c.begin("vyre_device_set_budget");
  const uint64_t bytes = c.random.one_of<uint64_t>({VYRE_UNKNOWN, uint64_t{1} << 40});
  c.end(vyre_device_set_budget(c.object(device->raw), bytes, c.random.one_in(2) ? never : nullptr,
                               &destroyed, c.random.one_in(2) ? count_destroy : nullptr));
}

void prepare(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_prepare");
  c.on(device->facts);
  c.end(vyre_device_prepare(c.object(device->raw)));
}

void wait_idle(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_wait_idle");
  c.any_code();  // of what failed without a handle
  auto idle = Out<uint32_t>::optional(c);
  c.end(vyre_device_wait_idle(c.object(device->raw),
                              c.random.one_of<uint64_t>({0, 1000, VYRE_FOREVER}), idle.place()),
        idle);
}

// A device of its own is shut down; afterwards nothing but its end is left.
void shut_down(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  vyre_device *device = nullptr, *other = nullptr;
  vyre_buffer *buffer = nullptr, *late = nullptr;
  c.begin("vyre_device_open");
  c.unsound();
  const bool opened = c.end(vyre_device_open_id(context->raw, "cpu-ref", &device));
  if (!opened) return;
  const Device held(device, c.world.new_facts());
  c.begin("vyre_buffer_create");
  if (!c.end(vyre_buffer_create(device, 64, nullptr, &buffer))) return;
  const Buffer held_buffer(buffer, held.facts, 64);
  c.begin("vyre_device_shutdown");
  vyre_device* ended = c.object(device);
  if (!c.end(vyre_device_shutdown(ended))) return;
  c.begin("vyre_device_shutdown");
  c.wrong();
  c.end(vyre_device_shutdown(device));
  c.begin("vyre_buffer_create");
  c.wrong();
  c.end(vyre_buffer_create(device, 64, nullptr, &late));
  c.begin("vyre_buffer_fill");
  c.wrong();
  c.end(vyre_buffer_fill(buffer, 0, 64, 1));
  c.begin("vyre_buffer_get_device");
  c.unsound();
  if (c.end(vyre_buffer_get_device(buffer, &other))) const Device again(other, held.facts);
}

void is_lost(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_is_lost");
  if (vyre_device_is_lost(c.or_null(device->raw)) != 0) c.problem("a device is lost");
  c.end();
}

void recover(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_recover");
  if (device->facts.family == "cpu-ref") c.unsound();
  c.on(device->facts);
  c.end(vyre_device_recover(c.object(device->raw)));
}

void list(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const auto program = c.world.program(c, false);
  const vyre_string excluded[] = {vyre_str("vulkan"),
                                  c.random.one_in(2) ? vyre_str("cpu-ref") : vyre_str("")};
  const vyre_program* const programs[] = {program->raw};
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  c.begin("vyre_device_list_create");
  c.struct_size(desc.struct_size);
  desc.flags = c.flags(VYRE_SELECT_NO_SOFTWARE);
  desc.exclude_count = c.random.one_in(2) ? 1 : 0;
  desc.exclude = c.array(excluded, desc.exclude_count);
  desc.program_count = c.random.one_in(2) ? 1 : 0;
  desc.programs = c.array(programs, desc.program_count);
  if (c.odd()) desc.id = c.text("vulkan:none");
  Out<vyre_device_list*> out(c);
  if (!c.end(vyre_device_list_create(context->raw, &desc, out.place()), out)) return;
  c.world.device_lists.add(
      std::make_shared<DeviceList>(out.get(), "vyre_device_list_destroy", vyre_device_list_destroy),
      c.random);
}

void list_info(Caller& c) {
  const auto kept = c.world.device_lists.pick(c.random);
  c.begin("vyre_device_list_get_info");
  const vyre_device_list_info* info =
      vyre_device_list_get_info(kept ? c.or_null(kept->raw) : nullptr);
  for (size_t i = 0; i < info->device_count; ++i) {
    const vyre_string reason = info->devices[i]->reason;
    const auto wrong = wrong_with_text({reason.data, reason.size});
    if (!wrong.empty()) c.problem("a reason " + wrong);
  }
  c.end();
}

constexpr Action kActions[] = {
    {"vyre_device_open", 1, open},
    {"vyre_device_get_info", 20, get_info},
    {"vyre_device_check_program", 20, check_program},
    {"vyre_device_get_memory", 20, get_memory},
    {"vyre_device_set_budget", 10, set_budget},
    {"vyre_device_prepare", 2, prepare},
    {"vyre_device_wait_idle", 10, wait_idle},
    {"vyre_device_shutdown", 1, shut_down},
    {"vyre_device_is_lost", 10, is_lost},
    {"vyre_device_recover", 5, recover},
    {"vyre_device_list_create", 3, list},
    {"vyre_device_list_get_info", 10, list_info},
};

}  // namespace

void open_device(Caller& c, const std::shared_ptr<Context>& context, std::string_view id) {
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  c.begin("vyre_device_open");
  c.struct_size(desc.struct_size);
  desc.flags = c.odd() ? c.flags(VYRE_SELECT_NO_SOFTWARE) : 0;
  desc.id = c.text(id);
  if (c.odd_and_wrong()) desc.program_count = 2;
  Out<vyre_device*> out(c);
  if (c.end(vyre_device_open(context->raw, &desc, out.place()), out))
    c.world.add_device(c, out.get(), *context);
}

std::span<const Action> device_calls() { return kActions; }

}  // namespace vyre::interface
