#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backend/device.h"
#include "kernel_host/free_ranges.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// What memory is for. On a device that shares its memory with the host all are one.
enum class MemoryUse : uint8_t {
  kDevice,      // the device's own
  kUpload,      // written by the host, read by the device
  kReadback,    // written by the device, read by the host: host-cached
  kHostVisible  // written by the host, a few bytes that all invocations read: the device's own if
                // it can
};
inline constexpr size_t kMemoryUses = 4;

// One VkDeviceMemory with one VkBuffer over all of it; spans are ranges of that buffer. That of an
// image has none.
struct Block {
  uint64_t id = 0;  // never used twice: tells a new block from one that had its handle before
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::byte* mapped = nullptr;
  uint64_t size = 0;
  uint64_t offset = 0;  // of the block in its buffer
  MemoryUse use = MemoryUse::kDevice;
  kernel_host::FreeRanges ranges{0};
  bool dedicated = false;
  std::shared_ptr<const void> imported;  // what keeps memory that is not ours in place
  bool adopted = false;                  // the buffer is the host's too
  uint32_t usage = 0;                    // that it has, when adopted
};

struct BlockOptions {
  bool dedicated = false;  // a block of its own, with a VkBuffer that has nothing else
  // There is another way: where memory is short, nobody is asked for more and idle memory stays.
  bool optional = false;
  bool may_wait = false;           // for work in flight, which then lets go of what it had
  VkImage image = VK_NULL_HANDLE;  // of a dedicated one: in the place of a VkBuffer
};

// Memory that its holders do not need now.
class IdleMemory {
 public:
  virtual ~IdleMemory() = default;
  virtual void release() = 0;  // waits for nothing; may call the host
  // Until they have no work but such as semaphores of others may hold back.
  virtual void wait_for_work() = 0;
};

// A piece of a block. Plain data: who holds it gives it back to the allocator.
struct Allocation {
  Block* block = nullptr;
  uint64_t offset = 0;
  uint64_t size = 0;

  explicit operator bool() const { return block != nullptr; }
  std::byte* data() const { return block->mapped + offset; }  // only of mapped memory
  std::span<std::byte> bytes() const { return {data(), static_cast<size_t>(size)}; }
};

// A buffer over all of a block, for every use that this room makes of one. A host may draw with
// what lies on its own device.
inline VkBufferCreateInfo buffer_info(const LogicalDevice& device, uint64_t size) {
  auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  if (device.has_addresses()) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  if (device.borrowed() != nullptr) {
    info.usage |= VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
  }
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  return info;
}

// What memory is allocated with, in front of |next|.
inline VkMemoryAllocateFlagsInfo allocate_flags(const LogicalDevice& device, const void* next) {
  auto info = structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  info.flags = device.has_addresses() ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0;
  info.pNext = next;
  return info;
}

// Device memory, in blocks per use. Requests over half a block get a block of their own.
// Thread-safe.
class Allocator {
 public:
  static Result<std::unique_ptr<Allocator>> create(const LogicalDevice& device);
  ~Allocator();
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // At least |size| bytes, aligned for every kind of binding, contents undefined. Where they are
  // short the owner of the budget is asked, once, then idle memory is let go of, then work is
  // waited for if that may be, with no lock held. Fails with kDeviceOutOfMemory, naming what was
  // asked for and what is left.
  Result<Allocation> allocate(MemoryUse use, uint64_t size, const BlockOptions& options = {});
  void free(const Allocation& allocation);

  void set_idle_memory(IdleMemory* idle) { idle_ = idle; }  // before others call; may be null

  // The host's memory as a span of its own, for device and host alike. Refuses a device without
  // VK_EXT_external_memory_host, and addresses or sizes that are not multiples of its alignment:
  // not every driver does.
  Result<Allocation> import(const backend::HostRange& range);

  // The pages around |bytes| for the time of one dispatch, without the allocator keeping anything.
  Result<Block> import_host(std::span<std::byte> bytes);
  void take_back(const Block& block) { destroy_block(block); }

  // A range of a buffer that the host keeps until it is let go of, which happens without any lock
  // of ours.
  Allocation adopt(const HostBuffer& buffer);

  // Whether the device has memory of its own that the host reaches, for kHostVisible.
  bool has_host_visible_memory() const;

  uint64_t alignment() const { return alignment_; }

  backend::MemoryUsage usage() const;

 private:
  explicit Allocator(const LogicalDevice& device);
  Status choose_types();
  uint64_t block_size(MemoryUse use, uint64_t size) const;
  Result<Allocation> try_allocate(MemoryUse use, uint64_t size, const BlockOptions& options);
  Allocation find_room(MemoryUse use, uint64_t size);
  Result<Allocation> allocate_block(MemoryUse use, uint64_t size, const BlockOptions& options,
                                    std::unique_lock<std::mutex>& lock);
  uint64_t take_within_limits(MemoryUse use, uint64_t size, bool dedicated);
  void release_empty_blocks();
  bool release_empty_blocks(std::unique_lock<std::mutex>& lock);
  Result<Allocation> ask_owner(MemoryUse use, uint64_t size, const BlockOptions& options,
                               std::unique_lock<std::mutex>& lock);
  Result<Block*> add_block(MemoryUse use, uint64_t size, const BlockOptions& options);
  backend::MemoryAccount& account() const { return *device_.account(); }
  Status create_block(Block& block);
  Status create_image_block(Block& block, VkImage image);
  Result<uint32_t> type_for_image(uint32_t image_types) const;
  Status create_imported(Block& block) const;
  std::unique_ptr<Block> external_block(uint64_t size,
                                        std::shared_ptr<const void> keep_alive) const;
  Allocation keep(std::unique_ptr<Block> block);
  Result<uint32_t> type_for_import(const Block& block, uint32_t buffer_types) const;
  uint64_t available(MemoryUse use) const;
  Status check_available(MemoryUse use, uint64_t size) const;
  Status out_of_memory(MemoryUse use, uint64_t size, VkResult result) const;
  void count_out(const Block& block);  // one of blocks_
  void destroy_block(const Block& block);
  std::unique_ptr<Block> take_out_if_empty(const Allocation& allocation);
  uint32_t heap_of(MemoryUse use) const;
  bool keep_when_empty(const Block& block) const;

  const LogicalDevice& device_;
  IdleMemory* idle_ = nullptr;
  uint64_t alignment_ = 1;
  std::array<uint32_t, kMemoryUses> types_{};  // memory type of each use

  std::mutex mutex_;
  // State below is protected by mutex_.
  std::vector<std::unique_ptr<Block>> blocks_;
  std::array<uint64_t, VK_MAX_MEMORY_HEAPS> used_{};  // bytes of our blocks, by heap
  uint64_t next_id_ = 1;
};

}  // namespace vyre::vulkan
