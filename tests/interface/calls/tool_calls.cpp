#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

void keep_blob(Caller& c, vyre_blob* made) {
  c.world.blobs.add(std::make_shared<Blob>(made, "vyre_blob_destroy", vyre_blob_destroy), c.random);
}

void plan_info(Caller& c) {
  const auto plan = c.world.plans.pick(c.random);
  c.begin("vyre_plan_get_info");
  if (vyre_plan_get_info(plan ? c.or_null(plan->raw) : nullptr)->struct_size == 0)
    c.problem("an info without a size");
  c.end();
}

void describe_plan(Caller& c) {
  const auto plan = c.world.plans.pick(c.random);
  if (!plan) return;
  c.begin("vyre_plan_describe");
  Out<vyre_blob*> out(c);
  if (c.end(vyre_plan_describe(c.object(plan->raw), out.place()), out)) keep_blob(c, out.get());
}

void keep_emission(Caller& c, vyre_emission* made) {
  c.world.emissions.add(
      std::make_shared<Emission>(made, "vyre_emission_destroy", vyre_emission_destroy), c.random);
}

void emit_program(Caller& c) {
  const auto program = c.world.program(c, false);
  const auto device = c.world.device(c);
  vyre_device_info info = *vyre_device_get_info(device->raw);
  vyre_emit_desc desc = VYRE_EMIT_DESC_INIT;
  vyre_dispatch_desc dispatch = VYRE_DISPATCH_DESC_INIT;
  dispatch.grid[0] = dispatch.grid[1] = dispatch.grid[2] = 1;
  c.begin("vyre_program_emit");
  if (!program->valid || program->module || program->cut) c.unsound();
  c.struct_size(desc.struct_size);
  desc.target = c.text("spirv");
  if (device->facts.family == "vulkan") desc.device = c.or_null(&info);
  if (c.odd_and_wrong()) info.struct_size = 16, desc.device = &info;
  if (c.odd_and_wrong()) info.features = UINT64_MAX, desc.device = &info;
  desc.dispatch = &dispatch;
  Out<vyre_emission*> out(c);
  if (c.end(vyre_program_emit(c.object(program->raw), &desc, out.place()), out))
    keep_emission(c, out.get());
}

void emit_pipeline(Caller& c) {
  const auto pipeline = c.world.pipeline(c);
  c.begin("vyre_pipeline_emit");
  const Program& program = *pipeline->program;
  if (pipeline->facts.family != "vulkan" || program.cut || program.module) c.unsound();
  c.with(*pipeline);
  Out<vyre_emission*> out(c);
  if (c.end(vyre_pipeline_emit(c.object(pipeline->raw), c.text("spirv"), out.place()), out))
    keep_emission(c, out.get());
}

void emission_info(Caller& c) {
  const auto emission = c.world.emissions.pick(c.random);
  c.begin("vyre_emission_get_info");
  const vyre_emission_info* info =
      vyre_emission_get_info(emission ? c.or_null(emission->raw) : nullptr);
  for (size_t i = 0; i < info->kernel_count; ++i) {
    if (info->kernels[i]->code.size % 4 != 0) c.problem("a kernel is not made of words");
  }
  c.end();
}

void save_emission(Caller& c) {
  const auto emission = c.world.emissions.pick(c.random);
  if (!emission) return;
  c.begin("vyre_emission_save");
  Out<vyre_blob*> out(c);
  if (c.end(vyre_emission_save(c.object(emission->raw), out.place()), out)) keep_blob(c, out.get());
}

void list_metrics(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_metric_list_create");
  Out<vyre_metric_list*> out(c);
  if (!c.end(vyre_metric_list_create(c.object(device->raw), out.place()), out)) return;
  c.world.metric_lists.add(
      std::make_shared<MetricList>(out.get(), "vyre_metric_list_destroy", vyre_metric_list_destroy),
      c.random);
}

void metrics_info(Caller& c) {
  const auto list = c.world.metric_lists.pick(c.random);
  c.begin("vyre_metric_list_get_info");
  const vyre_metric_list_info* info =
      vyre_metric_list_get_info(list ? c.or_null(list->raw) : nullptr);
  for (size_t i = 0; i < info->metric_count; ++i) {
    if (info->metrics[i]->name.size == 0) c.problem("a metric has no name");
  }
  c.end();
}

void get_policy(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_get_submit_policy");
  if (device->facts.family != "vulkan") c.unsound();
  StructOut<vyre_submit_policy> out(c, VYRE_SUBMIT_POLICY_INIT);
  c.end(vyre_device_get_submit_policy(c.object(device->raw), out.place()), out);
}

void set_policy(Caller& c) {
  const auto device = c.world.device(c);
  vyre_submit_policy policy = VYRE_SUBMIT_POLICY_INIT;
  c.begin("vyre_device_set_submit_policy");
  if (device->facts.family != "vulkan") c.unsound();
  c.struct_size(policy.struct_size);
  policy.spin_ns = c.random.one_of<uint64_t>({0, 1000, 20'000});
  policy.max_submission_ns = c.random.one_of<uint64_t>({0, 0, 1'000'000});
  policy.max_spinning_threads = c.random.below32(3);
  if (c.odd_and_wrong()) policy.reserved = 1;
  c.end(vyre_device_set_submit_policy(c.object(device->raw), c.object(&policy)));
}

void measure(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_measure_bandwidth");
  c.on(device->facts);
  auto out = Out<uint64_t>::optional(c);
  c.end(vyre_device_measure_bandwidth(c.object(device->raw), out.place()), out);
}

vyre_error* take(void* user, const void*, size_t size) {
  auto* left = static_cast<size_t*>(user);
  if (*left < size)
    return vyre_error_create(VYRE_ERROR_INPUT_OUTPUT, 0, vyre_str("no room. Fix: give more"));
  *left -= size;
  return nullptr;
}

void write_trace(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_context_write_trace");
  c.any_code();  // of the writer, which may have no room; and most contexts trace nothing
  size_t room = c.random.below(100'000);
  if (!c.end(vyre_context_write_trace(c.object(context->raw), c.object(take), &room))) return;
  if (!context->traces) c.problem("a context without a trace writes one");
}

void miss_name(Caller& c) {
  c.begin("vyre_cache_miss_name");
  if (vyre_cache_miss_name(c.choice(VYRE_CACHE_MISS_TRUNCATED)).data == nullptr)
    c.problem("a name is NULL");
  c.end();
}

void list_cache(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_cache_list_create");
  if (!context->has_folder) c.unsound();
  Out<vyre_cache_list*> out(c);
  if (!c.end(vyre_cache_list_create(c.object(context->raw), c.flags(VYRE_CACHE_LIST_CHECK),
                                    out.place()),
             out))
    return;
  c.world.cache_lists.add(
      std::make_shared<CacheList>(out.get(), "vyre_cache_list_destroy", vyre_cache_list_destroy),
      c.random);
}

void cache_info(Caller& c) {
  const auto list = c.world.cache_lists.pick(c.random);
  c.begin("vyre_cache_list_get_info");
  const vyre_cache_list_info* info =
      vyre_cache_list_get_info(list ? c.or_null(list->raw) : nullptr);
  for (size_t i = 0; i < info->entry_count; ++i) {
    if (info->entries[i]->path.size == 0) c.problem("a file has no path");
  }
  c.end();
}

void trim(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_context_trim_cache");
  if (!context->has_folder) c.unsound();
  auto out = Out<uint64_t>::optional(c);
  c.end(vyre_context_trim_cache(c.object(context->raw), out.place()), out);
}

void clear(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_context_clear_cache");
  if (!context->has_folder) c.unsound();
  auto out = Out<uint64_t>::optional(c);
  c.end(vyre_context_clear_cache(c.object(context->raw), out.place()), out);
}

void save_keys(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_device_save_keys");
  Out<vyre_blob*> out(c);
  if (c.end(vyre_device_save_keys(c.object(device->raw), out.place()), out))
    keep_blob(c, out.get());
}

uint32_t progress(void* user, uint64_t done, uint64_t total) {
  if (done > total) tell_problem("more keys are through than there are");
  return *static_cast<bool*>(user) ? 1 : 0;
}

void prepare_keys(Caller& c) {
  const auto device = c.world.device(c);
  vyre_blob* saved = nullptr;
  bool stop = c.random.one_in(4);
  vyre_error_destroy(vyre_device_save_keys(device->raw, &saved));
  const Blob held(saved, "vyre_blob_destroy", vyre_blob_destroy);
  const vyre_bytes keys = vyre_blob_get_bytes(saved);
  c.begin("vyre_device_prepare_keys");
  c.on(device->facts);
  size_t size = std::min<size_t>(keys.size, 96);
  if (size != 0 && c.odd_and_wrong()) --size;
  const auto* bytes = c.array(static_cast<const char*>(keys.data), size);
  auto out = Out<uint64_t>::optional(c);
  c.end(vyre_device_prepare_keys(c.object(device->raw), bytes, size,
                                 c.random.one_in(2) ? progress : nullptr, &stop, out.place()),
        out);
}

constexpr Action kActions[] = {
    {"vyre_plan_get_info", 10, plan_info},
    {"vyre_plan_describe", 5, describe_plan},
    {"vyre_program_emit", 3, emit_program},
    {"vyre_pipeline_emit", 5, emit_pipeline},
    {"vyre_emission_get_info", 10, emission_info},
    {"vyre_emission_save", 5, save_emission},
    {"vyre_metric_list_create", 10, list_metrics},
    {"vyre_metric_list_get_info", 10, metrics_info},
    {"vyre_device_get_submit_policy", 10, get_policy},
    {"vyre_device_set_submit_policy", 5, set_policy},
    {"vyre_device_measure_bandwidth", 0, measure},
    {"vyre_context_write_trace", 3, write_trace},
    {"vyre_cache_miss_name", 5, miss_name},
    {"vyre_cache_list_create", 3, list_cache},
    {"vyre_cache_list_get_info", 5, cache_info},
    {"vyre_context_trim_cache", 2, trim},
    {"vyre_context_clear_cache", 1, clear},
    {"vyre_device_save_keys", 5, save_keys},
    {"vyre_device_prepare_keys", 3, prepare_keys},
};

}  // namespace

std::span<const Action> tool_calls() { return kActions; }

}  // namespace vyre::interface
