#include "runtime/dispatch/run_end.h"

#include "runtime/work/work.h"

namespace vyre::runtime {
namespace {

// A time of 0 only looks.
backend::Deadline limit_of(const std::optional<std::chrono::nanoseconds>& timeout) {
  if (!timeout) return backend::Deadline::max();
  return timeout->count() == 0 ? backend::Deadline() : deadline_after(*timeout);
}

}  // namespace

RunEnd::RunEnd(const std::optional<std::chrono::nanoseconds>& given)
    : timeout(given.value_or(std::chrono::nanoseconds::max())), limit(limit_of(given)) {}

RunEnd::How RunEnd::decide(How how) {
  uint64_t known = 0;
  const bool is_first = how_.compare_exchange_strong(known, static_cast<uint64_t>(how));
  return is_first ? how : static_cast<How>(known);
}

void RunsUnderWay::make_room(uint64_t over) {
  const std::lock_guard lock(mutex_);
  std::erase_if(held_, [&](const Run& run) { return run.number <= over; });
  if (held_.size() == held_.capacity()) held_.reserve(2 * held_.size() + 4);
}

void RunsUnderWay::started(const Run& run) {
  newest_.store(run.number, std::memory_order_release);
  if (run.end == nullptr) return;
  const std::lock_guard lock(mutex_);
  held_.push_back(run);
}

uint64_t RunsUnderWay::cancel(uint64_t over) {
  const std::lock_guard lock(mutex_);
  for (const Run& run : held_) {
    if (run.number > over) (void)run.end->decide(RunEnd::How::kCanceled);
  }
  const uint64_t newest = newest_.load(std::memory_order_acquire);
  if (newest <= over) return newest;
  if (canceled_to_ < over) canceled_from_ = over + 1;
  canceled_to_.store(newest, std::memory_order_release);
  return newest;
}

RunEnd::How RunsUnderWay::how(const Run& run) const {
  if (run.end != nullptr) return run.end->how();
  const std::lock_guard lock(mutex_);
  const bool is_canceled = canceled_from_ <= run.number && run.number <= canceled_to_;
  return is_canceled ? RunEnd::How::kCanceled : RunEnd::How::kUnderWay;
}

}  // namespace vyre::runtime
