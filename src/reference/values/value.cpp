#include "reference/values/value.h"

#include <cstdio>

#include "base/encoding/hex.h"
#include "base/status/status.h"

namespace vyre::reference {
namespace {

std::optional<uint64_t> float_below(double v, double end) {
  if (!(v >= 0.0 && v < end)) return std::nullopt;
  return static_cast<uint64_t>(v);
}

std::string float_text(double v) {
  char text[40];
  const int length = std::snprintf(text, sizeof text, "%.9g", v);
  return std::string(text, static_cast<size_t>(length));
}

}  // namespace

Value make_raw(const void* bytes, size_t size) {
  Value v{0, 0, Kind::kRaw, static_cast<uint8_t>(size)};
  if (size != 0) std::memcpy(&v, bytes, size);  // lo and hi come first
  return v;
}

uint32_t byte_count(const Value& v) {
  if (v.kind == Kind::kRaw) return v.size;
  if (v.kind == Kind::kUnbound) return 0;
  return v.kind == Kind::kU64 || v.kind == Kind::kFloat ? 8 : 4;
}

std::optional<uint32_t> as_u32(const Value& v) {
  if (v.kind == Kind::kU32) return low_word(v);
  // 4294967295.5 is out of range although its integer part is not.
  if (v.kind == Kind::kFloat && to_f64(v) > 4294967295.0) return std::nullopt;
  if (v.kind == Kind::kRaw && v.size > 4) return std::nullopt;
  const std::optional<uint64_t> wide = as_u64(v);
  return wide && *wide <= UINT32_MAX ? std::optional(static_cast<uint32_t>(*wide)) : std::nullopt;
}

std::optional<uint64_t> as_u64(const Value& v) {
  switch (v.kind) {
    case Kind::kU32:
    case Kind::kBool:
    case Kind::kU64:
      return v.lo;
    case Kind::kI32:
      return to_i32(v) >= 0 ? std::optional(v.lo) : std::nullopt;
    case Kind::kRaw:
      return v.size <= 8 ? std::optional(v.lo) : std::nullopt;
    case Kind::kFloat:
      return float_below(to_f64(v), 18446744073709551616.0);
    case Kind::kUnbound:
      break;
  }
  return std::nullopt;
}

std::optional<float> as_f32(const Value& v) {
  if (v.kind == Kind::kFloat) return to_f32(v);
  if (v.kind == Kind::kU32) return std::bit_cast<float>(low_word(v));
  return std::nullopt;
}

bool truthy(const Value& v) {
  if (v.kind == Kind::kFloat) return to_f64(v) != 0.0;
  if (v.kind == Kind::kRaw) return v.size > 4 || v.lo != 0;
  return v.lo != 0;
}

std::string describe(const Value& v) {
  switch (v.kind) {
    case Kind::kUnbound:
      return "an unbound name";
    case Kind::kU32:
      return concat("U32 ", v.lo);
    case Kind::kU64:
      return concat("U64 ", v.lo);
    case Kind::kI32:
      return concat("I32 ", to_i32(v));
    case Kind::kBool:
      return v.lo != 0 ? "Bool true" : "Bool false";
    case Kind::kFloat:
      return concat("F32 ", float_text(to_f64(v)));
    case Kind::kRaw:
      return concat("Raw(", uint32_t{v.size}, ") ",
                    hex_encode({reinterpret_cast<const uint8_t*>(&v), v.size}));
  }
  return "unknown";
}

}  // namespace vyre::reference
