#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/invocation.h"
#include "spirv/module/missing_features.h"
#include "spirv/module/target.h"
#include "spirv/module/value_kinds.h"

namespace vyre::spirv {

// Operators on f32 values, which travel as bits and are canonical: NaN is 0x7FC00000 and no value
// is subnormal. Arithmetic is never contracted, and whatever the device does not promise exactly
// is made from what it does; docs/lowering.md tells how.
class Float32 {
 public:
  Float32(CodeWriter& code, const Target& target, Invocation& invocation,
          MissingFeatures& requirements)
      : code_(code), target_(target), invocation_(invocation), requirements_(requirements) {}

  // |op| has a result for f32 (result_kind) and is not transcendental (transcendental.h).
  Value binary(ir::BinOp op, Id a, Id b);
  // A sum, difference or product of operands that may be loose, which is loose too.
  Value uncanonical_binary(ir::BinOp op, Id a, Id b);
  // No sum, difference or product of what loose_binary() gets is subnormal, see find_tame.cpp.
  void be_subnormal_free(bool on) { subnormal_free_ = on; }
  Id is_subnormal_free(Id bits, int exponent);  // not below 2^exponent or zero
  Value unary(ir::UnOp op, Id a);
  Id fma(Id a, Id b, Id c);

  Id canonical(Id bits);
  Id canonical_nan(Id bits);  // of what is canonical but for the bits of NaN
  Id flushed(Id bits);        // canonical but for the bits of NaN
  // The same word, of which a compiler that mistakes constants cannot know the value. Words of
  // which a condition chooses one need it too: such a compiler takes 1.0 or 0 for a truth value,
  // and -1.0 or 0, in words of integers also, for its negation, where the 0 becomes -0.
  Id hidden(Id bits);
  Id from_u32(Id word);
  Id from_i32(Id word);
  Id to_u32(Id bits);  // truncated, saturated, NaN to 0
  Id to_i32(Id bits);
  Id fits_u32(Id bits);  // finite and within [0, 2^32 - 1]
  Id is_true(Id bits);   // not zero; NaN is true

 private:
  // Pieces of a word.
  Id magnitude(Id bits);
  Id sign(Id bits);
  Id exponent(Id bits);  // biased
  Id mantissa(Id bits);
  Id is_negative(Id bits);
  Id is_nan(Id bits);

  // Arithmetic. |op| in f32, or in f64 where the device does not round f32 correctly.
  Id as_f32(Id bits);
  Id operand(Id bits);
  Id wide_operand(Id bits);
  Id exact(SpvOp op, Id type, std::initializer_list<uint32_t> operands);
  Id finish_f32(Id value);
  Id finish_f64(Id value);
  Id arithmetic(SpvOp op, Id a, Id b);
  Id multiply(Id a, Id b);
  Id smallest_normal_or_zero(Id a, Id b);  // magnitude
  Id divide(Id a, Id b);
  Id reciprocal(Id a);
  Id square_root(Id a);
  Id rounded_root(Id a);
  bool divides_natively();
  Id wide_fma(Id a, Id b, Id c);
  struct Wide {
    Id low, high;  // words of an f64
  };
  Wide round_to_odd(Id value, Id error);
  Id narrow(const Wide& value);

  // Order.
  Id less(Id a, Id b);
  Id not_more(Id a, Id b);
  Id equal(Id a, Id b);
  Id ordered(Id a, Id b);
  Id order_key(Id bits);
  Id minimum(Id a, Id b);
  Id maximum(Id a, Id b);
  Value compare(ir::BinOp op, Id a, Id b);

  // Functions on bits.
  Id negate(Id a);
  Id sign_of(Id a);
  Id round(ir::UnOp op, Id a);
  Id rounding_bias(ir::UnOp op, Id a, Id mask);
  Id rounded_fraction(ir::UnOp op, Id a);

  // What becomes of a result.
  enum class Finish : uint8_t { kCanonical, kUncanonical, kSubnormalFree };
  Id finished(Id bits);

  Finish finish_ = Finish::kCanonical;
  bool subnormal_free_ = false;
  CodeWriter& code_;
  const Target& target_;
  Invocation& invocation_;
  MissingFeatures& requirements_;
};

}  // namespace vyre::spirv
