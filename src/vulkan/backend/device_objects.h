#pragma once

#include <memory>

#include "backend/device.h"
#include "vulkan/backend/vulkan_device.h"
#include "vulkan/kernel/kernel.h"
#include "vulkan/memory/owned_allocation.h"

namespace vyre::vulkan {

// What callers hold. Each keeps the device alive and is destroyed before it.

class DeviceBuffer final : public backend::Memory {
 public:
  DeviceBuffer(std::shared_ptr<VulkanDevice> opened, const Allocation& allocation, uint64_t size)
      : opened_(std::move(opened)),
        owned_(std::make_shared<OwnedAllocation>(opened_->allocator(), allocation, size)) {}
  uint64_t size() const override { return owned_->size(); }
  const void* owner() const override { return opened_->backend_key(); }
  const VulkanDevice& opened() const { return *opened_; }
  const std::shared_ptr<OwnedAllocation>& owned() const { return owned_; }
  BufferRange range(uint64_t offset, uint64_t size) const {
    return range_of(owned_->allocation(), offset, size);
  }

 private:
  std::shared_ptr<VulkanDevice> opened_;
  std::shared_ptr<OwnedAllocation> owned_;
};

class DeviceProgram final : public backend::Executable {
 public:
  DeviceProgram(std::shared_ptr<VulkanDevice> opened, std::shared_ptr<const Kernel> kernel)
      : opened_(std::move(opened)), kernel_(std::move(kernel)) {}
  const void* owner() const override { return opened_->backend_key(); }
  const VulkanDevice& opened() const { return *opened_; }
  uint64_t bytes() const override { return kKernelBytes + kernel_->code_bytes(); }
  const std::shared_ptr<const Kernel>& kernel() const { return kernel_; }

 private:
  static constexpr uint64_t kKernelBytes = 4096;  // beside its code, as a guess

  std::shared_ptr<VulkanDevice> opened_;
  std::shared_ptr<const Kernel> kernel_;
};

// The object behind the interface, or null when another backend or another device made it.
template <typename Object, typename Interface>
Object* own_as(const VulkanDevice& opened, Interface* object) {
  if (object == nullptr || object->owner() != opened.backend_key()) return nullptr;
  Object* ours = static_cast<Object*>(object);
  return &ours->opened() == &opened ? ours : nullptr;
}
inline DeviceBuffer* own(const VulkanDevice& opened, backend::Memory* memory) {
  return own_as<DeviceBuffer>(opened, memory);
}
inline DeviceProgram* own(const VulkanDevice& opened, backend::Executable* executable) {
  return own_as<DeviceProgram>(opened, executable);
}

// Why own() is null: |what| is another backend's, or from before a recovery of this one.
template <typename Interface>
Status not_ours(const VulkanDevice& opened, const Interface* object, std::string_view what,
                std::string_view fix) {
  if (object != nullptr && object->owner() == opened.backend_key()) {
    return fail(Code::kDeviceLost, what,
                " belongs to the device before the recovery. Fix: create it again");
  }
  return fail(Code::kInvalidArgument, what, " belongs to another backend. Fix: ", fix);
}

// The object behind |memory|, when the range lies inside it.
inline Result<DeviceBuffer*> own_range(const VulkanDevice& opened, backend::Memory* memory,
                                       uint64_t offset, uint64_t size) {
  DeviceBuffer* buffer = own(opened, memory);
  if (buffer == nullptr) {
    return not_ours(opened, memory, "the memory", "use the backend that allocated it");
  }
  if (offset <= buffer->size() && size <= buffer->size() - offset) return buffer;
  return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", size,
              " lie outside the memory of ", buffer->size(), " bytes. Fix: stay inside the memory");
}

}  // namespace vyre::vulkan
