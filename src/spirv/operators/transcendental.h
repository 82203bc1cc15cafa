#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/operators/float32.h"

namespace vyre::spirv {

// The value of transcendental |op| at the canonical f32 |x|: the oracle's own operations, one by
// one.
Id transcendental(CodeWriter& code, Float32& float32, UnOp op, Id x);

}  // namespace vyre::spirv
