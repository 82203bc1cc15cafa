#include "spirv/conversions.h"

#include "base/status.h"

namespace vyre::spirv {

Id Conversions::word(const Value& value) {
  if (value.word != kNoId) return value.word;
  if (value.truth == kNoId) return code_.constant(0);  // no value can get here
  return code_.select(value.truth, code_.constant(1), code_.constant(0));
}

Id Conversions::kind_number(const Value& value) {
  if (value.kinds.merged()) return value.kind;
  return code_.constant(value.kinds.empty() ? 0 : static_cast<uint32_t>(value.kinds.first()));
}

Id Conversions::has_kind(const Value& value, Kind kind) {
  if (!value.kinds.merged()) return code_.module().boolean(value.kinds.has(kind));
  return code_.test(SpvOpIEqual, value.kind, code_.constant(static_cast<uint32_t>(kind)));
}

Id Conversions::truth(const Value& value) {
  if (value.truth != kNoId) return value.truth;
  const Id bits = word(value);
  const Id type = code_.module().bool_type();
  return by_kind(value, type, [&](Kind kind) { return truth_as(kind, bits); });
}

Id Conversions::truth_as(Kind kind, Id word) {
  if (kind == Kind::kF32) return floats_.is_true(word);
  return code_.test(SpvOpINotEqual, word, code_.constant(0));
}

Id Conversions::as_u32(const Value& value, std::string_view role) {
  const Id bits = word(value);
  if (!value.kinds.has(Kind::kI32) && !value.kinds.has(Kind::kF32)) return bits;
  const Id truth_type = code_.module().bool_type();
  const Id fits = by_kind(value, truth_type, [&](Kind kind) { return fits_u32(kind, bits); });
  traps_.raise_if(code_.test(SpvOpLogicalNot, fits), TrapKind::kConversion,
                  concat(role, " at ", path_.text(), " is negative or not below 2^32"), bits);
  const Id type = code_.module().u32_type();
  const Id converted = by_kind(value, type, [&](Kind kind) { return u32_as(kind, bits); });
  return code_.select(fits, converted, code_.constant(0));
}

Id Conversions::fits_u32(Kind kind, Id word) {
  if (kind == Kind::kI32) return code_.test(SpvOpSGreaterThanEqual, word, code_.constant(0));
  if (kind == Kind::kF32) return floats_.fits_u32(word);
  return code_.module().boolean(true);
}

Id Conversions::u32_as(Kind kind, Id word) {
  return kind == Kind::kF32 ? floats_.to_u32(word) : word;
}

// A u32 stands for the f32 of those bits; other kinds never get here.
Id Conversions::as_fma_operand(const Value& value) {
  const Id bits = word(value);
  return value.kinds == KindSet(Kind::kF32) ? bits : floats_.canonical(bits);
}

Value Conversions::cast(const Value& value, ir::DataType target) {
  const Kind kind = *cast_kind(target);
  if (kind == Kind::kBool) return Value::of_truth(truth(value));
  const Id bits = word(value);
  const Id type = code_.module().u32_type();
  return Value::of(kind, by_kind(value, type, [&](Kind from) {
                     if (kind == Kind::kU32) return u32_as(from, bits);
                     if (kind == Kind::kI32) return cast_to_i32(from, bits);
                     return kind == Kind::kF32 ? cast_to_f32(from, bits) : bits;
                   }));
}

Id Conversions::cast_to_i32(Kind kind, Id word) {
  return kind == Kind::kF32 ? floats_.to_i32(word) : word;
}

Id Conversions::cast_to_f32(Kind kind, Id word) {
  if (kind == Kind::kF32) return word;
  return kind == Kind::kI32 ? floats_.from_i32(word) : floats_.from_u32(word);
}

// An f32 stored as anything else leaves the low bytes of its f64, whose low word holds the last
// three bits of the f32.
Id Conversions::stored(const Value& value, ir::DataType element) {
  const Id bits = word(value);
  const Id type = code_.module().u32_type();
  if (element == ir::DataType::kF32) {
    return by_kind(value, type, [&](Kind kind) { return stored_f32(kind, bits); });
  }
  const Id whole = by_kind(value, type, [&](Kind kind) {
    return kind == Kind::kF32 ? code_.word(SpvOpShiftLeftLogical, bits, code_.constant(29)) : bits;
  });
  if (element != ir::DataType::kU8) return whole;
  return code_.word(SpvOpBitwiseAnd, whole, code_.constant(0xFF));
}

Id Conversions::stored_f32(Kind kind, Id word) {
  if (kind == Kind::kF32) return word;
  return kind == Kind::kU32 ? floats_.canonical(word) : code_.constant(0);
}

}  // namespace vyre::spirv
