#pragma once

#include "capi_support.h"
#include "gate.h"

namespace vyre::test {

// A Vulkan device with a gate, in a context of its own. The gate is opened at the latest when this
// ends, which comes after all objects of the device.
class GatedDevice {
 public:
  explicit GatedDevice(const vyre_context_desc& desc) {
    opened_.context = made<Context>(vyre_context_create, &desc);
    vyre_device* device = nullptr;
    gate_ = gate_create(opened_.context.get(), &device);
    opened_.device.reset(device);
  }
  GatedDevice(const GatedDevice&) = delete;
  ~GatedDevice() {
    open();
    opened_ = {};
    EXPECT_EQ(gate_destroy(gate_), 0);
  }

  const Opened& opened() const { return opened_; }
  void shut() const { gate_shut(gate_, opened_.device.get()); }
  void open() const { gate_open(gate_); }

 private:
  Opened opened_;
  gate* gate_ = nullptr;
};

}  // namespace vyre::test
