#pragma once

#include <vector>

#include "host/library.h"
#include "plan.h"

namespace tool {

using Pending = std::unique_ptr<vyre_pending, Destroy<vyre_pending_destroy>>;

// One case made ready on one backend: memory, bindings and the calls that are measured. Dispatches
// in flight at once share what is only read; what is written each lane has for itself, so that none
// has to wait for another.
class BenchLaunch {
 public:
  static Result<BenchLaunch> create(vyre_backend* backend, vyre_pipeline* pipeline,
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
    Pending pending;
  };

  std::optional<Failure> add_lane(vyre_backend* backend, const BenchCase& bench_case,
                                  const BenchOptions& options);
  Result<vyre_binding> resident(vyre_backend* backend, const BenchBuffer& buffer);

  vyre_pipeline* pipeline_ = nullptr;
  vyre_dispatch_desc desc_ = VYRE_DISPATCH_DESC_INIT;
  std::vector<DeviceBuffer> memory_;
  std::vector<Lane> lanes_;  // last: work in flight ends before its memory
};

}  // namespace tool
