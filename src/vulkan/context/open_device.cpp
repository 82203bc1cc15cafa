#include "vulkan/context/open_device.h"

#include <algorithm>
#include <thread>

namespace vyre::vulkan {

namespace {

// A small dispatch is over before a blocked thread would wake up, which adds a quarter of a
// millisecond on an H200. A device that is the processor is slower as long as all threads sleep at
// times: with two processors a thousand dispatches in a row took 45 ms instead of 28.
std::chrono::milliseconds usual_spin_time(bool is_cpu) {
  return std::chrono::milliseconds(is_cpu ? 50 : 2);
}

}  // namespace

Result<std::shared_ptr<OpenDevice>> OpenDevice::open(std::shared_ptr<Instance> instance,
                                                     const PhysicalDevice& physical,
                                                     const DeviceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto device, LogicalDevice::open(std::move(instance), physical, options));
  return over(std::move(device), options);
}

Result<std::shared_ptr<OpenDevice>> OpenDevice::over(std::unique_ptr<LogicalDevice> device,
                                                     const DeviceOptions& options) {
  std::shared_ptr<OpenDevice> opened(new OpenDevice(std::move(device)));
  VYRE_RETURN_IF_ERROR(opened->set_up(options));
  if (Trace* trace = opened->device().trace()) trace->add_source(opened);
  return opened;
}

Status OpenDevice::set_up(const DeviceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(allocator_, Allocator::create(*device_));
  const bool is_cpu = device_->profile().kind == profile::DeviceKind::kCpu;
  const std::chrono::nanoseconds spin = options.spin_time.value_or(usual_spin_time(is_cpu));
  const uint32_t threads = is_cpu ? 1 : std::max(1u, std::thread::hardware_concurrency() / 2);
  settings_.set({static_cast<uint64_t>(spin.count()), threads, 0});
  VYRE_ASSIGN_OR_RETURN(queue_, Queue::create(*device_, settings_));
  submissions_ = std::make_unique<SubmissionPool>(*device_, *allocator_, *queue_);
  return {};
}

OpenDevice::~OpenDevice() {
  if (queue_ != nullptr) (void)queue_->wait_for_all();
  if (submissions_ != nullptr && device_->trace() != nullptr) submissions_->collect();
}

void OpenDevice::reclaim_memory() {
  (void)queue_->wait_for_all();
  submissions_->collect();
  submissions_->release_idle_memory();
}

}  // namespace vyre::vulkan
