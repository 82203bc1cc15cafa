#pragma once

#include "ir/math/exponential.h"
#include "ir/math/trigonometric.h"
#include "ir/program/program.h"

namespace vyre::ir {

constexpr bool is_transcendental(UnOp op) { return ops::has(op, ops::kTranscendental); }

// The f32 that transcendental |op| has at the canonical f32 |x|, both as bits: the same for every
// machine, within one unit in the last place of libm 0.2.16; docs/numerics.md.
template <typename M>
typename M::Word transcendental(M& machine, UnOp op, typename M::Word x) {
#define TRANSCENDENTAL(name, c_name, json, tag, family) \
  if (op == UnOp::name) return family<M>(machine).json(x);
#include "ir/program/ops.def"
  return x;
}

}  // namespace vyre::ir
