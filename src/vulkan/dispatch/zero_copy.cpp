#include "vulkan/dispatch/zero_copy.h"

namespace vyre::vulkan {
namespace {

// A smaller binding is copied faster than the device is told of its memory.
constexpr uint64_t kMinBytesInPlace = uint64_t{64} << 10;

// By a quirk, which Mesa's software device alone has: elsewhere a copy takes less time than
// importing the memory.
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

std::span<std::byte> zero_copy_bytes(const LogicalDevice& device, Kernels kernels, size_t i,
                                     const backend::BufferUse& use) {
  if (!use.zero_copy || !can_use_host_memory(device)) return {};
  if (use.read_back && any_can_trap(kernels)) return {};
  if (any_writes(kernels, i) != use.read_back) return {};
  if (use.read_back && !use.input.empty() && use.input.data() != use.output) return {};
  // What no kernel writes is not written to, whoever sees it.
  std::byte* const bytes = use.read_back ? use.output : const_cast<std::byte*>(use.input.data());
  if (bytes == nullptr || !is_placed_well(device, bytes, use.size)) return {};
  return {bytes, static_cast<size_t>(use.size)};
}

}  // namespace vyre::vulkan
