#include "runtime/pipeline/making.h"

#include <utility>

#include "base/status/copy.h"
#include "base/status/guarded.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

using backend::PendingState;

namespace {

template <typename Object>
std::shared_ptr<Object> borrowed(Object& object) {
  return {std::shared_ptr<void>(), &object};
}

}  // namespace

Making::Making(const std::shared_ptr<Device>& device, const Program& program,
               const PipelineOptions& options, Describe describe)
    : gate_(device->background_gate()),
      has_thread_(device->context().compilations().has_threads()),
      describe_(describe),
      made_(new Pipeline(borrowed(*device), program.without_context(device->context()), options)),
      thrown_(fail(Code::kOutOfHostMemory, "an allocation on the host failed while the pipeline",
                   made_->in_label(),
                   " was compiled. Fix: free memory, or give the context more of it")) {}

Making::~Making() = default;

void Making::run() {
  if (begun_.exchange(true)) return;
  Status status;
  {
    const BackgroundGate::Pass pass(*gate_);
    // Without a pass nobody is left to be told.
    const auto make_it = [&] { status = make(); };
    if (!pass.admitted() || run_guarded(make_it) != Thrown::kNothing) status = std::move(thrown_);
  }
  end(std::move(status));
}

Status Making::make() {
  VYRE_RETURN_IF_ERROR(made_->make());
  if (describe_ != nullptr) description_ = describe_(*made_);
  return {};
}

// The first end is the one that counts.
bool Making::end(Status status) {
  const PendingState end = status.ok() ? PendingState::kReady : PendingState::kFailed;
  {
    const std::lock_guard lock(mutex_);
    if (state() != PendingState::kPending) return false;
    failure_ = std::move(status);
    host_ns_ = trace_clock() - asked_;
    state_.store(end, std::memory_order_release);
  }
  over_.notify_all();
  return true;
}

bool Making::cancel() {
  Status why = fail(Code::kCancelled, "the making of the pipeline", made_->in_label(),
                    " was cancelled. Fix: create it again");
  begun_ = true;
  return end(std::move(why));
}

// A look never does, and a wait that is limited only where it is the only one who can. Who has no
// limit does not rely on threads that may be busy.
bool Making::compiles_here(backend::Deadline deadline) const {
  if (begun_) return false;
  return has_thread_ ? deadline == backend::Deadline::max()
                     : deadline > std::chrono::steady_clock::now();
}

PendingState Making::wait(backend::Deadline deadline) {
  if (state() != PendingState::kPending) return state();
  if (compiles_here(deadline)) run();
  std::unique_lock lock(mutex_);
  over_.wait_until(lock, deadline, [&] { return state() != PendingState::kPending; });
  return state();
}

Status Making::failure() const { return copy_of(failure_); }

}  // namespace vyre::runtime
