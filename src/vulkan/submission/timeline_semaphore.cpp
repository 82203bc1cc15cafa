#include "vulkan/submission/timeline_semaphore.h"

#include <algorithm>
#include <chrono>

namespace vyre::vulkan {
namespace {

using Clock = std::chrono::steady_clock;

// Longest wait inside the driver: it does not return by itself when the device is lost.
constexpr std::chrono::milliseconds kSlice{20};

// A handle that goes with this object.
struct OwnedHandle {
  explicit OwnedHandle(const LogicalDevice& on) : device(on) {}
  ~OwnedHandle() {
    if (handle == VK_NULL_HANDLE) return;
    device.vk().vkDestroySemaphore(device.handle(), handle, device.callbacks());
  }
  OwnedHandle(const OwnedHandle&) = delete;
  OwnedHandle& operator=(const OwnedHandle&) = delete;

  const LogicalDevice& device;
  VkSemaphore handle = VK_NULL_HANDLE;
};

}  // namespace

Status create_timeline(const LogicalDevice& device, VkSemaphore& handle) {
  auto type = structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  auto info = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  info.pNext = &type;
  return VYRE_DEVICE_CALL(device, vkCreateSemaphore, &info, device.callbacks(), &handle);
}

Result<std::shared_ptr<backend::Semaphore>> TimelineSemaphore::create(
    std::shared_ptr<const void> owner, const LogicalDevice& device) {
  const auto owned = std::make_shared<OwnedHandle>(device);
  VYRE_RETURN_IF_ERROR(create_timeline(device, owned->handle));
  return std::shared_ptr<backend::Semaphore>(
      std::make_shared<TimelineSemaphore>(std::move(owner), device, owned->handle, owned));
}

Result<uint64_t> TimelineSemaphore::value() const {
  uint64_t value = 0;
  VYRE_RETURN_IF_ERROR(VYRE_DEVICE_CALL(device_, vkGetSemaphoreCounterValue, handle_, &value));
  return value;
}

Result<bool> TimelineSemaphore::wait(uint64_t value, backend::Deadline deadline) {
  auto info = structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  info.semaphoreCount = 1;
  info.pSemaphores = &handle_;
  info.pValues = &value;
  for (;;) {
    if (device_.lost()) return device_.lost_error();
    const auto now = Clock::now();
    const std::chrono::nanoseconds left = std::clamp<std::chrono::nanoseconds>(
        deadline > now ? std::min(deadline, now + kSlice) - now : std::chrono::nanoseconds(0),
        std::chrono::nanoseconds(0), kSlice);
    const VkResult result =
        device_.vk().vkWaitSemaphores(device_.handle(), &info, static_cast<uint64_t>(left.count()));
    if (result == VK_SUCCESS) return true;
    if (result != VK_TIMEOUT) return device_.error(result, "vkWaitSemaphores");
    if (Clock::now() >= deadline) return false;
  }
}

// A value that it has is no news, and an error to Vulkan.
Status TimelineSemaphore::signal(uint64_t value) {
  VYRE_ASSIGN_OR_RETURN(const uint64_t known, this->value());
  if (known >= value) return {};
  auto info = structure<VkSemaphoreSignalInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO);
  info.semaphore = handle_;
  info.value = value;
  return VYRE_DEVICE_CALL(device_, vkSignalSemaphore, &info);
}

}  // namespace vyre::vulkan
