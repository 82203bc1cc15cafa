#pragma once

#include <spirv/unified1/spirv.h>

#include <cstdint>

#include "spirv/external/grammar.h"

namespace vyre::spirv {

// The instructions that a module with the function of an op may have: types and constants, those of
// functions, and what says nothing about values. Null and false for all others.
const InstructionForm* global_form(SpvOp op);
const InstructionForm* body_form(SpvOp op);
bool says_nothing(SpvOp op);

// Whether it ends a block.
bool is_terminator(SpvOp op);

// Whether that instruction of GLSL.std.450 computes with numbers of 32 bits, whatever the stage.
bool is_plain_math(uint32_t instruction);

}  // namespace vyre::spirv
