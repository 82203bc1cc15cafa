#pragma once

#include "ir/math/exponential.h"
#include "ir/math/trigonometric.h"
#include "ir/program/program.h"

namespace vyre::ir {

constexpr bool is_transcendental(UnOp op) {
  constexpr UnOp kAll[] = {UnOp::kSin,  UnOp::kCos,  UnOp::kTan,  UnOp::kAsin, UnOp::kAcos,
                           UnOp::kAtan, UnOp::kSinh, UnOp::kCosh, UnOp::kTanh, UnOp::kExp,
                           UnOp::kExp2, UnOp::kLog,  UnOp::kLog2};
  for (const UnOp one : kAll) {
    if (op == one) return true;
  }
  return false;
}

// The f32 that transcendental |op| has at the canonical f32 |x|, both as bits: the same for every
// machine, within one unit in the last place of libm 0.2.16; docs/numerics.md.
template <typename M>
typename M::Word transcendental(M& machine, UnOp op, typename M::Word x) {
  Exponential<M> exponential(machine);
  Trigonometric<M> trigonometric(machine);
  if (op == UnOp::kSin) return trigonometric.sin(x);
  if (op == UnOp::kCos) return trigonometric.cos(x);
  if (op == UnOp::kTan) return trigonometric.tan(x);
  if (op == UnOp::kAsin) return trigonometric.asin(x);
  if (op == UnOp::kAcos) return trigonometric.acos(x);
  if (op == UnOp::kAtan) return trigonometric.atan(x);
  if (op == UnOp::kSinh) return exponential.sinh(x);
  if (op == UnOp::kCosh) return exponential.cosh(x);
  if (op == UnOp::kTanh) return exponential.tanh(x);
  if (op == UnOp::kExp) return exponential.exp(x);
  if (op == UnOp::kExp2) return exponential.exp2(x);
  if (op == UnOp::kLog) return exponential.log(x);
  return exponential.log2(x);
}

}  // namespace vyre::ir
