#pragma once

#include "fault_injection.h"
#include "on_device.h"

namespace vyre::vulkan {

// Its devices have functions that can fail, until the test ends. The layer counts what is left
// behind when a device goes, so each such test is a leak test too.
class OnFaultyDevice : public OnDevice {
 protected:
  void TearDown() override {
    Faults::disarm();
    OnDevice::TearDown();
  }

  static DeviceOptions options_with(void (*patch)(DeviceTable&)) {
    DeviceOptions options;
    options.patch_functions = patch;
    options.spin_time =
        std::chrono::microseconds(0);  // the number of polls would differ from run to run
    return options;
  }

  // |max_ns|: that a submission may take; 0: any time.
  std::shared_ptr<VulkanDevice> open_cutting(const DeviceOptions& options, uint64_t max_ns) {
    auto backend = open(options);
    backend::SubmitPolicy policy = backend->submit_policy().take();
    policy.max_submission_ns = max_ns;
    EXPECT_TRUE(backend->set_submit_policy(policy).ok());
    return backend;
  }
};

}  // namespace vyre::vulkan
