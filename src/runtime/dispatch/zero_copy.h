#pragma once

#include "runtime/dispatch/prepare.h"

namespace vyre::runtime {

// Lets the device use the caller's memory until the dispatch has ended, where it finds that worth
// while: of a call that waits for the end, whatever happens, and moves no file. What outputs go to
// is used as a place only when all of the binding goes there and nothing else of the dispatch lies
// there.
void permit_zero_copy(const DispatchOptions& options, Prepared& prepared);

}  // namespace vyre::runtime
