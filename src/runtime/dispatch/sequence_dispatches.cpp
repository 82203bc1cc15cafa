#include <algorithm>
#include <type_traits>

#include "runtime/dispatch/prepare.h"
#include "runtime/dispatch/sequence.h"

namespace vyre::runtime {

void Sequence::Bound::set(const Binding& binding) {
  buffer = binding.buffer;
  offset = binding.offset;
  size = binding.size;
  kind = binding.kind;
  texels.reset();
  if (binding.image == nullptr && binding.sampler == nullptr) return;
  BoundTexels bound;
  if (binding.image != nullptr) bound.image = binding.image->shared_from_this();
  if (binding.sampler != nullptr) bound.sampler = binding.sampler->shared_from_this();
  bound.level = binding.level;
  texels = std::make_shared<const BoundTexels>(std::move(bound));
}

void Sequence::Bound::fill(Binding& binding) const {
  binding.kind = kind;
  binding.buffer = buffer;
  binding.offset = offset;
  binding.size = size;
  if (texels == nullptr) return;
  binding.image = texels->image.get();
  binding.sampler = texels->sampler.get();
  binding.level = texels->level;
}

namespace {

// Bindings whose places in the plan are known.
class Rebound {
 public:
  explicit Rebound(std::pmr::memory_resource* memory) : bindings_(memory), places_(memory) {}

  void reserve(size_t size) {
    bindings_.reserve(size);
    places_.reserve(size);
  }
  Binding& add(uint32_t place) {
    places_.push_back(place);
    return bindings_.emplace_back();
  }
  Status change(const Pipeline& pipeline, std::span<const Binding> changes) {
    std::pmr::vector<char> taken(pipeline.plan().bindings.size(), 0, places_.get_allocator());
    for (const Binding& binding : changes) {
      VYRE_ASSIGN_OR_RETURN(const uint32_t place, find_buffer(pipeline, binding));
      if (taken[place] != 0) return bound_twice(pipeline, place);
      taken[place] = 1;
      set(binding, place);
    }
    return {};
  }
  std::span<const Binding> bindings() const { return bindings_; }
  std::span<const uint32_t> places() const { return places_; }

 private:
  void set(const Binding& binding, uint32_t place) {
    size_t at = place;
    if (at >= places_.size() || places_[at] != place) {
      at = static_cast<size_t>(std::ranges::find(places_, place) - places_.begin());
    }
    (at == places_.size() ? add(place) : bindings_[at]) = binding;
  }

  std::pmr::vector<Binding> bindings_;
  std::pmr::vector<uint32_t> places_;
};

}  // namespace

// All but the bindings.
Status Sequence::Request::change(const Pipeline& pipeline, const StepUpdate& update) {
  if (!update.push.empty()) {
    VYRE_RETURN_IF_ERROR(push_words(pipeline.external(), update.push, pushed));
  }
  if (update.grid_buffer != nullptr) {
    options.set_grid_buffer(*update.grid_buffer, update.grid_offset);
  } else if (update.shape || update.grid) {
    VYRE_RETURN_IF_ERROR(options.set_size(update.shape, update.grid, ""));
  }
  if (update.iterations) options.iterations = *update.iterations;
  return {};
}

// What was planned for bindings that begin at |first|.
void Sequence::Request::keep_plan(const Pipeline& pipeline, const Prepared& prepared,
                                  const Binding* first) {
  const ResolvedBindings& resolved = prepared.resolved;
  const ExternalKernel* const external = pipeline.external();
  const bool takes_addresses = external != nullptr && external->interface.takes_addresses;
  can_rebind = bounds.size() == resolved.of.size() && prepared.segments == nullptr &&
               options.grid_buffer == nullptr && !takes_addresses;
  for (uint32_t place = 0; place < resolved.of.size(); ++place) {
    const Binding* const binding = resolved.of[place];
    if (binding == nullptr) continue;
    Bound& bound = bounds[static_cast<size_t>(binding - first)];
    bound.place = place;
    bound.bytes = resolved.sizes[place];
    can_rebind &= bound.kind == BindKind::kBuffer;
  }
}

void Sequence::Request::take_pins(Request& other) {
  const auto take = [](const Buffer* buffer, Pin& own, Pin& others) {
    if (buffer != nullptr && own.buffer() == nullptr) own = std::move(others);
  };
  for (size_t i = 0; i < std::min(bounds.size(), other.bounds.size()); ++i) {
    take(bounds[i].buffer, bounds[i].pin, other.bounds[i].pin);
  }
  take(options.grid_buffer, grid_pin, other.grid_pin);
}

void Sequence::Request::exchange(Request& other) noexcept {
  static_assert(std::is_trivially_copyable_v<LaunchOptions>);
  bounds.swap(other.bounds);
  std::swap(grid_pin, other.grid_pin);
  options = other.options;
  pushed.swap(other.pushed);
  std::swap(can_rebind, other.can_rebind);
}

void Sequence::Request::let_go() {
  bounds.clear();
  grid_pin = {};
  pushed.clear();
  can_rebind = false;
}

void Sequence::Request::let_go_of_buffers() {
  for (Bound& bound : bounds) {
    bound.buffer = nullptr;
    bound.pin = {};
  }
  pushed.clear();
}

void Sequence::Added::let_go() {
  cleared = pipeline;
  pipeline.reset();
  request.can_rebind ? request.let_go_of_buffers() : request.let_go();
}

// Nothing, if |other| is the pin of the same buffer.
Result<Pin> Sequence::pin_unless(Buffer* buffer, const Pin* other) const {
  if (buffer == nullptr) return Pin();
  if (other != nullptr && other->buffer() == buffer) {
    if (!are_buffers_known()) VYRE_RETURN_IF_ERROR(buffer->memory(generation_).status());
    return Pin();
  }
  VYRE_RETURN_IF_ERROR(check_device(buffer->device(), buffer->name()));
  return Pin::of(*buffer, generation_);
}

// But for what |other|, which may be null, has pinned in the same places.
Status Sequence::pin_all(std::span<const Binding> bindings, Request& request,
                         const Request* other) const {
  const size_t known = other != nullptr ? other->bounds.size() : 0;
  request.bounds.resize(bindings.size());
  for (size_t i = 0; i < bindings.size(); ++i) {
    Bound& bound = request.bounds[i];
    bound.set(bindings[i]);
    const Pin* const there = i < known ? &other->bounds[i].pin : nullptr;
    VYRE_ASSIGN_OR_RETURN(bound.pin, pin_unless(bound.buffer, there));
  }
  VYRE_ASSIGN_OR_RETURN(
      request.grid_pin,
      pin_unless(request.options.grid_buffer, other != nullptr ? &other->grid_pin : nullptr));
  return {};
}

// Pins the buffers and prepares the dispatch. |other|: what it takes the place of; may be null.
Status Sequence::prepare_step(Pipeline& pipeline, const Asked& asked, Request& request,
                              const Request* other, Recordable& recordable) const {
  VYRE_RETURN_IF_ERROR(pin_all(asked.bindings, request, other));
  if (&pipeline.device() != device_.get()) {
    return check_device(pipeline.device(), concat("the pipeline", pipeline.in_label()));
  }
  std::pmr::vector<const std::shared_ptr<backend::Memory>*> pinned(recordable.scratch.memory());
  pinned.reserve(request.bounds.size());
  for (size_t i = 0; i < request.bounds.size(); ++i) {
    const Bound& bound = request.bounds[i];
    const bool is_others = bound.buffer != nullptr && bound.pin.buffer() == nullptr;
    pinned.push_back(is_others ? &other->bounds[i].pin.memory() : &bound.pin.memory());
  }
  Prepared& prepared = recordable.prepared;
  prepared.known = {asked.bindings.data(), pinned, !is_eager_, asked.places};
  prepared.pushed.swap(request.pushed);
  prepared.push = asked.push;
  Status status = prepare_recordable(pipeline, asked.bindings, request.options, recordable);
  request.options.label = {};
  prepared.pushed.swap(request.pushed);
  return status;
}

Result<uint32_t> Sequence::add_dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                        std::span<const Binding> bindings,
                                        const DispatchOptions& options) {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_idle("adding a dispatch"));
  AddedPtr added = next_added();
  if (add_again(*added, pipeline, bindings, options)) {
    return keep_added(Kind::kDispatch, std::move(added));
  }
  added->request.let_go();
  added->pipeline = pipeline;
  added->label = options.label;
  Request& request = added->request;
  request.options = options;
  Recordable recordable;
  VYRE_RETURN_IF_ERROR(
      prepare_step(*pipeline, {bindings, {}, options.push}, request, nullptr, recordable));
  request.keep_plan(*pipeline, recordable.prepared, bindings.data());
  std::ranges::sort(request.bounds, {}, &Bound::place);
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
  const Changes changes(*this);
  VYRE_RETURN_IF_ERROR(stage(updates));
  if (updates.empty()) return {};
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  sequence_->replace();
  keep_changes();
  return {};
}

Status Sequence::of_update(uint32_t step, Status status) const {
  status.info().text = concat("step ", step, ": ", status.text());
  status.info().step = step;
  return of_step(std::move(status));
}

// Updates of one step follow one another, and make one change.
Status Sequence::stage(std::span<const StepUpdate> updates) {
  if (!std::ranges::is_sorted(updates, {}, &StepUpdate::step)) {
    std::vector<StepUpdate> sorted(updates.begin(), updates.end());
    std::ranges::stable_sort(sorted, {}, &StepUpdate::step);
    return stage(sorted);
  }
  while (!updates.empty()) {
    updates = updates.subspan(rebind(updates));
    if (updates.empty()) break;
    const uint32_t step = updates.front().step;
    size_t count = 1;
    while (count < updates.size() && updates[count].step == step) ++count;
    Status status = stage_step(updates.first(count));
    if (!status.ok()) return of_update(step, std::move(status));
    updates = updates.subspan(count);
  }
  return {};
}

Sequence::Change& Sequence::next_change(uint32_t step) {
  if (change_count_ == changes_.size()) changes_.emplace_back();
  Change& change = changes_[change_count_++];
  change.step = step;
  return change;
}

Status Sequence::stage_step(std::span<const StepUpdate> updates) {
  Change& change = next_change(updates.front().step);
  const Added& old = *steps_[change.step];
  Recordable recordable;
  Rebound rebound(recordable.scratch.memory());
  rebound.reserve(old.pipeline->plan().bindings.size());
  for (const Bound& bound : old.request.bounds) bound.fill(rebound.add(bound.place));
  Request& request = change.request;
  request.options = old.request.options;
  request.pushed = old.request.pushed;
  for (const StepUpdate& update : updates) {
    VYRE_RETURN_IF_ERROR(rebound.change(*old.pipeline, update.bindings));
    VYRE_RETURN_IF_ERROR(request.change(*old.pipeline, update));
  }
  request.options.label = old.label;
  VYRE_RETURN_IF_ERROR(prepare_step(*old.pipeline, {rebound.bindings(), rebound.places(), {}},
                                    request, &old.request, recordable));
  request.keep_plan(*old.pipeline, recordable.prepared, rebound.bindings().data());
  backend::Step step;
  step.dispatch = &recordable.dispatch;
  return sequence_->stage(change.step, step);
}

// Swaps alone, which cannot fail.
void Sequence::keep_changes() {
  for (Change& change : changes()) change.keep(steps_[change.step]->request);
}

void Sequence::forget_changes() {
  for (Change& change : changes()) change.let_go();
  change_count_ = 0;
}

// None was freed since all of these were seen alive.
bool Sequence::are_buffers_known() const {
  return device_->call_counters().buffers_freed.load() == known_frees_;
}

Status Sequence::check_alive(const Pin& pin) const {
  return pin.buffer() != nullptr ? pin.buffer()->memory(generation_).status() : Status();
}

// What is recorded of a buffer that was freed is still there, but not to be used, unless a change
// puts another in its place. How many were freed by then.
Result<uint64_t> Sequence::check_buffers() {
  const uint64_t frees = device_->call_counters().buffers_freed.load();
  if (frees == known_frees_) return frees;
  std::span<const Change> changed = changes();
  for (uint32_t i = 0; i < steps_.size(); ++i) {
    if (!changed.empty() && changed.front().step == i) {
      changed = changed.subspan(1);
      continue;
    }
    const Request& request = steps_[i]->request;
    for (const Bound& bound : request.bounds) VYRE_RETURN_IF_ERROR(check_alive(bound.pin));
    VYRE_RETURN_IF_ERROR(check_alive(request.grid_pin));
  }
  return frees;
}

// The updates hold from this run on.
Status Sequence::hand_over_changed(backend::RunStart start, std::span<const StepUpdate> updates,
                                   std::optional<Device::Use>& use, Run& run) {
  VYRE_RETURN_IF_ERROR(check_updated(updates));
  const Changes changes(*this);
  VYRE_RETURN_IF_ERROR(stage(updates));
  start.replaces = true;
  return hand_over(start, use, run);
}

// Begins |run|; once the device has it nothing fails.
Status Sequence::hand_over(const backend::RunStart& start, std::optional<Device::Use>& use,
                           Run& run) {
  VYRE_ASSIGN_OR_RETURN(const uint64_t frees, check_buffers());
  VYRE_ASSIGN_OR_RETURN(Device::Use entered, device_->use(generation_));
  use.emplace(std::move(entered));
  run.began = trace_clock();
  VYRE_ASSIGN_OR_RETURN(run.number, sequence_->submit(start));
  keep_changes();
  known_frees_ = frees;
  if (is_counted(start.replaces)) counted_.push_back(run.number);
  under_way_.started(run);
  run.place = ++runs_;
  last_ = run;
  host_ns_.reset();
  CallCounters::add(device_->call_counters().dispatches, dispatches_);
  return {};
}

}  // namespace vyre::runtime
