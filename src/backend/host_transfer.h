#pragma once

#include <memory>
#include <vector>

#include "backend/host_queue.h"
#include "backend/sequence.h"

namespace vyre::backend {

// What |step| writes, or room for what it reads.
inline std::vector<std::byte> bytes_for(const Step& step) {
  if (step.kind == Step::Kind::kRead) return std::vector<std::byte>(static_cast<size_t>(step.size));
  return {step.bytes.begin(), step.bytes.end()};
}

// Moves bytes in their place among the work of a HostQueue.
class TransferJob : public HostJob {
 public:
  explicit TransferJob(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  std::span<const std::byte> bytes() const { return bytes_; }  // once done

  // Nobody will look at the bytes.
  void abandon() {
    if (done()) bytes_ = {};
  }

 protected:
  // While no other work uses the memories. |bytes|: to write, or the place for what is read.
  virtual Status move(std::span<std::byte> bytes) = 0;

 private:
  Status begin() override {
    advance(Deadline());
    return {};
  }
  bool advance(Deadline) override {
    Status status = stopped();
    if (status.ok()) status = move(bytes_);
    const PendingState state = status.ok() ? PendingState::kReady : PendingState::kFailed;
    end(state, std::move(status));
    return true;
  }

  std::vector<std::byte> bytes_;
};

// What waits for such a job carries it on.
class TransferWork final : public Waitable {
 public:
  explicit TransferWork(std::shared_ptr<TransferJob> job) : job_(std::move(job)) {}
  ~TransferWork() override { job_->abandon(); }

  PendingState wait(Deadline deadline) override { return HostJob::wait_for(job_, deadline); }
  bool cancel() override { return job_->cancel(); }
  Status status() override {
    return job_->state() == PendingState::kFailed ? copy_of(job_->status()) : Status();
  }
  Timing timing() const override {
    Timing timing;
    if (job_->done()) timing.host_ns = static_cast<uint64_t>(job_->duration().count());
    return timing;
  }
  Result<std::span<const std::byte>> bytes(uint32_t) override { return job_->bytes(); }

 private:
  const std::shared_ptr<TransferJob> job_;
};

}  // namespace vyre::backend
