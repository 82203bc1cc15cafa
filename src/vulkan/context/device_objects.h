#pragma once

#include <memory>

#include "backend/device.h"
#include "vulkan/context/open_device.h"
#include "vulkan/kernel/kernel.h"
#include "vulkan/memory/owned_allocation.h"

namespace vyre::vulkan {

// What callers hold. Each keeps the device alive and is destroyed before it.

class DeviceBuffer final : public backend::Memory {
 public:
  DeviceBuffer(std::shared_ptr<Core> core, std::shared_ptr<Resident> resident)
      : core_(std::move(core)), resident_(std::move(resident)) {}
  uint64_t size() const override { return resident_->size(); }
  const void* owner() const override { return core_->backend_key(); }
  const Core& core() const { return *core_; }
  const std::shared_ptr<Resident>& resident() const { return resident_; }

 private:
  std::shared_ptr<Core> core_;
  std::shared_ptr<Resident> resident_;
};

class DeviceProgram final : public backend::Executable {
 public:
  DeviceProgram(std::shared_ptr<Core> core, std::shared_ptr<const Kernel> kernel)
      : core_(std::move(core)), kernel_(std::move(kernel)) {}
  const void* owner() const override { return core_->backend_key(); }
  const Core& core() const { return *core_; }
  uint64_t bytes() const override { return kKernelBytes + kernel_->code_bytes(); }
  const std::shared_ptr<const Kernel>& kernel() const { return kernel_; }

 private:
  static constexpr uint64_t kKernelBytes = 4096;  // beside its code, as a guess

  std::shared_ptr<Core> core_;
  std::shared_ptr<const Kernel> kernel_;
};

// The object behind the interface, or null when another backend or another device made it.
template <typename Object, typename Interface>
Object* own_as(const Core& core, Interface* object) {
  if (object == nullptr || object->owner() != core.backend_key()) return nullptr;
  Object* ours = static_cast<Object*>(object);
  return &ours->core() == &core ? ours : nullptr;
}
inline DeviceBuffer* own(const Core& core, backend::Memory* memory) {
  return own_as<DeviceBuffer>(core, memory);
}
inline DeviceProgram* own(const Core& core, backend::Executable* executable) {
  return own_as<DeviceProgram>(core, executable);
}

// Why own() is null: |what| is another backend's, or from before a recovery of this one.
template <typename Interface>
Status not_ours(const Core& core, const Interface* object, std::string_view what,
                std::string_view fix) {
  if (object != nullptr && object->owner() == core.backend_key()) {
    return fail(Code::kDeviceLost, what,
                " belongs to the device before the recovery. Fix: create it again");
  }
  return fail(Code::kInvalidArgument, what, " belongs to another backend. Fix: ", fix);
}

// The object behind |memory|, when the range lies inside it.
Result<DeviceBuffer*> own_range(const Core& core, backend::Memory* memory, uint64_t offset,
                                uint64_t size);

}  // namespace vyre::vulkan
