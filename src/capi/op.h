#pragma once

#include "registry/ops/op_def.h"
#include "vyre_driver.h"

namespace vyre::capi {

// An op is borrowed from a snapshot, and a look-up must cost no more than the snapshot's: so
// vyre_op, which is never defined, is the op itself under another name. The only two casts.
inline const vyre_op* to_c(const registry::OpDef* op) {
  return reinterpret_cast<const vyre_op*>(op);
}

inline const registry::OpDef* op_of(const vyre_op* op) {
  return reinterpret_cast<const registry::OpDef*>(op);
}

}  // namespace vyre::capi
