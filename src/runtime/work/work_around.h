#pragma once

#include <atomic>
#include <memory>

#include "backend/device.h"
#include "base/status/status.h"

namespace vyre::runtime {

// Work with something around it that is made before the work is begun, so that nothing can fail
// after.
class WorkAround : public backend::Waitable {
 public:
  void hold(std::unique_ptr<backend::Waitable> work) { work_ = std::move(work); }

  bool cancel() override { return work_->cancel(); }
  Status status() override { return work_->status(); }
  backend::Timing timing() const override { return work_->timing(); }
  uint64_t submission() const override { return work_->submission(); }

 protected:
  std::unique_ptr<backend::Waitable> work_;
};

// Work that is canceled when its time has passed, by whoever looks at it then.
class LimitedWork final : public WorkAround {
 public:
  LimitedWork(backend::Deadline limit, Status too_late)
      : limit_(limit), too_late_(std::move(too_late)) {}

  backend::PendingState wait(backend::Deadline deadline) override;
  Status status() override { return is_late_ ? Status(too_late_.info()) : WorkAround::status(); }

 private:
  const backend::Deadline limit_;
  const Status too_late_;
  bool is_late_ = false;
};

}  // namespace vyre::runtime
