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
class OpenDevice : public TraceSource {
 public:
  static Result<std::shared_ptr<OpenDevice>> open(std::shared_ptr<Instance> instance,
                                                  const PhysicalDevice& physical,
                                                  const DeviceOptions& options);
  // The same over a device that is open.
  static Result<std::shared_ptr<OpenDevice>> over(std::unique_ptr<LogicalDevice> device,
                                                  const DeviceOptions& options);
  ~OpenDevice() override;
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  const LogicalDevice& device() const { return *device_; }
  // The same address for all that one backend opens, before and after a recovery.
  const void* backend_key() const { return &device_->counters(); }
  Allocator& allocator() { return *allocator_; }
  Queue& queue() { return *queue_; }
  SubmissionPool& submissions() { return *submissions_; }
  CopyKernel& copies() { return copies_; }
  kernel_host::SubmitSettings& settings() { return settings_; }

  void add_ended_events() override { submissions_->collect(); }

  // Waits for the work in flight and frees all memory that nobody needs any more.
  void reclaim_memory();

 private:
  explicit OpenDevice(std::unique_ptr<LogicalDevice> device)
      : device_(std::move(device)), copies_(*device_) {}
  Status set_up(const DeviceOptions& options);

  kernel_host::SubmitSettings settings_;  // outlives the queue
  // In the order of creation; destroyed the other way round.
  std::unique_ptr<LogicalDevice> device_;
  CopyKernel copies_;
  std::unique_ptr<Allocator> allocator_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<SubmissionPool> submissions_;
};

}  // namespace vyre::vulkan
