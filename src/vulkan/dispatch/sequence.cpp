#include "vulkan/dispatch/sequence.h"

#include <algorithm>
#include <cstring>

#include "vulkan/context/device_objects.h"
#include "vulkan/device/scoped_timer.h"
#include "vulkan/dispatch/check.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/submission/trap.h"

namespace vyre::vulkan {
namespace {

using backend::Step;

Result<std::shared_ptr<Resident>> resident_of(const Core& core, backend::Memory* memory,
                                              uint64_t offset, uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer, own_range(core, memory, offset, size));
  return buffer->resident();
}

// Memory of the host may be known by several names, so all of it counts as one place.
BufferRange place_of(const std::vector<std::shared_ptr<Resident>>& residents,
                     const BufferRange& range) {
  const auto holds = [&](const auto& resident) {
    const Block& block = *resident->span().block;
    return block.id == range.block && (block.adopted || block.imported != nullptr);
  };
  const bool is_hosts = std::ranges::any_of(residents, holds);
  return is_hosts ? BufferRange{0, VK_NULL_HANDLE, 0, 1} : range;
}

}  // namespace

CommandSequence::CommandSequence(std::shared_ptr<Core> core,
                                 const backend::SequenceOptions& options)
    : core_(std::move(core)),
      timed_(options.timed && has_timestamps()),
      work_(std::make_shared<Work>()) {}

CommandSequence::~CommandSequence() { core_->slots().keep(std::move(work_), last_); }

std::shared_ptr<Slot> CommandSequence::new_slot() const {
  return std::make_shared<Slot>(core_->device(), core_->allocator());
}

// Memory that a dispatch has for itself is not shared: what follows need not wait for it then.
std::shared_ptr<Slot> CommandSequence::slot_for(const backend::Dispatch& dispatch) {
  SlotKey key = {own(*core_, dispatch.executable.get())->kernel()->id()};
  for (const auto& next : dispatch.then) key.push_back(own(*core_, next.get())->kernel()->id());
  for (const backend::BufferUse& use : dispatch.buffers) {
    if (use.memory == nullptr) {
      if (use.size > 0) return new_slot();
      continue;
    }
    const BufferRange range =
        range_of(own(*core_, use.memory.get())->resident()->span(), use.offset, use.size);
    key.insert(key.end(), {range.block, range.offset, range.size});
  }
  std::weak_ptr<Slot>& known = shared_slots_[std::move(key)];
  if (auto slot = known.lock()) return slot;
  auto slot = new_slot();
  known = slot;
  return slot;
}

Result<uint32_t> CommandSequence::add(const Step& step) {
  const std::lock_guard lock(mutex_);
  VYRE_ASSIGN_OR_RETURN(Recorded recorded, prepare(step));
  work_->steps.push_back(std::move(recorded));
  is_recorded_ = false;
  return static_cast<uint32_t>(work_->steps.size() - 1);
}

Status CommandSequence::replace(uint32_t number, const Step& step) {
  const std::lock_guard lock(mutex_);
  VYRE_ASSIGN_OR_RETURN(Recorded recorded, prepare(step));
  work_->steps[number] = std::move(recorded);
  is_recorded_ = false;
  return {};
}

Result<CommandSequence::Recorded> CommandSequence::prepare(const Step& step) {
  Recorded recorded(core_->device().memory());
  recorded.kind = step.kind;
  switch (step.kind) {
    case Step::Kind::kDispatch:
      VYRE_RETURN_IF_ERROR(check_dispatch(*core_, *step.dispatch));
      VYRE_RETURN_IF_ERROR(prepare_dispatch(*step.dispatch, recorded));
      break;
    case Step::Kind::kCopy:
      VYRE_RETURN_IF_ERROR(prepare_copy(step, recorded));
      break;
    case Step::Kind::kWrite:
      VYRE_RETURN_IF_ERROR(prepare_write(step, recorded));
      break;
    case Step::Kind::kRead:
      VYRE_RETURN_IF_ERROR(prepare_read(step, recorded));
      break;
  }
  find_touches(recorded);
  return recorded;
}

void CommandSequence::find_touches(Recorded& recorded) {
  const Commands& commands = recorded.commands;
  const auto touch = [&](const BufferRange& range, bool written) {
    recorded.touches.push_back({place_of(recorded.residents, range), written});
  };
  const auto touch_both = [&](const BufferCopy& copy) {
    touch(copy.from, false);
    touch(copy.to, true);
  };
  std::for_each(commands.uploads.begin(), commands.uploads.end(), touch_both);
  std::for_each(commands.downloads.begin(), commands.downloads.end(), touch_both);
  for (const BufferRange& range : commands.fills) touch(range, true);
  const size_t bindings = recorded.kernels.empty() ? 0 : recorded.kernels[0]->bindings().size();
  for (size_t i = 0; i < bindings; ++i) {
    const bool written = std::ranges::any_of(
        recorded.kernels, [&](const auto& kernel) { return kernel->bindings()[i].is_written; });
    touch(commands.buffers[i], written);
  }
}

Status CommandSequence::prepare_dispatch(const backend::Dispatch& dispatch, Recorded& recorded) {
  recorded.slot = slot_for(dispatch);
  Slot& slot = *recorded.slot;
  const bool is_new = slot.kernels.empty();
  Status prepared = prepare_recorded(*core_, dispatch, slot);
  if (prepared.ok() && is_new) prepared = slot.prepare_next();
  if (!prepared.ok()) return prepared;
  recorded.kernels = slot.kernels;
  recorded.residents = std::move(slot.residents);
  recorded.commands = std::move(slot.next);
  return {};
}

Status CommandSequence::prepare_copy(const Step& step, Recorded& recorded) {
  VYRE_ASSIGN_OR_RETURN(auto from,
                        resident_of(*core_, step.from.get(), step.from_offset, step.size));
  VYRE_ASSIGN_OR_RETURN(auto to, resident_of(*core_, step.to.get(), step.to_offset, step.size));
  recorded.copied = step.size;
  if (const auto copy = core_->copies().dispatch_of(core_, step)) {
    return prepare_dispatch(copy->get(), recorded);
  }
  if (step.size > 0) {
    recorded.commands.uploads.push_back({range_of(from->span(), step.from_offset, step.size),
                                         range_of(to->span(), step.to_offset, step.size)});
  }
  recorded.residents = {std::move(from), std::move(to)};
  return {};
}

Status CommandSequence::prepare_write(const Step& step, Recorded& recorded) const {
  VYRE_ASSIGN_OR_RETURN(auto to, resident_of(*core_, step.to.get(), step.to_offset, step.size));
  recorded.slot = new_slot();
  recorded.slot->staging.resize(1);
  if (step.size > 0) {
    Span& upload = recorded.slot->staging[0].upload;
    VYRE_RETURN_IF_ERROR(recorded.slot->reserve(upload, MemoryUse::kUpload, step.size));
    std::memcpy(upload.data(), step.bytes.data(), step.bytes.size());
    core_->device().tally().uploaded(step.bytes.size());
    recorded.commands.uploads.push_back(
        {range_of(upload, 0, step.size), range_of(to->span(), step.to_offset, step.size)});
  }
  recorded.residents.push_back(std::move(to));
  return {};
}

Status CommandSequence::prepare_read(const Step& step, Recorded& recorded) const {
  VYRE_ASSIGN_OR_RETURN(auto from,
                        resident_of(*core_, step.from.get(), step.from_offset, step.size));
  recorded.slot = new_slot();
  recorded.slot->staging.resize(1);
  if (step.size > 0) {
    Slot::Staging& staging = recorded.slot->staging[0];
    VYRE_RETURN_IF_ERROR(recorded.slot->reserve(staging.readback, MemoryUse::kReadback, step.size));
    staging.result = staging.readback.bytes().first(static_cast<size_t>(step.size));
    recorded.commands.downloads.push_back({range_of(from->span(), step.from_offset, step.size),
                                           range_of(staging.readback, 0, step.size)});
  }
  recorded.residents.push_back(std::move(from));
  return {};
}

Result<uint64_t> CommandSequence::submit() {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(settle());
  const bool is_idle = last_ == 0 || core_->queue().reached(last_);
  if (is_idle) learn();
  VYRE_RETURN_IF_ERROR(record_steps());
  const bool fresh = last_ == 0 || (is_idle && forget_traps());
  const uint64_t submitted = is_traced() ? trace_clock() : 0;
  Status status = submit_parts();
  for (const auto& resident : work_->residents) resident->used_by(last_);
  if (fresh) since_ = last_;
  if (!status.ok()) return status;
  if (is_traced()) begin_trace(submitted);
  count_run();
  return last_;
}

// Before anything that the device may still be using is changed: a run whose waiting failed, or of
// which only some submissions were made, is over for the caller alone.
Status CommandSequence::settle() {
  if (is_recorded_ || last_ == 0) return {};
  return core_->queue().wait(last_, backend::Deadline::max()).status();
}

// Each waits for what the one before wrote. After an error |last_| is the last one there is.
Status CommandSequence::submit_parts() {
  for (const Part& part : work_->parts) {
    Result<uint64_t> number = core_->queue().submit(part.slot->commands());
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
  bool is_other = most_ns_ != core_->settings().most_submission_ns();
  for (const Part& part : work_->parts) {
    if (most_ns_ == 0 || last_ == 0 || !is_recorded_ || part.steps.size() != 1) continue;
    const Recorded& step = work_->steps[part.steps[0].step];
    if (step.kernels.size() != 1 || step.commands.repeat != 1) continue;
    const std::optional<uint64_t> time = part.slot->device_time();
    if (!time) continue;
    Pace& pace = step.kernels[0]->pace();
    is_other |= !pace.workgroup_ns().has_value();
    pace.learn(part.steps[0].grid.workgroups(), *time);
  }
  if (is_other) is_recorded_ = false;
}

Result<bool> CommandSequence::wait(uint64_t run, backend::Deadline deadline) {
  VYRE_ASSIGN_OR_RETURN(const bool over, core_->queue().wait(run, deadline));
  if (!over) return false;
  const std::lock_guard lock(mutex_);
  if (is_traced()) end_trace(run);
  if (!has_failed(run)) note_trap();
  return has_failed(run) ? Result<bool>(Status(failure_.info())) : Result<bool>(true);
}

void CommandSequence::count_run() {
  Tally& tally = core_->device().tally();
  if (was_submitted_) Tally::add(tally.repetitions);
  was_submitted_ = true;
  if (copies_ > 0) tally.copied(copied_bytes_, copies_);
}

bool CommandSequence::is_traced() const { return core_->device().trace() != nullptr; }

void CommandSequence::begin_trace(uint64_t submitted) {
  TraceEvent event;
  event.kind = TraceEvent::Kind::kSubmission;
  event.name = "sequence";
  event.start = submitted;
  event.number = last_;
  event.queue = core_->device().trace_queue();
  traced_.push_back(event);
}

// The runs up to |run| are over. Each writes the same timestamps, so only the last has some.
void CommandSequence::end_trace(uint64_t run) {
  const bool is_last = run == last_ && has_timestamps();
  for (TraceEvent& event : traced_) {
    if (event.number > run) break;
    const bool has_ticks = is_last && event.number == last_;
    trace_end(core_->device(), event, has_ticks ? timestamps() : std::nullopt);
  }
  std::erase_if(traced_, [&](const TraceEvent& event) { return event.number <= run; });
}

// Of the last run: its begin and its end.
std::optional<std::array<uint64_t, 2>> CommandSequence::timestamps() const {
  const auto first = work_->parts.front().slot->timestamps();
  const auto last = work_->parts.back().slot->timestamps();
  if (!first || !last) return std::nullopt;
  return std::array{(*first)[0], (*last)[1]};
}

Status CommandSequence::trap() const {
  for (const auto& [step, slot] : can_trap_) {
    const Status status = trap_status(*slot);
    if (!status.ok()) return fail(status.code(), "step ", step, ": ", status.info().text);
  }
  return {};
}

// A trap fails all runs that were under way together: nothing tells whose it was.
void CommandSequence::note_trap() {
  Status trapped = trap();
  if (trapped.ok()) return;
  if (failed_to_ < since_) Tally::add(core_->device().tally().traps);
  failure_ = std::move(trapped);
  failed_from_ = since_;
  failed_to_ = last_;
}

// When no run is under way: from now on the words are about those that come.
bool CommandSequence::forget_traps() {
  note_trap();
  for (const auto& [step, slot] : can_trap_) {
    std::memset(slot->trap.data(), 0, static_cast<size_t>(slot->trap.size));
  }
  return true;
}

uint32_t CommandSequence::barriers() const {
  const std::lock_guard lock(mutex_);
  return barriers_;
}

Status CommandSequence::write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.empty()) return {};
  std::memcpy(work_->steps[number].slot->staging[0].upload.data() + offset, bytes.data(),
              bytes.size());
  core_->device().tally().uploaded(bytes.size());
  return {};
}

Status CommandSequence::read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.empty()) return {};
  std::memcpy(bytes.data(), work_->steps[number].slot->staging[0].result.data() + offset,
              bytes.size());
  core_->device().tally().downloaded(bytes.size());
  return {};
}

std::optional<uint64_t> CommandSequence::device_ns() const {
  const std::lock_guard lock(mutex_);
  if (!timed_ || last_ == 0) return std::nullopt;
  uint64_t sum = 0;
  for (const Part& part : work_->parts) {
    const std::optional<uint64_t> time = part.slot->device_time();
    if (!time) return std::nullopt;
    sum += *time;
  }
  return sum;
}

}  // namespace vyre::vulkan
