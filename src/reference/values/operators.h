#pragma once

#include <cstdint>

#include "ir/program/program.h"
#include "reference/values/fault.h"
#include "reference/values/value.h"

namespace vyre::reference {

// Operators on dynamic kinds. |out| may be one of the operands and is written only on success.

Fault binary(ir::BinOp op, const Value& left, const Value& right, Value* out);
// After binary() has given |fault|: the result that a pipeline may ask for instead.
Fault division_gives_zero(Fault fault, ir::BinOp op, Value* out);
Fault unary(ir::UnOp op, const Value& operand, Value* out);
Fault fused_multiply_add(const Value& a, const Value& b, const Value& c, Value* out);

// Every type without arithmetic of its own takes the value's bytes.
Fault cast(ir::DataType target, ir::Semantics semantics, const Value& value, Value* out);

// The value of transcendental |op| at a canonical |v|.
float transcendental(ir::UnOp op, float v);

}  // namespace vyre::reference
