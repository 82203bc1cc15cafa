#pragma once

#include <spirv/unified1/spirv.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace vyre::spirv {

// What the operands of an instruction are, behind its type and its result: i an id, l a literal;
// the group in parentheses comes again until the instruction ends.
struct InstructionForm {
  SpvOp op;
  bool has_type;
  bool has_result;
  std::string_view operands;

  // The operand that holds the result, where there is one.
  size_t result_word() const { return has_type ? 2 : 1; }
  size_t first_operand() const { return 1 + (has_type ? 1 : 0) + (has_result ? 1 : 0); }
};

// The instructions that a module with the function of an op may have: types and constants, those of
// functions, and what says nothing about values. None and false for all others.
std::optional<InstructionForm> global_form(SpvOp op);
std::optional<InstructionForm> body_form(SpvOp op);
bool says_nothing(SpvOp op);

// Whether it ends a block.
bool is_terminator(SpvOp op);

// Whether that instruction of GLSL.std.450 computes with numbers of 32 bits, whatever the stage.
bool is_plain_math(uint32_t instruction);

}  // namespace vyre::spirv
