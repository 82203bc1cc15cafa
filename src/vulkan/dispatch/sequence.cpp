#include "vulkan/dispatch/sequence.h"

#include <cstring>

#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {

using backend::Step;

CommandSequence::CommandSequence(std::shared_ptr<VulkanDevice> opened,
                                 const backend::SequenceOptions& options)
    : opened_(std::move(opened)),
      timed_(options.timed && has_timestamps()),
      work_(std::make_shared<SequenceWork>()),
      steps_(opened_),
      recorder_(*opened_, timed_, *work_) {}

CommandSequence::~CommandSequence() { opened_->submissions().keep(std::move(work_), last_); }

Result<uint32_t> CommandSequence::add(const Step& step) {
  const std::lock_guard lock(mutex_);
  VYRE_ASSIGN_OR_RETURN(SequenceStep made, steps_.prepare(step));
  work_->steps.push_back(std::move(made));
  is_recorded_ = false;
  return static_cast<uint32_t>(work_->steps.size() - 1);
}

Status CommandSequence::replace(std::span<const backend::StepReplacement> all) {
  const std::lock_guard lock(mutex_);
  std::vector<SequenceStep> made;
  made.reserve(all.size());
  for (const auto& [number, step] : all) {
    VYRE_ASSIGN_OR_RETURN(made.emplace_back(opened_->device().memory()), steps_.prepare(step));
  }
  for (size_t i = 0; i < all.size(); ++i) work_->steps[all[i].number] = std::move(made[i]);
  if (!all.empty()) is_recorded_ = false;
  return {};
}

Status CommandSequence::record() {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(settle());
  return record_steps();
}

Status CommandSequence::record_steps() {
  if (is_recorded_) return {};
  VYRE_RETURN_IF_ERROR(recorder_.record());
  is_recorded_ = true;
  was_submitted_ = false;
  return {};
}

Result<uint64_t> CommandSequence::submit() {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(settle());
  const bool is_idle = last_ == 0 || opened_->queue().reached(last_);
  if (is_idle) learn();
  VYRE_RETURN_IF_ERROR(record_steps());
  if (is_idle && last_ != 0) forget_traps();
  const uint64_t submitted = is_traced() ? trace_clock() : 0;
  Status status = submit_all();
  for (const auto& owned : work_->owned_memory) owned->used_by(last_);
  if (is_idle) since_ = last_;
  if (!status.ok()) return status;
  if (is_traced()) begin_trace(submitted);
  count_run();
  return last_;
}

// Before anything that the device may still be using is changed: a run whose waiting failed, or of
// which only some submissions were made, is over for the caller alone.
Status CommandSequence::settle() {
  if (is_recorded_ || last_ == 0) return {};
  return opened_->queue().wait(last_, backend::Deadline::max()).status();
}

// Each waits for what the one before wrote. After an error |last_| is the last one there is.
Status CommandSequence::submit_all() {
  for (const auto& submission : work_->submissions) {
    Result<uint64_t> number = opened_->queue().submit(submission.context->commands());
    if (!number.ok()) {
      is_recorded_ = false;  // what was submitted is waited for
      return std::move(number).status();
    }
    last_ = number.value();
  }
  return {};
}

// What the last run, which is over, tells about kernels that had a submission to themselves. What
// was unknown, or another policy, makes other parts.
void CommandSequence::learn() {
  bool is_other = recorder_.max_ns() != opened_->settings().max_submission_ns();
  for (const auto& submission : work_->submissions) {
    if (recorder_.max_ns() == 0 || last_ == 0 || !is_recorded_ || submission.steps.size() != 1)
      continue;
    const SequenceStep& step = work_->steps[submission.steps[0].step];
    const uint64_t workgroups = submission.steps[0].grid.workgroups();
    if (step.kernels.size() != 1 || step.commands.repeat != 1 || workgroups == 0) continue;
    const std::optional<uint64_t> time = submission.context->timestamps().nanoseconds();
    if (!time) continue;
    kernel_host::WorkgroupCost& workgroup_cost = step.kernels[0]->workgroup_cost();
    is_other |= !workgroup_cost.workgroup_ns().has_value();
    workgroup_cost.learn(workgroups, *time);
  }
  if (is_other) is_recorded_ = false;
}

Result<bool> CommandSequence::wait(uint64_t run, backend::Deadline deadline) {
  VYRE_ASSIGN_OR_RETURN(const bool over, opened_->queue().wait(run, deadline));
  if (!over) return false;
  const std::lock_guard lock(mutex_);
  if (is_traced()) end_trace(run);
  if (!has_failed(run)) note_trap();
  return has_failed(run) ? Result<bool>(Status(failure_.info())) : Result<bool>(true);
}

void CommandSequence::count_run() {
  kernel_host::DeviceCounters& counters = opened_->device().counters();
  if (was_submitted_) kernel_host::DeviceCounters::add(counters.repetitions);
  was_submitted_ = true;
  if (recorder_.copies() > 0) counters.copied(recorder_.copied_bytes(), recorder_.copies());
}

bool CommandSequence::is_traced() const { return opened_->device().trace() != nullptr; }

void CommandSequence::begin_trace(uint64_t submitted) {
  TraceEvent event;
  event.kind = TraceEvent::Kind::kSubmission;
  event.name = "sequence";
  event.start = submitted;
  event.number = last_;
  event.queue = opened_->device().trace_queue();
  traced_.push_back(event);
}

// The runs up to |run| are over. Each writes the same timestamps, so only the last has some.
void CommandSequence::end_trace(uint64_t run) {
  const bool is_last = run == last_ && has_timestamps();
  for (TraceEvent& event : traced_) {
    if (event.number > run) break;
    const bool has_ticks = is_last && event.number == last_;
    trace_end(opened_->device(), event, has_ticks ? timestamps() : std::nullopt);
  }
  std::erase_if(traced_, [&](const TraceEvent& event) { return event.number <= run; });
}

// Of the last run: its begin and its end.
std::optional<std::array<uint64_t, 2>> CommandSequence::timestamps() const {
  const auto first = work_->submissions.front().context->timestamps().ticks();
  const auto last = work_->submissions.back().context->timestamps().ticks();
  if (!first || !last) return std::nullopt;
  return std::array{(*first)[0], (*last)[1]};
}

Status CommandSequence::trap() const {
  for (const auto& [step, context, is_shared] : recorder_.can_trap()) {
    Status status = trap_status(*context);
    if (status.ok()) continue;
    status.info().text =
        concat("step ", step, is_shared ? " or a later one that equals it: " : ": ", status.text());
    if (!is_shared) status.info().step = step;
    return status;
  }
  return {};
}

// A trap fails all runs that were under way together: nothing tells whose it was.
void CommandSequence::note_trap() {
  Status trapped = trap();
  if (trapped.ok()) return;
  if (failed_to_ < since_) kernel_host::DeviceCounters::add(opened_->device().counters().traps);
  failure_ = std::move(trapped);
  failed_from_ = since_;
  failed_to_ = last_;
}

// When no run is under way: from now on the words are about those that come.
void CommandSequence::forget_traps() {
  note_trap();
  for (const auto& [step, context, is_shared] : recorder_.can_trap()) {
    std::memset(context->trap.data(), 0, static_cast<size_t>(context->trap.size));
  }
}

uint32_t CommandSequence::barriers() const {
  const std::lock_guard lock(mutex_);
  return recorder_.barriers();
}

Status CommandSequence::write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.empty()) return {};
  std::memcpy(work_->steps[number].context->staging[0].upload.data() + offset, bytes.data(),
              bytes.size());
  opened_->device().counters().uploaded(bytes.size());
  return {};
}

Status CommandSequence::read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.empty()) return {};
  std::memcpy(bytes.data(), work_->steps[number].context->staging[0].result.data() + offset,
              bytes.size());
  opened_->device().counters().downloaded(bytes.size());
  return {};
}

std::optional<uint64_t> CommandSequence::device_ns() const {
  const std::lock_guard lock(mutex_);
  if (!timed_ || last_ == 0) return std::nullopt;
  uint64_t sum = 0;
  for (const auto& submission : work_->submissions) {
    const std::optional<uint64_t> time = submission.context->timestamps().nanoseconds();
    if (!time) return std::nullopt;
    sum += *time;
  }
  return sum;
}

}  // namespace vyre::vulkan
