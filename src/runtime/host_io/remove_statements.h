#pragma once

#include <memory>
#include <memory_resource>
#include <span>

#include "ir/program/program.h"

namespace vyre::runtime {

// |program| without the statements |taken|, which are Lets at the top level. No record of theirs
// is left, also for those who look at all records in no order. A buffer of 64-bit integers that
// nothing uses any more has words instead, of as many bytes.
std::shared_ptr<const ir::Program> without_statements(const ir::Program& program,
                                                      std::span<const ir::NodeId> taken,
                                                      std::pmr::memory_resource* memory);

}  // namespace vyre::runtime
