#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "runtime/device/comparison.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

struct FixpointOptions {
  uint32_t max_passes = 1;
  backend::Deadline deadline = backend::Deadline::max();  // of all passes together
  std::function<Status()> too_late;                       // the error after it
};

// A program that runs pass after pass on the same memory until one has changed no byte of what the
// program may write. What is written is copied and compared on the device; the host sees a word
// for each buffer and at most three bytes at its end. Holds all that it allocates.
class Fixpoint {
 public:
  // |uses| are those of the dispatch, borrowed: all of its passes.
  Fixpoint(const Pipeline& pipeline, std::span<backend::BufferUse> uses, FixpointOptions options);

  // Gives what the host supplies memory on the device, in |uses| too, and runs |pass|, which uses
  // them. The last pass of all that are allowed is not compared with the one before.
  Status run(const backend::Dispatch& pass);

  uint32_t passes() const { return passes_; }         // submitted, also when run() has failed
  backend::Timing timing() const { return timing_; }  // of the device: the passes alone

 private:
  // What the program may write, and what it was before the pass.
  struct Watched {
    uint32_t use = 0;
    std::shared_ptr<backend::Memory> before = {};
  };

  Status make_resident(backend::BufferUse& use);
  Status make_all_resident();
  Status watch();
  Status take_snapshots();
  Status run_pass(const backend::Dispatch& pass);
  Result<bool> has_changed();
  Result<bool> words_changed(const Watched& watched);
  Result<bool> tail_changed(const Watched& watched);
  Status finish(backend::Work& work) const;
  Status check_time() const;
  void add_device_time(const backend::Timing& timing);
  Result<Device::Use> use_device() const;

  const Pipeline& pipeline_;
  const std::span<backend::BufferUse> uses_;
  const FixpointOptions options_;
  std::shared_ptr<const Comparison> comparison_;
  std::vector<Watched> watched_;
  uint32_t passes_ = 0;
  backend::Timing timing_;
};

}  // namespace vyre::runtime
