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

Commands part_of(const Commands& whole, const StepPart& part) {
  Commands commands(whole.runs.get_allocator().resource());
  commands = whole;
  commands.first = part.grid.first;
  commands.grid = part.grid.end;
  if (!part.is_first) commands.uploads.clear();
  if (!part.is_first) commands.fills.clear();
  if (!part.is_last) commands.downloads.clear();
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
  const Phase phase(core_->device(), &Tally::record_ns, "record");
  collect_residents();
  collect_traps();
  cut();
  barriers_ = 0;
  copies_ = copied_bytes_ = 0;
  for (const Part& part : work_->parts) VYRE_RETURN_IF_ERROR(record_part(part));
  is_recorded_ = true;
  was_submitted_ = false;
  return {};
}

// As the submit policy says.
void CommandSequence::cut() {
  most_ns_ = core_->settings().most_submission_ns();
  std::vector<StepWork> works;
  for (const Recorded& step : work_->steps) works.push_back(work_of(step));
  std::vector<std::vector<StepPart>> submissions = cut_steps(works, most_ns_);
  submissions.resize(std::max<size_t>(submissions.size(), 1));
  work_->parts.resize(submissions.size());
  for (size_t i = 0; i < submissions.size(); ++i) {
    Part& part = work_->parts[i];
    if (part.slot == nullptr) part.slot = new_slot();
    part.steps = std::move(submissions[i]);
  }
}

// Kernels that run one after the other need the whole grid of the one before.
StepWork CommandSequence::work_of(const Recorded& step) const {
  StepWork work;
  if (step.kernels.empty()) return work;
  work.grid = step.commands.grid;
  const bool is_one_run = step.kernels.size() == 1 && step.commands.repeat == 1;
  work.divisible = is_one_run && !step.kernels[0]->is_foreign();
  double all = 0;
  for (const auto& kernel : step.kernels) {
    const std::optional<double> one = kernel->pace().workgroup_ns();
    if (!one && is_one_run && has_timestamps()) work.workgroup_ns.reset();
    all += one.value_or(0);
  }
  if (work.workgroup_ns) work.workgroup_ns = all * step.commands.repeat;
  return work;
}

Status CommandSequence::record_part(const Part& part) {
  const bool has_host_steps = std::ranges::any_of(work_->steps, [](const Recorded& step) {
    return step.kind == Step::Kind::kWrite || step.kind == Step::Kind::kRead;
  });
  const bool told = is_traced() || most_ns_ != 0;
  return part.slot->record_work({timed_ || (told && has_timestamps()), !timed_ && !has_host_steps},
                                [&](Recorder& recorder) { write_steps(recorder, part.steps); });
}

void CommandSequence::write_steps(Recorder& recorder, std::span<const StepPart> steps) {
  constexpr DescriptorSets kNoSets = {VK_NULL_HANDLE, VK_NULL_HANDLE};
  Hazards hazards;
  for (const StepPart& part : steps) {
    const Recorded& step = work_->steps[part.step];
    if (step.kind == Step::Kind::kCopy && part.is_last) {
      ++copies_;
      copied_bytes_ += step.copied;
    }
    const Barrier barrier = hazards.before(step.touches, copies(step.commands));
    if (barrier == Barrier::kAll) recorder.barrier();
    if (barrier == Barrier::kKernels) recorder.wait_for_kernel();
    if (barrier != Barrier::kNone) ++barriers_;
    const DescriptorSets& sets = step.slot ? step.slot->sets() : kNoSets;
    if (part.is_first && part.is_last) {
      recorder.add(step.commands, step.kernels, sets, VK_NULL_HANDLE);
    } else {
      recorder.add(part_of(step.commands, part), step.kernels, sets, VK_NULL_HANDLE);
    }
  }
}

void CommandSequence::collect_residents() {
  std::vector<std::shared_ptr<Resident>>& all = work_->residents;
  all.clear();
  for (const Recorded& step : work_->steps) {
    all.insert(all.end(), step.residents.begin(), step.residents.end());
  }
  std::ranges::stable_sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

void CommandSequence::collect_traps() {
  can_trap_.clear();
  std::set<const Slot*> known;
  for (size_t i = 0; i < work_->steps.size(); ++i) {
    Slot* slot = work_->steps[i].slot.get();
    if (slot != nullptr && slot->trap && known.insert(slot).second) can_trap_.emplace_back(i, slot);
  }
}

}  // namespace vyre::vulkan
