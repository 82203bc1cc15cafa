#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/value_kinds.h"

namespace vyre::spirv {

// Operators on u32 and i32 words; |kind| is the kind of the operands and has a result for |op|
// (result_kind). Nothing here is ever undefined: divisors are replaced where the quotient is fixed
// by rule, shift counts use their low five bits.
Value integer_binary(CodeWriter& code, BinOp op, Kind kind, Id a, Id b);
Value integer_unary(CodeWriter& code, UnOp op, Kind kind, Id a);

}  // namespace vyre::spirv
