#pragma once

#include <string>

#include "ir/program/program.h"

namespace vyre::ir {

// Where statement |id| stands: "body[0].region.body[2].if.then[0]".
std::string statement_path(const Program& program, NodeId id);

}  // namespace vyre::ir
