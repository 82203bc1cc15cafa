#include "vulkan/dispatch/sequence_flight.h"

#include <algorithm>
#include <cstring>

#include "backend/device_time.h"
#include "kernel_host/trap.h"

namespace vyre::vulkan {

SequenceFlight::SequenceFlight(VulkanDevice& opened, const backend::SequenceOptions& options,
                               bool first)
    : opened_(opened),
      options_(options),
      is_first_(first),
      work_(std::make_shared<SequenceWork>()),
      recorder_(opened, options, *work_) {
  opened_.submissions().expect_work();
}

SequenceFlight::~SequenceFlight() { opened_.submissions().keep(std::move(work_), last_); }

bool SequenceFlight::is_idle() const { return last_ == 0 || opened_.queue().reached(last_); }

Status SequenceFlight::settle() const {
  if (is_recorded_ || last_ == 0) return {};
  return opened_.queue().wait(last_, backend::Deadline::max()).status();
}

// What was unknown, or another policy, makes other parts.
void SequenceFlight::learn() {
  bool is_other = recorder_.max_ns() != opened_.settings().max_submission_ns();
  if (recorder_.max_ns() != 0 && is_recorded_ && was_submitted_) {
    for (const auto& submission : work_->submissions) is_other |= learn(submission);
  }
  if (is_other) is_recorded_ = false;
}

// Of a kernel that had a submission to itself: whether nothing was known of it.
bool SequenceFlight::learn(const SequenceWork::Submission& submission) const {
  if (submission.steps.size() != 1) return false;
  const SequenceStep& step = *work_->steps[submission.steps[0].step];
  if (step.commands.grid_step) return false;
  const uint64_t workgroups = submission.steps[0].grid.workgroups();
  if (step.kernels.size() != 1 || step.commands.repeat != 1 || workgroups == 0) return false;
  const std::optional<uint64_t> time = submission.context->timestamps().nanoseconds();
  if (!time) return false;
  kernel_host::WorkgroupCost& workgroup_cost = step.kernels[0]->workgroup_cost();
  const bool was_unknown = !workgroup_cost.workgroup_ns().has_value();
  workgroup_cost.learn(workgroups, *time);
  return was_unknown;
}

Status SequenceFlight::record(std::span<const StepPtr> steps, SequenceSteps& maker) {
  forget_run();
  work_->owned_memory.clear();
  std::vector<StepPtr>& own = work_->steps;
  own.resize(steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) {
    if (own[i] == steps[i] || (own[i] != nullptr && own[i]->of == steps[i])) continue;
    StepPtr next = steps[i];
    if (!is_first_) {
      VYRE_ASSIGN_OR_RETURN(next, maker.twin(steps[i], twins_));
    }
    own[i].swap(next);
    maker.take_back(i, std::move(next));
    if (steps[i]->written != nullptr) note_written(i);
  }
  VYRE_RETURN_IF_ERROR(recorder_.record());
  commands_.clear();
  for (const auto& submission : work_->submissions) {
    commands_.push_back(submission.context->commands());
  }
  is_recorded_ = true;
  holds_replaced_ = false;
  return {};
}

// Its times stand where others are going to be.
void SequenceFlight::forget_run() {
  earlier_ns_ = device_ns();
  was_submitted_ = false;
  is_owned_listed_once_ = false;
}

void SequenceFlight::note_written(uint32_t number) {
  if (number >= is_stale_.size()) is_stale_.resize(number + 1);
  if (is_stale_[number]) return;
  stale_.push_back(number);
  is_stale_[number] = true;
}

void SequenceFlight::bring_bytes(std::span<const StepPtr> steps) {
  for (const uint32_t number : stale_) {
    const std::vector<std::byte>& bytes = *steps[number]->written;
    is_stale_[number] = false;
    if (bytes.empty()) continue;
    auto& upload = work_->steps[number]->context->staging[0].upload;
    std::memcpy(upload.data(), bytes.data(), bytes.size());
    opened_.device().counters().uploaded(bytes.size());
  }
  stale_.clear();
}

// Each waits for what the one before wrote.
Status SequenceFlight::submit(const QueuePoints& points) {
  const bool is_first_run = since_ > last_;
  VYRE_ASSIGN_OR_RETURN(last_, opened_.queue().submit_all(commands_, nullptr, points));
  if (was_submitted_) list_owned_once();
  for (OwnedAllocation* owned : work_->owned_memory) owned->used_by(last_);
  if (is_first_run) since_ = last_;
  count_run();
  return {};
}

// For what is recorded and runs once it does not pay.
void SequenceFlight::list_owned_once() {
  if (is_owned_listed_once_) return;
  std::vector<OwnedAllocation*>& all = work_->owned_memory;
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  is_owned_listed_once_ = true;
}

void SequenceFlight::count_run() {
  kernel_host::DeviceCounters& counters = opened_.device().counters();
  if (was_submitted_) kernel_host::DeviceCounters::add(counters.repetitions);
  was_submitted_ = true;
  if (recorder_.copies() > 0) counters.copied(recorder_.copied_bytes(), recorder_.copies());
}

Status SequenceFlight::trap() const {
  for (const auto& [step, context, is_shared] : recorder_.can_trap()) {
    Status status = read_trap(context->trap, work_->steps[step]->kernels);
    if (status.ok()) continue;
    status.info().text =
        concat("step ", step, is_shared ? " or a later one that equals it: " : ": ", status.text());
    if (!is_shared) status.info().step = step;
    return status;
  }
  return {};
}

void SequenceFlight::clear_traps() {
  for (const auto& [step, context, is_shared] : recorder_.can_trap()) {
    std::memset(context->trap.data(), 0, kernel_host::kTrapBytes);
  }
}

std::optional<std::array<uint64_t, 2>> SequenceFlight::timestamps() const {
  if (!was_submitted_) return std::nullopt;
  const auto first = work_->submissions.front().context->timestamps().ticks();
  const auto last = work_->submissions.back().context->timestamps().ticks();
  if (!first || !last) return std::nullopt;
  return std::array{(*first)[0], (*last)[1]};
}

std::optional<uint64_t> SequenceFlight::device_ns() const {
  return was_submitted_ ? sum_of_times() : earlier_ns_;
}

std::optional<uint64_t> SequenceFlight::sum_of_times() const {
  if (!options_.timed) return std::nullopt;
  std::optional<uint64_t> sum = 0;
  for (const auto& submission : work_->submissions) {
    sum = backend::sum_of_times(sum, submission.context->timestamps().nanoseconds());
  }
  return sum;
}

std::vector<std::optional<uint64_t>> SequenceFlight::step_ns() const {
  if (!was_submitted_) return {};
  std::vector<std::optional<uint64_t>> all(work_->steps.size());
  for (const auto& submission : work_->submissions) {
    if (submission.step_times == nullptr) return {};
    const std::vector<uint64_t> spans = submission.step_times->spans();
    if (spans.size() != submission.steps.size()) return {};
    for (size_t i = 0; i < spans.size(); ++i) {
      std::optional<uint64_t>& sum = all[submission.steps[i].step];
      sum = sum.value_or(0) + spans[i];  // of a step in parts
    }
  }
  return all;
}

std::span<const std::byte> SequenceFlight::bytes_read(uint32_t number) const {
  return work_->steps[number]->context->staging[0].result;
}

void SequenceFlight::let_go_of_replaced(std::span<const StepPtr> steps) {
  holds_replaced_ = false;
  work_->owned_memory.clear();
  for (size_t i = 0; i < std::min(work_->steps.size(), steps.size()); ++i) {
    StepPtr& own = work_->steps[i];
    if (own == nullptr || own == steps[i] || own->of == steps[i]) continue;
    if (own->kind == backend::Step::Kind::kRead) {
      own->owned_memory.clear();
    } else {
      own = nullptr;
    }
  }
}

std::vector<StepPtr>& SequenceFlight::release() {
  stale_.clear();
  is_stale_.clear();
  twins_.clear();
  work_->owned_memory.clear();
  forget_run();
  is_recorded_ = false;
  return work_->steps;
}

}  // namespace vyre::vulkan
