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

struct Prepared;  // runtime/dispatch/prepare.h
struct Recordable;
class UnownedRuns;  // runtime/dispatch/unowned_runs.h

// What changes in one dispatch; the rest stays as it was.
struct StepUpdate {
  uint32_t step = 0;
  std::span<const Binding> bindings = {};
  std::span<const PushRange> push = {};
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
  // Texels that a parameter was bound to.
  struct BoundTexels {
    std::shared_ptr<const Image> image;
    std::shared_ptr<const Sampler> sampler;
    uint32_t level = backend::kAllLevels;
  };
  // What a parameter was bound to, in little more than a cache line; |pin| is empty while another
  // has it.
  struct Bound {
    Buffer* buffer = nullptr;
    uint64_t offset = 0;
    uint64_t size = 0;
    uint32_t place = 0;  // in the plan
    BindKind kind = BindKind::kBuffer;
    uint64_t bytes = 0;  // that the program gets of it
    Pin pin = {};
    std::shared_ptr<const BoundTexels> texels = {};  // of an image or a sampler

    void set(const Binding& binding);
    void fill(Binding& binding) const;
  };
  // A dispatch as it was asked for, so that it can be asked for again with changes. Buffers keep
  // the memory which is recorded.
  struct Request {
    std::vector<Bound> bounds = {};  // of other steps their buffers alone
    Pin grid_pin = {};
    LaunchOptions options = {};  // without the label
    std::vector<uint32_t> pushed = {};
    bool can_rebind = false;  // other ranges of the same sizes change nothing else

    Status change(const Pipeline& pipeline, const StepUpdate& update);
    void keep_plan(const Pipeline& pipeline, const Prepared& prepared, const Binding* first);
    void take_pins(Request& other);          // of buffers that are pinned there alone
    void exchange(Request& other) noexcept;  // is |other|, which gets the room
    void let_go();
    void let_go_of_buffers();  // what was planned stays
  };
  // What a dispatch is asked for with. Of an update: as it was, with what changes.
  struct Asked {
    std::span<const Binding> bindings;
    std::span<const uint32_t> places;  // of these in the plan; empty: unknown
    std::span<const PushRange> push;
  };
  struct Added {
    Kind kind = Kind::kDispatch;
    uint64_t size = 0;  // that the host writes or reads
    std::shared_ptr<Pipeline> pipeline = nullptr;
    std::string label = {};
    Request request = {};
    uint64_t added_after = 0;              // so many runs
    std::weak_ptr<Pipeline> cleared = {};  // what it had, whose plan the request has still

    void let_go();
    bool was(const std::shared_ptr<Pipeline>& other, const DispatchOptions& options) const;
  };
  using AddedPtr = std::unique_ptr<Added>;
  // Where a buffer of a step lies anew; |pin| is empty where that is another part of the same.
  struct Range {
    Buffer* buffer = nullptr;
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t bytes = 0;
    Pin pin = {};
  };
  // A dispatch that is asked for anew: with |request| or, where there are |ranges|, as it was with
  // these, by place in the plan, and with what |request| pushes.
  struct Change {
    uint32_t step = 0;
    Request request = {};
    std::vector<Range> ranges = {};

    void keep(Request& old);
    void let_go();
  };
  // What is staged and pinned for one call, which keeps it or not.
  class Changes {
   public:
    explicit Changes(Sequence& sequence) : sequence_(sequence) {}
    ~Changes() {
      sequence_.sequence_->unstage();
      sequence_.forget_changes();
    }
    Changes(const Changes&) = delete;
    Changes& operator=(const Changes&) = delete;

   private:
    Sequence& sequence_;
  };

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
  AddedPtr next_added();
  bool add_again(Added& added, const std::shared_ptr<Pipeline>& given,
                 std::span<const Binding> bindings, const DispatchOptions& options);
  uint32_t keep_added(Kind kind, AddedPtr added);
  Result<uint32_t> add(const backend::Step& step, AddedPtr added);
  // |step| lacks its memory, which |from| and |to| have.
  Result<uint32_t> add_transfer(backend::Step step, const char* what, const BufferRange* from,
                                const BufferRange* to);
  Status check_device(const Device& other, std::string_view what) const;
  Status pin_all(std::span<const Binding> bindings, Request& request, const Request* other) const;
  Result<Pin> pin_unless(Buffer* buffer, const Pin* other) const;
  Status prepare_step(Pipeline& pipeline, const Asked& asked, Request& request,
                      const Request* other, Recordable& recordable) const;
  std::span<Change> changes() { return {changes_.data(), change_count_}; }
  Status stage(std::span<const StepUpdate> updates);
  Status stage_step(std::span<const StepUpdate> updates);
  Change& next_change(uint32_t step);
  size_t rebind(std::span<const StepUpdate> updates);
  bool rebind_step(const StepUpdate& update);
  class Rebinding;
  bool plan_rebinding(const Pipeline& pipeline, const Request& old, const Asked& asked,
                      Change& change) const;
  bool add_ranges(const Pipeline& pipeline, const Request& old, std::span<const Binding> bindings,
                  Change& change) const;
  bool set_range(const Pipeline& pipeline, const Bound& bound, const Binding& binding,
                 Range& range) const;
  void keep_changes();
  void forget_changes();
  void forget_last_change() { changes_[--change_count_].let_go(); }
  Status check_updated(std::span<const StepUpdate> updates) const;
  bool are_buffers_known() const;
  Status check_alive(const Pin& pin) const;
  Result<uint64_t> check_buffers();
  // |run| has an end already when somebody is to hold it.
  Status begin_async(const Timeout& timeout, std::span<const StepUpdate> updates,
                     const WorkPoints& points, Run& run);
  Status begin_run(const Timeout& timeout, std::span<const StepUpdate> updates,
                   const backend::RunStart& start, Run& run);
  // |use|: of the device, as long as the run is carried on.
  Status hand_over(const backend::RunStart& start, std::optional<Device::Use>& use, Run& run);
  Status hand_over_changed(backend::RunStart start, std::span<const StepUpdate> updates,
                           std::optional<Device::Use>& use, Run& run);
  bool is_counted(bool replaces) const {  // a run that replaces steps or does not
    return options_.timed || host_steps_ != 0 || replaces;
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
  std::vector<AddedPtr> steps_;
  std::vector<AddedPtr> cleared_;  // whose room serves the steps to come, by number
  std::vector<Change> changes_;  // of the call under way; the room of the others serves later ones
  size_t change_count_ = 0;
  uint32_t host_steps_ = 0;
  uint64_t dispatches_ = 0;
  uint64_t known_frees_ = 0;  // of buffers, when all of these were last seen alive
  uint64_t runs_ = 0;
  Run last_;
  mutable uint64_t seen_over_ = 0;   // the newest run that was
  std::vector<uint64_t> counted_;    // runs that count and were not seen to be over, in order
  uint64_t last_of_cleared_ = 0;     // the newest run of steps that are gone
  std::optional<uint64_t> host_ns_;  // of the last run, once it is known to be over

  RunsUnderWay under_way_;  // thread-safe by itself
};

}  // namespace vyre::runtime
