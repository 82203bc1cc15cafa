#pragma once

#include <memory>

#include "support/build.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/value_of.h"

// Names that most tests of the lowering use alone.
namespace vyre::spirv {

using ir::AtomicOp;
using ir::BinOp;
using ir::DataType;
using ir::ExprId;
using ir::NodeId;
using ir::NodeKind;
using ir::UnOp;
using test::Build;
using test::in_out;
using test::input;
using test::output;
using test::refuses;
using test::shared;
using test::value_of;

using Programs = std::shared_ptr<const ir::Program>;

}  // namespace vyre::spirv
