#pragma once

#include <string>

#include "ir/program/program.h"

namespace vyre::ir {

// The JSON form of |program| (docs/program-json.md): one statement per line. read_json gives back
// an equal program, whatever it holds.
std::string write_json(const Program& program);

}  // namespace vyre::ir
