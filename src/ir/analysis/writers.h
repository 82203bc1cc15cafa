#pragma once

#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// By buffer: whether a statement or an atomic writes it where one process is the whole world.
std::vector<bool> written_buffers(const Program& program);

// Whether one may write the buffer of that name anywhere, records that stand in no list included.
bool may_write(const Program& program, NameId name);

}  // namespace vyre::ir
