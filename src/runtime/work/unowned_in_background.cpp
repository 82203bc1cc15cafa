#include "runtime/work/unowned_in_background.h"

#include <atomic>
#include <utility>

#include "base/status/copy.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;

class Unowned final : public backend::Waitable {
 public:
  explicit Unowned(std::shared_ptr<Work> work) : work_(std::move(work)) {}

  PendingState wait(backend::Deadline deadline) override {
    const PendingState state = work_->carry(deadline);
    if (state != PendingState::kFailed || !is_mine_to_tell()) return state;
    const Device& device = work_->device();
    device.unowned().note(work_->status(), {}, device.context().log_sink());
    return state;
  }
  bool cancel() override { return false; }
  Status status() override { return work_->status(); }
  backend::Timing timing() const override { return {}; }

  Work& work() const { return *work_; }
  bool is_mine_to_tell() { return !is_told_.exchange(true); }

 private:
  const std::shared_ptr<Work> work_;  // keeps the device
  std::atomic<bool> is_told_ = false;
};

// For who waits for the device.
class WeakWork final : public backend::Waitable {
 public:
  explicit WeakWork(std::weak_ptr<Unowned> unowned) : unowned_(std::move(unowned)) {}

  PendingState wait(backend::Deadline deadline) override {
    const std::shared_ptr<Unowned> unowned = unowned_.lock();
    if (unowned == nullptr) return PendingState::kReady;
    const PendingState state = unowned->work().wait(deadline);
    if (state != PendingState::kFailed) return state;
    if (!unowned->is_mine_to_tell()) return PendingState::kReady;
    failure_ = unowned->work().status();
    return state;
  }
  bool cancel() override { return false; }
  Status status() override { return copy_of(failure_); }
  backend::Timing timing() const override { return {}; }

 private:
  const std::weak_ptr<Unowned> unowned_;
  Status failure_;
};

}  // namespace

UnownedInBackground::UnownedInBackground(std::shared_ptr<Work> work)
    : device_(work->device()),
      carried_(std::make_shared<Unowned>(std::move(work))),
      place_(UnownedWork::make_place({})) {
  place_.put(std::unique_ptr<backend::Waitable>(
      std::make_unique<WeakWork>(std::static_pointer_cast<Unowned>(carried_))));
}

void UnownedInBackground::begun() {
  device_.unowned().add(std::move(place_), device_.context().log_sink());
}

}  // namespace vyre::runtime
