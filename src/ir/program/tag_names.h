#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// The words for tags in the JSON form of a program, as tables by tag. An empty word is no tag.
namespace vyre::ir::spelling {

using Words = std::span<const std::string_view>;

inline constexpr auto kBinOps = std::to_array<std::string_view>({
    "",
#define BINARY(name, c_name, json, ...) #json,
#include "ir/program/ops.def"
});
inline constexpr auto kUnOps = std::to_array<std::string_view>({
    "",
#define UNARY(name, c_name, json, ...) #json,
#include "ir/program/ops.def"
});
inline constexpr auto kAtomicOps = std::to_array<std::string_view>({
    "",
#define ATOMIC(name, c_name, json, ...) #json,
#include "ir/program/ops.def"
});
inline constexpr auto kReduceOps = std::to_array<std::string_view>({
    "",
#define REDUCTION(name, word, json, ...) #json,
#include "ir/program/ops.def"
});
inline constexpr auto kCollectiveOps =
    std::to_array<std::string_view>({"", "sum", "min", "max", "bit_and", "bit_or", "bit_xor"});
inline constexpr auto kOrderings = std::to_array<std::string_view>(
    {"relaxed", "acquire", "release", "acq_rel", "seq_cst", "grid_sync"});
inline constexpr auto kAccesses = std::to_array<std::string_view>(
    {"read_only", "read_write", "uniform", "workgroup", "write_only"});
inline constexpr auto kMemoryKinds = std::to_array<std::string_view>(
    {"global", "shared", "uniform", "local", "readonly", "push", "persistent"});
inline constexpr auto kLocalities =
    std::to_array<std::string_view>({"streaming", "temporal", "random"});
inline constexpr auto kLinearTypes =
    std::to_array<std::string_view>({"linear", "affine", "relevant", "unrestricted"});
inline constexpr auto kSemantics = std::to_array<std::string_view>({"", "0.6.2", "0.6.5", "0.7"});
inline constexpr auto kAxes = std::to_array<std::string_view>({"x", "y", "z"});

// The word of |tag|, or an empty one.
template <typename Tag>
constexpr std::string_view word(Words words, Tag tag) {
  const auto index = static_cast<size_t>(tag);
  return index < words.size() ? words[index] : std::string_view();
}

// The tag of |text|, or none.
inline std::optional<uint8_t> find(Words words, std::string_view text) {
  for (size_t tag = 0; tag < words.size() && !text.empty(); ++tag) {
    if (words[tag] == text) return static_cast<uint8_t>(tag);
  }
  return std::nullopt;
}

}  // namespace vyre::ir::spelling
