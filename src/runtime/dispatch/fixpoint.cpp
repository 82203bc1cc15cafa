#include "runtime/dispatch/fixpoint.h"

#include <algorithm>
#include <array>
#include <vector>

#include "backend/device_time.h"
#include "runtime/binding/resolve.h"
#include "runtime/device/comparison.h"

namespace vyre::runtime {
namespace {

using std::chrono::steady_clock;

constexpr uint64_t kWord = sizeof(uint32_t);

// The program of external code has no statements that tell.
bool may_change(const Pipeline& pipeline, size_t plan_index) {
  const launch::PlannedBinding& planned = pipeline.plan().bindings[plan_index];
  return pipeline.external() != nullptr ? planned.is_written : planned.has_writer;
}

Status cannot_watch(const Pipeline& pipeline, uint32_t plan_index) {
  return fail(Code::kUnsupportedFeature, buffer_label(pipeline, plan_index),
              " is a written image, and the dispatch is to be repeated until nothing changes "
              "(VYRE_DISPATCH_UNTIL_STABLE), for which buffers alone are compared. Fix: write to a "
              "buffer, or leave the flag out");
}

// Holds all that it allocates.
class Fixpoint {
 public:
  Fixpoint(const Pipeline& pipeline, std::span<backend::BufferUse> uses,
           const FixpointOptions& options, FixpointReport& report)
      : pipeline_(pipeline), uses_(uses), options_(options), report_(report) {}

  Status run(const backend::Dispatch& pass) {
    const uint64_t start = trace_clock();
    if (pass.options.timed) report_.timing.device_ns = 0;
    VYRE_RETURN_IF_ERROR(make_all_resident());
    if (options_.max_passes > 1) VYRE_RETURN_IF_ERROR(watch());
    for (bool changed = true; changed;) {
      const bool is_last = report_.passes + 1 == options_.max_passes;
      if (!is_last) VYRE_RETURN_IF_ERROR(take_snapshots());
      VYRE_RETURN_IF_ERROR(run_pass(pass));
      if (is_last) break;
      VYRE_ASSIGN_OR_RETURN(changed, has_changed());
    }
    report_.timing.host_ns = trace_clock() - start;
    return {};
  }

 private:
  // What the program may write, and what it was before the pass.
  struct Watched {
    uint32_t use = 0;
    std::shared_ptr<backend::Memory> before = {};
  };

  Status make_all_resident() {
    const std::vector<launch::PlannedBinding>& planned = pipeline_.plan().bindings;
    for (size_t i = 0; i < planned.size(); ++i) {
      const bool has_bytes = planned[i].role != launch::Role::kShared && uses_[i].size != 0;
      if (has_bytes && uses_[i].memory == nullptr) VYRE_RETURN_IF_ERROR(make_resident(uses_[i]));
    }
    return {};
  }

  Status make_resident(backend::BufferUse& use) {
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline_.use_device());
    const bool is_filled = use.input.size() == use.size;
    VYRE_ASSIGN_OR_RETURN(auto memory, raw->allocate(use.size, {.unfilled = is_filled}));
    if (!use.input.empty()) VYRE_RETURN_IF_ERROR(raw->write(*memory, 0, use.input));
    use = {memory, 0, use.size};
    return {};
  }

  // Finds what may change and allocates room for what it was.
  Status watch() {
    bool any_words = false;
    for (uint32_t i = 0; i < pipeline_.plan().bindings.size(); ++i) {
      if (uses_[i].size == 0 || !may_change(pipeline_, i)) continue;
      if (!pipeline_.plan().bindings[i].descriptor.is_buffer()) return cannot_watch(pipeline_, i);
      VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline_.use_device());
      VYRE_ASSIGN_OR_RETURN(auto before, raw->allocate(uses_[i].size, {.unfilled = true}));
      watched_.push_back({i, std::move(before)});
      any_words = any_words || uses_[i].size >= kWord;
    }
    if (!any_words) return {};
    VYRE_ASSIGN_OR_RETURN(comparison_,
                          pipeline_.device().comparison(pipeline_.device_generation()));
    return {};
  }

  Status take_snapshots() {
    for (const Watched& watched : watched_) {
      VYRE_RETURN_IF_ERROR(check_time());
      const backend::BufferUse& use = uses_[watched.use];
      VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline_.use_device());
      VYRE_RETURN_IF_ERROR(raw->copy(*use.memory, use.offset, *watched.before, 0, use.size));
    }
    return {};
  }

  Status run_pass(const backend::Dispatch& pass) {
    VYRE_RETURN_IF_ERROR(check_time());
    std::unique_ptr<backend::DeviceWork> work;
    {
      VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline_.use_device());
      VYRE_ASSIGN_OR_RETURN(work, raw->submit(pass));
    }
    ++report_.passes;
    VYRE_RETURN_IF_ERROR(finish(*work));
    add_device_time(work->timing());
    return {};
  }

  // Absent as soon as one pass has none, or the sum does not fit.
  void add_device_time(const backend::Timing& timing) {
    std::optional<uint64_t>& sum = report_.timing.device_ns;
    sum = backend::sum_of_times(sum, timing.device_ns);
  }

  Result<bool> has_changed() {
    for (const Watched& watched : watched_) {
      VYRE_ASSIGN_OR_RETURN(const bool words, words_changed(watched));
      if (words) return true;
      VYRE_ASSIGN_OR_RETURN(const bool tail, tail_changed(watched));
      if (tail) return true;
    }
    return false;
  }

  Result<bool> words_changed(const Watched& watched) {
    const backend::BufferUse& use = uses_[watched.use];
    const uint64_t end = use.size / kWord * kWord;
    for (uint64_t at = 0; at < end; at += comparison_->piece_bytes()) {
      VYRE_RETURN_IF_ERROR(check_time());
      const uint64_t bytes = std::min(comparison_->piece_bytes(), end - at);
      VYRE_ASSIGN_OR_RETURN(const auto work,
                            comparison_->submit(pipeline_.device(), {watched.before, at, bytes},
                                                {use.memory, use.offset + at, bytes}));
      VYRE_RETURN_IF_ERROR(finish(*work));
      VYRE_ASSIGN_OR_RETURN(const bool changed, Comparison::differ(*work));
      if (changed) return true;
    }
    return false;
  }

  // The bytes behind the last whole word.
  Result<bool> tail_changed(const Watched& watched) {
    const backend::BufferUse& use = uses_[watched.use];
    const uint64_t at = use.size / kWord * kWord;
    std::array<std::byte, kWord> before = {}, after = {};
    const size_t bytes = static_cast<size_t>(use.size - at);
    if (bytes == 0) return false;
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline_.use_device());
    VYRE_RETURN_IF_ERROR(raw->read(*watched.before, at, std::span(before).first(bytes)));
    VYRE_RETURN_IF_ERROR(raw->read(*use.memory, use.offset + at, std::span(after).first(bytes)));
    return before != after;
  }

  Status finish(backend::DeviceWork& work) const {
    if (work.wait(options_.deadline) == backend::PendingState::kPending) {
      (void)work.cancel();
      return options_.too_late();
    }
    Status status = work.status();
    const bool is_late = !status.ok() && status.code() == Code::kTimedOut;
    return is_late ? options_.too_late() : std::move(status);
  }

  Status check_time() const {
    const bool in_time =
        options_.deadline == backend::Deadline::max() || steady_clock::now() < options_.deadline;
    return in_time ? Status() : options_.too_late();
  }

  const Pipeline& pipeline_;
  const std::span<backend::BufferUse> uses_;
  const FixpointOptions& options_;
  FixpointReport& report_;
  std::shared_ptr<const Comparison> comparison_;
  std::vector<Watched> watched_;
};

}  // namespace

Status run_to_fixpoint(const Pipeline& pipeline, std::span<backend::BufferUse> uses,
                       const backend::Dispatch& pass, const FixpointOptions& options,
                       FixpointReport& report) {
  return Fixpoint(pipeline, uses, options, report).run(pass);
}

}  // namespace vyre::runtime
