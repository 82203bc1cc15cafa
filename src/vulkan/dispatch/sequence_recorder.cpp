#include "vulkan/dispatch/sequence_recorder.h"

#include <algorithm>
#include <map>

#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {

using backend::Step;
using kernel_host::Barrier;
using kernel_host::StepSlice;
using kernel_host::StepWork;

Status SequenceRecorder::record() {
  const ScopedTimer timer(opened_.device(), &kernel_host::DeviceCounters::record_ns, "record");
  collect_owned();
  collect_traps();
  cut();
  barriers_ = 0;
  copies_ = copied_bytes_ = 0;
  for (auto& submission : work_.submissions) {
    VYRE_RETURN_IF_ERROR(record_submission(submission));
  }
  return {};
}

// As the submit policy says.
void SequenceRecorder::cut() {
  max_ns_ = opened_.settings().max_submission_ns();
  if (max_ns_ == 0) return cut_nothing();
  std::vector<StepWork> works;
  for (const StepPtr& step : work_.steps) works.push_back(work_of(*step));
  std::vector<std::vector<StepSlice>> cuts = kernel_host::cut_steps(works, max_ns_);
  cuts.resize(std::max<size_t>(cuts.size(), 1));
  for (size_t i = 0; i < cuts.size(); ++i) submission(i, cuts.size()).steps = std::move(cuts[i]);
}

void SequenceRecorder::cut_nothing() {
  std::vector<StepSlice>& all = submission(0, 1).steps;
  all.clear();
  for (size_t i = 0; i < work_.steps.size(); ++i) {
    all.push_back({i, {{0, 0, 0}, work_.steps[i]->commands.grid}, true, true});
  }
}

// The one at |place| of |count|.
SequenceWork::Submission& SequenceRecorder::submission(size_t place, size_t count) {
  work_.submissions.resize(count);
  SequenceWork::Submission& submission = work_.submissions[place];
  if (submission.context == nullptr) {
    submission.context = std::make_shared<SubmissionContext>(opened_.device(), opened_.allocator());
  }
  return submission;
}

// Kernels that run one after the other need the whole grid of the one before.
StepWork SequenceRecorder::work_of(const SequenceStep& step) const {
  StepWork work;
  if (step.kernels.empty() || step.commands.grid_step) return work;  // of which nobody knows
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

Status SequenceRecorder::record_submission(SequenceWork::Submission& submission) {
  const bool has_host_steps = std::ranges::any_of(work_.steps, [](const StepPtr& step) {
    return step->kind == Step::Kind::kWrite || step->kind == Step::Kind::kRead;
  });
  const bool told = opened_.device().trace() != nullptr || max_ns_ != 0;
  const SubmissionContext::Extent extent{options_.timed || (told && has_timestamps()),
                                         !options_.timed && !has_host_steps};
  VYRE_ASSIGN_OR_RETURN(Recorder recorder, submission.context->begin_work(extent));
  VYRE_RETURN_IF_ERROR(write_steps(recorder, submission));
  return submission.context->end_work(extent, recorder);
}

Status SequenceRecorder::write_steps(Recorder& recorder, SequenceWork::Submission& submission) {
  kernel_host::Hazards hazards;
  if (!options_.timed_steps) {
    for (const StepSlice& slice : submission.steps) write(recorder, slice, hazards);
    return {};
  }
  std::unique_ptr<Timestamps>& times = submission.step_times;
  if (times == nullptr) times = std::make_unique<Timestamps>(opened_.device());
  const auto slices = static_cast<uint32_t>(submission.steps.size());
  VYRE_RETURN_IF_ERROR(times->prepare(slices + 1));
  recorder.reset(times->pool(), slices + 1);
  recorder.timestamp(times->pool(), 0);
  for (uint32_t i = 0; i < slices; ++i) {
    write(recorder, submission.steps[i], hazards);
    recorder.timestamp(times->pool(), i + 1);
  }
  return {};
}

void SequenceRecorder::write(Recorder& recorder, const StepSlice& slice,
                             kernel_host::Hazards& hazards) {
  constexpr Sets kNoSets = {};
  const SequenceStep& step = *work_.steps[slice.step];
  if (step.kind == Step::Kind::kCopy && slice.is_last) {
    ++copies_;
    copied_bytes_ += step.copied;
  }
  const Barrier barrier = hazards.before(step.accesses, step.commands.copies());
  if (barrier == Barrier::kAll) recorder.barrier();
  if (barrier == Barrier::kKernels) recorder.wait_for_kernel();
  if (barrier != Barrier::kNone) ++barriers_;
  const Sets& sets = step.context ? step.context->sets() : kNoSets;
  if (slice.is_first && slice.is_last) {
    return recorder.add(step.commands, step.kernels, sets, VK_NULL_HANDLE);
  }
  Commands part(opened_.device().memory());
  part = step.commands;
  part.keep(slice);
  recorder.add(part, step.kernels, sets, VK_NULL_HANDLE);
}

void SequenceRecorder::collect_owned() {
  work_.owned_memory.clear();
  for (const StepPtr& step : work_.steps) {
    for (const auto& owned : step->owned_memory) work_.owned_memory.push_back(owned.get());
  }
}

void SequenceRecorder::collect_traps() {
  can_trap_.clear();
  std::map<const SubmissionContext*, size_t> known;
  for (size_t i = 0; i < work_.steps.size(); ++i) {
    SubmissionContext* context = work_.steps[i]->context.get();
    if (!work_.steps[i]->can_trap()) continue;
    const auto [at, is_new] = known.emplace(context, can_trap_.size());
    if (is_new) {
      can_trap_.push_back({i, context, false});
    } else {
      can_trap_[at->second].is_shared = true;
    }
  }
}

}  // namespace vyre::vulkan
