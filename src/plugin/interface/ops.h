#pragma once

#include <memory>
#include <vector>

#include "capi/registry/op_setup.h"
#include "plugin/interface/plugin.h"
#include "registry/ops/publisher.h"
#include "vyre_driver_plugin.h"

// What one call of a table's add_ops adds.
struct vyre_op_sink {
  vyre::capi::CallbackOrigin origin;  // of the ops' functions
  std::vector<vyre::capi::OpSetup> ops;
};

namespace vyre::plugin {

// The function of the host's table.
vyre_error* op_add(vyre_op_sink* sink, const vyre_op_desc* desc);

// Asks the table of |plugin| for its ops; none where it has no add_ops.
Result<vyre_op_sink> ops_of(const std::shared_ptr<const Plugin>& plugin);

// Puts them beside what |publisher| has: all of them, or none and why.
Status publish(const vyre_op_sink& sink, registry::Publisher& publisher);

}  // namespace vyre::plugin
