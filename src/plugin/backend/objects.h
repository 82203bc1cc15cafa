#pragma once

#include <memory>

#include "backend/device.h"
#include "plugin/backend/device_handle.h"

namespace vyre::plugin {

// Memory that a table has made.
class PluginMemory final : public backend::Memory {
 public:
  PluginMemory(std::shared_ptr<DeviceHandle> device, void* handle, uint64_t size,
               backend::TakenMemory taken, std::shared_ptr<const void> keep_alive = nullptr)
      : keep_alive_(std::move(keep_alive)),
        taken_(std::move(taken)),
        device_(std::move(device)),
        handle_(handle),
        size_(size) {}
  ~PluginMemory() override { device_->free_memory(handle_); }

  uint64_t size() const override { return size_; }
  const void* owner() const override { return device_.get(); }
  void* handle() const { return handle_; }

  backend::HostMemory users;  // its last job is null once that has ended

 private:
  const std::shared_ptr<const void> keep_alive_;  // what it lies in; ends after it
  const backend::TakenMemory taken_;
  const std::shared_ptr<DeviceHandle> device_;
  void* const handle_;
  const uint64_t size_;
};

// A program that a table has compiled.
class PluginExecutable final : public backend::Executable {
 public:
  PluginExecutable(std::shared_ptr<DeviceHandle> device, void* handle,
                   const launch::KernelSource& source)
      : plan_(source.plan), device_(std::move(device)), handle_(handle) {}
  ~PluginExecutable() override { device_->free_executable(handle_); }

  const void* owner() const override { return device_.get(); }
  void* handle() const { return handle_; }
  const launch::BindingPlan& plan() const { return *plan_; }

 private:
  const std::shared_ptr<const launch::BindingPlan> plan_;
  const std::shared_ptr<DeviceHandle> device_;
  void* const handle_;
};

}  // namespace vyre::plugin
