#pragma once

#include <cstddef>
#include <functional>

#include "differential/model/sketch.h"

namespace vyre::differential {

// Makes |sketch| smaller as long as |interesting| stays true of it, which is called at most
// |attempts| times. Statements, branches, expressions, buffers, inputs, workgroup and grid shrink.
// What is pinned stays, so that the result still does not depend on the order of invocations; but
// candidates may be invalid, which |interesting| has to find out.
Case reduce(Case sketch, const std::function<bool(const Case&)>& interesting,
            size_t attempts = 2000);

}  // namespace vyre::differential
