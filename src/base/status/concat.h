#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace vyre {

// What stands in a part of a text. Numbers and characters are in their slot, all else is pointed
// to.
enum class PartKind : char { kEnd, kText, kString, kView, kCharacter, kSigned, kUnsigned };

union PartSlot {
  const void* at;
  uint64_t number;
};

std::string join(const PartKind* kinds, const PartSlot* slots);

template <typename T>
constexpr PartKind part_kind() {
  if constexpr (std::is_same_v<T, char>) return PartKind::kCharacter;
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) return PartKind::kSigned;
  if constexpr (std::is_integral_v<T>) return PartKind::kUnsigned;
  if constexpr (std::is_same_v<T, std::string>) return PartKind::kString;
  if constexpr (std::is_same_v<T, std::string_view>) return PartKind::kView;
  return PartKind::kText;
}

template <typename T>
[[gnu::always_inline]] inline PartSlot part_slot(const T& part) {
  if constexpr (std::is_integral_v<T>) {
    return {.number = uint64_t(part)};
  } else if constexpr (part_kind<T>() == PartKind::kText) {
    return {.at = static_cast<const char*>(part)};
  } else {
    return {.at = &part};
  }
}

// One list for all calls with parts of the same kinds.
template <PartKind... kinds>
inline constexpr PartKind kPartKinds[] = {kinds..., PartKind::kEnd};

// Joins strings, characters and integers into one text. Inlined: two lists are less code than a
// function for all that the parts may be.
template <typename... Parts>
[[gnu::always_inline]] inline std::string concat(const Parts&... parts) {
  const PartSlot slots[] = {part_slot(parts)...};
  return join(kPartKinds<part_kind<Parts>()...>, slots);
}

}  // namespace vyre
