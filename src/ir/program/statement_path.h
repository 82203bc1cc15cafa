#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// Where statement |id| stands: "body[0].region.body[2].if.then[0]".
std::string statement_path(const Program& program, NodeId id);

// The same of all statements, by NodeId; empty for those that stand nowhere.
std::vector<std::string> statement_paths(const Program& program);

}  // namespace vyre::ir
