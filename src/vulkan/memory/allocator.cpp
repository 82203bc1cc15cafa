#include "vulkan/memory/allocator.h"

#include <algorithm>
#include <bit>

namespace vyre::vulkan {
namespace {

// A first block is small, because getting memory that the host reaches takes long.
constexpr uint64_t kFirstBlockBytes = uint64_t{1} << 20;
constexpr uint64_t kBlockBytes = uint64_t{16} << 20;
constexpr uint64_t kHostVisibleBlockBytes = uint64_t{64} << 10;  // there may be little of it
constexpr uint64_t kGranularity = 64;  // of sizes: a span's tail is padding that nothing else uses

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kHost =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = kHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

std::string_view use_name(MemoryUse use) {
  constexpr std::array<std::string_view, kMemoryUses> kNames = {"device", "upload", "read-back",
                                                                "near"};
  return kNames[static_cast<size_t>(use)];
}

bool is_short(const Result<Allocation>& allocation) {
  return !allocation.ok() && allocation.error().code() == Code::kDeviceOutOfMemory;
}

// Bytes of an account that go back to it unless somebody takes them over.
struct Taken {
  ~Taken() {
    if (account != nullptr) account->give_back(bytes);
  }
  backend::MemoryAccount* account;
  uint64_t bytes;
};

}  // namespace

Allocator::Allocator(const LogicalDevice& device) : device_(device) {
  const VkPhysicalDeviceLimits& limits = device.physical().limits;
  alignment_ = std::max({uint64_t{16}, uint64_t{limits.minStorageBufferOffsetAlignment},
                         uint64_t{limits.minUniformBufferOffsetAlignment}});
}

Result<std::unique_ptr<Allocator>> Allocator::create(const LogicalDevice& device) {
  std::unique_ptr<Allocator> allocator(new Allocator(device));
  VYRE_RETURN_IF_ERROR(allocator->choose_types());
  return allocator;
}

Allocator::~Allocator() {
  for (const auto& block : blocks_) {
    count_out(*block);
    destroy_block(*block);
  }
}

Status Allocator::choose_types() {
  const DeviceTable& vk = device_.vk();
  const VkBufferCreateInfo info = buffer_info(device_, kBlockBytes);
  VkBuffer probe = VK_NULL_HANDLE;
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateBuffer, &info, device_.callbacks(), &probe));
  VkMemoryRequirements needs{};
  vk.vkGetBufferMemoryRequirements(device_.handle(), probe, &needs);
  vk.vkDestroyBuffer(device_.handle(), probe, device_.callbacks());

  // Each use takes the first type that has the first of its wishes that any type has.
  const VkMemoryPropertyFlags shared = device_.shares_memory() ? kCached : 0;
  const std::array<std::array<VkMemoryPropertyFlags, 2>, kMemoryUses> wishes = {
      {{kLocal | shared, 0}, {kHost, kHost}, {kCached, kHost}, {kLocal | kHost, kHost}}};
  const VkPhysicalDeviceMemoryProperties& memory = device_.physical().memory;
  const auto find = [&](VkMemoryPropertyFlags wish) -> uint32_t {
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const bool allowed = (needs.memoryTypeBits >> i & 1) != 0;
      if (allowed && (memory.memoryTypes[i].propertyFlags & wish) == wish) return i;
    }
    return VK_MAX_MEMORY_TYPES;
  };
  for (size_t use = 0; use < kMemoryUses; ++use) {
    const uint32_t first = find(wishes[use][0]);
    types_[use] = first != VK_MAX_MEMORY_TYPES ? first : find(wishes[use][1]);
    if (types_[use] == VK_MAX_MEMORY_TYPES) {
      return fail(Code::kUnsupportedFeature, "device '", device_.physical().id,
                  "' has no memory type for ", use_name(static_cast<MemoryUse>(use)),
                  " buffers. Fix: update its driver or choose another device");
    }
  }
  return {};
}

bool Allocator::has_host_visible_memory() const {
  const uint32_t type = types_[static_cast<size_t>(MemoryUse::kHostVisible)];
  return (device_.physical().memory.memoryTypes[type].propertyFlags & kLocal) != 0;
}

Result<Allocation> Allocator::allocate(MemoryUse use, uint64_t size, const BlockOptions& options) {
  Result<Allocation> allocation = try_allocate(use, size, options);
  if (!is_short(allocation) || options.optional || idle_ == nullptr) return allocation;
  // Who refused to go beyond the budget is not asked twice.
  const bool is_refused = allocation.error().info().native_code == 0;
  const BlockOptions again{
      .dedicated = options.dedicated, .optional = is_refused, .image = options.image};
  idle_->release();
  release_empty_blocks();
  allocation = try_allocate(use, size, again);
  if (!is_short(allocation) || !options.may_wait) return allocation;
  idle_->wait_for_work();
  idle_->release();
  return try_allocate(use, size, again);
}

Result<Allocation> Allocator::try_allocate(MemoryUse use, uint64_t size,
                                           const BlockOptions& options) {
  if (device_.shares_memory()) use = MemoryUse::kDevice;  // all are one
  constexpr uint64_t kLargest = ~uint64_t{0} - kBlockBytes;
  size = std::min(size, kLargest);  // what is too large fails below, by the device's limits
  size = kernel_host::round_up(std::max<uint64_t>(size, 1), kGranularity);
  std::unique_lock lock(mutex_);
  Allocation allocation = options.dedicated ? Allocation() : find_room(use, size);
  if (!allocation) {
    VYRE_ASSIGN_OR_RETURN(allocation, allocate_block(use, size, options, lock));
  }
  account().use(size);
  return allocation;
}

// None where no block has it.
Allocation Allocator::find_room(MemoryUse use, uint64_t size) {
  for (const auto& block : blocks_) {
    if (block->use != use || block->imported != nullptr) continue;
    if (const auto offset = block->ranges.take(size, alignment_)) {
      return {block.get(), *offset, size};
    }
  }
  return {};
}

// In a new block, unless the owner of the budget has made room in another.
Result<Allocation> Allocator::allocate_block(MemoryUse use, uint64_t size,
                                             const BlockOptions& options,
                                             std::unique_lock<std::mutex>& lock) {
  uint64_t bytes = take_within_limits(use, size, options.dedicated);
  if (bytes == 0 && release_empty_blocks(lock)) {
    bytes = take_within_limits(use, size, options.dedicated);
  }
  if (bytes == 0) {
    VYRE_RETURN_IF_ERROR(check_available(use, size));
    VYRE_ASSIGN_OR_RETURN(const Allocation freed, ask_owner(use, size, options, lock));
    if (freed) return freed;
    bytes = size;
  }
  Taken taken{&account(), bytes};
  VYRE_ASSIGN_OR_RETURN(Block * block, add_block(use, bytes, options));
  taken.account = nullptr;  // the block's
  return Allocation{block, *block->ranges.take(size, alignment_), size};
}

// What the owner of the budget has freed meanwhile; none: |size| bytes are taken beyond it.
Result<Allocation> Allocator::ask_owner(MemoryUse use, uint64_t size, const BlockOptions& options,
                                        std::unique_lock<std::mutex>& lock) {
  if (options.optional) return account().refusal(size, device_.physical().id);
  lock.unlock();
  VYRE_RETURN_IF_ERROR(account().ask(size, device_.physical().id));
  lock.lock();
  const Allocation freed = options.dedicated ? Allocation() : find_room(use, size);
  if (freed) return freed;
  VYRE_RETURN_IF_ERROR(check_available(use, size));
  account().take_allowed(size);
  return freed;
}

// 0: more than the heap or the budget has.
uint64_t Allocator::take_within_limits(MemoryUse use, uint64_t size, bool dedicated) {
  const uint64_t most = available(use);
  if (size > most) return 0;
  const uint64_t wanted = dedicated ? size : std::min(block_size(use, size), most);
  return account().take_within_budget(wanted, size);
}

void Allocator::release_empty_blocks() {
  std::unique_lock lock(mutex_);
  (void)release_empty_blocks(lock);
}

// Whether there was any. Unlocked while the driver is called.
bool Allocator::release_empty_blocks(std::unique_lock<std::mutex>& lock) {
  std::vector<std::unique_ptr<Block>> empty;
  empty.reserve(blocks_.size());
  for (auto& block : blocks_) {
    if (block->imported != nullptr || !block->ranges.all_free()) continue;
    count_out(*block);
    empty.push_back(std::move(block));
  }
  std::erase(blocks_, nullptr);
  lock.unlock();
  for (const auto& block : empty) destroy_block(*block);
  lock.lock();
  return !empty.empty();
}

void Allocator::free(const Allocation& allocation) {
  if (!allocation) return;
  if (allocation.block->imported == nullptr) account().end_use(allocation.size);
  const std::unique_ptr<Block> block = take_out_if_empty(allocation);
  if (block != nullptr) destroy_block(*block);
}

std::unique_ptr<Block> Allocator::take_out_if_empty(const Allocation& allocation) {
  std::lock_guard lock(mutex_);
  Block* block = allocation.block;
  block->ranges.give_back(allocation.offset, allocation.size);
  if (!block->ranges.all_free() || keep_when_empty(*block)) return nullptr;
  count_out(*block);
  const auto found =
      std::ranges::find_if(blocks_, [&](const auto& other) { return other.get() == block; });
  std::unique_ptr<Block> taken = std::move(*found);
  blocks_.erase(found);
  return taken;
}

// One empty block of each use stays for the next request.
bool Allocator::keep_when_empty(const Block& block) const {
  const bool is_shared = block.size <= kBlockBytes && std::has_single_bit(block.size);
  if (!is_shared || block.dedicated || block.imported != nullptr) return false;
  return std::ranges::none_of(blocks_, [&](const auto& other) {
    return other.get() != &block && other->use == block.use && other->imported == nullptr &&
           other->ranges.all_free();
  });
}

uint32_t Allocator::heap_of(MemoryUse use) const {
  return device_.physical().memory.memoryTypes[types_[static_cast<size_t>(use)]].heapIndex;
}

// What one more block may have: drivers do not always enforce what they report.
uint64_t Allocator::available(MemoryUse use) const {
  const uint32_t heap = heap_of(use);
  const uint64_t total = device_.physical().memory.memoryHeaps[heap].size;
  const uint64_t left = total - std::min(total, used_[heap]);
  const uint64_t largest = device_.profile().max_allocation_bytes;
  return (largest > 0 ? std::min(left, largest) : left) / kGranularity * kGranularity;
}

Status Allocator::check_available(MemoryUse use, uint64_t size) const {
  return size > available(use) ? out_of_memory(use, size, VK_SUCCESS) : Status();
}

Status Allocator::out_of_memory(MemoryUse use, uint64_t size, VkResult result) const {
  Status status = fail(Code::kDeviceOutOfMemory, "device out of memory: requested ", size,
                       " bytes of ", use_name(use), " memory, available ", available(use),
                       " bytes (", backend::memory_text(usage()),
                       "). Fix: free buffers of this device or use smaller ones");
  status.info().native_code = result;
  return status;
}

backend::MemoryUsage Allocator::usage() const {
  const uint32_t heap = heap_of(MemoryUse::kDevice);
  backend::MemoryUsage usage = account().usage();
  usage.total = device_.physical().memory.memoryHeaps[heap].size;
  if (!device_.profile().memory_budget) return usage;
  auto budget = structure<VkPhysicalDeviceMemoryBudgetPropertiesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
  auto properties = structure<VkPhysicalDeviceMemoryProperties2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
  properties.pNext = &budget;
  device_.instance()->vk().vkGetPhysicalDeviceMemoryProperties2(device_.physical().handle,
                                                                &properties);
  usage.budget = budget.heapBudget[heap];
  usage.process = budget.heapUsage[heap];
  return usage;
}

// Blocks double until they are as large as they get.
uint64_t Allocator::block_size(MemoryUse use, uint64_t size) const {
  if (size > kBlockBytes / 2) return size;
  if (use == MemoryUse::kHostVisible) return std::max(kHostVisibleBlockBytes, std::bit_ceil(size));
  uint64_t reserved = 0;
  for (const auto& block : blocks_) reserved += block->use == use ? block->size : 0;
  const uint64_t wanted =
      std::max({kFirstBlockBytes, 2 * size, 2 * std::min(reserved, kBlockBytes)});
  return std::min(kBlockBytes, std::bit_ceil(wanted));
}

// |size| bytes that were taken.
Result<Block*> Allocator::add_block(MemoryUse use, uint64_t size, const BlockOptions& options) {
  auto block = std::make_unique<Block>();
  block->id = next_id_++;
  block->size = size;
  block->use = use;
  block->dedicated = options.dedicated;
  block->ranges = kernel_host::FreeRanges(block->size);
  blocks_.reserve(blocks_.size() + 1);
  const bool is_image = options.image != VK_NULL_HANDLE;
  if (Status status = is_image ? create_image_block(*block, options.image) : create_block(*block);
      !status.ok()) {
    destroy_block(*block);
    return status;
  }
  used_[heap_of(use)] += block->size;
  device_.counters().reserve(block->size);
  if (!is_image) device_.debug().name(VK_OBJECT_TYPE_BUFFER, block->buffer, use_name(use));
  blocks_.push_back(std::move(block));
  return blocks_.back().get();
}

Status Allocator::create_block(Block& block) {
  const DeviceTable& vk = device_.vk();
  const VkDevice device = device_.handle();
  const VkBufferCreateInfo info = buffer_info(device_, block.size);
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateBuffer, &info, device_.callbacks(), &block.buffer));
  VkMemoryRequirements needs{};
  vk.vkGetBufferMemoryRequirements(device, block.buffer, &needs);

  auto allocation = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  auto dedicated =
      structure<VkMemoryDedicatedAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO);
  dedicated.buffer = block.buffer;
  if (block.dedicated) allocation.pNext = &dedicated;
  VkMemoryAllocateFlagsInfo flags = allocate_flags(device_, allocation.pNext);
  allocation.pNext = &flags;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = types_[static_cast<size_t>(block.use)];
  const VkResult result =
      vk.vkAllocateMemory(device, &allocation, device_.callbacks(), &block.memory);
  if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY) return out_of_memory(block.use, block.size, result);
  VYRE_RETURN_IF_ERROR(device_.check(result, "vkAllocateMemory"));
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkBindBufferMemory, block.buffer, block.memory, 0));
  if (block.use == MemoryUse::kDevice && !device_.shares_memory()) return {};
  void* mapped = nullptr;
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkMapMemory, block.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
  block.mapped = static_cast<std::byte*>(mapped);
  return {};
}

// The device's own where the image may lie there.
Result<uint32_t> Allocator::type_for_image(uint32_t image_types) const {
  const VkPhysicalDeviceMemoryProperties& memory = device_.physical().memory;
  uint32_t first = memory.memoryTypeCount;
  for (uint32_t i = memory.memoryTypeCount; i-- > 0;) {
    if ((image_types >> i & 1) == 0) continue;
    const bool is_local = (memory.memoryTypes[i].propertyFlags & kLocal) != 0;
    const bool is_better = first == memory.memoryTypeCount || is_local ||
                           (memory.memoryTypes[first].propertyFlags & kLocal) == 0;
    if (is_better) first = i;
  }
  if (first < memory.memoryTypeCount) return first;
  return fail(Code::kUnsupportedFeature, "device '", device_.physical().id,
              "' has no memory type for the image. Fix: use another format or usage");
}

Status Allocator::create_image_block(Block& block, VkImage image) {
  VkMemoryRequirements needs{};
  device_.vk().vkGetImageMemoryRequirements(device_.handle(), image, &needs);
  auto dedicated =
      structure<VkMemoryDedicatedAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO);
  dedicated.image = image;
  auto allocation = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  allocation.pNext = &dedicated;
  allocation.allocationSize = needs.size;
  VYRE_ASSIGN_OR_RETURN(allocation.memoryTypeIndex, type_for_image(needs.memoryTypeBits));
  const VkResult result = device_.vk().vkAllocateMemory(device_.handle(), &allocation,
                                                        device_.callbacks(), &block.memory);
  if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY) return out_of_memory(block.use, block.size, result);
  VYRE_RETURN_IF_ERROR(device_.check(result, "vkAllocateMemory"));
  return VYRE_DEVICE_CALL(device_, vkBindImageMemory, image, block.memory, 0);
}

void Allocator::count_out(const Block& block) {
  if (block.imported != nullptr) return;  // the host's
  used_[heap_of(block.use)] -= block.size;
  account().give_back(block.size);
  device_.counters().release(block.size);
}

void Allocator::destroy_block(const Block& block) {
  const DeviceTable& vk = device_.vk();
  if (block.adopted) return;
  if (block.buffer != VK_NULL_HANDLE)
    vk.vkDestroyBuffer(device_.handle(), block.buffer, device_.callbacks());
  if (block.memory != VK_NULL_HANDLE)
    vk.vkFreeMemory(device_.handle(), block.memory, device_.callbacks());
}

}  // namespace vyre::vulkan
