#pragma once

#include "ir/program/visit.h"
#include "ir/types/element.h"

namespace vyre::spirv {

// Names of the IR that the whole room uses.
using ir::AtomicOp;
using ir::BinOp;
using ir::DataType;
using ir::Element;
using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::NameId;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;
using ir::Program;
using ir::Range;
using ir::UnOp;

}  // namespace vyre::spirv
