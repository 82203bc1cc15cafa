#pragma once

#include "ir/program/program.h"

namespace vyre::reference {

// The value of transcendental |op| at a canonical |v|.
float transcendental(ir::UnOp op, float v);

}  // namespace vyre::reference
