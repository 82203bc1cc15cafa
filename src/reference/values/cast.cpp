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

// The 32 bits of everything that casts to a word, a Float excepted.
bool word_of(const Value& v, uint32_t* word) {
  *word = low_word(v);
  if (v.kind == Kind::kU64) return v.lo <= UINT32_MAX;
  if (v.kind == Kind::kRaw) return v.size <= 4;
  return v.kind != Kind::kUnbound;
}

Fault cast_to_u32(const Value& v, Value* out) {
  if (v.kind == Kind::kFloat) return done(out, make_u32(truncate_saturating<uint32_t>(to_f64(v))));
  uint32_t word;
  if (!word_of(v, &word)) return Fault::kCastOutOfRange;
  return done(out, make_u32(word));
}

Fault cast_to_i32(const Value& v, Value* out) {
  if (v.kind == Kind::kFloat) return done(out, make_i32(truncate_saturating<int32_t>(to_f64(v))));
  uint32_t word;
  if (!word_of(v, &word)) return Fault::kCastOutOfRange;
  return done(out, make_i32(static_cast<int32_t>(word)));
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

CastTarget cast_target(ir::DataType tag) {
  if (tag == ir::DataType::kU32) return CastTarget::kU32;
  if (tag == ir::DataType::kI32) return CastTarget::kI32;
  if (tag == ir::DataType::kU64) return CastTarget::kU64;
  if (tag == ir::DataType::kF32) return CastTarget::kF32;
  if (tag == ir::DataType::kBool) return CastTarget::kBool;
  if (tag == ir::DataType::kVec2U32) return CastTarget::kVec2U32;
  if (tag == ir::DataType::kVec4U32) return CastTarget::kVec4U32;
  return CastTarget::kBytes;
}

Fault cast(CastTarget target, const Value& value, Value* out) {
  switch (target) {
    case CastTarget::kU32:
      return cast_to_u32(value, out);
    case CastTarget::kI32:
      return cast_to_i32(value, out);
    case CastTarget::kU64:
      return cast_to_u64(value, out);
    case CastTarget::kF32:
      return cast_to_f32(value, out);
    case CastTarget::kBool:
      return done(out, make_bool(truthy(value)));
    case CastTarget::kVec2U32:
      return cast_to_bytes(value, 8, out);
    case CastTarget::kVec4U32:
      return cast_to_bytes(value, 16, out);
    case CastTarget::kBytes:
      return cast_to_bytes(value, byte_count(value), out);
  }
  return Fault::kNoMeaning;
}

}  // namespace vyre::reference
