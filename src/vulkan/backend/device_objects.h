#pragma once

#include <cassert>
#include <memory>

#include "backend/device.h"
#include "vulkan/backend/vulkan_device.h"
#include "vulkan/kernel/kernel.h"
#include "vulkan/memory/owned_allocation.h"
#include "vulkan/memory/owned_image.h"

namespace vyre::vulkan {

// What callers hold. Each keeps the device alive and is destroyed before it.

class DeviceBuffer final : public backend::Memory {
 public:
  DeviceBuffer(std::shared_ptr<VulkanDevice> opened, const Allocation& allocation, uint64_t size)
      : opened_(std::move(opened)),
        owned_(std::make_shared<OwnedAllocation>(opened_->allocator(), allocation, size)) {}
  uint64_t size() const override { return owned_->size(); }
  const void* owner() const override { return opened_.get(); }
  const std::shared_ptr<OwnedAllocation>& owned() const { return owned_; }
  BufferRange range(uint64_t offset, uint64_t size) const {
    return range_of(owned_->allocation(), offset, size);
  }

 private:
  std::shared_ptr<VulkanDevice> opened_;
  std::shared_ptr<OwnedAllocation> owned_;
};

class DeviceImage final : public backend::Image {
 public:
  DeviceImage(std::shared_ptr<VulkanDevice> opened, std::shared_ptr<OwnedImage> owned)
      : opened_(std::move(opened)),
        owned_(std::move(owned)),
        is_filtered_linearly_(
            vulkan::is_filtered_linearly(opened_->device(), owned_->desc().format)) {}
  uint64_t size() const override { return owned_->size(); }
  const void* owner() const override { return opened_.get(); }
  const backend::ImageDesc& desc() const override { return owned_->desc(); }
  bool is_filtered_linearly() const override { return is_filtered_linearly_; }
  const std::shared_ptr<OwnedImage>& owned() const { return owned_; }

 private:
  std::shared_ptr<VulkanDevice> opened_;
  std::shared_ptr<OwnedImage> owned_;
  const bool is_filtered_linearly_;
};

class DeviceProgram final : public backend::Executable {
 public:
  DeviceProgram(std::shared_ptr<VulkanDevice> opened, std::shared_ptr<const Kernel> kernel)
      : opened_(std::move(opened)), kernel_(std::move(kernel)) {}
  const void* owner() const override { return opened_.get(); }
  uint64_t bytes() const override { return kKernelBytes + kernel_->code_bytes(); }
  const std::shared_ptr<const Kernel>& kernel() const { return kernel_; }

 private:
  static constexpr uint64_t kKernelBytes = 4096;  // beside its code, as a guess

  std::shared_ptr<VulkanDevice> opened_;
  std::shared_ptr<const Kernel> kernel_;
};

template <typename Object>  // Memory or Executable
bool is_own(const VulkanDevice& opened, const Object& object) {
  return object.owner() == &opened;
}

// The object behind the interface. The caller has seen to it that the device made it, and that the
// range lies inside.
inline DeviceProgram& own([[maybe_unused]] const VulkanDevice& opened,
                          backend::Executable& executable) {
  assert(is_own(opened, executable));
  return static_cast<DeviceProgram&>(executable);
}
inline DeviceBuffer& own([[maybe_unused]] const VulkanDevice& opened, backend::Memory& memory,
                         [[maybe_unused]] uint64_t offset, [[maybe_unused]] uint64_t size) {
  assert(is_own(opened, memory));
  assert(offset <= memory.size() && size <= memory.size() - offset);
  return static_cast<DeviceBuffer&>(memory);
}
inline DeviceImage& own_image([[maybe_unused]] const VulkanDevice& opened,
                              backend::Memory& memory) {
  assert(is_own(opened, memory));
  return static_cast<DeviceImage&>(memory);
}

}  // namespace vyre::vulkan
