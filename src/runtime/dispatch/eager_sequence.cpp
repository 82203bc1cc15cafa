#include "runtime/dispatch/eager_sequence.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

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
        label_(dispatch.options.label) {}

  backend::Dispatch get() const {
    backend::Dispatch dispatch = dispatch_;
    dispatch.executables = executables_;
    dispatch.buffers = buffers_;
    dispatch.words = words_;
    dispatch.options.label = label_;
    return dispatch;
  }

 private:
  backend::Dispatch dispatch_;  // its views point nowhere
  std::vector<std::shared_ptr<backend::Executable>> executables_;
  std::vector<backend::BufferUse> buffers_;
  std::vector<uint32_t> words_;
  std::string label_;
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

class EagerSequence final : public backend::DeviceSequence {
 public:
  EagerSequence(backend::Device& raw, const backend::SequenceOptions& options)
      : raw_(raw), options_(options) {}

  Result<uint32_t> add(const Step& step) override {
    const std::lock_guard lock(mutex_);
    steps_.emplace_back(step);
    return static_cast<uint32_t>(steps_.size() - 1);
  }

  Status replace(std::span<const backend::StepReplacement> all) override {
    const std::lock_guard lock(mutex_);
    std::vector<OwnedStep> made;
    made.reserve(all.size());
    for (const auto& replacement : all) made.emplace_back(replacement.step);
    for (size_t i = 0; i < all.size(); ++i) steps_[all[i].number] = std::move(made[i]);
    return {};
  }

  void clear() override {
    const std::lock_guard lock(mutex_);
    steps_.clear();
  }

  Status record() override { return {}; }

  Result<uint64_t> submit() override {
    const std::lock_guard lock(mutex_);
    ++last_;
    Took& took = taken_[last_ % taken_.size()];
    took = {last_, options_.timed ? std::optional<uint64_t>(0) : std::nullopt};
    step_ns_.assign(options_.timed_steps ? steps_.size() : 0, std::nullopt);
    for (size_t i = 0; i < steps_.size(); ++i) {
      Status failure = options_.timed_steps ? run_timed(i, took) : run(steps_[i], took).status();
      if (failure.ok()) continue;
      failure.info().text = concat("step ", i, ": ", failure.text());
      failure.info().step = i;
      failures_.note(last_, last_, std::move(failure));
      break;
    }
    return last_;
  }

  Result<bool> wait(uint64_t run, backend::Deadline) override {
    const std::lock_guard lock(mutex_);
    Status failure = failures_.of(run);
    return failure.ok() ? Result<bool>(true) : Result<bool>(std::move(failure));
  }

  Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    std::ranges::copy(bytes, steps_[number].bytes.data() + offset);
    return {};
  }

  Status read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    std::copy_n(steps_[number].bytes.data() + offset, bytes.size(), bytes.data());
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

  // The clock of the oracle is the host's.
  Status run_timed(size_t number, Took& took) {
    const auto start = std::chrono::steady_clock::now();
    VYRE_ASSIGN_OR_RETURN(step_ns_[number], run(steps_[number], took));
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
    if (raw_.profile().kind == profile::DeviceKind::kOracle) {
      step_ns_[number] = static_cast<uint64_t>(time.count());
    }
    return {};
  }

  // Gives what a dispatch took on the device.
  Result<std::optional<uint64_t>> run(OwnedStep& owned, Took& took) {
    const Step& step = owned.step;
    if (step.kind == Step::Kind::kDispatch) return run(owned.dispatch->get(), took);
    VYRE_RETURN_IF_ERROR(step.size != 0 ? transfer(owned) : Status());
    return std::optional<uint64_t>();
  }

  Status transfer(OwnedStep& owned) {
    const Step& step = owned.step;
    if (step.kind == Step::Kind::kWrite) return raw_.write(*step.to, step.to_offset, owned.bytes);
    if (step.kind == Step::Kind::kRead) return raw_.read(*step.from, step.from_offset, owned.bytes);
    return raw_.copy(*step.from, step.from_offset, *step.to, step.to_offset, step.size);
  }

  Result<std::optional<uint64_t>> run(backend::Dispatch dispatch, Took& took) {
    dispatch.options.timed = options_.timed;
    VYRE_ASSIGN_OR_RETURN(const auto work, raw_.submit(dispatch));
    while (work->wait(backend::Deadline::max()) == backend::PendingState::kPending) {
    }
    VYRE_RETURN_IF_ERROR(work->status());
    const std::optional<uint64_t> time = work->timing().device_ns;
    took.device_ns = took.device_ns && time ? std::optional(*took.device_ns + *time) : std::nullopt;
    return time;
  }

  backend::Device& raw_;
  const backend::SequenceOptions options_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::vector<OwnedStep> steps_;
  uint64_t last_ = 0;
  std::array<Took, 16> taken_ = {};  // by the newest runs
  backend::RunFailures failures_;
  std::vector<std::optional<uint64_t>> step_ns_;  // of the last run
};

}  // namespace

std::unique_ptr<backend::DeviceSequence> make_eager_sequence(
    backend::Device& raw, const backend::SequenceOptions& options) {
  return std::make_unique<EagerSequence>(raw, options);
}

}  // namespace vyre::runtime
