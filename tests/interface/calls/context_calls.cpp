#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

constexpr uint64_t kFlags = VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_READ_ENVIRONMENT |
                            VYRE_CONTEXT_CACHE_READ_ONLY | VYRE_CONTEXT_MEASURE_TIMES |
                            VYRE_CONTEXT_TRACE | VYRE_CONTEXT_DEBUG_LABELS;

void keep_context(Caller& c, vyre_context* made, const vyre_context_desc& desc) {
  auto context = std::make_shared<Context>(made, "vyre_context_destroy", vyre_context_destroy);
  context->has_threads = desc.run_job != nullptr || (desc.flags & VYRE_CONTEXT_OWN_THREADS) != 0;
  context->has_folder = desc.cache_folder.size != 0;
  context->traces = (desc.flags & VYRE_CONTEXT_TRACE) != 0;
  c.world.contexts.add(std::move(context), c.random);
}

void get_shared(Caller& c) {
  c.begin("vyre_context_get_shared");
  Out<vyre_context*> out(c);
  if (!c.end(vyre_context_get_shared(out.place()), out)) return;
  const Context held(out.get(), "vyre_context_destroy", vyre_context_destroy);
}

void run_callbacks(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_context_run_callbacks");
  auto ran = Out<uint32_t>::optional(c);
  c.end(vyre_context_run_callbacks(c.object(context->raw), ran.place()), ran);
}

// A folder with a plug-in in it, a file that is none, or nothing.
std::string plugin_path(Caller& c) {
  const std::string modules = VYRE_INTERFACE_PLUGINS;
  return c.random.one_of<std::string>(
      {modules + "/plugin_second.so", modules + "/plugin_refuses.so",
       modules + "/plugin_version.so", c.world.folder().path("none.so")});
}

void load_plugin(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const std::string path = plugin_path(c);
  const uint8_t digest[32] = {1, 2, 3};
  const vyre_bytes digests[] = {{digest, sizeof digest}};
  c.begin("vyre_context_load_plugin");
  const bool first = path.ends_with("second.so") && context->backends.fetch_add(1) == 0;
  if (!first) c.unsound();
  const bool with_digest = c.odd();
  auto backend = Out<vyre_string>::optional(c);
  c.end(vyre_context_load_plugin(c.object(context->raw), c.text(path),
                                 with_digest ? c.object(digests) : nullptr, with_digest ? 1 : 0,
                                 backend.place()),
        backend);
}

void load_plugins(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const std::string folder = c.world.folder().path();
  c.begin("vyre_context_load_plugins");
  c.end(vyre_context_load_plugins(c.object(context->raw), c.text(folder), nullptr, 0));
}

void create(Caller& c) { create_context(c); }

constexpr Action kActions[] = {
    {"vyre_context_create", 2, create},
    {"vyre_context_get_shared", 1, get_shared},
    {"vyre_context_run_callbacks", 60, run_callbacks},
    {"vyre_context_load_plugin", 1, load_plugin},
    {"vyre_context_load_plugins", 2, load_plugins},
};

}  // namespace

void create_context(Caller& c) {
  ContextHost& host = c.world.new_host(c.random);
  const std::string folder = c.world.folder().path("cache");
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  host.give(desc, c.random);
  c.begin("vyre_context_create");
  c.struct_size(desc.struct_size);
  desc.flags = c.flags(kFlags);
  if (c.random.one_in(2)) desc.cache_folder = c.text(folder);
  if (c.odd()) desc.vulkan_library = c.text("no-loader.so");
  if ((desc.flags & VYRE_CONTEXT_TRACE) != 0)
    desc.trace_events = c.number(1000, {1, UINT64_MAX, 16'777'217});
  if (c.odd_and_wrong()) desc.reserved = 7;
  if (c.odd_and_wrong()) desc.deallocate = nullptr;
  if (c.odd_and_wrong()) desc.log_level = static_cast<vyre_log_level>(99);
  desc.cache_memory_bytes = c.number(0, {1, UINT64_MAX});
  desc.cache_memory_entries = c.number(0, {1, UINT64_MAX});
  desc.cache_disk_bytes = c.number(0, {1, UINT64_MAX});
  Out<vyre_context*> out(c);
  if (c.end(vyre_context_create(&desc, out.place()), out)) return keep_context(c, out.get(), desc);
  host.take_back();
}

std::span<const Action> context_calls() { return kActions; }

}  // namespace vyre::interface
