#include "runtime/dispatch/fixpoint.h"

#include <algorithm>
#include <array>

namespace vyre::runtime {
namespace {

using std::chrono::steady_clock;

constexpr uint64_t kWord = sizeof(uint32_t);

// The program of external code has no statements that tell.
bool may_change(const Pipeline& pipeline, size_t plan_index) {
  const launch::Binding& planned = pipeline.plan().bindings[plan_index];
  return pipeline.external() != nullptr ? planned.is_written : planned.has_writer;
}

backend::BufferUse range_of(const std::shared_ptr<backend::Memory>& memory, uint64_t offset,
                            uint64_t size) {
  backend::BufferUse use;
  use.memory = memory;
  use.offset = offset;
  use.size = size;
  return use;
}

}  // namespace

Fixpoint::Fixpoint(const Pipeline& pipeline, std::span<backend::BufferUse> uses,
                   FixpointOptions options)
    : pipeline_(pipeline), uses_(uses), options_(std::move(options)) {}

Status Fixpoint::run(const backend::Dispatch& pass) {
  const uint64_t start = trace_clock();
  if (pass.options.timed) timing_.device_ns = 0;
  VYRE_RETURN_IF_ERROR(make_all_resident());
  if (options_.max_passes > 1) VYRE_RETURN_IF_ERROR(watch());
  for (bool changed = true; changed;) {
    const bool is_last = passes_ + 1 == options_.max_passes;
    if (!is_last) VYRE_RETURN_IF_ERROR(take_snapshots());
    VYRE_RETURN_IF_ERROR(run_pass(pass));
    if (is_last) break;
    VYRE_ASSIGN_OR_RETURN(changed, has_changed());
  }
  timing_.host_ns = trace_clock() - start;
  return {};
}

Result<Device::Use> Fixpoint::use_device() const {
  return pipeline_.device().use(pipeline_.device_generation());
}

Status Fixpoint::make_all_resident() {
  const std::vector<launch::Binding>& planned = pipeline_.plan().bindings;
  for (size_t i = 0; i < planned.size(); ++i) {
    const bool has_bytes = planned[i].role != launch::Role::kShared && uses_[i].size != 0;
    if (has_bytes && uses_[i].memory == nullptr) VYRE_RETURN_IF_ERROR(make_resident(uses_[i]));
  }
  return {};
}

Status Fixpoint::make_resident(backend::BufferUse& use) {
  VYRE_ASSIGN_OR_RETURN(const auto raw, use_device());
  const bool is_filled = use.input.size() == use.size;
  VYRE_ASSIGN_OR_RETURN(auto memory, raw->allocate(use.size, {.unfilled = is_filled}));
  if (!use.input.empty()) VYRE_RETURN_IF_ERROR(raw->write(*memory, 0, use.input));
  use = range_of(memory, 0, use.size);
  return {};
}

// Finds what may change and allocates room for what it was.
Status Fixpoint::watch() {
  bool any_words = false;
  for (uint32_t i = 0; i < pipeline_.plan().bindings.size(); ++i) {
    if (uses_[i].size == 0 || !may_change(pipeline_, i)) continue;
    VYRE_ASSIGN_OR_RETURN(const auto raw, use_device());
    VYRE_ASSIGN_OR_RETURN(auto before, raw->allocate(uses_[i].size, {.unfilled = true}));
    watched_.push_back({i, std::move(before)});
    any_words = any_words || uses_[i].size >= kWord;
  }
  if (!any_words) return {};
  VYRE_ASSIGN_OR_RETURN(comparison_, pipeline_.device().comparison(pipeline_.device_generation()));
  return {};
}

Status Fixpoint::take_snapshots() {
  for (const Watched& watched : watched_) {
    VYRE_RETURN_IF_ERROR(check_time());
    const backend::BufferUse& use = uses_[watched.use];
    VYRE_ASSIGN_OR_RETURN(const auto raw, use_device());
    VYRE_RETURN_IF_ERROR(raw->copy(*use.memory, use.offset, *watched.before, 0, use.size));
  }
  return {};
}

Status Fixpoint::run_pass(const backend::Dispatch& pass) {
  VYRE_RETURN_IF_ERROR(check_time());
  std::unique_ptr<backend::Work> work;
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, use_device());
    VYRE_ASSIGN_OR_RETURN(work, raw->submit(pass));
  }
  ++passes_;
  VYRE_RETURN_IF_ERROR(finish(*work));
  add_device_time(work->timing());
  return {};
}

// Absent as soon as one pass has none, or the sum does not fit.
void Fixpoint::add_device_time(const backend::Timing& timing) {
  if (!timing_.device_ns) return;
  const bool fits = timing.device_ns && *timing.device_ns <= UINT64_MAX - *timing_.device_ns;
  if (fits) {
    *timing_.device_ns += *timing.device_ns;
  } else {
    timing_.device_ns.reset();
  }
}

Result<bool> Fixpoint::has_changed() {
  for (const Watched& watched : watched_) {
    VYRE_ASSIGN_OR_RETURN(const bool words, words_changed(watched));
    if (words) return true;
    VYRE_ASSIGN_OR_RETURN(const bool tail, tail_changed(watched));
    if (tail) return true;
  }
  return false;
}

Result<bool> Fixpoint::words_changed(const Watched& watched) {
  const backend::BufferUse& use = uses_[watched.use];
  const uint64_t end = use.size / kWord * kWord;
  for (uint64_t at = 0; at < end; at += comparison_->piece_bytes()) {
    VYRE_RETURN_IF_ERROR(check_time());
    const uint64_t bytes = std::min(comparison_->piece_bytes(), end - at);
    VYRE_ASSIGN_OR_RETURN(
        const auto work,
        comparison_->submit(pipeline_.device(), range_of(watched.before, at, bytes),
                            range_of(use.memory, use.offset + at, bytes)));
    VYRE_RETURN_IF_ERROR(finish(*work));
    VYRE_ASSIGN_OR_RETURN(const bool changed, Comparison::differ(*work));
    if (changed) return true;
  }
  return false;
}

// The bytes behind the last whole word.
Result<bool> Fixpoint::tail_changed(const Watched& watched) {
  const backend::BufferUse& use = uses_[watched.use];
  const uint64_t at = use.size / kWord * kWord;
  std::array<std::byte, kWord> before = {}, after = {};
  const size_t bytes = static_cast<size_t>(use.size - at);
  if (bytes == 0) return false;
  VYRE_ASSIGN_OR_RETURN(const auto raw, use_device());
  VYRE_RETURN_IF_ERROR(raw->read(*watched.before, at, std::span(before).first(bytes)));
  VYRE_RETURN_IF_ERROR(raw->read(*use.memory, use.offset + at, std::span(after).first(bytes)));
  return before != after;
}

Status Fixpoint::finish(backend::Work& work) const {
  const backend::PendingState state = work.wait(options_.deadline);
  if (state == backend::PendingState::kPending) return options_.too_late();
  return state == backend::PendingState::kFailed ? work.status() : Status();
}

Status Fixpoint::check_time() const {
  const bool in_time =
      options_.deadline == backend::Deadline::max() || steady_clock::now() < options_.deadline;
  return in_time ? Status() : options_.too_late();
}

}  // namespace vyre::runtime
