#include "vulkan/dispatch/sequence.h"

#include <algorithm>
#include <cstring>

#include "vulkan/context/device_objects.h"
#include "vulkan/device/scoped_timer.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {
namespace {

using backend::Step;

Result<std::shared_ptr<OwnedAllocation>> owned_of(const OpenDevice& opened, backend::Memory* memory,
                                                  uint64_t offset, uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer, own_range(opened, memory, offset, size));
  return buffer->owned();
}

// Memory of the host may be known by several names, so all of it counts as one place.
BufferRange place_of(const std::vector<std::shared_ptr<OwnedAllocation>>& owned_memory,
                     const BufferRange& range) {
  const auto holds = [&](const auto& owned) {
    const Block& block = *owned->allocation().block;
    return block.id == range.block && (block.adopted || block.imported != nullptr);
  };
  const bool is_hosts = std::ranges::any_of(owned_memory, holds);
  return is_hosts ? BufferRange{0, VK_NULL_HANDLE, 0, 1} : range;
}

}  // namespace

CommandSequence::CommandSequence(std::shared_ptr<OpenDevice> opened,
                                 const backend::SequenceOptions& options)
    : opened_(std::move(opened)),
      timed_(options.timed && has_timestamps()),
      work_(std::make_shared<Work>()) {}

CommandSequence::~CommandSequence() { opened_->submissions().keep(std::move(work_), last_); }

std::shared_ptr<SubmissionContext> CommandSequence::new_context() const {
  return std::make_shared<SubmissionContext>(opened_->device(), opened_->allocator());
}

// Memory that a dispatch has for itself is not shared: what follows need not wait for it then.
std::shared_ptr<SubmissionContext> CommandSequence::context_for(const backend::Dispatch& dispatch) {
  ContextKey key = {own(*opened_, dispatch.executable.get())->kernel()->id()};
  for (const auto& next : dispatch.then) key.push_back(own(*opened_, next.get())->kernel()->id());
  for (const backend::BufferUse& use : dispatch.buffers) {
    if (use.memory == nullptr) {
      if (use.size > 0) return new_context();
      continue;
    }
    const BufferRange range =
        range_of(own(*opened_, use.memory.get())->owned()->allocation(), use.offset, use.size);
    key.insert(key.end(), {range.block, range.offset, range.size});
  }
  std::weak_ptr<SubmissionContext>& known = shared_contexts_[std::move(key)];
  if (auto context = known.lock()) return context;
  auto context = new_context();
  known = context;
  return context;
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
  Recorded recorded(opened_->device().memory());
  recorded.kind = step.kind;
  switch (step.kind) {
    case Step::Kind::kDispatch:
      VYRE_RETURN_IF_ERROR(check_dispatch(*opened_, *step.dispatch));
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
  find_accesses(recorded);
  return recorded;
}

void CommandSequence::find_accesses(Recorded& recorded) {
  const Commands& commands = recorded.commands;
  const auto add_access = [&](const BufferRange& range, bool written) {
    recorded.accesses.push_back({place_of(recorded.owned_memory, range), written});
  };
  const auto add_accesses = [&](const BufferCopy& copy) {
    add_access(copy.from, false);
    add_access(copy.to, true);
  };
  std::for_each(commands.uploads.begin(), commands.uploads.end(), add_accesses);
  std::for_each(commands.downloads.begin(), commands.downloads.end(), add_accesses);
  for (const BufferRange& range : commands.fills) add_access(range, true);
  const size_t bindings = recorded.kernels.empty() ? 0 : recorded.kernels[0]->bindings().size();
  for (size_t i = 0; i < bindings; ++i) {
    const bool written = std::ranges::any_of(
        recorded.kernels, [&](const auto& kernel) { return kernel->bindings()[i].is_written; });
    add_access(commands.buffers[i], written);
  }
}

Status CommandSequence::prepare_dispatch(const backend::Dispatch& dispatch, Recorded& recorded) {
  recorded.context = context_for(dispatch);
  SubmissionContext& context = *recorded.context;
  const bool is_new = context.kernels.empty();
  Status prepared = prepare_recorded(*opened_, dispatch, context);
  if (prepared.ok() && is_new) prepared = context.prepare_next();
  if (!prepared.ok()) return prepared;
  recorded.kernels = context.kernels;
  recorded.owned_memory = std::move(context.owned_memory);
  recorded.commands = std::move(context.next);
  return {};
}

Status CommandSequence::prepare_copy(const Step& step, Recorded& recorded) {
  VYRE_ASSIGN_OR_RETURN(auto from,
                        owned_of(*opened_, step.from.get(), step.from_offset, step.size));
  VYRE_ASSIGN_OR_RETURN(auto to, owned_of(*opened_, step.to.get(), step.to_offset, step.size));
  recorded.copied = step.size;
  if (const auto copy = opened_->copies().dispatch_of(opened_, step)) {
    return prepare_dispatch(copy->get(), recorded);
  }
  if (step.size > 0) {
    recorded.commands.uploads.push_back({range_of(from->allocation(), step.from_offset, step.size),
                                         range_of(to->allocation(), step.to_offset, step.size)});
  }
  recorded.owned_memory = {std::move(from), std::move(to)};
  return {};
}

Status CommandSequence::prepare_write(const Step& step, Recorded& recorded) const {
  VYRE_ASSIGN_OR_RETURN(auto to, owned_of(*opened_, step.to.get(), step.to_offset, step.size));
  recorded.context = new_context();
  recorded.context->staging.resize(1);
  if (step.size > 0) {
    Allocation& upload = recorded.context->staging[0].upload;
    VYRE_RETURN_IF_ERROR(recorded.context->reserve(upload, MemoryUse::kUpload, step.size));
    std::memcpy(upload.data(), step.bytes.data(), step.bytes.size());
    opened_->device().counters().uploaded(step.bytes.size());
    recorded.commands.uploads.push_back(
        {range_of(upload, 0, step.size), range_of(to->allocation(), step.to_offset, step.size)});
  }
  recorded.owned_memory.push_back(std::move(to));
  return {};
}

Status CommandSequence::prepare_read(const Step& step, Recorded& recorded) const {
  VYRE_ASSIGN_OR_RETURN(auto from,
                        owned_of(*opened_, step.from.get(), step.from_offset, step.size));
  recorded.context = new_context();
  recorded.context->staging.resize(1);
  if (step.size > 0) {
    SubmissionContext::Staging& staging = recorded.context->staging[0];
    VYRE_RETURN_IF_ERROR(
        recorded.context->reserve(staging.readback, MemoryUse::kReadback, step.size));
    staging.result = staging.readback.bytes().first(static_cast<size_t>(step.size));
    recorded.commands.downloads.push_back(
        {range_of(from->allocation(), step.from_offset, step.size),
         range_of(staging.readback, 0, step.size)});
  }
  recorded.owned_memory.push_back(std::move(from));
  return {};
}

Result<uint64_t> CommandSequence::submit() {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(settle());
  const bool is_idle = last_ == 0 || opened_->queue().reached(last_);
  if (is_idle) learn();
  VYRE_RETURN_IF_ERROR(record_steps());
  const bool fresh = last_ == 0 || (is_idle && forget_traps());
  const uint64_t submitted = is_traced() ? trace_clock() : 0;
  Status status = submit_slices();
  for (const auto& owned : work_->owned_memory) owned->used_by(last_);
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
  return opened_->queue().wait(last_, backend::Deadline::max()).status();
}

// Each waits for what the one before wrote. After an error |last_| is the last one there is.
Status CommandSequence::submit_slices() {
  for (const Slice& slice : work_->slices) {
    Result<uint64_t> number = opened_->queue().submit(slice.context->commands());
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
  bool is_other = max_ns_ != opened_->settings().max_submission_ns();
  for (const Slice& slice : work_->slices) {
    if (max_ns_ == 0 || last_ == 0 || !is_recorded_ || slice.steps.size() != 1) continue;
    const Recorded& step = work_->steps[slice.steps[0].step];
    if (step.kernels.size() != 1 || step.commands.repeat != 1) continue;
    const std::optional<uint64_t> time = slice.context->device_time();
    if (!time) continue;
    kernel_host::WorkgroupCost& workgroup_cost = step.kernels[0]->workgroup_cost();
    is_other |= !workgroup_cost.workgroup_ns().has_value();
    workgroup_cost.learn(slice.steps[0].grid.workgroups(), *time);
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
  if (copies_ > 0) counters.copied(copied_bytes_, copies_);
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
  const auto first = work_->slices.front().context->timestamps();
  const auto last = work_->slices.back().context->timestamps();
  if (!first || !last) return std::nullopt;
  return std::array{(*first)[0], (*last)[1]};
}

Status CommandSequence::trap() const {
  for (const auto& [step, context] : can_trap_) {
    const Status status = trap_status(*context);
    if (!status.ok()) return fail(status.code(), "step ", step, ": ", status.info().text);
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
bool CommandSequence::forget_traps() {
  note_trap();
  for (const auto& [step, context] : can_trap_) {
    std::memset(context->trap.data(), 0, static_cast<size_t>(context->trap.size));
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
  for (const Slice& slice : work_->slices) {
    const std::optional<uint64_t> time = slice.context->device_time();
    if (!time) return std::nullopt;
    sum += *time;
  }
  return sum;
}

}  // namespace vyre::vulkan
