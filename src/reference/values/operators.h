#pragma once

#include <cfloat>
#include <cstdint>

#include "ir/program/program.h"
#include "reference/values/fault.h"
#include "reference/values/value.h"

namespace vyre::reference {

static_assert(FLT_EVAL_METHOD == 0, "f32 operations must round to f32");

// Operators on dynamic kinds. |out| may be one of the operands and is written only on success.

Fault binary(ir::BinOp op, const Value& left, const Value& right, Value* out);
Fault unary(ir::UnOp op, const Value& operand, Value* out);
Fault fused_multiply_add(const Value& a, const Value& b, const Value& c, Value* out);

// f32 rows of the tables. Operands and results are canonical.
Fault binary_f32(ir::BinOp op, float left, float right, Value* out);
Fault unary_f32(ir::UnOp op, float operand, Value* out);

enum class CastTarget : uint8_t { kU32, kI32, kU64, kF32, kBool, kVec2U32, kVec4U32, kBytes };

// Every type without arithmetic of its own takes the value's bytes.
CastTarget cast_target(ir::DataType tag);
Fault cast(CastTarget target, const Value& value, Value* out);

}  // namespace vyre::reference
