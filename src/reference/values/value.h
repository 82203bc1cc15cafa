#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "ir/math/canonical_f32.h"
#include "ir/types/element.h"

namespace vyre::reference {

static_assert(std::endian::native == std::endian::little, "buffer bytes are little-endian");

enum class Kind : uint8_t { kUnbound, kU32, kI32, kU64, kBool, kFloat, kRaw };

inline constexpr uint32_t kMaxRawBytes = ir::kMaxLoadedBytes;

// What an expression yields at run time. Kinds are dynamic: they follow from what was loaded, not
// from a declared type. |lo| has the bits of every kind but Raw (U32, I32 and Bool zero-extended,
// Float as an f64); a Raw value is the first |size| bytes of lo and hi, the others are zero.
struct Value {
  uint64_t lo = 0;
  uint64_t hi = 0;
  Kind kind = Kind::kUnbound;
  uint8_t size = 0;
};

inline Value make_u32(uint32_t v) { return {v, 0, Kind::kU32, 0}; }
inline Value make_i32(int32_t v) { return {static_cast<uint32_t>(v), 0, Kind::kI32, 0}; }
inline Value make_u64(uint64_t v) { return {v, 0, Kind::kU64, 0}; }
inline Value make_bool(bool v) { return {v ? 1u : 0u, 0, Kind::kBool, 0}; }
inline Value make_f64(double v) { return {std::bit_cast<uint64_t>(v), 0, Kind::kFloat, 0}; }
inline Value make_f32(float v) { return make_f64(static_cast<double>(v)); }
Value make_raw(const void* bytes, size_t size);  // size <= kMaxRawBytes

inline uint32_t low_word(const Value& v) { return static_cast<uint32_t>(v.lo); }
inline int32_t to_i32(const Value& v) { return static_cast<int32_t>(low_word(v)); }
inline double to_f64(const Value& v) { return std::bit_cast<double>(v.lo); }
inline float to_f32(const Value& v) { return static_cast<float>(to_f64(v)); }

// Bytes that a store or a cast to a byte-like type sees; they lie in lo and hi.
uint32_t byte_count(const Value& v);

// Conversions by context; none where the value has no meaning there.
std::optional<uint32_t> as_u32(const Value& v);  // indices, bounds, atomic operands
std::optional<uint64_t> as_u64(const Value& v);  // sizes of copies
std::optional<float> as_f32(const Value& v);     // operands of Fma: a U32 gives its bits
bool truthy(const Value& v);

std::string describe(const Value& v);  // "I32 -1", "Raw(2) 05ff"

}  // namespace vyre::reference
