#pragma once

#include "reference/bytecode.h"
#include "reference/machine.h"

namespace vyre::reference {

// The arrays that operands point into, by Place.
struct Machine::Bases {
  Value* arrays[3];
  Value& operator[](uint32_t operand) const {
    return arrays[operand >> 30][operand & kOperandMask];
  }
};

}  // namespace vyre::reference
