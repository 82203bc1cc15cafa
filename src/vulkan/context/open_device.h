#pragma once

#include <memory>

#include "kernel_host/submit_settings.h"
#include "vulkan/context/copy_kernel.h"
#include "vulkan/device/logical_device.h"
#include "vulkan/memory/allocator.h"
#include "vulkan/submission/queue.h"
#include "vulkan/submission/submission_pool.h"

namespace vyre::vulkan {

// An open device with everything that works on it. The backend and all its objects share it; the
// last one waits for the work in flight and takes the device down.
class Core : public TraceSource {
 public:
  static Result<std::shared_ptr<Core>> open(std::shared_ptr<Instance> instance,
                                            const PhysicalDevice& physical,
                                            const DeviceOptions& options);
  // The same over a device that is open.
  static Result<std::shared_ptr<Core>> over(std::unique_ptr<Device> device,
                                            const DeviceOptions& options);
  ~Core() override;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  const Device& device() const { return *device_; }
  // The same address for all that one backend opens, before and after a recovery.
  const void* backend_key() const { return &device_->tally(); }
  Allocator& allocator() { return *allocator_; }
  Queue& queue() { return *queue_; }
  SlotPool& slots() { return *slots_; }
  CopyKernel& copies() { return copies_; }
  SubmitSettings& settings() { return settings_; }

  void add_ended_events() override { slots_->collect(); }

  // Waits for the work in flight and frees all memory that nobody needs any more.
  void reclaim_memory();

 private:
  explicit Core(std::unique_ptr<Device> device) : device_(std::move(device)), copies_(*device_) {}
  Status set_up(const DeviceOptions& options);

  SubmitSettings settings_;  // outlives the queue
  // In the order of creation; destroyed the other way round.
  std::unique_ptr<Device> device_;
  CopyKernel copies_;
  std::unique_ptr<Allocator> allocator_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<SlotPool> slots_;
};

}  // namespace vyre::vulkan
