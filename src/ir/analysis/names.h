#pragma once

#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// What the names of locals stand for. A local is its declaration: the Let or the Loop that binds
// it.
struct ResolvedNames {
  explicit ResolvedNames(const Program& program);

  std::vector<NodeId> declaration;  // by ExprId: what a Var reads, else kNone
  std::vector<NodeId> target;       // by NodeId: the Let that an Assign writes, else kNone
  std::vector<bool> assigned;       // by declaration: some Assign writes it
  // The first Var that nothing binds, and the statement that it stands in.
  ExprId unbound = kNone;
  NodeId unbound_in = kNone;
};

}  // namespace vyre::ir
