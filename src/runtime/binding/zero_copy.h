#pragma once

#include <span>

#include "backend/device.h"
#include "runtime/binding/outputs.h"
#include "runtime/binding/resolve.h"

namespace vyre::runtime {

// Lets a backend use the caller's memory behind |uses|, which are parallel to |resolved| as far as
// that goes, until a dispatch that the caller waits for has ended. What |outputs| go to is used as
// a place only when all of the binding goes there and nothing else of the dispatch lies there.
void zero_copy_host_memory(const ResolvedBindings& resolved, std::span<const OutputRange> outputs,
                           std::span<backend::BufferUse> uses);

}  // namespace vyre::runtime
