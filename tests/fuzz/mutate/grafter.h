#pragma once

#include "ir/program/program.h"

namespace vyre::fuzz {

// Copies expressions and statements, with all that they need, behind what a program has already.
// The program copied from must not be the one copied to.
class Grafter {
 public:
  Grafter(const ir::Program& from, ir::Program& to) : from_(from), to_(to) {}

  ir::NameId name(ir::NameId id);
  ir::TypeId type(ir::TypeId id);
  ir::ExprId expr(ir::ExprId id);
  ir::NodeId node(ir::NodeId id);

 private:
  template <typename Copy>
  ir::Range list(ir::Range range, Copy copy);
  ir::Range payload(ir::Range range);

  const ir::Program& from_;
  ir::Program& to_;
};

}  // namespace vyre::fuzz
