#pragma once

#include <string>

#include "judge.h"

namespace vyre::differential {

// |sketch| with its inputs and what came out, as one JSON value; bytes are hex.
std::string write_case(const Case& sketch, const Judgment& judgment);

}  // namespace vyre::differential
