#include "runtime/dispatch/eager_sequence.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/device_time.h"

namespace vyre::runtime {
namespace {

using backend::Step;

// A dispatch with all that it points at.
class OwnedDispatch {
 public:
  explicit OwnedDispatch(const backend::Dispatch& dispatch)
      : dispatch_(dispatch),
        executables_(dispatch.executables.begin(), dispatch.executables.end()),
        buffers_(dispatch.buffers.begin(), dispatch.buffers.end()),
        words_(dispatch.words.begin(), dispatch.words.end()),
        label_(dispatch.options.label) {
    if (dispatch.grid_words != nullptr) grid_words_ = *dispatch.grid_words;
  }

  backend::Dispatch get() const {
    backend::Dispatch dispatch = dispatch_;
    dispatch.executables = executables_;
    dispatch.buffers = buffers_;
    dispatch.words = words_;
    dispatch.options.label = label_;
    if (dispatch.grid_words != nullptr) dispatch.grid_words = &grid_words_;
    return dispatch;
  }

 private:
  backend::Dispatch dispatch_;  // its views point nowhere
  std::vector<std::shared_ptr<backend::Executable>> executables_;
  std::vector<backend::BufferUse> buffers_;
  std::vector<uint32_t> words_;
  std::string label_;
  backend::GridWords grid_words_;
};

// A step with what it points at.
struct OwnedStep {
  explicit OwnedStep(const Step& given)
      : step(given), bytes(given.bytes.begin(), given.bytes.end()) {
    if (step.kind == Step::Kind::kRead) bytes.resize(static_cast<size_t>(step.size));
    if (step.kind == Step::Kind::kDispatch) dispatch.emplace(*given.dispatch);
  }

  Step step;  // its views point nowhere
  std::optional<OwnedDispatch> dispatch;
  std::vector<std::byte> bytes;
};

// A run under way keeps the steps as they were when it was submitted.
using Steps = std::vector<std::shared_ptr<OwnedStep>>;

class EagerSequence final : public backend::DeviceSequence {
 public:
  EagerSequence(backend::Device& raw, const backend::SequenceOptions& options)
      : raw_(raw), options_(options) {}

  Result<uint32_t> add(const Step& step) override {
    const std::lock_guard lock(mutex_);
    own_steps().push_back(std::make_shared<OwnedStep>(step));
    return static_cast<uint32_t>(steps_->size() - 1);
  }

  Status stage(uint32_t number, const Step& step) override {
    staged_.emplace_back(number, std::make_shared<OwnedStep>(step));
    return {};
  }

  void unstage() noexcept override { staged_.clear(); }

  void replace() override {
    const std::lock_guard lock(mutex_);
    steps_ = replaced();
    staged_.clear();
  }

  void clear() override {
    const std::lock_guard lock(mutex_);
    runs_.clear();
    own_steps().clear();
  }

  Status record() override { return {}; }

  // Of a device that takes no points.
  using DeviceSequence::submit;
  Result<uint64_t> submit(const backend::RunStart& start) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(runs_, [&](const StartedRun& run) {
      return run.number <= over_ && run.number + options_.flights <= last_ + 1;
    });
    std::shared_ptr<Steps> steps = start.replaces ? replaced() : steps_;
    staged_.clear();
    runs_.push_back({last_ + 1, steps_of_run(steps)});
    steps_ = std::move(steps);
    return ++last_;
  }

  // No lock is held while the steps run.
  void carry_on(uint64_t run, backend::Deadline limit) override {
    std::shared_ptr<const Steps> steps;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return over_ + 1 == run; });
      steps = std::ranges::find(runs_, run, &StartedRun::number)->steps;
    }
    Ending ending{*this, {run, limit, std::move(steps)}};
    ending.failure = run_steps(ending.run);
    ending.is_complete = true;
  }

  using DeviceSequence::wait;
  Result<bool> wait(uint64_t run, backend::Deadline deadline, const backend::Stop& stop) override {
    std::unique_lock lock(mutex_);
    const bool knows =
        changed_.wait_until(lock, deadline, [&] { return over_ >= run || stop.asked(); });
    if (!knows || over_ < run) return false;
    Status failure = failures_.of(run);
    return failure.ok() ? Result<bool>(true) : Result<bool>(std::move(failure));
  }

  uint64_t newest_over() const override {
    const std::lock_guard lock(mutex_);
    return over_;
  }

  // No lock is held while the device is told, which may call the host.
  void cancel(uint64_t run) override {
    std::shared_ptr<backend::DeviceWork> work;
    {
      const std::lock_guard lock(mutex_);
      canceled_to_ = std::max(canceled_to_, run);
      if (over_ < run) work = work_;
      changed_.notify_all();
    }
    if (work != nullptr) (void)work->cancel();
  }

  Status failure_of(uint64_t first, uint64_t last) override {
    const std::lock_guard lock(mutex_);
    return failures_.of(first, last);
  }

  Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<OwnedStep>& step = own_steps()[number];
    if (step.use_count() > 1) step = std::make_shared<OwnedStep>(*step);
    std::ranges::copy(bytes, step->bytes.data() + offset);
    return {};
  }

  Status read(uint64_t run, uint32_t number, uint64_t offset, std::span<std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    const auto kept = std::ranges::find(runs_, run, &StartedRun::number);
    const Steps& steps = kept != runs_.end() ? *kept->steps : *steps_;
    std::copy_n(steps[number]->bytes.data() + offset, bytes.size(), bytes.data());
    return {};
  }

  std::optional<uint64_t> device_ns(uint64_t run) const override {
    const std::lock_guard lock(mutex_);
    const Took& took = taken_[run % taken_.size()];
    return took.run == run ? took.device_ns : std::nullopt;
  }

  std::vector<std::optional<uint64_t>> step_ns() const override {
    const std::lock_guard lock(mutex_);
    return step_ns_;
  }

 private:
  // What a run took by the device's own clock; none when that of a step is not known.
  struct Took {
    uint64_t run = 0;
    std::optional<uint64_t> device_ns;
  };

  struct StartedRun {
    uint64_t number = 0;
    std::shared_ptr<const Steps> steps;
  };

  // The run that is carried on.
  struct EagerRun {
    uint64_t number = 0;
    backend::Deadline limit;
    std::shared_ptr<const Steps> steps;
    std::optional<uint64_t> device_ns = {};
    std::vector<std::optional<uint64_t>> step_ns = {};
  };

  // Sees to it that the next run gets its turn, whatever is thrown.
  struct Ending {
    ~Ending() {
      const std::lock_guard lock(sequence.mutex_);
      run.steps.reset();
      if (sequence.options_.flights == 1) sequence.forget(run.number);
      sequence.over_ = run.number;
      sequence.taken_[run.number % sequence.taken_.size()] = {run.number, run.device_ns};
      sequence.step_ns_ = std::move(run.step_ns);
      if (!is_complete || !failure.ok()) {
        sequence.failures_.note(run.number, run.number, std::move(failure));
      }
      sequence.changed_.notify_all();
    }
    EagerSequence& sequence;
    EagerRun run;
    Status failure = {};
    bool is_complete = false;
  };

  void forget(uint64_t number) {
    std::erase_if(runs_, [&](const StartedRun& run) { return run.number == number; });
  }

  // Where several runs may be asked for what they read, each has its own place for it.
  std::shared_ptr<const Steps> steps_of_run(const std::shared_ptr<Steps>& steps) const {
    const auto is_read = [](const auto& step) { return step->step.kind == Step::Kind::kRead; };
    if (options_.flights == 1 || std::ranges::none_of(*steps, is_read)) return steps;
    auto own = std::make_shared<Steps>(*steps);
    for (auto& step : *own) {
      if (is_read(step)) step = std::make_shared<OwnedStep>(step->step);
    }
    return own;
  }

  // The steps with those that are staged in the place of some.
  std::shared_ptr<Steps> replaced() const {
    auto steps = std::make_shared<Steps>(*steps_);
    for (const auto& [number, step] : staged_) (*steps)[number] = step;
    return steps;
  }

  // To be changed, while those of a run under way stay.
  Steps& own_steps() {
    if (steps_.use_count() > 1) steps_ = std::make_shared<Steps>(*steps_);
    return *steps_;
  }

  Status run_steps(EagerRun& run) {
    if (options_.timed) run.device_ns = 0;
    if (options_.timed_steps) run.step_ns.resize(run.steps->size());
    for (size_t i = 0; i < run.steps->size(); ++i) {
      Status failure = check_wanted(run);
      if (failure.ok() && i != 0) failure = check_time(run);
      if (failure.ok())
        failure = options_.timed_steps ? run_timed(i, run) : run_step(i, run).status();
      if (failure.ok()) continue;
      failure.info().text = concat("step ", i, ": ", failure.text());
      failure.info().step = i;
      return failure;
    }
    return {};
  }

  Status check_wanted(const EagerRun& run) const {
    const std::lock_guard lock(mutex_);
    if (run.number > canceled_to_) return {};
    return fail(Code::kCancelled, "the run was cancelled. Fix: run it again");
  }

  static Status check_time(const EagerRun& run) {
    const bool has_limit = run.limit != backend::Deadline::max();
    if (!has_limit || std::chrono::steady_clock::now() < run.limit) return {};
    return fail(Code::kTimedOut, "the run has not ended in time. Fix: allow more time");
  }

  // The clock of the oracle is the host's.
  Status run_timed(size_t number, EagerRun& run) {
    const auto start = std::chrono::steady_clock::now();
    VYRE_ASSIGN_OR_RETURN(run.step_ns[number], run_step(number, run));
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
    if (raw_.profile().kind == profile::DeviceKind::kOracle) {
      run.step_ns[number] = static_cast<uint64_t>(time.count());
    }
    return {};
  }

  // Gives what a dispatch took on the device.
  Result<std::optional<uint64_t>> run_step(size_t number, EagerRun& run) {
    OwnedStep& owned = *(*run.steps)[number];
    if (owned.step.kind == Step::Kind::kDispatch) return run_dispatch(owned.dispatch->get(), run);
    VYRE_RETURN_IF_ERROR(owned.step.size != 0 ? transfer(owned) : Status());
    return std::optional<uint64_t>();
  }

  Status transfer(OwnedStep& owned) {
    Step given = owned.step;
    given.bytes = owned.bytes;
    return backend::move_now(raw_, given, owned.bytes);
  }

  Result<std::optional<uint64_t>> run_dispatch(backend::Dispatch dispatch, EagerRun& run) {
    dispatch.options.timed = options_.timed;
    dispatch.options.limit = run.limit;
    VYRE_ASSIGN_OR_RETURN(auto submitted, raw_.submit(dispatch));
    const std::shared_ptr<backend::DeviceWork> work = std::move(submitted);
    const UnderWay under_way(*this, work);
    Status stopped = wait_for(*work, run);
    if (!stopped.ok()) (void)work->cancel();
    VYRE_RETURN_IF_ERROR(std::move(stopped));
    VYRE_RETURN_IF_ERROR(work->status());
    const std::optional<uint64_t> took = work->timing().device_ns;
    run.device_ns = backend::sum_of_times(run.device_ns, took);
    return took;
  }

  // Fails when it is no more to be waited for.
  Status wait_for(backend::DeviceWork& work, const EagerRun& run) const {
    for (;;) {
      VYRE_RETURN_IF_ERROR(check_wanted(run));
      if (work.wait(run.limit) != backend::PendingState::kPending) return {};
      VYRE_RETURN_IF_ERROR(check_time(run));
    }
  }

  // What is canceled with the run while this lives.
  class UnderWay {
   public:
    UnderWay(EagerSequence& sequence, std::shared_ptr<backend::DeviceWork> work)
        : sequence_(sequence) {
      const std::lock_guard lock(sequence_.mutex_);
      sequence_.work_ = std::move(work);
    }
    ~UnderWay() {
      const std::lock_guard lock(sequence_.mutex_);
      sequence_.work_ = nullptr;
    }
    UnderWay(const UnderWay&) = delete;
    UnderWay& operator=(const UnderWay&) = delete;

   private:
    EagerSequence& sequence_;
  };

  backend::Device& raw_;
  const backend::SequenceOptions options_;
  std::vector<std::pair<uint32_t, std::shared_ptr<OwnedStep>>> staged_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // State below is guarded by mutex_.
  std::shared_ptr<Steps> steps_ = std::make_shared<Steps>();  // of the next run
  std::vector<StartedRun> runs_;  // under way, and where there are flights the last ones
  uint64_t last_ = 0;
  uint64_t over_ = 0;                          // the run that ended last; they run in order
  uint64_t canceled_to_ = 0;                   // runs up to it
  std::shared_ptr<backend::DeviceWork> work_;  // under way
  std::array<Took, 16> taken_ = {};            // by the newest runs
  backend::RunFailures failures_;
  std::vector<std::optional<uint64_t>> step_ns_;  // of the last run
};

}  // namespace

std::unique_ptr<backend::DeviceSequence> make_eager_sequence(
    backend::Device& raw, const backend::SequenceOptions& options) {
  return std::make_unique<EagerSequence>(raw, options);
}

}  // namespace vyre::runtime
