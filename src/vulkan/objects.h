#pragma once

#include <memory>

#include "backend/backend.h"
#include "vulkan/core.h"
#include "vulkan/kernel.h"
#include "vulkan/resident.h"

namespace vyre::vulkan {

// What callers hold. Each keeps the device alive and is destroyed before it.

class DeviceBuffer final : public backend::Memory {
 public:
  DeviceBuffer(std::shared_ptr<Core> core, std::shared_ptr<Resident> resident)
      : core_(std::move(core)), resident_(std::move(resident)) {}
  uint64_t size() const override { return resident_->size(); }
  const void* owner() const override { return core_.get(); }
  const std::shared_ptr<Resident>& resident() const { return resident_; }

 private:
  std::shared_ptr<Core> core_;
  std::shared_ptr<Resident> resident_;
};

class DeviceProgram final : public backend::Executable {
 public:
  DeviceProgram(std::shared_ptr<Core> core, std::shared_ptr<const Kernel> kernel)
      : core_(std::move(core)), kernel_(std::move(kernel)) {}
  const void* owner() const override { return core_.get(); }
  const std::shared_ptr<const Kernel>& kernel() const { return kernel_; }

 private:
  std::shared_ptr<Core> core_;
  std::shared_ptr<const Kernel> kernel_;
};

// The object behind the interface, or null when another backend made it.
inline DeviceBuffer* own(const Core& core, backend::Memory* memory) {
  const bool ours = memory != nullptr && memory->owner() == &core;
  return ours ? static_cast<DeviceBuffer*>(memory) : nullptr;
}
inline DeviceProgram* own(const Core& core, backend::Executable* executable) {
  const bool ours = executable != nullptr && executable->owner() == &core;
  return ours ? static_cast<DeviceProgram*>(executable) : nullptr;
}

}  // namespace vyre::vulkan
