#include "runtime/work/sync_points.h"

#include <utility>

namespace vyre::runtime {
namespace {

using backend::Deadline;
using backend::PendingState;
using backend::SyncPoint;

// Of work that it keeps.
class OwnedCompletion final : public Completion {
 public:
  explicit OwnedCompletion(std::shared_ptr<backend::Waitable> work)
      : Completion(work.get(), CompletionCallback()), work_(std::move(work)) {}

 private:
  const std::shared_ptr<backend::Waitable> work_;
};

Status needs_threads(const Device& device) {
  return fail(Code::kUnsupportedFeature, "asynchronous work of '", device.id(),
              "' has a point of another device, and the context has no thread that could wait for "
              "it. Fix: give the context run_job or VYRE_CONTEXT_OWN_THREADS, or use the call that "
              "waits");
}

}  // namespace

Result<bool> wait_for_points(backend::SyncPoints points, Deadline deadline) {
  for (const SyncPoint& point : points) {
    VYRE_ASSIGN_OR_RETURN(const bool reached, point.semaphore->wait(point.value, deadline));
    if (!reached) return false;
  }
  return true;
}

// A semaphore that does not move belongs to a lost device, whose owner is told elsewhere.
void signal_points(backend::SyncPoints points, const Status& ended) {
  if (!ended.ok() && ended.code() == Code::kDeviceLost) return;
  for (const SyncPoint& point : points) (void)point.semaphore->signal(point.value);
}

CompletionDispatcher::Prepared prepare_carrying(Context& context,
                                                std::shared_ptr<backend::Waitable> work) {
  return context.completions().prepare(std::make_shared<OwnedCompletion>(std::move(work)));
}

CompletionDispatcher::Prepared prepare_carrying(const std::shared_ptr<Work>& work) {
  Context& context = work->device().context();
  if (!context.completions().has_threads()) return work->prepare_carrying();
  return prepare_carrying(context, {work, &work->carried()});
}

DividedPoints divide(const backend::Device& device, const WorkPoints& all) {
  DividedPoints divided;
  const auto add = [&](const SyncPoint& point, auto list) {
    const bool is_taken = device.takes(*point.semaphore);
    ((is_taken ? divided.taken : divided.others).*list).push_back(point);
  };
  for (const SyncPoint& point : all.waits) add(point, &WorkPoints::waits);
  for (const SyncPoint& point : all.signals) add(point, &WorkPoints::signals);
  return divided;
}

Result<DividedPoints> divide_for_call(const backend::Device& device, const WorkPoints& all,
                                      bool has_limit, std::string_view what) {
  DividedPoints divided = divide(device, all);
  if (!has_limit) return divided;
  if (!divided.others.signals.empty()) {
    return fail(Code::kUnsupportedFeature, what, " has a timeout_ns and signals a point that '",
                device.id(),
                "' cannot move, which nobody would behind the limit. Fix: leave the limit out, or "
                "signal a semaphore of this device");
  }
  divided.taken.waits.clear();
  divided.others.waits = all.waits;
  return divided;
}

// Waits for points and then moves others. Where one never can be reached its device is lost: what
// waits for that goes on, or nothing behind it ever would.
struct AsyncPoints::Relay final : backend::Waitable {
  // The context whose background this is stays as long as the points of its device.
  struct Side {
    void let_go() {
      points.clear();
      context = nullptr;
    }
    std::shared_ptr<Context> context;  // null: of another device
    std::vector<SyncPoint> points;
  };
  Relay(Side before, Side after) : from(std::move(before)), to(std::move(after)) {}

  PendingState wait(Deadline deadline) override {
    const Result<bool> reached = wait_for_points(from.points, deadline);
    if (reached.ok() && !reached.value()) return PendingState::kPending;
    from.let_go();
    signal_points(to.points, Status());
    to.let_go();
    return PendingState::kReady;
  }
  bool cancel() override { return false; }
  Status status() override { return {}; }
  backend::Timing timing() const override { return {}; }

  Side from;
  Side to;
};

AsyncPoints::~AsyncPoints() {
  if (before_ != nullptr) before_->cancel();
}

// A lent thread may do all of its job at once: what waits for the work is begun behind it.
Status AsyncPoints::begin(const Device& device, backend::Device& raw, const WorkPoints& all) {
  auto [taken, others] = divide(raw, all);
  taken_ = std::move(taken);
  if (!others.any()) return {};
  const std::shared_ptr<Context>& context = device.shared_context();
  if (!context->completions().has_threads()) return needs_threads(device);
  if (!others.signals.empty()) {
    VYRE_ASSIGN_OR_RETURN(const auto over, raw.create_semaphore());
    taken_.signals.push_back({over, 1});
    carrying_after_ = prepare_carrying(
        *context, std::make_shared<Relay>(Relay::Side{context, {{over, 1}}},
                                          Relay::Side{nullptr, std::move(others.signals)}));
  }
  if (others.waits.empty()) return {};
  VYRE_ASSIGN_OR_RETURN(const auto reached, raw.create_semaphore());
  taken_.waits.push_back({reached, 1});
  before_ = std::make_shared<OwnedCompletion>(std::make_shared<Relay>(
      Relay::Side{nullptr, std::move(others.waits)}, Relay::Side{context, {{reached, 1}}}));
  carrying_before_ = context->completions().prepare(before_);
  return {};
}

void AsyncPoints::start(const Device& device) {
  device.context().completions().start(std::move(carrying_before_));
}

void AsyncPoints::submitted(const Device& device) {
  before_ = nullptr;
  device.context().completions().start(std::move(carrying_after_));
}

}  // namespace vyre::runtime
