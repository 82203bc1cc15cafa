#pragma once

#include "spirv/module/value_kinds.h"
#include "spirv/operators/f32_arithmetic.h"

namespace vyre::spirv {

// Operators on f32 values, which travel as bits and are canonical: NaN is 0x7FC00000 and no value
// is subnormal.
class Float32 {
 public:
  Float32(CodeWriter& code, const Target& target, Invocation& invocation,
          MissingFeatures& requirements)
      : bits(code),
        arithmetic(code, target, invocation, requirements),
        conversions(code),
        code_(code) {}

  F32Bits bits;
  F32Arithmetic arithmetic;
  F32Conversions conversions;

  // |op| has a result for f32 (result_kind) and is not transcendental.
  Value binary(BinOp op, Id a, Id b);
  // A sum, difference or product of operands that may be uncanonical, which is so too.
  Value uncanonical_binary(BinOp op, Id a, Id b);
  // No sum, difference or product that uncanonical_binary() makes is subnormal.
  void be_subnormal_free(bool on) { subnormal_free_ = on; }
  Value unary(UnOp op, Id a);

 private:
  CodeWriter& code_;
  bool subnormal_free_ = false;
};

// The value of transcendental |op| at the canonical f32 |x|: the oracle's own operations, one by
// one.
Id transcendental(CodeWriter& code, Float32& float32, UnOp op, Id x);

}  // namespace vyre::spirv
