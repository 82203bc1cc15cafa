#include "vulkan/core.h"

namespace vyre::vulkan {

Result<std::shared_ptr<Core>> Core::open(std::shared_ptr<Instance> instance,
                                         const PhysicalDevice& physical,
                                         const DeviceOptions& options) {
  std::shared_ptr<Core> core(new Core);
  VYRE_ASSIGN_OR_RETURN(core->device_, Device::open(std::move(instance), physical, options));
  VYRE_ASSIGN_OR_RETURN(core->allocator_, Allocator::create(*core->device_));
  VYRE_ASSIGN_OR_RETURN(core->queue_, Queue::create(*core->device_, options.spin_time));
  core->slots_ = std::make_unique<SlotPool>(*core->device_, *core->allocator_, *core->queue_);
  return core;
}

Core::~Core() {
  if (queue_ != nullptr) queue_->wait_for_all();
}

}  // namespace vyre::vulkan
