#include "runtime/dispatch/eager_sequence.h"

#include <cstring>

namespace vyre::runtime {

using backend::Step;

EagerSequence::OwnedDispatch::OwnedDispatch(const backend::Dispatch& dispatch)
    : dispatch_(dispatch),
      buffers_(dispatch.buffers.begin(), dispatch.buffers.end()),
      then_(dispatch.then.begin(), dispatch.then.end()),
      words_(dispatch.words.begin(), dispatch.words.end()),
      label_(dispatch.options.label) {}

backend::Dispatch EagerSequence::OwnedDispatch::get() const {
  backend::Dispatch dispatch = dispatch_;
  dispatch.buffers = buffers_;
  dispatch.then = then_;
  dispatch.words = words_;
  dispatch.options.label = label_;
  return dispatch;
}

EagerSequence::Owned EagerSequence::own(const Step& step) {
  Owned owned{step};
  owned.step.dispatch = nullptr;
  owned.step.bytes = {};
  owned.bytes.assign(step.bytes.begin(), step.bytes.end());
  if (step.kind == Step::Kind::kRead) owned.bytes.resize(static_cast<size_t>(step.size));
  if (step.kind == Step::Kind::kDispatch) owned.dispatch.emplace(*step.dispatch);
  return owned;
}

Result<uint32_t> EagerSequence::add(const Step& step) {
  const std::lock_guard lock(mutex_);
  steps_.push_back(own(step));
  return static_cast<uint32_t>(steps_.size() - 1);
}

Status EagerSequence::replace(uint32_t number, const Step& step) {
  const std::lock_guard lock(mutex_);
  steps_[number] = own(step);
  return {};
}

Result<uint64_t> EagerSequence::submit() {
  const std::lock_guard lock(mutex_);
  failure_ = {};
  device_ns_ = timed_ ? std::optional<uint64_t>(0) : std::nullopt;
  for (size_t i = 0; i < steps_.size() && failure_.ok(); ++i) {
    Status status = run(steps_[i]);
    if (status.ok()) continue;
    failure_ = fail(status.code(), "step ", i, ": ", status.info().text);
  }
  return ++last_;
}

Result<bool> EagerSequence::wait(uint64_t run, backend::Deadline) {
  const std::lock_guard lock(mutex_);
  if (run != last_ || failure_.ok()) return true;
  return Status(failure_.info());
}

Status EagerSequence::run(Owned& owned) {
  const Step& step = owned.step;
  if (step.kind == Step::Kind::kDispatch) {
    backend::Dispatch dispatch = owned.dispatch->get();
    dispatch.options.timed = timed_;
    return run(dispatch);
  }
  if (step.size == 0) return {};
  if (step.kind == Step::Kind::kWrite) {
    return raw_.write(*step.to, step.to_offset, owned.bytes);
  }
  if (step.kind == Step::Kind::kRead) {
    return raw_.read(*step.from, step.from_offset, owned.bytes);
  }
  return raw_.copy(*step.from, step.from_offset, *step.to, step.to_offset, step.size);
}

Status EagerSequence::run(const backend::Dispatch& dispatch) {
  VYRE_ASSIGN_OR_RETURN(const auto work, raw_.submit(dispatch));
  while (work->wait(backend::Deadline::max()) == backend::PendingState::kPending) {
  }
  VYRE_RETURN_IF_ERROR(work->status());
  const std::optional<uint64_t> took = work->timing().device_ns;
  device_ns_ = device_ns_ && took ? std::optional(*device_ns_ + *took) : std::nullopt;
  return {};
}

Status EagerSequence::write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (!bytes.empty()) std::memcpy(steps_[number].bytes.data() + offset, bytes.data(), bytes.size());
  return {};
}

Status EagerSequence::read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (!bytes.empty()) std::memcpy(bytes.data(), steps_[number].bytes.data() + offset, bytes.size());
  return {};
}

std::optional<uint64_t> EagerSequence::device_ns() const {
  const std::lock_guard lock(mutex_);
  return device_ns_;
}

}  // namespace vyre::runtime
