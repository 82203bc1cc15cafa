#include "reference/values/operators.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "ir/math/fold.h"
#include "ir/math/half.h"
#include "ir/types/element.h"

namespace vyre::reference {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "f32 operations must round to f32");

Value make(uint32_t v) { return make_u32(v); }
Value make(uint64_t v) { return make_u64(v); }
Value make(int32_t v) { return make_i32(v); }
Value make(bool v) { return make_bool(v); }
Value make(float v) { return make_f32(v); }
const Value& make(const Value& v) { return v; }

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

template <typename T>
T truncate_saturating(double v) {
  if (std::isnan(v)) return 0;
  if (v <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (v >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(v);
}

bool fits_word(const Value& v) {
  if (v.kind == Kind::kU64) return v.lo <= UINT32_MAX;
  if (v.kind == Kind::kRaw) return v.size <= 4;
  return v.kind != Kind::kUnbound;
}

template <typename Word>
Fault cast_to_word(const Value& v, Store store) {
  if (v.kind == Kind::kFloat) return store(truncate_saturating<Word>(to_f64(v)));
  return fits_word(v) ? store(static_cast<Word>(low_word(v))) : Fault::kCastOutOfRange;
}

// A negative I32 has no such number before 0.6.5, and the same one in 64 bits since.
Fault cast_to_u64(const Value& v, ir::Semantics semantics, Store store) {
  if (v.kind == Kind::kI32 && semantics >= ir::Semantics::kV0_6_5) {
    return store(static_cast<uint64_t>(int64_t{to_i32(v)}));
  }
  const auto wide = as_u64(v);
  return wide ? store(*wide) : Fault::kCastOutOfRange;
}

Fault cast_to_f32(const Value& v, Store store) {
  switch (v.kind) {
    case Kind::kUnbound:
      return Fault::kUnboundName;
    case Kind::kI32:
      return store(static_cast<float>(to_i32(v)));
    case Kind::kU64:
      return store(static_cast<float>(v.lo));
    case Kind::kFloat:
      return store(v);
    case Kind::kU32:
    case Kind::kBool:
    case Kind::kRaw:
      break;
  }
  return fits_word(v) ? store(static_cast<float>(low_word(v))) : Fault::kCastOutOfRange;
}

// The low bits, as a word that has the sign of its type.
Fault cast_to_narrow(const Value& v, ir::DataType target, Store store) {
  const bool is_number = v.kind != Kind::kFloat && v.kind != Kind::kUnbound;
  if (!is_number) return Fault::kCastOutOfRange;
  const uint32_t word = low_word(v);
  if (target == ir::DataType::kU8) return store(word & 0xFFu);
  if (target == ir::DataType::kU16) return store(word & 0xFFFFu);
  if (target == ir::DataType::kI8) return store(int32_t{static_cast<int8_t>(word)});
  return store(int32_t{static_cast<int16_t>(word)});
}

Fault cast_to_half(const Value& v, ir::DataType target, Store store) {
  Value single;
  const Fault fault = cast_to_f32(v, Store{&single});
  if (fault != Fault::kNone) return fault;
  const uint32_t bits = std::bit_cast<uint32_t>(operand_f32(single));
  const bool is_brain = target == ir::DataType::kBF16;
  return store(std::bit_cast<float>(is_brain ? ir::f32_of_bf16(ir::bf16_of(bits))
                                             : ir::f32_of_f16(ir::f16_of(bits))));
}

// Zero-padded or cut to |size|; byte_count() at full width when |size| is the value's own.
Fault cast_to_bytes(const Value& v, uint32_t size, Store store) {
  if (v.kind == Kind::kUnbound) return Fault::kUnboundName;
  Value raw = make_raw(&v, std::min(byte_count(v), size));
  raw.size = static_cast<uint8_t>(size);
  return store(raw);
}

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

Fault division_gives_zero(Fault fault, ir::BinOp op, Value* out) {
  if (fault != Fault::kDivisionByZero && fault != Fault::kDivisionOverflow) return fault;
  *out = make_i32(ir::fixed_quotient(op, fault == Fault::kDivisionOverflow));
  return Fault::kNone;
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

Fault cast(ir::DataType target, ir::Semantics semantics, const Value& value, Value* out) {
  const Store store{out};
  const ir::DataType kept = ir::cast_type(target, semantics);
  if (kept != target && target != ir::DataType::kI64) {
    return kept == ir::DataType::kF32 ? cast_to_half(value, target, store)
                                      : cast_to_narrow(value, target, store);
  }
  switch (kept) {
    case ir::DataType::kU32:
      return cast_to_word<uint32_t>(value, store);
    case ir::DataType::kI32:
      return cast_to_word<int32_t>(value, store);
    case ir::DataType::kU64:
      return cast_to_u64(value, semantics, store);
    case ir::DataType::kF32:
      return cast_to_f32(value, store);
    case ir::DataType::kBool:
      return store(truthy(value));
    case ir::DataType::kVec2U32:
      return cast_to_bytes(value, 8, store);
    case ir::DataType::kVec4U32:
      return cast_to_bytes(value, 16, store);
    default:
      return cast_to_bytes(value, byte_count(value), store);
  }
}

}  // namespace vyre::reference
