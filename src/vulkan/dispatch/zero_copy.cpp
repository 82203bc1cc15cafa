#include "vulkan/dispatch/zero_copy.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

bool can_use_host_memory(const LogicalDevice& device) {
  const PhysicalDevice& physical = device.physical();
  return device.shares_memory() && device.borrowed() == nullptr &&
         physical.quirks.imports_at_once && physical.host_import_alignment > 0;
}

bool is_placed_well(const LogicalDevice& device, const std::byte* bytes, uint64_t size) {
  const uint64_t alignment = device.profile().buffer_offset_alignment;
  return size >= kMinBytesInPlace && size % sizeof(uint32_t) == 0 &&
         reinterpret_cast<uintptr_t>(bytes) % alignment == 0;
}

}  // namespace

std::span<std::byte> zero_copy_bytes(const LogicalDevice& device,
                                     std::span<const std::shared_ptr<const Kernel>> kernels,
                                     size_t i, const backend::BufferUse& use) {
  if (!use.zero_copy || !can_use_host_memory(device)) return {};
  const auto writes = [&](const auto& kernel) { return kernel->bindings()[i].is_written; };
  const auto can_trap = [](const auto& kernel) { return kernel->can_trap(); };
  const bool is_written = std::ranges::any_of(kernels, writes);
  if (use.read_back && std::ranges::any_of(kernels, can_trap)) return {};
  if (is_written != use.read_back) return {};
  if (use.read_back && !use.input.empty() && use.input.data() != use.output) return {};
  // What no kernel writes is not written to, whoever sees it.
  std::byte* const bytes = use.read_back ? use.output : const_cast<std::byte*>(use.input.data());
  if (bytes == nullptr || !is_placed_well(device, bytes, use.size)) return {};
  return {bytes, static_cast<size_t>(use.size)};
}

}  // namespace vyre::vulkan
