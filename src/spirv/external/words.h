#pragma once

#include <spirv/unified1/spirv.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status/status.h"

namespace vyre::spirv {

// One instruction of a module: words[0] holds its length and its number.
struct ModuleInstruction {
  SpvOp op = SpvOpNop;
  uint32_t at = 0;  // index of words[0] in the module
  std::span<const uint32_t> words;

  uint32_t operator[](size_t i) const { return words[i]; }
};

// How many words the text that begins at |first| takes; those to the end where it does not end.
size_t text_words(const ModuleInstruction& instruction, size_t first);

// The words of a module that somebody else compiled, in the order of this machine's bytes. Checked
// so far: the header is one of SPIR-V 1.x, every instruction ends inside the module, and
// has at least the words that it has by the grammar.
class ModuleWords {
 public:
  static Result<ModuleWords> read(std::span<const std::byte> bytes);

  uint32_t bound() const { return words_[3]; }  // every id is below it
  uint32_t minor_version() const { return words_[1] >> 8 & 0xFF; }
  std::span<const uint32_t> words() const { return words_; }

  // The instruction that begins at word |at|, which another call gave.
  ModuleInstruction instruction(uint32_t at) const;

  template <typename Visit>
  Status for_each(Visit visit) const {
    return for_each(kHeaderWords, static_cast<uint32_t>(words_.size()), visit);
  }
  // Those from |begin| on that begin before |end|.
  template <typename Visit>
  Status for_each(uint32_t begin, uint32_t end, Visit visit) const {
    for (uint32_t at = begin; at < end;) {
      const ModuleInstruction one = instruction(at);
      VYRE_RETURN_IF_ERROR(visit(one));
      at += static_cast<uint32_t>(one.words.size());
    }
    return {};
  }

 private:
  static constexpr uint32_t kHeaderWords = 5;

  explicit ModuleWords(std::vector<uint32_t> words) : words_(std::move(words)) {}
  Status check_header();
  Status check_instructions() const;

  std::vector<uint32_t> words_;
};

// The text that begins at operand |first| of |instruction|; none when it does not end inside or is
// no UTF-8.
std::optional<std::string> literal_text(const ModuleInstruction& instruction, size_t first);

}  // namespace vyre::spirv
