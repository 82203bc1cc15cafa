#pragma once

#include <cstdint>
#include <string_view>

#include "spirv/external/words.h"

namespace vyre::spirv {

enum class Makes : uint8_t { kOther, kType, kConstant };

// What the words of an instruction are, as the grammar of SPIR-V has it. Operands behind the type
// and the result: i an id, l a literal word, s a text; those behind ? may be left out, and the
// group in parentheses comes any number of times.
struct InstructionForm {
  SpvOp op;
  bool has_type;
  bool has_result;
  Makes makes;
  std::string_view operands;

  // The word that holds the result, where there is one.
  size_t result_word() const { return has_type ? 2 : 1; }
  size_t first_operand() const { return 1 + (has_type ? 1 : 0) + (has_result ? 1 : 0); }
  size_t min_words() const;
};

// Null for an instruction that the grammar does not have.
const InstructionForm* instruction_form(SpvOp op);

// "Int64" of 11; empty for a number that the grammar does not have.
std::string_view capability_name(uint32_t capability);

// Gives |visit| what each operand is and its word, of a text the first one. Whether the instruction
// has all operands that it must have, and no word more.
template <typename Visit>
bool for_each_operand(const ModuleInstruction& one, const InstructionForm& form, Visit visit) {
  const std::string_view pattern = form.operands;
  size_t word = form.first_operand(), at = 0, group = 0;
  bool may_end = false;
  for (; word < one.words.size() && at < pattern.size(); ++at) {
    const char what = pattern[at];
    may_end = may_end || what == '?';
    if (what == '(') group = at;
    if (what == ')') at = group;
    if (what == '?' || what == '(' || what == ')') continue;
    visit(what, word);
    word += what == 's' ? text_words(one, word) : 1;
  }
  const bool is_letter = at < pattern.size() && pattern[at] >= 'a';
  return word == one.words.size() && (may_end || !is_letter);
}

}  // namespace vyre::spirv
