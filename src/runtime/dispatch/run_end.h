#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "backend/device.h"

namespace vyre::runtime {

// How a run ended, once that is decided. Shared by those who wait for it.
class RunEnd {
 public:
  enum class How : uint64_t { kUnderWay, kOver, kCanceled, kTimedOut };

  explicit RunEnd(const std::optional<std::chrono::nanoseconds>& timeout);

  How how() const { return static_cast<How>(how_.load(std::memory_order_acquire)); }
  // What is decided first counts; how it was decided.
  How decide(How how);
  backend::Stop stop() const { return {&how_, 1}; }

  const std::chrono::nanoseconds timeout;
  const backend::Deadline limit;

 private:
  std::atomic<uint64_t> how_ = 0;
};

// A run that was started.
struct Run {
  static constexpr uint64_t kNotStarted = UINT64_MAX;

  uint64_t number = 0;                    // 0: none
  uint64_t place = 0;                     // among all of the sequence, from 1
  uint64_t began = 0;                     // by trace_clock()
  std::shared_ptr<RunEnd> end = nullptr;  // null: nobody holds it, and it has no time limit
};

// The runs of a sequence that may be under way, so that all of them can be canceled. Thread-safe;
// no lock is held for long.
class RunsUnderWay {
 public:
  // For a run with an end, so that what follows cannot fail. Forgets those up to |over|.
  void make_room(uint64_t over);
  void awaits(const std::shared_ptr<RunEnd>& end);    // of a run that has yet to be started
  void gives_up(const std::shared_ptr<RunEnd>& end);  // unless it was started
  void started(const Run& run);                       // in order

  // Those after |over| are canceled, and those that have yet to be started; the last that has.
  uint64_t cancel(uint64_t over);

  // Of |run|, which may have no end of its own.
  RunEnd::How how(const Run& run) const;
  backend::Stop stop(const Run& run) const {
    return run.end != nullptr ? run.end->stop() : backend::Stop{&canceled_to_, run.number};
  }

 private:
  void reserve(size_t more);  // needs mutex_

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::vector<Run> held_;       // that have an end; kNotStarted until they are
  uint64_t canceled_from_ = 1;  // of those without an end; none when after canceled_to_
  // Both are also read without it.
  std::atomic<uint64_t> newest_ = 0;
  std::atomic<uint64_t> canceled_to_ = 0;
};

}  // namespace vyre::runtime
