#pragma once

#include <string>
#include <string_view>

#include "reference/bytecode.h"

namespace vyre::reference {

// How messages call operators and instructions.
std::string_view binary_name(ir::BinOp op);
std::string_view unary_name(ir::UnOp op);
std::string_view atomic_name(ir::AtomicOp op);
std::string operation_name(const Bytecode& code, const Instruction& instruction);

}  // namespace vyre::reference
