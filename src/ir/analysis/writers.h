#pragma once

#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// By buffer: whether a statement or an atomic writes it where one process is the whole world.
std::vector<bool> written_buffers(const Program& program);

}  // namespace vyre::ir
