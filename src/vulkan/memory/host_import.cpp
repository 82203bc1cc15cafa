#include "vulkan/memory/allocator.h"

namespace vyre::vulkan {
namespace {

constexpr VkExternalMemoryHandleTypeFlagBits kHostPointer =
    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

Status check_alignment(const LogicalDevice& device, std::span<const std::byte> bytes) {
  const uint64_t alignment = device.physical().host_import_alignment;
  if (alignment == 0) {
    return fail(Code::kUnsupportedFeature, "device '", device.physical().id,
                "' lacks VK_EXT_external_memory_host, so it cannot use host memory as its own. "
                "Fix: read the file into a buffer instead, or choose another device");
  }
  const auto address = reinterpret_cast<uintptr_t>(bytes.data());
  if (!bytes.empty() && address % alignment == 0 && bytes.size() % alignment == 0) return {};
  return fail(Code::kInvalidArgument, "host memory of ", bytes.size(), " bytes, ",
              address % alignment, " bytes past a multiple of ", alignment,
              ", cannot be imported: address and size have to be multiples of it "
              "(minImportedHostPointerAlignment). Fix: align both");
}

Status refused(const LogicalDevice& device, VkResult result, std::string_view call) {
  if (result == VK_ERROR_DEVICE_LOST) return device.error(result, call);
  Status status = fail(Code::kUnsupportedFeature, "device '", device.physical().id,
                       "' refuses this host memory (", call,
                       "), as many do with the pages of a "
                       "file. Fix: read the file into a buffer instead");
  status.info().native_code = result;
  return status;
}

}  // namespace

// All of it is taken. Made before the objects of Vulkan, which an exception would leave behind.
std::unique_ptr<Block> Allocator::external_block(uint64_t size,
                                                 std::shared_ptr<const void> keep_alive) const {
  auto block = std::make_unique<Block>();
  block->size = size;
  block->ranges = kernel_host::FreeRanges(size);
  (void)block->ranges.take(size, alignment_);
  block->imported = keep_alive != nullptr ? std::move(keep_alive) : std::make_shared<char>();
  return block;
}

Allocation Allocator::keep(std::unique_ptr<Block> block) {
  std::lock_guard lock(mutex_);
  block->id = next_id_++;
  blocks_.push_back(std::move(block));
  return {blocks_.back().get(), 0, blocks_.back()->size};
}

Result<Allocation> Allocator::import(const backend::HostRange& range) {
  VYRE_RETURN_IF_ERROR(check_alignment(device_, range.bytes));
  auto block = external_block(range.bytes.size(), range.keep_alive);
  block->mapped = range.bytes.data();
  if (Status status = create_imported(*block); !status.ok()) {
    destroy_block(*block);
    return status;
  }
  device_.debug().name(VK_OBJECT_TYPE_BUFFER, block->buffer, "imported");
  return keep(std::move(block));
}

Result<Block> Allocator::import_host(std::span<std::byte> bytes) {
  const uint64_t page = device_.physical().host_import_alignment;
  const auto address = reinterpret_cast<uintptr_t>(bytes.data());
  Block block;
  block.offset = address % page;
  block.mapped = bytes.data() - block.offset;
  block.size = kernel_host::round_up(block.offset + bytes.size(), page);
  if (Status status = create_imported(block); !status.ok()) {
    destroy_block(block);
    return status;
  }
  std::lock_guard lock(mutex_);
  block.id = next_id_++;
  return block;
}

Allocation Allocator::adopt(const HostBuffer& buffer) {
  auto block = external_block(buffer.size, buffer.keep_alive);
  block->buffer = reinterpret_cast<VkBuffer>(buffer.buffer);
  block->offset = buffer.offset;
  block->adopted = true;
  block->usage = buffer.usage;
  return keep(std::move(block));
}

Result<uint32_t> Allocator::type_for_import(const Block& block, uint32_t buffer_types) const {
  VkMemoryHostPointerPropertiesEXT properties{};
  properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
  const VkResult result = device_.vk().vkGetMemoryHostPointerPropertiesEXT(
      device_.handle(), kHostPointer, block.mapped, &properties);
  if (result != VK_SUCCESS) {
    return refused(device_, result, "vkGetMemoryHostPointerPropertiesEXT");
  }
  const uint32_t types = properties.memoryTypeBits & buffer_types;
  for (uint32_t i = 0; i < VK_MAX_MEMORY_TYPES; ++i) {
    const VkMemoryType& type = device_.physical().memory.memoryTypes[i];
    const bool coherent = (type.propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
    if ((types >> i & 1) != 0 && coherent) return i;
  }
  return refused(device_, VK_SUCCESS, "no memory type");
}

Status Allocator::create_imported(Block& block) const {
  const DeviceTable& vk = device_.vk();
  VkExternalMemoryBufferCreateInfo external{};
  external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
  external.handleTypes = kHostPointer;
  VkBufferCreateInfo info = buffer_info(device_, block.size);
  info.pNext = &external;
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateBuffer, &info, device_.callbacks(), &block.buffer));
  VkMemoryRequirements needs{};
  vk.vkGetBufferMemoryRequirements(device_.handle(), block.buffer, &needs);
  if (needs.size > block.size) return refused(device_, VK_SUCCESS, "the buffer needs more bytes");
  VkImportMemoryHostPointerInfoEXT import{};
  import.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
  import.handleType = kHostPointer;
  import.pHostPointer = block.mapped;
  auto allocation = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  const VkMemoryAllocateFlagsInfo flags = allocate_flags(device_, &import);
  allocation.pNext = &flags;
  allocation.allocationSize = block.size;
  VYRE_ASSIGN_OR_RETURN(allocation.memoryTypeIndex, type_for_import(block, needs.memoryTypeBits));
  const VkResult result =
      vk.vkAllocateMemory(device_.handle(), &allocation, device_.callbacks(), &block.memory);
  if (result != VK_SUCCESS) return refused(device_, result, "vkAllocateMemory");
  return VYRE_DEVICE_CALL(device_, vkBindBufferMemory, block.buffer, block.memory, 0);
}

}  // namespace vyre::vulkan
