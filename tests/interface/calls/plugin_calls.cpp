#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

// A table that lacks something, or says what none may say.
void add_broken(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  ContextHost& host = c.world.new_host(c.random);
  vyre_backend_table table;
  scripted_table(&host.scripted, &table);
  table.destroy = nullptr;
  const std::string id = "fuzz" + std::to_string(c.world.names++);
  c.begin("vyre_context_add_backend");
  table.id = c.text(id);
  c.struct_size(table.struct_size);
  if (c.odd_and_wrong()) table.submit = nullptr;
  if (c.odd_and_wrong()) table.wait = nullptr;
  if (c.odd_and_wrong()) table.abi_version = 99;
  if (c.odd_and_wrong()) table.flags = uint64_t{1} << 60;
  if (c.odd_and_wrong()) table.id = vyre_str("cpu-ref");
  if (c.sound()) c.unsound();  // more backends than a context is made for are not kept
  c.end(vyre_context_add_backend(c.object(context->raw), c.object(&table)));
}

void declare_rank(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const std::string id = "rank" + std::to_string(c.world.names++);
  c.begin("vyre_context_declare_rank");
  c.end(vyre_context_declare_rank(c.object(context->raw), c.text(id), c.random.below32(9)));
}

void declare_dispatches(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const std::string id = "says" + std::to_string(c.world.names++);
  c.begin("vyre_context_declare_dispatches");
  c.end(vyre_context_declare_dispatches(c.object(context->raw), c.text(id), c.size32(1)));
}

void list(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_backend_list_create");
  Out<vyre_backend_list*> out(c);
  if (!c.end(vyre_backend_list_create(c.object(context->raw), out.place()), out)) return;
  c.world.backend_lists.add(std::make_shared<BackendList>(out.get(), "vyre_backend_list_destroy",
                                                          vyre_backend_list_destroy),
                            c.random);
}

void list_info(Caller& c) {
  const auto kept = c.world.backend_lists.pick(c.random);
  c.begin("vyre_backend_list_get_info");
  const vyre_backend_list_info* info =
      vyre_backend_list_get_info(kept ? c.or_null(kept->raw) : nullptr);
  for (size_t i = 0; i < info->backend_count; ++i) {
    if (info->backends[i]->id.size == 0) c.problem("a backend has no id");
  }
  c.end();
}

constexpr Action kActions[] = {
    {"vyre_context_add_backend", 1, add_broken},
    {"vyre_context_declare_rank", 1, declare_rank},
    {"vyre_context_declare_dispatches", 1, declare_dispatches},
    {"vyre_backend_list_create", 5, list},
    {"vyre_backend_list_get_info", 10, list_info},
};

}  // namespace

void add_table(Caller& c, const std::shared_ptr<Context>& context) {
  ContextHost& host = c.world.new_host(c.random);
  vyre_backend_table table;
  scripted_table(&host.scripted, &table);
  host.scripted.waits = c.random.below32(3);
  if (c.random.one_in(2)) table.flags |= VYRE_PLUGIN_ONE_AT_A_TIME;
  c.begin("vyre_context_add_backend");
  if (!c.end(vyre_context_add_backend(context->raw, &table))) return;
  host.tables = 1;
  open_device(c, context, "scripted");
}

std::span<const Action> plugin_calls() { return kActions; }

}  // namespace vyre::interface
