#include "vulkan/core.h"

namespace vyre::vulkan {

namespace {

// A small dispatch is over before a blocked thread would wake up. Measured: on the software device
// polling takes 16 us where blocking takes 22, but takes the processor from the work; on an H200
// blocking adds a quarter of a millisecond.
std::chrono::microseconds usual_spin_time(backend::DeviceKind kind) {
  return std::chrono::microseconds(kind == backend::DeviceKind::kCpu ? 50 : 2000);
}

}  // namespace

Result<std::shared_ptr<Core>> Core::open(std::shared_ptr<Instance> instance,
                                         const PhysicalDevice& physical,
                                         const DeviceOptions& options) {
  std::shared_ptr<Core> core(new Core);
  VYRE_ASSIGN_OR_RETURN(core->device_, Device::open(std::move(instance), physical, options));
  VYRE_ASSIGN_OR_RETURN(core->allocator_, Allocator::create(*core->device_));
  const auto spin_time = options.spin_time.value_or(usual_spin_time(physical.info.profile.kind));
  VYRE_ASSIGN_OR_RETURN(core->queue_, Queue::create(*core->device_, spin_time));
  core->slots_ = std::make_unique<SlotPool>(*core->device_, *core->allocator_, *core->queue_);
  return core;
}

Core::~Core() {
  if (queue_ != nullptr) queue_->wait_for_all();
}

void Core::reclaim_memory() {
  queue_->wait_for_all();
  slots_->collect();
  slots_->release_idle_memory();
}

}  // namespace vyre::vulkan
