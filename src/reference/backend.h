#pragma once

#include <memory>
#include <memory_resource>

#include "backend/backend.h"

namespace vyre::reference {

// The oracle, the one device that it has. |memory|: as create_reference_device() wants it.
std::unique_ptr<backend::Backend> make_backend(std::pmr::memory_resource* memory);

}  // namespace vyre::reference
