#pragma once

#include <cstdint>

#include "ir/program/program.h"
#include "reference/values/fault.h"
#include "reference/values/value.h"

namespace vyre::reference {

// Operators on dynamic kinds. |out| may be one of the operands and is written only on success.

Fault binary(ir::BinOp op, const Value& left, const Value& right, Value* out);
Fault unary(ir::UnOp op, const Value& operand, Value* out);
Fault fused_multiply_add(const Value& a, const Value& b, const Value& c, Value* out);

enum class CastTarget : uint8_t { kU32, kI32, kU64, kF32, kBool, kVec2U32, kVec4U32, kBytes };

// Every type without arithmetic of its own takes the value's bytes.
CastTarget cast_target(ir::DataType tag);
Fault cast(CastTarget target, const Value& value, Value* out);

}  // namespace vyre::reference
