#pragma once

// Work that takes as long as it is told.
#include <chrono>

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

// So many workgroups of kSteps take an idle software device more than a second, and the oracle
// minutes.
inline constexpr uint32_t kSeconds = 200000;

// A dispatch of kSlow that takes about |groups| / kSeconds of that.
inline vyre_dispatch_desc slow_for(uint32_t groups, uint64_t timeout_ns = VYRE_FOREVER) {
  vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, groups);
  desc.timeout_ns = timeout_ns;
  return desc;
}

class Clock {
 public:
  std::chrono::milliseconds passed() const {
    using std::chrono::steady_clock;
    return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start_);
  }

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// "at once", on a machine that has much else to do; far below what kSeconds takes.
inline constexpr std::chrono::milliseconds kAtOnce{600};

// Why work failed.
inline std::string failure_of(const Work& work) {
  vyre_error* failure = nullptr;
  EXPECT_TRUE(ok(vyre_work_get_error(work.get(), &failure)));
  return said(failure);
}

}  // namespace vyre::test
