#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/status/copy.h"

namespace vyre::backend {

// One step of recorded work. What it points at is borrowed for the call that gets it.
struct Step {
  enum class Kind : uint8_t { kDispatch, kCopy, kWrite, kRead, kFill };
  Kind kind = Kind::kDispatch;
  // kDispatch: buffers are memory, zeroes or unfilled, without input and read_back.
  const Dispatch* dispatch = nullptr;
  // |size| bytes: kCopy, whose ranges do not overlap; kWrite of |bytes|; kRead, kept for read();
  // kFill with |word|, of multiples of 4.
  std::shared_ptr<Memory> from = {};
  uint64_t from_offset = 0;
  std::shared_ptr<Memory> to = {};
  uint64_t to_offset = 0;
  uint64_t size = 0;
  std::span<const std::byte> bytes = {};
  uint32_t word = 0;
  // Of images, of transfer() alone: the texels of |from| and of |to|, whose bytes |size| counts.
  const ImageRegion* from_region = nullptr;
  const ImageRegion* to_region = nullptr;
};

inline std::string_view name_of(Step::Kind kind) {
  constexpr std::string_view kNames[] = {"dispatch", "copy", "write", "read", "fill"};
  static_assert(std::size(kNames) == static_cast<size_t>(Step::Kind::kFill) + 1);
  return kNames[static_cast<size_t>(kind)];
}

// Does a step that is no dispatch with calls that return when it is done. |read|: the place for
// what a kRead reads.
Status move_now(Device& device, const Step& step, std::span<std::byte> read);

// Work that was over from the beginning, and has read |bytes|.
std::unique_ptr<Waitable> finished_work(std::vector<std::byte> bytes = {});

// What a run begins with. Borrowed for the call that gets it.
struct RunStart {
  SyncPoints wait_points = {};  // that the device takes, here and below
  SyncPoints signal_points = {};
  bool replaces = false;  // steps, by those that are staged, from this run on
};

// A dispatch of a sequence that stays as it is, but for where its buffers lie and what it is
// pushed. Borrowed for the call that gets it.
struct Rebinding {
  struct Buffer {  // without a beginning: zeroes for many would cost as much as the rest
    const Memory* memory;
    uint64_t offset;
  };
  std::span<const Buffer> buffers = {};  // all, by place in the plan, of as many bytes as before
  std::span<const uint32_t> words = {};  // all, as many as before
};

struct SequenceOptions {
  bool timed = false;
  bool timed_steps = false;  // and so is the run
  uint32_t flights = 1;      // how many counted runs may be under way at once
};

// Steps that run in order, each seeing what those before it wrote: recorded once and run as often
// as asked for. Thread-safe. A run is counted when it replaces steps, when a step is kWrite or
// kRead, and when it is timed. While runs are under way nothing is added, replaced by replace() or
// cleared, and while as many counted ones are as there are flights, no other is submitted or
// written for. Whatever adds, changes, records or submits steps comes from one thread at a time.
// cancel() and newest_over() never block and come at any time.
class DeviceSequence {
 public:
  virtual ~DeviceSequence() = default;

  virtual Result<uint32_t> add(const Step& step) = 0;  // its number: 0, 1, ...
  // Adds what was the step of that number when all were cleared, if that was a dispatch and is no
  // other but for |changes|; when it is not known any more nothing is added, which is the default.
  virtual bool add_again(const Rebinding& /*changes*/) { return false; }
  // Keeps |step| for the place of step |number|, once each, which it may take later: one of the
  // same kind, kRead and kWrite of the same size.
  virtual Status stage(uint32_t number, const Step& step) = 0;
  // The same for a dispatch that stays what it is, of buffers alone. Whether it is staged: else it
  // is to be staged as a whole, which is the default.
  virtual bool restage(uint32_t /*number*/, const Rebinding& /*changes*/) { return false; }
  virtual void unstage() noexcept = 0;  // lets go of those, if there are any
  virtual void replace() = 0;           // steps by them, from the next run on
  virtual void clear() = 0;             // all steps; what was allocated may serve those that come
  virtual Status record() = 0;          // what submit() would do first

  // Runs all of them once more, behind all that was submitted before; the number of that run, which
  // is above those of earlier ones. After an error nothing has begun, and all is as it was but that
  // nothing is staged.
  virtual Result<uint64_t> submit(const RunStart& start) = 0;
  Result<uint64_t> submit() { return submit(RunStart()); }
  // Does of a run that was submitted what the device does not do by itself, until |limit| at the
  // longest: then it has failed with kTimedOut. Once for each run, in their order.
  virtual void carry_on(uint64_t /*run*/, Deadline /*limit*/) {}
  // Waits for a run until |deadline| at the longest: whether it is over, or why it failed.
  virtual Result<bool> wait(uint64_t run, Deadline deadline, const Stop& stop) = 0;
  Result<bool> wait(uint64_t run, Deadline deadline) { return wait(run, deadline, Stop()); }

  // The newest run that is known to be over, failed ones too; 0: none.
  virtual uint64_t newest_over() const = 0;
  // Of runs up to |run|, what has not begun never does; their waits look at what stops them.
  virtual void cancel(uint64_t /*run*/) {}
  // Why a run from |first| to |last| failed, of those that are over; success when none is known to
  // have.
  virtual Status failure_of(uint64_t first, uint64_t last) = 0;

  // The bytes that a kWrite writes from the next run on; a part of it.
  virtual Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) = 0;
  // What a kRead kept in a run, which is one of the last, as many as there are flights; a part of
  // it.
  virtual Status read(uint64_t run, uint32_t number, uint64_t offset,
                      std::span<std::byte> bytes) = 0;

  // That a run took by the device's own clock; only when timed, and of runs that are still known.
  virtual std::optional<uint64_t> device_ns(uint64_t run) const = 0;
  // The same of the steps of the last run, as far as they were measured.
  virtual std::vector<std::optional<uint64_t>> step_ns() const { return {}; }
  virtual uint32_t barriers() const { return 0; }  // between steps, as last recorded
};

// The runs that failed, the newest of them: a run that nobody has asked about for so many failures
// counts as one that has not.
class RunFailures {
 public:
  RunFailures() { all_.reserve(kMost); }

  // Runs |from| to |to|; what is known of |from| is told anew. Whether it was not known. A success:
  // there was no memory to say why. Allocates nothing.
  bool note(uint64_t from, uint64_t to, Status why) {
    const auto known = std::ranges::find(all_, from, &Failure::from);
    if (known != all_.end()) {
      known->to = to;
      known->why = std::move(why);
      return false;
    }
    if (all_.size() == kMost) all_.erase(all_.begin());
    all_.push_back({from, to, std::move(why)});
    return true;
  }
  Status of(uint64_t run) const { return of(run, run); }
  // Of one from |first| to |last|.
  Status of(uint64_t first, uint64_t last) const {
    for (const Failure& failure : all_) {
      if (failure.from <= last && first <= failure.to) return failure.copy();
    }
    return {};
  }

 private:
  static constexpr size_t kMost = 64;
  struct Failure {
    uint64_t from;
    uint64_t to;
    Status why;

    Status copy() const {
      return why.ok() ? fail(Code::kOutOfHostMemory, "memory ran out. Fix: free some")
                      : copy_of(why);
    }
  };
  std::vector<Failure> all_;
};

}  // namespace vyre::backend
