#include "runtime/dispatch/run_end.h"

#include <algorithm>

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
  reserve(1);
}

void RunsUnderWay::reserve(size_t more) {
  if (held_.capacity() - held_.size() < more) held_.reserve(2 * held_.size() + 4);
}

void RunsUnderWay::awaits(const std::shared_ptr<RunEnd>& end) {
  const std::lock_guard lock(mutex_);
  reserve(2);  // one stays for who has made room
  held_.push_back({.number = Run::kNotStarted, .end = end});
}

void RunsUnderWay::gives_up(const std::shared_ptr<RunEnd>& end) {
  const std::lock_guard lock(mutex_);
  std::erase_if(held_,
                [&](const Run& run) { return run.number == Run::kNotStarted && run.end == end; });
}

void RunsUnderWay::started(const Run& run) {
  newest_.store(run.number, std::memory_order_release);
  if (run.end == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto awaited = std::ranges::find(held_, run.end, &Run::end);
  if (awaited != held_.end()) {
    *awaited = run;
  } else {
    held_.push_back(run);
  }
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
  if (canceled_to_.load(std::memory_order_acquire) < run.number) return RunEnd::How::kUnderWay;
  const std::lock_guard lock(mutex_);
  const bool is_canceled = canceled_from_ <= run.number && run.number <= canceled_to_;
  return is_canceled ? RunEnd::How::kCanceled : RunEnd::How::kUnderWay;
}

}  // namespace vyre::runtime
