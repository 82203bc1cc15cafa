#include "vulkan/interop/interop.h"

#include "vulkan/backend/device_objects.h"
#include "vulkan/device/features.h"
#include "vulkan/submission/timeline_semaphore.h"

namespace vyre::vulkan {
namespace {

static_assert(kAllBefore.stages == VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
static_assert(kAllBefore.accesses == VK_ACCESS_MEMORY_WRITE_BIT);
static_assert(kAllAfter.accesses == (VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT));

template <typename Handle>
uint64_t number_of(Handle handle) {
  return reinterpret_cast<uint64_t>(handle);
}

Status check_buffer(const VulkanDevice& opened, const HostBuffer& buffer) {
  if (buffer.buffer == 0) {
    return fail(Code::kInvalidArgument, "the host's buffer is 0. Fix: pass its VkBuffer");
  }
  if (buffer.size == 0 || buffer.size % sizeof(uint32_t) != 0) {
    return fail(Code::kInvalidArgument, "the host's buffer is imported with ", buffer.size,
                " bytes. Fix: import a multiple of 4 bytes, at least 4");
  }
  const uint64_t alignment = opened.device().profile().buffer_offset_alignment;
  if (buffer.offset % alignment != 0) {
    return fail(Code::kInvalidArgument, "the host's buffer is imported from offset ", buffer.offset,
                ", the device wants a multiple of ", alignment,
                " (minStorageBufferOffsetAlignment). Fix: import it from such an offset");
  }
  if (buffer.size > UINT64_MAX - buffer.offset) {
    return fail(Code::kInvalidArgument, "the host's buffer is imported with ", buffer.size,
                " bytes from offset ", buffer.offset,
                ", beyond any size. Fix: import a range inside the buffer");
  }
  std::string missing;
  const auto need = [&](VkBufferUsageFlags bit, std::string_view name) {
    if ((buffer.usage & bit) == 0) missing += concat(missing.empty() ? "" : ", ", name);
  };
  need(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, "VK_BUFFER_USAGE_STORAGE_BUFFER_BIT");
  need(VK_BUFFER_USAGE_TRANSFER_SRC_BIT, "VK_BUFFER_USAGE_TRANSFER_SRC_BIT");
  need(VK_BUFFER_USAGE_TRANSFER_DST_BIT, "VK_BUFFER_USAGE_TRANSFER_DST_BIT");
  if (missing.empty()) return {};
  return fail(Code::kInvalidArgument, "the host's buffer was made with the usage ", buffer.usage,
              ", which lacks ", missing, ". Fix: make it with all of ", kNeededBufferUsage,
              " and name them in the description");
}

}  // namespace

bool is_vulkan(const backend::Device& device) { return VulkanDevice::is(device); }

Result<DeviceHandles> device_handles(backend::Device& backend) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, VulkanDevice::from(backend));
  VYRE_RETURN_IF_ERROR(opened->queue().pass_ahead());
  const LogicalDevice& device = opened->device();
  DeviceHandles handles;
  handles.instance = device.instance()->handle();
  handles.physical_device = device.physical().handle;
  handles.device = device.handle();
  handles.imported = device.borrowed() != nullptr;
  handles.records_only = device.records_only();
  handles.names_objects = device.debug().names_objects();
  if (handles.imported) handles.queue = device.queue();
  handles.queue_family = device.physical().compute_family;
  handles.timeline = number_of(opened->queue().timeline());
  handles.last = opened->queue().last();
  return handles;
}

Result<BufferHandles> buffer_handles(backend::Device& backend, backend::Memory& memory) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, VulkanDevice::from(backend));
  if (!is_own(*opened, memory)) {  // a recovery may have come between
    return fail(Code::kDeviceLost,
                "the memory belongs to the device before the recovery. Fix: create it again");
  }
  const DeviceBuffer& buffer = own(*opened, memory, 0, memory.size());
  const Allocation& allocation = buffer.owned()->allocation();
  BufferHandles handles;
  handles.buffer = number_of(allocation.block->buffer);
  handles.offset = buffer.range(0, allocation.size).offset;
  handles.memory = number_of(allocation.block->memory);
  handles.memory_offset = handles.memory != 0 ? handles.offset : 0;
  handles.usage = allocation.block->adopted ? allocation.block->usage
                                            : buffer_info(opened->device(), allocation.size).usage;
  return handles;
}

Result<std::shared_ptr<backend::Semaphore>> semaphore_of(backend::Device& backend,
                                                         uint64_t semaphore,
                                                         std::shared_ptr<const void> keep_alive) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, VulkanDevice::from(backend));
  return std::shared_ptr<backend::Semaphore>(std::make_shared<TimelineSemaphore>(
      opened, opened->device(), reinterpret_cast<VkSemaphore>(semaphore), std::move(keep_alive)));
}

Status order_after(backend::Device& backend, const TimelinePoint& point) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, VulkanDevice::from(backend));
  const auto semaphore = reinterpret_cast<VkSemaphore>(point.semaphore);
  Queue& queue = opened->queue();
  VYRE_RETURN_IF_ERROR(queue.pass_ahead());
  if (semaphore == queue.timeline() && point.value > queue.last()) {
    return fail(Code::kInvalidArgument, "device '", backend.id(), "' is to wait for its own value ",
                point.value, ", and has submitted up to ", queue.last(),
                ". Fix: pass a point of work that was submitted");
  }
  return queue.wait_for_semaphore(semaphore, point.value, point.keep_alive);
}

Result<std::shared_ptr<backend::Memory>> import_buffer(backend::Device& backend,
                                                       const HostBuffer& buffer) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, VulkanDevice::from(backend));
  VYRE_RETURN_IF_ERROR(check_buffer(*opened, buffer));
  const Allocation allocation = opened->allocator().adopt(buffer);
  return std::shared_ptr<backend::Memory>(
      std::make_shared<DeviceBuffer>(opened, allocation, buffer.size));
}

}  // namespace vyre::vulkan
