#include "plugin/interface/ops.h"

#include "capi/boundary/guard.h"
#include "registry/builder.h"

namespace vyre::plugin {
namespace {

bool takes_from_plugin(const vyre_error* error) { return take_back_error(error); }

// The host's own code may return what it has made itself.
bool takes_from_host(const vyre_error* error) {
  (void)take_back_error(error);
  return true;
}

}  // namespace

vyre_error* op_add(vyre_op_sink* sink, const vyre_op_desc* desc) {
  return lent_error(capi::guard(VYRE_ARG(sink), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(capi::require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(capi::OpSetup setup, capi::op_setup(desc, sink->origin));
    sink->ops.push_back(std::move(setup));
    return {};
  }));
}

Result<vyre_op_sink> ops_of(const std::shared_ptr<const Plugin>& plugin) {
  vyre_op_sink sink{{plugin, plugin->is_loaded() ? &takes_from_plugin : &takes_from_host}, {}};
  const vyre_backend_table& table = plugin->table();
  if (table.add_ops == nullptr) return sink;
  VYRE_RETURN_IF_ERROR(plugin_status(*plugin, plugin->id(), "add_ops",
                                     table.add_ops(table.user, plugin->host().table(), &sink)));
  return sink;
}

Status publish(const vyre_op_sink& sink, registry::Publisher& publisher) {
  while (!sink.ops.empty()) {
    const auto current = publisher.current();
    registry::Builder builder;
    builder.add(*current);
    for (const capi::OpSetup& setup : sink.ops) builder.add(setup.op);
    VYRE_ASSIGN_OR_RETURN(auto next, builder.freeze());
    if (publisher.replace(current, std::move(next))) break;
  }
  return {};
}

}  // namespace vyre::plugin
