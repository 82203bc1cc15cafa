#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// The words for tags in the JSON form of a program, as tables by tag. An empty word is no tag.
namespace vyre::ir::spelling {

using Words = std::span<const std::string_view>;

extern const Words kBinOps;
extern const Words kUnOps;
extern const Words kAtomicOps;
extern const Words kCollectiveOps;
extern const Words kOrderings;
extern const Words kAccesses;
extern const Words kMemoryKinds;
extern const Words kLocalities;
extern const Words kLinearTypes;
extern const Words kAxes;

// The word of |tag|, or an empty one.
template <typename Tag>
constexpr std::string_view word(Words words, Tag tag) {
  const auto index = static_cast<size_t>(tag);
  return index < words.size() ? words[index] : std::string_view();
}

// The tag of |text|, or none.
std::optional<uint8_t> find(Words words, std::string_view text);

}  // namespace vyre::ir::spelling
