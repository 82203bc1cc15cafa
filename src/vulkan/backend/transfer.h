#pragma once

#include <memory>
#include <span>

#include "vulkan/backend/vulkan_device.h"
#include "vulkan/memory/owned_allocation.h"

namespace vyre::vulkan {

// Between the host and resident memory, in the order of the queue: what was submitted before is
// seen, what is submitted later sees it. Ranges must lie inside the memory.

Status fill_with_zeroes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory);

// As backend::Device::fill and drain, write and read: the memory itself on a device that shares it
// with the host. Count what they move.
Result<std::unique_ptr<backend::Pieces>> fill_pieces(std::shared_ptr<VulkanDevice> opened,
                                                     const std::shared_ptr<OwnedAllocation>& memory,
                                                     uint64_t offset, uint64_t size);
Result<std::unique_ptr<backend::Pieces>> drain_pieces(
    std::shared_ptr<VulkanDevice> opened, const std::shared_ptr<OwnedAllocation>& memory,
    uint64_t offset, uint64_t size);
Status write_bytes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory,
                   uint64_t offset, std::span<const std::byte> bytes);
Status read_bytes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory,
                  uint64_t offset, std::span<std::byte> bytes);

// The same for memory that a context has for itself. |bytes| and zeroes behind them fill |to|;
// returns the newest submission when the last piece is on its way.
inline constexpr uint64_t kPieceBytes = uint64_t{4} << 20;
Result<uint64_t> upload_bytes(VulkanDevice& opened, const BufferRange& to,
                              std::span<const std::byte> bytes);
// Waits until |bytes| has what is at |offset| of |from|.
Status download_bytes(VulkanDevice& opened, const BufferRange& from, uint64_t offset,
                      std::span<std::byte> bytes);

// Copies on the device; returns before it is done.
Status copy_bytes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& from,
                  uint64_t from_offset, const std::shared_ptr<OwnedAllocation>& to,
                  uint64_t to_offset, uint64_t size);

}  // namespace vyre::vulkan
