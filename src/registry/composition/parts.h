#pragma once

#include <vector>

#include "ir/program/program.h"

namespace vyre::registry {

// The buffers of a composition and what they stand for.
struct CompositionParts {
  std::vector<uint32_t> inputs;  // read-only buffers by slot: the arguments in order
  uint32_t output = ir::kNone;   // the first buffer that is written: the result
};

CompositionParts parts_of(const ir::Program& composition);

// What arguments and results of that type are bound through, so that inside and outside of the
// composition they are of the declared kind. Other types keep the width that they come with.
bool is_converted(ir::DataType type);

}  // namespace vyre::registry
