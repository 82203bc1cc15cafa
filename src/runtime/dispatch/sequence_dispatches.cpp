#include <algorithm>
#include <type_traits>

#include "runtime/dispatch/prepare.h"
#include "runtime/dispatch/sequence.h"

namespace vyre::runtime {
namespace {

// |binding| with a name that lives as long as the pipeline.
Binding kept(const Pipeline& pipeline, uint32_t plan_index, const Binding& binding) {
  Binding copy = binding;
  const uint32_t buffer = pipeline.plan().bindings[plan_index].buffer;
  if (copy.name) copy.name = pipeline.ir().names[pipeline.ir().buffers[buffer].name];
  return copy;
}

}  // namespace

// A dispatch that is asked for anew.
struct Sequence::Change {
  uint32_t step = 0;
  Added added;
  std::vector<PushRange> push;             // above what was pushed
  std::unique_ptr<Recordable> recordable;  // once it is prepared

  Status apply(const StepUpdate& update);
  std::vector<Binding> bindings() const;
  DispatchOptions options() const;
};

Status Sequence::Change::apply(const StepUpdate& update) {
  const Pipeline& pipeline = *added.pipeline;
  VYRE_ASSIGN_OR_RETURN(const auto found, locate(pipeline, update.bindings));
  Request& request = added.request;
  for (const auto& [index, binding] : found) {
    const auto old =
        std::ranges::find(request.bindings, index, [](const auto& b) { return b.first; });
    if (old != request.bindings.end()) {
      old->second = kept(pipeline, index, *binding);
    } else {
      request.bindings.emplace_back(index, kept(pipeline, index, *binding));
    }
  }
  push.insert(push.end(), update.push.begin(), update.push.end());
  if (update.grid_buffer != nullptr) {
    request.options.set_grid_buffer(*update.grid_buffer, update.grid_offset);
  } else if (update.shape || update.grid) {
    VYRE_RETURN_IF_ERROR(request.options.set_size(update.shape, update.grid, ""));
  }
  if (update.iterations) request.options.iterations = *update.iterations;
  return {};
}

std::vector<Binding> Sequence::Change::bindings() const {
  std::vector<Binding> all;
  for (const auto& [index, binding] : added.request.bindings) all.push_back(binding);
  return all;
}

// Borrows of the request.
DispatchOptions Sequence::Change::options() const {
  DispatchOptions options = added.request.options;
  options.label = added.request.label;
  const auto& pushed = added.request.pushed;
  if (!pushed.empty()) options.push.push_back({0, std::as_bytes(std::span(pushed))});
  options.push.insert(options.push.end(), push.begin(), push.end());
  return options;
}

// Pins the buffers, prepares the dispatch and keeps what was asked for.
Status Sequence::prepare_step(std::span<const Binding> bindings, const DispatchOptions& options,
                              Added& added, Recordable& recordable) const {
  for (const Binding& binding : bindings) {
    if (binding.image != nullptr) added.held.push_back(binding.image->shared_from_this());
    if (binding.sampler != nullptr) added.held.push_back(binding.sampler->shared_from_this());
    if (binding.buffer == nullptr) continue;
    VYRE_RETURN_IF_ERROR(
        pin({binding.buffer->shared_from_this(), 0, 0}, "binding", added).status());
  }
  if (options.grid_buffer != nullptr) {
    VYRE_RETURN_IF_ERROR(
        pin({options.grid_buffer->shared_from_this(), 0, 0}, "reading the grid of", added)
            .status());
  }
  Pipeline& pipeline = *added.pipeline;
  VYRE_RETURN_IF_ERROR(
      check_device(pipeline.device(), concat("the pipeline", pipeline.in_label())));
  VYRE_RETURN_IF_ERROR(prepare_recordable(pipeline, bindings, options, recordable));
  Request request{{}, options, std::string(options.label), recordable.prepared.pushed};
  request.options.label = {};
  request.options.push.clear();
  const auto& resolved = recordable.prepared.resolved.of;
  for (uint32_t i = 0; i < resolved.size(); ++i) {
    if (resolved[i] != nullptr) request.bindings.emplace_back(i, kept(pipeline, i, *resolved[i]));
  }
  added.request = std::move(request);
  return {};
}

Result<uint32_t> Sequence::add_dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                        std::span<const Binding> bindings,
                                        const DispatchOptions& options) {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_idle("adding a dispatch"));
  Added added;
  added.pipeline = pipeline;
  Recordable recordable;
  VYRE_RETURN_IF_ERROR(prepare_step(bindings, options, added, recordable));
  backend::Step step;
  step.dispatch = &recordable.dispatch;
  return add(step, std::move(added));
}

Status Sequence::check_updated(std::span<const StepUpdate> updates) const {
  for (const StepUpdate& update : updates) {
    VYRE_RETURN_IF_ERROR(check_step(update.step, Kind::kDispatch));
  }
  return {};
}

Status Sequence::update(std::span<const StepUpdate> updates) {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_updated(updates));
  VYRE_RETURN_IF_ERROR(check_idle("changing a dispatch"));
  VYRE_ASSIGN_OR_RETURN(std::vector<Change> changes, prepared(updates));
  return replace(changes);
}

Status Sequence::of_update(uint32_t step, Status status) const {
  status.info().text = concat("step ", step, ": ", status.text());
  status.info().step = step;
  return of_step(std::move(status));
}

// One for each step, whose updates follow one another.
Result<std::vector<Sequence::Change>> Sequence::changes_of(
    std::span<const StepUpdate> updates) const {
  std::vector<Change> changes;
  std::vector<std::pair<uint32_t, size_t>> places;  // of the changes, by step
  for (const StepUpdate& update : updates) {
    const auto place = std::ranges::lower_bound(places, update.step, {},
                                                [](const auto& known) { return known.first; });
    const bool is_known = place != places.end() && place->first == update.step;
    const size_t index = is_known ? place->second : changes.size();
    if (!is_known) {
      places.insert(place, {update.step, index});
      const Added& old = steps_[update.step];
      changes.push_back({update.step,
                         {old.kind, old.size, old.pipeline, old.request, {}, {}, old.added_after},
                         {},
                         {}});
    }
    Status status = changes[index].apply(update);
    if (!status.ok()) return of_update(update.step, std::move(status));
  }
  return changes;
}

Result<std::vector<Sequence::Change>> Sequence::prepared(
    std::span<const StepUpdate> updates) const {
  if (updates.empty()) return std::vector<Change>();
  VYRE_ASSIGN_OR_RETURN(std::vector<Change> changes, changes_of(updates));
  VYRE_RETURN_IF_ERROR(prepare_changes(changes));
  return changes;
}

Status Sequence::prepare_changes(std::span<Change> changes) const {
  for (Change& change : changes) {
    change.recordable = std::make_unique<Recordable>();
    const std::vector<Binding> bindings = change.bindings();
    const DispatchOptions options = change.options();
    Status status = prepare_step(bindings, options, change.added, *change.recordable);
    if (!status.ok()) return of_update(change.step, std::move(status));
    change.recordable->use.reset();  // one at a time, and one for all of them below
    // What was prepared was moved into the request, label included.
    const std::string_view label = change.added.request.label;
    change.recordable->prepared.options.label = label;
    change.recordable->dispatch.options.label = label;
  }
  return {};
}

// Borrows of the changes.
std::vector<backend::StepReplacement> Sequence::replacements(std::span<const Change> changes) {
  std::vector<backend::StepReplacement> all;
  for (const Change& change : changes) {
    all.push_back({change.step, {}});
    all.back().step.dispatch = &change.recordable->dispatch;
  }
  return all;
}

Status Sequence::replace(std::span<Change> changes) {
  if (changes.empty()) return {};
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  VYRE_RETURN_IF_ERROR(sequence_->replace(replacements(changes)));
  keep(changes);
  return {};
}

void Sequence::keep(std::span<Change> changes) {
  static_assert(std::is_nothrow_move_assignable_v<Added>);
  for (Change& change : changes) steps_[change.step] = std::move(change.added);
}

// What is recorded of a buffer that was freed is still there, but not to be used, unless a change
// puts another in its place. How many were freed by then.
Result<uint64_t> Sequence::check_buffers(std::span<const Change> changes) const {
  const uint64_t frees = device_->call_counters().buffers_freed.load();
  if (frees == known_frees_) return frees;
  for (uint32_t i = 0; i < steps_.size(); ++i) {
    if (std::ranges::find(changes, i, &Change::step) != changes.end()) continue;
    for (const Pinned& pinned : steps_[i].pinned) {
      VYRE_RETURN_IF_ERROR(pinned->memory(generation_).status());
    }
  }
  return frees;
}

// The updates hold from this run on.
Status Sequence::hand_over_changed(std::unique_lock<std::mutex>& lock, backend::RunStart start,
                                   std::span<const StepUpdate> updates, Run& run) {
  VYRE_RETURN_IF_ERROR(check_updated(updates));
  VYRE_ASSIGN_OR_RETURN(std::vector<Change> changes, prepared(updates));
  const std::vector<backend::StepReplacement> replaced = replacements(changes);
  start.replaced = replaced;
  return hand_over(lock, start, changes, run);
}

// Begins |run|; once the device has it nothing fails. What the device does not do by itself is done
// without the lock, so that it can be canceled.
Status Sequence::hand_over(std::unique_lock<std::mutex>& lock, const backend::RunStart& start,
                           std::span<Change> changes, Run& run) {
  VYRE_ASSIGN_OR_RETURN(const uint64_t frees, check_buffers(changes));
  VYRE_ASSIGN_OR_RETURN(const Device::Use raw, device_->use(generation_));
  run.began = trace_clock();
  VYRE_ASSIGN_OR_RETURN(run.number, sequence_->submit(start));
  if (!changes.empty()) keep(changes);
  known_frees_ = frees;
  if (is_counted(changes)) counted_.push_back(run.number);
  under_way_.started(run);
  run.place = ++runs_;
  last_ = run;
  host_ns_.reset();
  CallCounters::add(device_->call_counters().dispatches, dispatches_);
  lock.unlock();
  sequence_->carry_on(run.number, run.end != nullptr ? run.end->limit : backend::Deadline::max());
  return {};
}

}  // namespace vyre::runtime
