#pragma once

#include <memory>
#include <span>

#include "backend/pieces.h"
#include "vulkan/backend/device_objects.h"

namespace vyre::vulkan {

// Between the host and memory of the device, in the order of the queue: what was submitted before
// is seen, what is submitted later sees it. Ranges must lie inside the memory.

Status fill_with_zeroes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory);

// For memory that a context has for itself, piece by piece. |newest| becomes the last submission
// that uses it, after a failure too.

// |bytes| and zeroes behind them fill |to|; returns when the last piece is on its way.
using backend::kPieceBytes;
Status upload_bytes(VulkanDevice& opened, const BufferRange& to, std::span<const std::byte> bytes,
                    uint64_t& newest);
// Waits until |bytes|, of the size of |from|, has what is there.
Status download_bytes(VulkanDevice& opened, const BufferRange& from, std::span<std::byte> bytes,
                      uint64_t& newest);

// The bytes themselves, where the host reaches them and no work uses them; else none.
Result<std::span<std::byte>> reach_now(VulkanDevice& opened, const DeviceBuffer& buffer,
                                       uint64_t offset, uint64_t size);

// Refuses what cannot be filled, as the device counts.
Status check_words(const BufferRange& range);

// Texels that nobody waits for here, of a step with regions.
Result<std::unique_ptr<backend::Waitable>> move_texels(VulkanDevice& opened,
                                                       const backend::Step& step);

// Copies on the device; returns before it is done.
Status copy_bytes(VulkanDevice& opened, const DeviceBuffer& from, uint64_t from_offset,
                  const DeviceBuffer& to, uint64_t to_offset, uint64_t size);

}  // namespace vyre::vulkan
