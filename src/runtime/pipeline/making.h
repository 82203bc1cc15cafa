#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "backend/device.h"
#include "base/status/status.h"
#include "runtime/device/background_gate.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

class Pipeline;
class Program;
struct PipelineOptions;

// What the room above knows of a pipeline when it is made, kept with that.
using Describe = std::shared_ptr<const void> (*)(const Pipeline& made);

// A pipeline on its way, shared by whoever wants it and the job that compiles it. Keeps neither
// device nor context: what ends them waits for a compilation that is under way, and one that has
// not begun never runs then. So a thread of ours is never the last to hold a device.
class Making {
 public:
  Making(const std::shared_ptr<Device>& device, const Program& program,
         const PipelineOptions& options, Describe describe);
  ~Making();

  // Compiles on this thread, unless somebody does or did. Fails only into failure().
  void run();
  // Fails at once, unless it is over. What is being compiled is dropped.
  bool cancel();

  // Where nobody else would, a wait compiles: see pipeline.h.
  backend::PendingState wait(backend::Deadline deadline);
  backend::PendingState state() const { return state_.load(std::memory_order_acquire); }

  // Constant once it is over:
  Status failure() const;
  const Pipeline& made() const { return *made_; }
  const void* description() const { return description_.get(); }
  uint64_t host_ns() const { return host_ns_; }  // since it was asked for

 private:
  Status make();
  bool end(Status status);  // false: it is over already
  bool compiles_here(backend::Deadline deadline) const;

  const std::shared_ptr<BackgroundGate> gate_;
  const bool has_thread_;                 // somebody comes to compile it
  const Describe describe_;               // may be null
  const std::unique_ptr<Pipeline> made_;  // borrows device and context
  std::atomic<bool> begun_ = false;
  std::atomic<backend::PendingState> state_ = backend::PendingState::kPending;
  const uint64_t asked_ = trace_clock();
  uint64_t host_ns_ = 0;
  std::shared_ptr<const void> description_;
  Status failure_;
  Status thrown_;  // made before anything goes wrong

  std::mutex mutex_;
  std::condition_variable over_;
};

}  // namespace vyre::runtime
