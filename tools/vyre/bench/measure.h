#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "host/library.h"
#include "plan.h"
#include "spread.h"

namespace tool {

using Work = std::unique_ptr<vyre_work, Destroy<vyre_work_destroy>>;

// One case made ready on one device: memory, bindings and the calls that are measured. Dispatches
// in flight at once share what is only read; what is written each lane has for itself, so that none
// has to wait for another.
class BenchLaunch {
 public:
  static Result<BenchLaunch> create(vyre_device* device, vyre_pipeline* pipeline,
                                    const BenchCase& bench_case, const BenchOptions& options);

  size_t lanes() const { return lanes_.size(); }
  std::optional<Failure> dispatch();  // waits for the end
  std::optional<Failure> dispatch_timed(vyre_dispatch_result* out_result);
  std::optional<Failure> start(size_t lane);
  std::optional<Failure> finish(size_t lane);  // of what was started there

 private:
  struct Lane {
    std::vector<vyre_binding> bindings;
    std::vector<Bytes> outputs;
    Work work;
  };

  std::optional<Failure> add_lane(vyre_device* device, const BenchCase& bench_case,
                                  const BenchOptions& options);
  Result<vyre_binding> resident(vyre_device* device, const BenchBuffer& buffer);

  vyre_pipeline* pipeline_ = nullptr;
  vyre_dispatch_desc desc_ = VYRE_DISPATCH_DESC_INIT;
  std::vector<DeviceBuffer> memory_;
  std::vector<Lane> lanes_;  // last: work in flight ends before its memory
};

struct Measured {
  Spread host;                   // from call to call
  std::optional<Spread> device;  // none: the backend does not measure it
  double per_second = 0;         // dispatches, over the whole of the measured time
  uint32_t grid[3] = {0, 0, 0};
  uint32_t workgroup[3] = {0, 0, 0};
};

// Runs |launch| as |options| say and calls |step| after each dispatch. The device's time is taken
// in runs of their own, because asking for it makes a dispatch longer.
Result<Measured> measure(BenchLaunch& launch, const BenchOptions& options,
                         const std::function<void()>& step);

}  // namespace tool
