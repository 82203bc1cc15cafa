#pragma once

#include <memory>

#include "backend/device.h"
#include "plugin/backend/device_handle.h"

namespace vyre::plugin {

// Memory that a table makes. It is there before the table's handle, which it owns from the first.
class PluginMemory final : public backend::Memory {
 public:
  PluginMemory(std::shared_ptr<DeviceHandle> device, uint64_t size, backend::TakenMemory taken,
               std::shared_ptr<const void> keep_alive = nullptr)
      : keep_alive_(std::move(keep_alive)),
        taken_(std::move(taken)),
        device_(std::move(device)),
        size_(size) {}
  ~PluginMemory() override {
    if (handle_ != nullptr) device_->free_memory(handle_);
  }
  void own(void* handle) { handle_ = handle; }

  uint64_t size() const override { return size_; }
  const void* owner() const override { return device_.get(); }
  void* handle() const { return handle_; }

  backend::HostMemory users;  // its last job is null once that has ended

 private:
  const std::shared_ptr<const void> keep_alive_;  // what it lies in; ends after it
  const backend::TakenMemory taken_;
  const std::shared_ptr<DeviceHandle> device_;
  void* handle_ = nullptr;  // constant once it is handed out
  const uint64_t size_;
};

// A program that a table compiles. Likewise.
class PluginExecutable final : public backend::Executable {
 public:
  PluginExecutable(std::shared_ptr<DeviceHandle> device, const launch::KernelSource& source)
      : plan_(source.plan), device_(std::move(device)) {}
  ~PluginExecutable() override {
    if (handle_ != nullptr) device_->free_executable(handle_);
  }
  void own(void* handle) { handle_ = handle; }

  const void* owner() const override { return device_.get(); }
  void* handle() const { return handle_; }
  const launch::BindingPlan& plan() const { return *plan_; }

 private:
  const std::shared_ptr<const launch::BindingPlan> plan_;
  const std::shared_ptr<DeviceHandle> device_;
  void* handle_ = nullptr;  // constant once it is handed out
};

}  // namespace vyre::plugin
