#include <algorithm>
#include <set>

#include "vulkan/device/scoped_timer.h"
#include "vulkan/dispatch/sequence.h"

namespace vyre::vulkan {
namespace {

using backend::Step;

bool copies(const Commands& commands) {
  return !commands.uploads.empty() || !commands.fills.empty() || !commands.downloads.empty();
}

Commands slice_of(const Commands& whole, const kernel_host::StepSlice& slice) {
  Commands commands(whole.runs.get_allocator().resource());
  commands = whole;
  commands.first = slice.grid.first;
  commands.grid = slice.grid.end;
  if (!slice.is_first) commands.uploads.clear();
  if (!slice.is_first) commands.fills.clear();
  if (!slice.is_last) commands.downloads.clear();
  return commands;
}

}  // namespace

Status CommandSequence::record() {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(settle());
  return record_steps();
}

Status CommandSequence::record_steps() {
  if (is_recorded_) return {};
  const ScopedTimer timer(opened_->device(), &kernel_host::DeviceCounters::record_ns, "record");
  collect_owned();
  collect_traps();
  cut();
  barriers_ = 0;
  copies_ = copied_bytes_ = 0;
  for (const Slice& slice : work_->slices) VYRE_RETURN_IF_ERROR(record_slice(slice));
  is_recorded_ = true;
  was_submitted_ = false;
  return {};
}

// As the submit policy says.
void CommandSequence::cut() {
  max_ns_ = opened_->settings().max_submission_ns();
  std::vector<kernel_host::StepWork> works;
  for (const Recorded& step : work_->steps) works.push_back(work_of(step));
  std::vector<std::vector<kernel_host::StepSlice>> submissions =
      kernel_host::cut_steps(works, max_ns_);
  submissions.resize(std::max<size_t>(submissions.size(), 1));
  work_->slices.resize(submissions.size());
  for (size_t i = 0; i < submissions.size(); ++i) {
    Slice& slice = work_->slices[i];
    if (slice.context == nullptr) slice.context = new_context();
    slice.steps = std::move(submissions[i]);
  }
}

// Kernels that run one after the other need the whole grid of the one before.
kernel_host::StepWork CommandSequence::work_of(const Recorded& step) const {
  kernel_host::StepWork work;
  if (step.kernels.empty()) return work;
  work.grid = step.commands.grid;
  const bool is_one_run = step.kernels.size() == 1 && step.commands.repeat == 1;
  work.divisible = is_one_run && !step.kernels[0]->is_external();
  double all = 0;
  for (const auto& kernel : step.kernels) {
    const std::optional<double> one = kernel->workgroup_cost().workgroup_ns();
    if (!one && is_one_run && has_timestamps()) work.workgroup_ns.reset();
    all += one.value_or(0);
  }
  if (work.workgroup_ns) work.workgroup_ns = all * step.commands.repeat;
  return work;
}

Status CommandSequence::record_slice(const Slice& slice) {
  const bool has_host_steps = std::ranges::any_of(work_->steps, [](const Recorded& step) {
    return step.kind == Step::Kind::kWrite || step.kind == Step::Kind::kRead;
  });
  const bool told = is_traced() || max_ns_ != 0;
  return slice.context->record_work(
      {timed_ || (told && has_timestamps()), !timed_ && !has_host_steps},
      [&](Recorder& recorder) { write_steps(recorder, slice.steps); });
}

void CommandSequence::write_steps(Recorder& recorder,
                                  std::span<const kernel_host::StepSlice> steps) {
  constexpr DescriptorSets kNoSets = {VK_NULL_HANDLE, VK_NULL_HANDLE};
  Hazards hazards;
  for (const kernel_host::StepSlice& slice : steps) {
    const Recorded& step = work_->steps[slice.step];
    if (step.kind == Step::Kind::kCopy && slice.is_last) {
      ++copies_;
      copied_bytes_ += step.copied;
    }
    const Barrier barrier = hazards.before(step.accesses, copies(step.commands));
    if (barrier == Barrier::kAll) recorder.barrier();
    if (barrier == Barrier::kKernels) recorder.wait_for_kernel();
    if (barrier != Barrier::kNone) ++barriers_;
    const DescriptorSets& sets = step.context ? step.context->sets() : kNoSets;
    if (slice.is_first && slice.is_last) {
      recorder.add(step.commands, step.kernels, sets, VK_NULL_HANDLE);
    } else {
      recorder.add(slice_of(step.commands, slice), step.kernels, sets, VK_NULL_HANDLE);
    }
  }
}

void CommandSequence::collect_owned() {
  std::vector<std::shared_ptr<OwnedAllocation>>& all = work_->owned_memory;
  all.clear();
  for (const Recorded& step : work_->steps) {
    all.insert(all.end(), step.owned_memory.begin(), step.owned_memory.end());
  }
  std::ranges::stable_sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

void CommandSequence::collect_traps() {
  can_trap_.clear();
  std::set<const SubmissionContext*> known;
  for (size_t i = 0; i < work_->steps.size(); ++i) {
    SubmissionContext* context = work_->steps[i].context.get();
    if (context != nullptr && context->trap && known.insert(context).second)
      can_trap_.emplace_back(i, context);
  }
}

}  // namespace vyre::vulkan
