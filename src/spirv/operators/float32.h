#pragma once

#include <unordered_set>

#include "spirv/module/diagnostic_path.h"
#include "spirv/module/invocation.h"
#include "spirv/module/target.h"
#include "spirv/module/value_kinds.h"
#include "spirv/operators/f32_bits.h"

namespace vyre::spirv {

// Operators on f32 values, which travel as bits and are canonical: NaN is 0x7FC00000 and no value
// is subnormal. Arithmetic is never contracted, and whatever the device does not promise exactly is
// made from what it does; docs/lowering.md tells how.
class Float32 {
 public:
  Float32(CodeWriter& code, const Target& target, Invocation& invocation,
          MissingFeatures& requirements)
      : bits(code),
        code_(code),
        target_(target),
        invocation_(invocation),
        requirements_(requirements) {}

  F32Bits bits;

  // |op| has a result for f32 (result_kind).
  Value binary(BinOp op, Id a, Id b);
  // A sum, difference or product of operands that may be uncanonical, which is so too.
  Value uncanonical_binary(BinOp op, Id a, Id b);
  // A sum, difference, product or quotient, which is canonical but for the bits of NaN.
  Id raw_binary(BinOp op, Id a, Id b, bool is_normal);  // |is_normal|: it cannot be subnormal
  // No sum, difference or product that uncanonical_binary() makes is subnormal.
  void be_subnormal_free(bool on) { subnormal_free_ = on; }
  Value unary(UnOp op, Id a);
  Id fma(Id a, Id b, Id c);

  // +0 and -0 are equal, NaN is unordered.
  Id less(Id a, Id b) { return compare(SpvOpFOrdLessThan, SpvOpSLessThan, a, b); }
  Id not_more(Id a, Id b) { return compare(SpvOpFOrdLessThanEqual, SpvOpSLessThanEqual, a, b); }
  Id equal(Id a, Id b) { return compare(SpvOpFOrdEqual, SpvOpIEqual, a, b); }
  Id not_equal(Id a, Id b) { return code_.test(SpvOpLogicalNot, equal(a, b)); }
  Id non_zero(Id a) { return bits.is_true(a); }

  // The same word, of which a compiler that mistakes constants cannot know the value. Words of
  // which a condition chooses one need it too: such a compiler takes 1.0 or 0 for a truth value,
  // and -1.0 or 0, in words of integers also, for its negation, where the 0 becomes -0.
  Id hidden(Id word);

 private:
  // What becomes of results: they are canonical, uncanonical (Value), or uncanonical and known to
  // be not subnormal.
  enum class Finish : uint8_t { kCanonical, kUncanonical, kSubnormalFree };

  Value finished(Finish finish, BinOp op, Id a, Id b);
  Id operand(Id word);  // hidden where a compiler may know it
  Id wide_operand(Id word);
  // |op| in f32, or in f64 where the device does not round f32 correctly.
  Id exact(SpvOp op, Id type, std::initializer_list<uint32_t> operands);
  Id finish_f32(Id value);
  Id finish_f64(Id value);
  Id arithmetic(SpvOp op, Id a, Id b);
  Id multiply(Id a, Id b);
  Id smallest_normal_or_zero(Id a, Id b);  // magnitude
  bool divides_natively();
  Id divide(Id a, Id b);
  Id reciprocal(Id a) { return divide(code_.constant(f32::kOne), a); }
  Id square_root(Id a);
  Id rounded_root(Id a);
  Id wide_fma(Id a, Id b, Id c);
  Pair round_to_odd(Id value, Id error);
  Id narrow(const Pair& value);  // words of an f64
  Id compare(SpvOp native, SpvOp of_keys, Id a, Id b);
  // A number wins over NaN, the left operand over its equal.
  Id minimum(Id a, Id b);
  Id maximum(Id a, Id b);

  CodeWriter& code_;
  const Target& target_;
  Invocation& invocation_;
  MissingFeatures& requirements_;
  Finish finish_ = Finish::kCanonical;
  bool subnormal_free_ = false;
  std::unordered_set<Id> results_;  // of what is hidden: no compiler knows them
};

// The value of transcendental |op| at the canonical f32 |x|: the oracle's own operations, one by
// one.
Id transcendental(CodeWriter& code, Float32& float32, UnOp op, Id x);

}  // namespace vyre::spirv
