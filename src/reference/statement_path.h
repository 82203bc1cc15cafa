#pragma once

#include <string>

#include "ir/program.h"

namespace vyre::reference {

// Where statement |id| stands: "body[0].region.body[2].if.then[0]".
std::string statement_path(const ir::Program& program, ir::NodeId id);

}  // namespace vyre::reference
