#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "backend/sequence.h"
#include "base/status/copy.h"
#include "runtime/dispatch/run_end.h"
#include "runtime/work/work_around.h"

namespace vyre::runtime {

// What becomes of the runs of a sequence that nobody holds and that have no time limit, for who
// waits for the device. Starting one allocates nothing. It keeps neither the sequence nor the
// device alive.
class UnownedRuns final : public backend::Waitable {
 public:
  UnownedRuns(std::shared_ptr<backend::DeviceSequence> sequence, std::string label)
      : sequence_(std::move(sequence)), label_(std::move(label)) {}

  bool is_listed() const { return is_listed_; }  // by the device
  bool started(uint64_t run);                    // whether it was not
  void forget(uint64_t first, uint64_t last);    // they were canceled

  backend::PendingState wait(backend::Deadline deadline) override;
  bool cancel() override { return false; }
  Status status() override;
  backend::Timing timing() const override { return {}; }

 private:
  struct Range {
    uint64_t first = 1;
    uint64_t last = 0;
  };
  // That were not looked at, and which of these were canceled: the newest ranges in order, after
  // empty ones. What was canceled before those counts as if it was not.
  struct Runs {
    Range all;
    std::array<Range, 16> canceled = {};
  };

  Status failure_of(const Runs& runs, Result<bool> over) const;

  const std::shared_ptr<backend::DeviceSequence> sequence_;
  const std::string label_;

  std::mutex mutex_;
  // State below is guarded by mutex_.
  std::atomic<bool> is_listed_ = false;  // also read without it
  Runs runs_;
  Status failure_;  // of those that were looked at
};

// A run of a device, for those who hold it without the sequence.
class DeviceRun final : public backend::Waitable {
 public:
  DeviceRun(std::shared_ptr<backend::DeviceSequence> sequence, std::shared_ptr<RunEnd> end)
      : sequence_(std::move(sequence)), end_(std::move(end)) {}

  void begin(uint64_t number) { number_ = number; }

  backend::PendingState wait(backend::Deadline deadline) override;
  bool cancel() override {  // its time has passed
    return end_->decide(RunEnd::How::kTimedOut) == RunEnd::How::kTimedOut;
  }
  Status status() override { return copy_of(failure_); }
  backend::Timing timing() const override { return {}; }

 private:
  const std::shared_ptr<backend::DeviceSequence> sequence_;
  const std::shared_ptr<RunEnd> end_;
  uint64_t number_ = 0;
  Status failure_;
};

// A run with a time limit that nobody holds, before it is started.
struct LimitedRun {
  std::shared_ptr<RunEnd> end;
  DeviceRun* run;  // of |work|
  std::unique_ptr<backend::Waitable> work;
};
LimitedRun limited_run(std::shared_ptr<backend::DeviceSequence> sequence,
                       std::shared_ptr<RunEnd> end, Status too_late);

}  // namespace vyre::runtime
