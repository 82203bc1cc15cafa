#pragma once

#include "differential/model/scope.h"
#include "memory.h"

namespace vyre::differential {

// Draws values that the host knows before the launch: what may decide about grid barriers.
class KnownValues {
 public:
  KnownValues(Case& sketch, Random& random, Memory& memory, Scope& scope)
      : case_(sketch), random_(random), memory_(memory), scope_(scope) {}

  Expression word(uint32_t depth);
  Expression condition(uint32_t depth);
  // From 0 to |most|; not always a literal.
  Expression bound(uint32_t most);
  // True for all invocations, and nothing that the host works out.
  Expression unknown_truth();

 private:
  Expression leaf();
  Expression operation(uint32_t depth);
  Expression sign_detour(uint32_t depth);

  Case& case_;
  Random& random_;
  Memory& memory_;
  Scope& scope_;
};

}  // namespace vyre::differential
