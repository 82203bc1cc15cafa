#include "reference/values/operators.h"

#include <cfloat>
#include <cmath>

#include "ir/math/fold.h"

namespace vyre::reference {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "f32 operations must round to f32");

Value make(uint32_t v) { return make_u32(v); }
Value make(uint64_t v) { return make_u64(v); }
Value make(int32_t v) { return make_i32(v); }
Value make(bool v) { return make_bool(v); }
Value make(float v) { return make_f32(v); }

// Takes the result of an operator.
struct Store {
  Value* to;

  template <typename T>
  Fault operator()(T v) const {
    *to = make(v);
    return Fault::kNone;
  }
  static Fault nothing() { return Fault::kNoMeaning; }
  static Fault division_by_zero() { return Fault::kDivisionByZero; }
  static Fault division_overflow() { return Fault::kDivisionOverflow; }
  static float transcendental(ir::UnOp op, float v) { return reference::transcendental(op, v); }
};

float operand_f32(const Value& v) { return ir::canonical_f32(to_f32(v)); }

}  // namespace

Fault binary(ir::BinOp op, const Value& left, const Value& right, Value* out) {
  if (left.kind != right.kind) return Fault::kKindMismatch;
  switch (left.kind) {
    case Kind::kU32:
      return ir::fold(op, low_word(left), low_word(right), Store{out});
    case Kind::kI32:
      return ir::fold(op, to_i32(left), to_i32(right), Store{out});
    case Kind::kU64:
      return ir::fold(op, left.lo, right.lo, Store{out});
    case Kind::kBool:
      return ir::fold(op, left.lo != 0, right.lo != 0, Store{out});
    case Kind::kFloat:
      return ir::fold(op, operand_f32(left), operand_f32(right), Store{out});
    case Kind::kUnbound:
    case Kind::kRaw:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

Fault unary(ir::UnOp op, const Value& operand, Value* out) {
  switch (operand.kind) {
    case Kind::kU32:
      return ir::fold(op, low_word(operand), Store{out});
    case Kind::kI32:
      return ir::fold(op, to_i32(operand), Store{out});
    case Kind::kU64:
      return ir::fold(op, operand.lo, Store{out});
    case Kind::kBool:
      return ir::fold(op, operand.lo != 0, Store{out});
    case Kind::kFloat:
      return ir::fold(op, operand_f32(operand), Store{out});
    case Kind::kUnbound:
    case Kind::kRaw:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

Fault fused_multiply_add(const Value& a, const Value& b, const Value& c, Value* out) {
  const auto fa = as_f32(a), fb = as_f32(b), fc = as_f32(c);
  if (!fa || !fb || !fc) return Fault::kNotAnFmaOperand;
  const float result =
      std::fma(ir::canonical_f32(*fa), ir::canonical_f32(*fb), ir::canonical_f32(*fc));
  return Store{out}(ir::canonical_f32(result));
}

}  // namespace vyre::reference
