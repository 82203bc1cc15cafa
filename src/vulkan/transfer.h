#pragma once

#include <memory>
#include <span>

#include "vulkan/core.h"
#include "vulkan/resident.h"

namespace vyre::vulkan {

// Between the host and resident memory, in the order of the queue: what was submitted before is
// seen, what is submitted later sees it. Ranges must lie inside the memory.

Status fill_with_zeroes(Core& core, const std::shared_ptr<Resident>& memory);
Status write_bytes(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                   std::span<const std::byte> bytes);
Status read_bytes(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                  std::span<std::byte> bytes);

}  // namespace vyre::vulkan
