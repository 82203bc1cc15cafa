#include <cmath>
#include <limits>

#include "reference/values/operators.h"

namespace vyre::reference {
namespace {

Fault done(Value* out, const Value& v) {
  *out = v;
  return Fault::kNone;
}

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
Fault cast_to_word(const Value& v, Value (*make)(Word), Value* out) {
  if (v.kind == Kind::kFloat) return done(out, make(truncate_saturating<Word>(to_f64(v))));
  if (!fits_word(v)) return Fault::kCastOutOfRange;
  return done(out, make(static_cast<Word>(low_word(v))));
}

Fault cast_to_u64(const Value& v, Value* out) {
  const auto wide = as_u64(v);
  if (!wide) return Fault::kCastOutOfRange;
  return done(out, make_u64(*wide));
}

Fault cast_to_f32(const Value& v, Value* out) {
  switch (v.kind) {
    case Kind::kUnbound:
      return Fault::kUnboundName;
    case Kind::kU32:
    case Kind::kBool:
      return done(out, make_f32(static_cast<float>(low_word(v))));
    case Kind::kI32:
      return done(out, make_f32(static_cast<float>(to_i32(v))));
    case Kind::kU64:
      return done(out, make_f32(static_cast<float>(v.lo)));
    case Kind::kFloat:
      return done(out, v);
    case Kind::kRaw:
      if (v.size > 4) return Fault::kCastOutOfRange;
      return done(out, make_f32(static_cast<float>(low_word(v))));
  }
  return Fault::kCastOutOfRange;
}

// Zero-padded or cut to |size|; byte_count() at full width when |size| is the value's own.
Fault cast_to_bytes(const Value& v, uint32_t size, Value* out) {
  if (v.kind == Kind::kUnbound) return Fault::kUnboundName;
  const Value source = v;
  const uint32_t count = byte_count(source);
  Value raw = make_raw(&source, count < size ? count : size);
  raw.size = static_cast<uint8_t>(size);
  return done(out, raw);
}

}  // namespace

Fault cast(ir::DataType target, const Value& value, Value* out) {
  switch (target) {
    case ir::DataType::kU32:
      return cast_to_word(value, make_u32, out);
    case ir::DataType::kI32:
      return cast_to_word(value, make_i32, out);
    case ir::DataType::kU64:
      return cast_to_u64(value, out);
    case ir::DataType::kF32:
      return cast_to_f32(value, out);
    case ir::DataType::kBool:
      return done(out, make_bool(truthy(value)));
    case ir::DataType::kVec2U32:
      return cast_to_bytes(value, 8, out);
    case ir::DataType::kVec4U32:
      return cast_to_bytes(value, 16, out);
    default:
      return cast_to_bytes(value, byte_count(value), out);
  }
}

}  // namespace vyre::reference
