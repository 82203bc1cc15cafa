#pragma once

#include <string>

#include "reference/compile/bytecode.h"

namespace vyre::reference {

// How messages call an instruction: "div", "load of buffer 'a'".
std::string operation_name(const Bytecode& code, const Instruction& instruction);

}  // namespace vyre::reference
