#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"

namespace vyre {

// Nanoseconds of the steady clock.
inline uint64_t trace_clock() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

// The first bytes of a name, cut between two characters.
class TraceLabel {
 public:
  TraceLabel() = default;
  explicit TraceLabel(std::string_view text);
  std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 47> text_ = {};
  uint8_t size_ = 0;
};

// Something that took time: what a thread did, the way of a submission, or what the device did.
struct TraceEvent {
  enum class Kind : uint8_t {
    kCall,        // by |thread|
    kSubmission,  // from its submission to its observed end, on |queue|
    kDevice,      // on |queue|
  };
  // How the times of a device were found.
  enum class Clock : uint8_t {
    kCalibrated,  // the device's clock, set against the host's
    kPlaced,      // its duration, placed in the time from submission to observed end
    kHost,        // the device says nothing: from submission to observed end
  };

  const char* name = "";  // lives for ever
  uint64_t start = 0;     // trace_clock()
  uint64_t end = 0;
  uint64_t number = 0;  // of the submission on its queue; 0: none
  uint64_t bytes = 0;   // 0: says nothing
  uint32_t thread = 0;
  uint32_t queue = 0;
  Kind kind = Kind::kCall;
  Clock clock = Clock::kHost;
  TraceLabel label;
};

// Holds events back until it knows how they ended.
class TraceSource {
 public:
  virtual ~TraceSource() = default;
  virtual void add_ended_events() = 0;
};

// What a context and its backends did last, as events of bounded number: when there are more, the
// oldest go. Thread-safe; adding takes no lock that another event could hold.
class Trace {
 public:
  static constexpr uint64_t kUsualEvents = uint64_t{1} << 16;
  static constexpr uint64_t kMaxEvents = uint64_t{1} << 24;

  // |memory| may be null: the C++ heap. All of it is taken here, so that adding never fails, and
  // touched as events come.
  Trace(uint64_t events, std::shared_ptr<std::pmr::memory_resource> memory);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  void add(const TraceEvent& event);

  // Gives a queue of |device| a number.
  uint32_t add_queue(std::string_view device);

  // |source| is asked before events are read, as long as it lives.
  void add_source(std::weak_ptr<TraceSource> source);

  struct Content {
    std::vector<TraceEvent> events;  // by start
    std::vector<std::string> queues;
    uint64_t began = 0;
    uint64_t dropped = 0;
  };
  Content content() const;

 private:
  struct Slot {
    std::atomic<bool> busy = false;
    uint64_t number = 0;  // of its event, from 1; 0: none
    TraceEvent event;
  };
  // So many slots are made at once, with the first event in one of them.
  static constexpr size_t kBlock = 256;
  enum class Made : uint8_t { kNot, kBegun, kAll };

  static void lock(Slot& slot);
  void ask_sources() const;
  static void unlock(Slot& slot) { slot.busy.store(false, std::memory_order_release); }
  std::pmr::memory_resource* resource() const;
  void make_block(size_t block);
  std::span<Slot> block_of(size_t block) const;

  using Allocator = std::pmr::polymorphic_allocator<Slot>;

  const std::shared_ptr<std::pmr::memory_resource> memory_;  // null: the C++ heap
  const uint64_t began_;
  std::vector<std::atomic<Made>> made_;  // by block
  const std::span<Slot> slots_;          // no more than memory until its block is made
  std::atomic<uint64_t> count_ = 0;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::vector<std::string> queues_;
  std::vector<std::weak_ptr<TraceSource>> sources_;
};

// What a context wants to know about the work of its backends. All off: nothing is looked at that
// takes time.
struct Observation {
  bool times = false;            // how long things take, for statistics
  bool labels = false;           // what debuggers show has names
  std::shared_ptr<Trace> trace;  // null: none
};

// A number of the running thread: the system's where it has one.
uint32_t trace_thread();

// Adds what its thread does until its end. With a null trace it does nothing.
class TraceCall {
 public:
  TraceCall(Trace* trace, const char* name, std::string_view label = {}, uint64_t bytes = 0)
      : trace_(trace) {
    if (trace_ != nullptr) begin(name, label, bytes);
  }
  ~TraceCall() {
    if (trace_ != nullptr) finish();
  }
  TraceCall(const TraceCall&) = delete;
  TraceCall& operator=(const TraceCall&) = delete;

 private:
  void begin(const char* name, std::string_view label, uint64_t bytes);
  void finish();

  Trace* const trace_;
  std::optional<TraceEvent> event_;  // with a trace
};

// Hands out text piece by piece.
using TraceSink = std::function<Status(std::string_view text)>;

// Writes |content| as JSON in the form of Chrome's traces. Ends with the first failure of |sink|.
Status write_trace(const Trace::Content& content, const TraceSink& sink);

}  // namespace vyre
