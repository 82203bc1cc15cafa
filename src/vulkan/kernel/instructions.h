#pragma once

#include <spirv/unified1/spirv.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace vyre::vulkan {

inline constexpr size_t kHeaderWords = 5;  // of a SPIR-V module

// Gives |visit| each instruction, with what it is.
template <typename Visit>
void for_each_instruction(std::span<const uint32_t> words, const Visit& visit) {
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> SpvWordCountShift;
    if (length == 0 || length > words.size() - at) return;
    visit(static_cast<SpvOp>(words[at] & SpvOpCodeMask), words.subspan(at, length));
    at += length;
  }
}

}  // namespace vyre::vulkan
