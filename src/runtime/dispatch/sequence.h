#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/sequence.h"
#include "runtime/dispatch/dispatch.h"

namespace vyre::runtime {

struct Recordable;  // runtime/dispatch/prepare.h

// A range of a buffer.
struct BufferRange {
  std::shared_ptr<Buffer> buffer;
  uint64_t offset = 0;
  uint64_t size = 0;
};

struct SequenceReport {
  backend::Timing timing;  // of the last run that is over
  uint64_t runs = 0;       // that were submitted
  uint32_t steps = 0;
  uint32_t barriers = 0;  // between steps
};

// Dispatches, copies, writes and reads on the buffers of one backend, recorded once and run as
// often as asked for. Thread-safe. While a run is under way nothing of it can be changed; another
// run can begin when the host neither writes nor reads in it and it is not timed.
class Sequence {
 public:
  static Result<std::shared_ptr<Sequence>> create(std::shared_ptr<Device> device, bool timed,
                                                  std::string label);

  // The number of the new step.
  Result<uint32_t> add_dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                std::span<const Binding> bindings, const DispatchOptions& options);
  Result<uint32_t> add_copy(const BufferRange& from, const BufferRange& to);
  Result<uint32_t> add_write(const BufferRange& to, std::span<const std::byte> bytes);
  Result<uint32_t> add_read(const BufferRange& from);

  Status set_dispatch(uint32_t step, std::span<const Binding> bindings,
                      const DispatchOptions& options);
  Status set_bytes(uint32_t step, uint64_t offset, std::span<const std::byte> bytes);
  Status get_bytes(uint32_t step, uint64_t offset, std::span<std::byte> bytes);

  Status record();
  Result<uint64_t> submit();
  // Whether it is over, or why it failed. |run| 0 is the last one.
  Result<bool> wait(uint64_t run, backend::Deadline deadline);
  SequenceReport report() const;

  // A run that has just been submitted, as an object that outlives |sequence|'s handle.
  static std::shared_ptr<Work> pending(const std::shared_ptr<Sequence>& sequence, uint64_t run);

 private:
  using Kind = backend::Step::Kind;
  // A buffer that keeps the memory which is recorded, until this goes.
  using Pinned = std::shared_ptr<Buffer>;
  struct Added {
    Kind kind = Kind::kDispatch;
    uint64_t size = 0;  // that the host writes or reads
    std::shared_ptr<Pipeline> pipeline;
    std::vector<Pinned> pinned;
  };

  Sequence(std::shared_ptr<Device> device, bool timed, std::string label);

  // All below need mutex_, but add_transfer(), which takes it.
  Status check_idle(std::string_view what) const;
  Status check_step(uint32_t step, Kind kind) const;
  Status check_bytes(uint32_t step, uint64_t offset, uint64_t size) const;
  bool is_idle() const;
  Result<std::shared_ptr<backend::Memory>> pin(const BufferRange& range, const char* what,
                                               Added& added) const;
  Result<uint32_t> add(const backend::Step& step, Added added);
  Result<uint32_t> add_transfer(Kind kind, const char* what, const BufferRange* from,
                                const BufferRange* to, std::span<const std::byte> bytes);
  Status check_backend(const Device& other, std::string_view what) const;
  Status prepare_step(std::span<const Binding> bindings, const DispatchOptions& options,
                      Added& added, Recordable& recordable) const;
  Status check_buffers() const;
  std::string name() const;

  const std::shared_ptr<Device> device_;
  const uint64_t generation_;
  const bool timed_;
  const std::string label_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_; |sequence_| is constant after create().
  std::unique_ptr<backend::DeviceSequence> sequence_;
  std::vector<Added> steps_;
  uint32_t host_steps_ = 0;
  uint64_t dispatches_ = 0;
  mutable uint64_t known_frees_ = 0;  // of buffers, when all of these were last seen alive
  uint64_t runs_ = 0;
  uint64_t last_ = 0;
  uint64_t began_ = 0;    // the last run, by trace_clock()
  uint64_t host_ns_ = 0;  // that it took; 0 until it is known to be over
};

}  // namespace vyre::runtime
