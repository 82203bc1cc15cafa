#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/diagnostic_path.h"
#include "spirv/module/target.h"
#include "spirv/module/value_kinds.h"
#include "spirv/operators/word_pairs.h"

namespace vyre::spirv {

// Operators on u64 values, on their words; only division asks the device for 64-bit integers.
class Uint64 {
 public:
  Uint64(CodeWriter& code, const Target& target, MissingFeatures& requirements)
      : code_(code), pairs_(code), target_(target), requirements_(requirements) {}

  // |op| has a result for u64 (result_kind).
  Value binary(BinOp op, const Pair& a, const Pair& b);
  Value unary(UnOp op, const Pair& a);

 private:
  Pair number_of(BinOp op, const Pair& a, const Pair& b);
  Id shift_count(const Pair& b) { return code_.word(SpvOpBitwiseAnd, b.low, code_.constant(63)); }
  Pair saturating_add(const Pair& a, const Pair& b);
  Pair saturating_multiply(const Pair& a, const Pair& b);
  Pair divide(BinOp op, const Pair& a, const Pair& b);
  Id joined(const Pair& a);

  CodeWriter& code_;
  WordPairs pairs_;
  const Target& target_;
  MissingFeatures& requirements_;
};

}  // namespace vyre::spirv
