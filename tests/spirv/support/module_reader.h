#pragma once

#include <spirv/unified1/spirv.h>

#include <cstdint>
#include <span>
#include <vector>

namespace vyre::spirv {

struct Instruction {
  SpvOp op;
  std::span<const uint32_t> operands;
};

// The instructions of a module in the order of its words, the five header words left out.
inline std::vector<Instruction> instructions_of(std::span<const uint32_t> words) {
  std::vector<Instruction> instructions;
  for (size_t at = 5; at < words.size();) {
    const size_t length = words[at] >> SpvWordCountShift;
    if (length == 0 || length > words.size() - at) break;
    instructions.push_back(
        {static_cast<SpvOp>(words[at] & SpvOpCodeMask), words.subspan(at + 1, length - 1)});
    at += length;
  }
  return instructions;
}

}  // namespace vyre::spirv
