#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/sequence.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/dispatch/run_end.h"

namespace vyre::runtime {

struct Recordable;  // runtime/dispatch/prepare.h
class UnownedRuns;  // runtime/dispatch/unowned_runs.h

// What changes in one dispatch; the rest stays as it was.
struct StepUpdate {
  uint32_t step = 0;
  std::pmr::vector<Binding> bindings = {};
  std::vector<PushRange> push = {};
  std::optional<launch::Axes> shape = {};  // each takes the place of all three
  std::optional<launch::Axes> grid = {};
  Buffer* grid_buffer = nullptr;
  uint64_t grid_offset = 0;  // in it
  std::optional<uint32_t> iterations = {};
};

struct SequenceReport {
  std::optional<uint64_t> host_ns;    // of the last run, when that is over
  std::optional<uint64_t> device_ns;  // the same, when it is timed
  uint64_t runs = 0;                  // that were started
  uint32_t steps = 0;
  uint32_t barriers = 0;  // between steps
};

// Dispatches, copies, writes and reads on the buffers of one device, recorded once and run as often
// as asked for. Thread-safe. While a run is under way nothing of it can be changed. Runs with
// updates, of steps that write or read, and timed ones count: as many of these may be under way as
// there are flights, and others without a limit.
class Sequence {
 public:
  static Result<std::shared_ptr<Sequence>> create(std::shared_ptr<Device> device,
                                                  backend::SequenceOptions options,
                                                  std::string label);

  // The number of the new step.
  Result<uint32_t> add_dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                std::span<const Binding> bindings, const DispatchOptions& options);
  Result<uint32_t> add_copy(const BufferRange& from, const BufferRange& to);
  Result<uint32_t> add_fill(const BufferRange& to, uint32_t word);
  Result<uint32_t> add_write(const BufferRange& to, std::span<const std::byte> bytes);
  Result<uint32_t> add_read(const BufferRange& from);

  Status update(std::span<const StepUpdate> updates);  // all or, after an error, none
  Status clear();                                      // all steps
  Status set_bytes(uint32_t step, uint64_t offset, std::span<const std::byte> bytes);
  Status get_bytes(uint32_t step, uint64_t offset, std::span<std::byte> bytes);
  // All that |step| read in |run|, which is over; only of as many runs as there are flights.
  Result<std::vector<std::byte>> bytes_of(const Run& run, uint32_t step);

  using Timeout = std::optional<std::chrono::nanoseconds>;

  Status record();
  // Starts a run that the caller waits for. The updates hold from this run on; after an error none
  // does.
  Result<Run> submit(const Timeout& timeout = {}, std::span<const StepUpdate> updates = {}) {
    Run run;
    VYRE_RETURN_IF_ERROR(begin_run(timeout, updates, {}, run));
    return run;
  }
  // One that is waited for.
  Status run(const Timeout& timeout, std::span<const StepUpdate> updates, const WorkPoints& points);
  // One that nobody holds: a failure is logged, and told by who waits for the device. A device that
  // runs the steps one after the other in the call takes no wait points here and below.
  Status submit_unowned(const Timeout& timeout = {}, std::span<const StepUpdate> updates = {},
                        const WorkPoints& points = {});
  // One as an object that outlives |sequence|'s handle.
  static Result<std::shared_ptr<Work>> start(const std::shared_ptr<Sequence>& sequence,
                                             const Timeout& timeout = {},
                                             std::span<const StepUpdate> updates = {},
                                             const WorkPoints& points = {});
  // Whether it is over, or why it failed.
  Result<bool> wait(const Run& run, backend::Deadline deadline);
  Result<bool> wait_for_last(backend::Deadline deadline);
  SequenceReport report();
  std::optional<uint64_t> device_ns(const Run& run) const;  // when that is over and is timed
  // What the first |count| steps took in the last run, as far as it was measured.
  Result<std::vector<std::optional<uint64_t>>> step_ns(size_t count);

  // All runs under way; one that somebody holds, unless it has ended. Never block.
  void cancel();
  bool cancel(const Run& run);

 private:
  using Kind = backend::Step::Kind;
  // A buffer that keeps the memory which is recorded, until this goes.
  using Pinned = std::shared_ptr<Buffer>;
  // A dispatch as it was asked for, so that it can be asked for again with changes.
  struct Request {
    std::vector<std::pair<uint32_t, Binding>> bindings = {};  // by place in the plan
    DispatchOptions options = {};                             // without the two that follow
    std::string label = {};
    std::vector<uint32_t> pushed = {};
  };
  struct Added {
    Kind kind = Kind::kDispatch;
    uint64_t size = 0;  // that the host writes or reads
    std::shared_ptr<Pipeline> pipeline = nullptr;
    Request request = {};
    std::vector<Pinned> pinned = {};
    std::vector<std::shared_ptr<const void>> held = {};  // images and samplers
    uint64_t added_after = 0;                            // so many runs
  };
  struct Change;

  Sequence(std::shared_ptr<Device> device, const backend::SequenceOptions& options,
           std::string label);

  // All below need mutex_, but add_transfer(), which takes it.
  Status check_idle(std::string_view what) const;
  Status check_flights(std::string_view what);
  Status check_step(uint32_t step, Kind kind) const;
  Status check_bytes(uint32_t step, uint64_t offset, uint64_t size) const;
  bool is_idle() const;
  bool is_over(uint64_t run) const;
  bool has_ended_well() const;  // the last run
  Result<std::shared_ptr<backend::Memory>> pin(const BufferRange& range, const char* what,
                                               Added& added) const;
  Result<uint32_t> add(const backend::Step& step, Added added);
  // |step| lacks its memory, which |from| and |to| have.
  Result<uint32_t> add_transfer(backend::Step step, const char* what, const BufferRange* from,
                                const BufferRange* to);
  Status check_device(const Device& other, std::string_view what) const;
  Status prepare_step(std::span<const Binding> bindings, const DispatchOptions& options,
                      Added& added, Recordable& recordable) const;
  Result<std::vector<Change>> changes_of(std::span<const StepUpdate> updates) const;
  Status prepare_changes(std::span<Change> changes) const;
  Result<std::vector<Change>> prepared(std::span<const StepUpdate> updates) const;
  Status replace(std::span<Change> changes);
  static std::vector<backend::StepReplacement> replacements(std::span<const Change> changes);
  void keep(std::span<Change> changes);
  Status check_updated(std::span<const StepUpdate> updates) const;
  Result<uint64_t> check_buffers(std::span<const Change> changes) const;
  // |run| has an end already when somebody is to hold it.
  Status begin_async(const Timeout& timeout, std::span<const StepUpdate> updates,
                     const WorkPoints& points, Run& run);
  Status begin_run(const Timeout& timeout, std::span<const StepUpdate> updates,
                   const backend::RunStart& start, Run& run);
  Status hand_over(std::unique_lock<std::mutex>& lock, const backend::RunStart& start,
                   std::span<Change> changes, Run& run);
  Status hand_over_changed(std::unique_lock<std::mutex>& lock, backend::RunStart start,
                           std::span<const StepUpdate> updates, Run& run);
  template <class Changes>
  bool is_counted(const Changes& changes) const {  // a run with these
    return options_.timed || host_steps_ != 0 || !changes.empty();
  }
  Status cannot_wait() const;
  Result<DividedPoints> divided(const WorkPoints& points, bool has_limit) const;
  static Result<RunEnd::How> wait_to_begin(backend::SyncPoints points, RunEnd& end);
  void signal_at_end(backend::Waitable& signals, CompletionDispatcher::Prepared carrying);
  Result<bool> end_of(const Run& run, Result<bool> over);
  void note_end();
  Status ended_early(const RunEnd* end, RunEnd::How how) const;
  Status timed_out(std::chrono::nanoseconds timeout) const;
  Status of_step(Status status) const;
  Status of_update(uint32_t step, Status status) const;
  std::string name() const;

  const std::shared_ptr<Device> device_;
  const uint64_t generation_;
  const backend::SequenceOptions options_;
  const std::string label_;
  bool is_eager_ = false;  // constant after create()

  mutable std::mutex mutex_;
  // State below is guarded by mutex_; these are constant after create().
  std::shared_ptr<backend::DeviceSequence> sequence_;
  std::shared_ptr<UnownedRuns> unowned_;
  std::vector<Added> steps_;
  uint32_t host_steps_ = 0;
  uint64_t dispatches_ = 0;
  uint64_t known_frees_ = 0;  // of buffers, when all of these were last seen alive
  uint64_t runs_ = 0;
  Run last_;
  std::vector<uint64_t> counted_;    // runs that count and were not seen to be over, in order
  uint64_t last_of_cleared_ = 0;     // the newest run of steps that are gone
  std::optional<uint64_t> host_ns_;  // of the last run, once it is known to be over

  RunsUnderWay under_way_;  // thread-safe by itself
};

}  // namespace vyre::runtime
