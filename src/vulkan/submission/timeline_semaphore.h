#pragma once

#include <memory>

#include "backend/device.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// A new one, with the value 0, that the caller destroys.
Status create_timeline(const LogicalDevice& device, VkSemaphore& handle);

// A timeline of the host's, of a device, or one of our own.
class TimelineSemaphore final : public backend::Semaphore {
 public:
  // |owner| keeps |device| open; |keep_alive| is let go of when nothing uses |handle| any more.
  TimelineSemaphore(std::shared_ptr<const void> owner, const LogicalDevice& device,
                    VkSemaphore handle, std::shared_ptr<const void> keep_alive)
      : owner_(std::move(owner)),
        device_(device),
        handle_(handle),
        keep_alive_(std::move(keep_alive)) {}

  // One that starts with 0.
  static Result<std::shared_ptr<backend::Semaphore>> create(std::shared_ptr<const void> owner,
                                                            const LogicalDevice& device);

  Result<bool> wait(uint64_t value, backend::Deadline deadline) override;
  Status signal(uint64_t value) override;
  const void* owner() const override { return device_.handle(); }

  VkSemaphore handle() const { return handle_; }
  const std::shared_ptr<const void>& keep_alive() const { return keep_alive_; }

 private:
  Result<uint64_t> value() const;

  const std::shared_ptr<const void> owner_;
  const LogicalDevice& device_;
  const VkSemaphore handle_;
  const std::shared_ptr<const void> keep_alive_;
};

}  // namespace vyre::vulkan
