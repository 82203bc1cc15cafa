#pragma once

#include <memory>
#include <memory_resource>

#include "backend/backend.h"

namespace vyre::reference {

// The CPU oracle, "cpu-ref": runs programs exactly as the language defines them, lane by lane and
// statement by statement, and starts no threads. A dispatch advances while somebody waits for it,
// for a later one that uses the same memory, or reads or writes such memory; dispatches that share
// memory run in the order of submission.
//
// Buffers and the state of running programs come from |memory|, which may be used from several
// threads at once and outlives the backend and everything made with it.
Result<std::shared_ptr<backend::Device>> create_reference_device(
    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The oracle, the one device that it has. |memory|: as create_reference_device() wants it.
std::unique_ptr<backend::Backend> make_backend(std::pmr::memory_resource* memory);

}  // namespace vyre::reference
