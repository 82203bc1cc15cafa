#pragma once

#include <memory>

#include "ir/program/program.h"
#include "specialization/map.h"

namespace vyre::differential {

// A program with names in place of some literals, and the values that make it the same program.
struct Named {
  std::shared_ptr<const ir::Program> program;
  std::shared_ptr<const specialization::Map> values;
};

// Every second literal gets a name of its own, every other name a default, which is another value.
Named with_names(const ir::Program& program);

}  // namespace vyre::differential
