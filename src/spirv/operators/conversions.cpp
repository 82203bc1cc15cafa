#include "spirv/operators/conversions.h"

#include <algorithm>

namespace vyre::spirv {
namespace {

constexpr KindSet kFloats = KindSet(Kind::kF32) | Kind::kF64;
constexpr KindSet kLongRaws = KindSet(Kind::kRaw8) | Kind::kRawLong;
constexpr KindSet kFitsU32 = KindSet(Kind::kU32) | Kind::kBool | Kind::kRaw;
constexpr KindSet kFitsU64 = kFitsU32 | Kind::kU64 | Kind::kRaw8;
constexpr KindSet kMayExceedU32 = kLongRaws | Kind::kU64;

}  // namespace

Id Conversions::word(const Value& value) {
  if (value.uncanonical) return float32_.bits.canonical_nan(value.word);
  if (value.word != kNoId) return value.word;
  if (value.truth == kNoId) return code_.constant(0);  // no value can get here
  return code_.select(value.truth, code_.constant(1), code_.constant(0));
}

Pair Conversions::pair(const Value& value) {
  const Id low = word(value);
  return {low, upper(value, 0)};
}

Id Conversions::kind_number(const Value& value) {
  if (value.kinds.merged()) return value.kind;
  return value.kinds.empty() ? code_.constant(0) : number_of(value.kinds.first());
}

Id Conversions::has_kind(const Value& value, Kind kind) {
  if (!value.kinds.merged()) return code_.module().boolean(value.kinds.has(kind));
  return code_.test(SpvOpIEqual, value.kind, number_of(kind));
}

Id Conversions::truth(const Value& value) {
  if (value.truth != kNoId) return value.truth;
  const Id type = code_.module().bool_type();
  return by_kind(value, type, [&](Kind kind) { return truth_as(kind, value); });
}

Id Conversions::truth_as(Kind kind, const Value& value) {
  if (kind == Kind::kRaw8 || kind == Kind::kRawLong) return code_.module().boolean(true);
  if (kind == Kind::kF32) return float32_.bits.is_true(word(value));
  if (kind == Kind::kF64) return wide_.is_true(pair(value));
  if (kind == Kind::kU64) return WordPairs(code_).non_zero(pair(value));
  return code_.test(SpvOpINotEqual, word(value), code_.constant(0));
}

Id Conversions::as_u32(const Value& value, std::string_view role) {
  const Id bits = word(value);
  if (value.is(kFitsU32)) return bits;
  const Id truth_type = code_.module().bool_type();
  const Id fits = by_kind(value, truth_type, [&](Kind kind) { return fits_u32(kind, value); });
  traps_.raise_if(code_.test(SpvOpLogicalNot, fits), TrapKind::kConversion,
                  concat(role, " at ", path_.text(), " is negative or not below 2^32"), bits);
  const Id type = code_.module().u32_type();
  const Id converted = by_kind(value, type, [&](Kind kind) { return u32_as(kind, value); });
  return code_.select(fits, converted, code_.constant(0));
}

Id Conversions::fits_u32(Kind kind, const Value& value) {
  if (kind == Kind::kI32) {
    return code_.test(SpvOpSGreaterThanEqual, word(value), code_.constant(0));
  }
  if (kind == Kind::kF32) return float32_.bits.fits_u32(word(value));
  if (kind == Kind::kF64) return wide_.fits_u32(pair(value));
  if (kind == Kind::kU64) return code_.test(SpvOpIEqual, upper(value, 0), code_.constant(0));
  return code_.module().boolean(kind != Kind::kRaw8 && kind != Kind::kRawLong);
}

Id Conversions::u32_as(Kind kind, const Value& value) {
  if (kind == Kind::kF64) return wide_.to_u32(pair(value));
  return kind == Kind::kF32 ? float32_.bits.to_u32(word(value)) : word(value);
}

Pair Conversions::as_u64(const Value& value, std::string_view role, bool extends_sign) {
  const KindSet certain = extends_sign ? kFitsU64 | Kind::kI32 : kFitsU64;
  const Id fits = by_kind(value, code_.module().bool_type(), [&](Kind kind) {
    return certain.has(kind) ? code_.module().boolean(true) : fits_u64(kind, value);
  });
  if (!value.is(certain)) {
    traps_.raise_if(code_.test(SpvOpLogicalNot, fits), TrapKind::kConversion,
                    concat(role, " at ", path_.text(), " is negative or not below 2^64"),
                    word(value));
  }
  Pair number = pair(value);
  if (extends_sign && value.kinds.has(Kind::kI32)) {
    const Id sign = code_.word(SpvOpShiftRightArithmetic, number.low, code_.constant(31));
    number.high = code_.select(has_kind(value, Kind::kI32), sign, number.high);
  }
  const bool float32 = value.kinds.has(Kind::kF32) || value.kinds.has(Kind::kF64);
  if (!float32) return number;
  const Pair whole = wide_.to_u64(as_f64(value));
  if (value.is(kFloats)) return whole;
  const Id is_float =
      code_.test(SpvOpLogicalOr, has_kind(value, Kind::kF32), has_kind(value, Kind::kF64));
  return WordPairs(code_).select(is_float, whole, number);
}

Id Conversions::fits_u64(Kind kind, const Value& value) {
  if (kind == Kind::kI32) return fits_u32(kind, value);
  if (kind == Kind::kF32) return wide_.fits_u64(wide_.from_f32(word(value)));
  if (kind == Kind::kF64) return wide_.fits_u64(pair(value));
  return code_.module().boolean(kind != Kind::kRawLong);
}

// A value of kind F32 or F64; whatever it is when it has another one.
Pair Conversions::as_f64(const Value& value) {
  if (!value.kinds.has(Kind::kF32)) return pair(value);
  const Pair widened = wide_.from_f32(word(value));
  if (!value.kinds.has(Kind::kF64)) return widened;
  return WordPairs(code_).select(has_kind(value, Kind::kF32), widened, pair(value));
}

Value Conversions::narrowed(const Value& value) {
  if (!value.kinds.has(Kind::kF64)) return value;
  const Id rounded = wide_.to_f32(pair(value));
  if (!value.kinds.merged()) return Value::of(Kind::kF32, rounded);
  Value result = value;
  const Id is_f64 = has_kind(value, Kind::kF64);
  result.kinds = spirv::narrowed(value.kinds);
  result.word = code_.select(is_f64, rounded, word(value));
  const bool merged = result.kinds.merged();
  result.kind = merged ? code_.select(is_f64, number_of(Kind::kF32), value.kind) : kNoId;
  return result;
}

Value Conversions::cast(const Value& value, DataType type, ir::Semantics semantics) {
  if (value.kinds.empty()) return {};
  const DataType target = ir::cast_type(type, semantics);
  if (target == DataType::kU64) return cast_to_u64(value, semantics);
  if (target != type) {
    return target == DataType::kF32 ? cast_to_half(value, type) : cast_to_narrow(value, type);
  }
  if (target == DataType::kBool) return Value::of_truth(truth(value));
  if (target == DataType::kU32 || target == DataType::kI32) {
    const bool is_signed = target == DataType::kI32;
    check_cast(value, is_signed ? "I32" : "U32", kMayExceedU32);
    const Id word = by_kind(value, code_.module().u32_type(), [&](Kind kind) {
      return is_signed ? cast_to_i32(kind, value) : u32_as(kind, value);
    });
    return Value::of(is_signed ? Kind::kI32 : Kind::kU32, word);
  }
  return target == DataType::kF32 ? cast_to_f32(value) : cast_to_bytes(value, target);
}

// A negative I32 has no such number before 0.6.5, and the same one in 64 bits since.
Value Conversions::cast_to_u64(const Value& value, ir::Semantics semantics) {
  const bool extends_sign = semantics >= ir::Semantics::kV0_6_5;
  return Value::of(Kind::kU64, as_u64(value, "the operand of the cast to U64", extends_sign));
}

// The low bits, as a word that has the sign of its type.
Value Conversions::cast_to_narrow(const Value& value, DataType target) {
  if (!(value.kinds & kFloats).empty()) {
    const Id is_float = by_kind(value, code_.module().bool_type(), [&](Kind kind) {
      return code_.module().boolean(kFloats.has(kind));
    });
    traps_.raise_if(is_float, TrapKind::kConversion,
                    concat("the operand of the cast to ", ir::tag_name(target), " at ",
                           path_.text(), " does not fit"),
                    word(value));
  }
  const uint32_t bits = target == DataType::kU8 || target == DataType::kI8 ? 8 : 16;
  const bool is_signed = target == DataType::kI8 || target == DataType::kI16;
  const SpvOp extract = is_signed ? SpvOpBitFieldSExtract : SpvOpBitFieldUExtract;
  const Id word = code_.emit(extract, code_.module().u32_type(),
                             {this->word(value), code_.constant(0), code_.constant(bits)});
  return Value::of(is_signed ? Kind::kI32 : Kind::kU32, word);
}

Value Conversions::cast_to_half(const Value& value, DataType target) {
  const Value single = narrowed(cast_to_f32(value));
  return Value::of(Kind::kF32, target == DataType::kF16
                                   ? float32_.bits.from_f16(float32_.bits.to_f16(single.word))
                                   : float32_.bits.from_bf16(float32_.bits.to_bf16(single.word)));
}

Id Conversions::loaded_half(const Element& element, Id word) {
  const bool is_f16 = element.repr == Element::Repr::kF16;
  return is_f16 ? float32_.bits.from_f16(word) : float32_.bits.from_bf16(word);
}

// Another kind than F32 and F64 stores zero.
Id Conversions::stored_half(Kind kind, const Element& element, const Value& value) {
  if (kind != Kind::kF32 && kind != Kind::kF64) return code_.constant(0);
  const Id single = kind == Kind::kF32 ? word(value) : wide_.to_f32(pair(value));
  const bool is_f16 = element.repr == Element::Repr::kF16;
  return is_f16 ? float32_.bits.to_f16(single) : float32_.bits.to_bf16(single);
}

// Traps where the oracle has no such cast. Only values of kinds in |risky| may have none: those
// that are no u32.
void Conversions::check_cast(const Value& value, std::string_view target, KindSet risky) {
  if ((value.kinds & risky).empty()) return;
  const Id fits = by_kind(value, code_.module().bool_type(), [&](Kind kind) {
    return risky.has(kind) ? fits_u32(kind, value) : code_.module().boolean(true);
  });
  traps_.raise_if(
      code_.test(SpvOpLogicalNot, fits), TrapKind::kConversion,
      concat("the operand of the cast to ", target, " at ", path_.text(), " does not fit"),
      word(value));
}

Id Conversions::cast_to_i32(Kind kind, const Value& value) {
  if (kind == Kind::kF64) return wide_.to_i32(pair(value));
  return kind == Kind::kF32 ? float32_.bits.to_i32(word(value)) : word(value);
}

// An f64 stays what it is.
Value Conversions::cast_to_f32(const Value& value) {
  check_cast(value, "F32", kLongRaws);
  Value result;
  result.kinds = cast_kinds(DataType::kF32, value.kinds);
  result.word = by_kind(value, code_.module().u32_type(),
                        [&](Kind kind) { return cast_word_to_f32(kind, value); });
  if (!result.kinds.has(Kind::kF64)) return result;
  result.upper[0] = upper(value, 0);
  if (!result.kinds.merged()) return result;
  const Id is_f64 = has_kind(value, Kind::kF64);
  result.upper[0] = code_.select(is_f64, result.upper[0], code_.constant(0));
  result.kind = code_.select(is_f64, number_of(Kind::kF64), number_of(Kind::kF32));
  return result;
}

Id Conversions::cast_word_to_f32(Kind kind, const Value& value) {
  if (kind == Kind::kF32 || kind == Kind::kF64) return word(value);
  if (kind == Kind::kU64) return wide_.f32_from_u64(pair(value));
  return kind == Kind::kI32 ? float32_.bits.from_i32(word(value))
                            : float32_.bits.from_u32(word(value));
}

// To a type of bytes: at the width of the source, or at that of the vector.
Value Conversions::cast_to_bytes(const Value& value, DataType target) {
  Value result;
  result.kinds = cast_kinds(target, value.kinds);
  const Bits words = bytes(value, word_count(result.kinds));
  result.word = words[0];
  std::copy(words.begin() + 1, words.end(), result.upper.begin());
  if (!result.kinds.merged()) return result;
  result.kind = by_kind(value, code_.module().u32_type(),
                        [&](Kind kind) { return number_of(cast_kind(target, kind)); });
  return result;
}

// The first |words| words of the bytes of a value. An f32 has those of its f64, whose low word
// holds the last three bits of the f32.
Bits Conversions::bytes(const Value& value, size_t words) {
  const Id bits = word(value);
  Bits result = {};
  result[0] = by_kind(value, code_.module().u32_type(), [&](Kind kind) {
    return kind == Kind::kF32 ? code_.word(SpvOpShiftLeftLogical, bits, code_.constant(29)) : bits;
  });
  if (words > 1) result[1] = second_word(value);
  for (size_t i = 2; i < words; ++i) result[i] = value.upper[i - 1];
  return result;
}

Id Conversions::second_word(const Value& value) {
  if (!value.kinds.has(Kind::kF32)) return value.upper[0];
  const Id widened = wide_.from_f32(word(value)).high;
  if (!value.kinds.merged()) return widened;
  return code_.select(has_kind(value, Kind::kF32), widened, upper(value, 0));
}

Bits Conversions::stored(const Value& value, const Element& element) {
  if (ir::is_half(element.repr)) {
    return {by_kind(value, code_.module().u32_type(),
                    [&](Kind kind) { return stored_half(kind, element, value); })};
  }
  if (element.repr != Element::Repr::kF32) {
    return bytes(value, std::min<uint64_t>((element.stride + 3) / 4, kMaxWords));
  }
  return {by_kind(value, code_.module().u32_type(),
                  [&](Kind kind) { return stored_f32(kind, value); })};
}

Id Conversions::stored_f32(Kind kind, const Value& value) {
  if (kind == Kind::kF32) return word(value);
  if (kind == Kind::kF64) return wide_.to_f32(pair(value));
  return kind == Kind::kU32 ? float32_.bits.canonical(word(value)) : code_.constant(0);
}

}  // namespace vyre::spirv
