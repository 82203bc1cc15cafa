#pragma once

#include "reference/compile/bytecode.h"
#include "reference/interpreter/interpreter.h"

namespace vyre::reference {

// The arrays that operands point into, by Place.
struct Interpreter::OperandBases {
  Value* arrays[3];
  Value& operator[](uint32_t operand) const {
    return arrays[operand >> 30][operand & kOperandMask];
  }
};

}  // namespace vyre::reference
