#pragma once

#include "registry/ops/op_def.h"
#include "registry/ops/snapshot.h"
#include "vyre_driver_registry.h"

// What the header tells of registries and ops lies with the snapshot and with each op, made before
// anybody sees them: by a context for what it publishes (runtime::ContextOptions::prepare_registry)
// and by who gives out a handle of another. So reading it costs nothing, also through a view.
namespace vyre::capi {

// Makes the infos of |snapshot| and of its ops, unless they are there.
void make_registry_infos(const registry::Snapshot& snapshot);

// Those of a snapshot and of an op for which they were made.
const vyre_registry_info& info_of(const registry::Snapshot& snapshot);
const vyre_op_info& info_of(const registry::OpDef& op);

// The extension lives as long as |target|.
vyre_target to_c(const registry::Target& target);

// An op is borrowed from a snapshot, and a look-up must cost no more than the snapshot's: so
// vyre_op, which is never defined, is the op itself under another name. The only two casts.
inline const vyre_op* to_c(const registry::OpDef* op) {
  return reinterpret_cast<const vyre_op*>(op);
}

inline const registry::OpDef* op_of(const vyre_op* op) {
  return reinterpret_cast<const registry::OpDef*>(op);
}

}  // namespace vyre::capi
