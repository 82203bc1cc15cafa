#pragma once

#include "ir/program/program.h"

namespace vyre::grid_sync {

// Names of the IR that the whole room uses.
using ir::BinOp;
using ir::DataType;
using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::kNone;
using ir::NameId;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;
using ir::Program;
using ir::Range;
using ir::scalar;
using ir::TypeId;
using ir::UnOp;

}  // namespace vyre::grid_sync
