#pragma once

// Work that takes as long as it is told, and work that does not end before it is let.
#include <memory>

#include "gated_device.h"
#include "sequence_support.h"

namespace vyre::test {

// Each workgroup makes n[0] steps of a generator; no compiler knows a shorter way. The software
// device stops an invocation after 65,535 steps of all loops, so it is many workgroups that take
// long.
inline constexpr std::string_view kSlow = R"({
  "buffers": [{"name": "n", "type": "U32", "binding": 0, "count": 1},
              {"name": "out", "type": "U32", "binding": 1, "count": 1, "output": true}],
  "body": [{"let": "acc", "value": 1},
           {"loop": "i", "to": {"load": "n", "at": 0}, "body": [
             {"assign": "acc", "value": {"add": [{"mul": ["acc", 1664525]}, 1013904223]}}]},
           {"store": "out", "at": 0, "value": "acc"}]})";

inline const Words kSteps = {60000};

// So many workgroups of kSlow take an idle software device more than a second, and the oracle
// minutes.
inline constexpr uint32_t kSeconds = 200000;
// So many take the oracle hours.
inline constexpr uint32_t kEndless = 1 << 24;

// A dispatch of kSlow by |groups| workgroups.
inline vyre_dispatch_desc slow_for(uint32_t groups, uint64_t timeout_ns = VYRE_FOREVER) {
  vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, groups);
  desc.timeout_ns = timeout_ns;
  return desc;
}

// A device whose work can be held: behind the gate on a Vulkan device. The oracle's goes on in who
// waits for it alone, and never ends there.
class HoldingDevice {
 public:
  explicit HoldingDevice(const std::string& id) : HoldingDevice(id, logging()) {}
  HoldingDevice(const std::string& id, const vyre_context_desc& desc) {
    if (id == "cpu-ref") {
      oracle_ = Opened(&desc, id);
    } else {
      gated_ = std::make_unique<GatedDevice>(desc);
    }
  }

  const Opened& opened() const { return is_oracle() ? oracle_ : gated_->opened(); }
  bool is_oracle() const { return gated_ == nullptr; }

  // A dispatch of kSlow that is under way, as all that comes later, until it is cancelled or let go
  // of. That of the oracle ends by being cancelled alone.
  vyre_dispatch_desc held(uint64_t timeout_ns = VYRE_FOREVER) const {
    if (is_oracle()) return slow_for(kEndless, timeout_ns);
    gated_->shut();
    return slow_for(1, timeout_ns);
  }
  void let_go() const {
    if (!is_oracle()) gated_->open();
  }

 private:
  static vyre_context_desc logging() {
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.log = fail_on_error;
    return desc;
  }

  Opened oracle_;
  std::unique_ptr<GatedDevice> gated_;
};

// Why work failed.
inline std::string failure_of(const Work& work) {
  vyre_error* failure = nullptr;
  EXPECT_TRUE(ok(vyre_work_get_error(work.get(), &failure)));
  return said(failure);
}

}  // namespace vyre::test
