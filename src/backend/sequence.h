#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "backend/device.h"

namespace vyre::backend {

// One step of recorded work. What it points at is borrowed for the call that gets it.
struct Step {
  enum class Kind : uint8_t { kDispatch, kCopy, kWrite, kRead };
  Kind kind = Kind::kDispatch;
  // kDispatch: buffers are memory, zeroes or unfilled, without input and read_back.
  const Dispatch* dispatch = nullptr;
  // |size| bytes: kCopy, whose ranges do not overlap; kWrite of |bytes|; kRead, kept for read().
  std::shared_ptr<Memory> from;
  uint64_t from_offset = 0;
  std::shared_ptr<Memory> to;
  uint64_t to_offset = 0;
  uint64_t size = 0;
  std::span<const std::byte> bytes;
};

struct StepReplacement {
  uint32_t number = 0;  // of the step in whose place it comes, each once
  Step step;            // of the same kind; kRead and kWrite of the same size
};

// Steps that run in order, each seeing what those before it wrote: recorded once and run as often
// as asked for. Thread-safe. While a run is under way only submit() and wait() are called, and
// submit() only when no step is kWrite or kRead and nothing is timed.
class DeviceSequence {
 public:
  virtual ~DeviceSequence() = default;

  virtual Result<uint32_t> add(const Step& step) = 0;                // its number: 0, 1, ...
  virtual Status replace(std::span<const StepReplacement> all) = 0;  // or none, after an error
  virtual Status record() = 0;                                       // what submit() would do first

  // Runs all of them once more, behind all that was submitted before; the number of that run.
  virtual Result<uint64_t> submit() = 0;
  // Waits for a run until |deadline| at the longest: whether it is over, or why it failed.
  virtual Result<bool> wait(uint64_t run, Deadline deadline) = 0;

  // The bytes that a kWrite writes from now on; a part of it.
  virtual Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) = 0;
  // What a kRead kept in the last run; a part of it.
  virtual Status read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) = 0;

  // That the last run took by the device's own clock; only when timed.
  virtual std::optional<uint64_t> device_ns() const = 0;
  virtual uint32_t barriers() const { return 0; }  // between steps, as last recorded
};

struct SequenceOptions {
  bool timed = false;
};

}  // namespace vyre::backend
