#include "runtime/dispatch/eager_sequence.h"

#include <algorithm>
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
  EagerSequence(backend::Device& raw, bool timed) : raw_(raw), timed_(timed) {}

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

  Status record() override { return {}; }

  Result<uint64_t> submit() override {
    const std::lock_guard lock(mutex_);
    failure_ = {};
    device_ns_ = timed_ ? std::optional<uint64_t>(0) : std::nullopt;
    for (size_t i = 0; i < steps_.size() && failure_.ok(); ++i) {
      failure_ = run(steps_[i]);
      if (failure_.ok()) continue;
      failure_.info().text = concat("step ", i, ": ", failure_.text());
      failure_.info().step = i;
    }
    return ++last_;
  }

  Result<bool> wait(uint64_t run, backend::Deadline) override {
    const std::lock_guard lock(mutex_);
    if (run != last_ || failure_.ok()) return true;
    return Status(failure_.info());
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

  std::optional<uint64_t> device_ns() const override {
    const std::lock_guard lock(mutex_);
    return device_ns_;
  }

 private:
  Status run(OwnedStep& owned) {
    const Step& step = owned.step;
    if (step.kind == Step::Kind::kDispatch) return run(owned.dispatch->get());
    if (step.size == 0) return {};
    if (step.kind == Step::Kind::kWrite) return raw_.write(*step.to, step.to_offset, owned.bytes);
    if (step.kind == Step::Kind::kRead) return raw_.read(*step.from, step.from_offset, owned.bytes);
    return raw_.copy(*step.from, step.from_offset, *step.to, step.to_offset, step.size);
  }

  Status run(backend::Dispatch dispatch) {
    dispatch.options.timed = timed_;
    VYRE_ASSIGN_OR_RETURN(const auto work, raw_.submit(dispatch));
    while (work->wait(backend::Deadline::max()) == backend::PendingState::kPending) {
    }
    VYRE_RETURN_IF_ERROR(work->status());
    const std::optional<uint64_t> took = work->timing().device_ns;
    device_ns_ = device_ns_ && took ? std::optional(*device_ns_ + *took) : std::nullopt;
    return {};
  }

  backend::Device& raw_;
  const bool timed_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::vector<OwnedStep> steps_;
  uint64_t last_ = 0;
  Status failure_;  // of the last run
  std::optional<uint64_t> device_ns_;
};

}  // namespace

std::unique_ptr<backend::DeviceSequence> make_eager_sequence(
    backend::Device& raw, const backend::SequenceOptions& options) {
  return std::make_unique<EagerSequence>(raw, options.timed);
}

}  // namespace vyre::runtime
