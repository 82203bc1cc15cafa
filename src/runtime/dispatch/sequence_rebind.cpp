#include <algorithm>
#include <array>

#include "backend/check.h"
#include "runtime/dispatch/sequence.h"

// Dispatches that stay as they were planned, but for where their buffers lie and what is pushed.
// What does not, or is wrong, is prepared as a whole, which says so.

namespace vyre::runtime {
namespace {

constexpr size_t kMostBuffers = 16;

bool is_launched_alike(const StepUpdate& update) {
  return !update.shape && !update.grid && update.grid_buffer == nullptr && !update.iterations;
}

template <typename Ranges>
bool have_conflict(const Pipeline& pipeline, const Ranges& ranges) {
  for (size_t a = 0; a < ranges.size(); ++a) {
    for (size_t b = a + 1; b < ranges.size(); ++b) {
      const bool share_bytes =
          ranges[a].buffer == ranges[b].buffer &&
          ranges_meet(ranges[a].offset, ranges[a].bytes, ranges[b].offset, ranges[b].bytes);
      if (share_bytes && must_be_apart(pipeline, a, b)) return true;
    }
  }
  return false;
}

}  // namespace

// What the device gets of |change| to |old|, which it borrows.
class Sequence::Rebinding {
 public:
  Rebinding(const Request& old, const Change& change) : changes_{{}, change.request.pushed} {
    const std::vector<Range>& ranges = change.ranges;
    for (size_t i = 0; i < ranges.size(); ++i) {
      const Pin& own = ranges[i].pin;
      const Pin& pin = own.buffer() != nullptr ? own : old.bounds[i].pin;
      buffers_[i] = {pin.memory().get(), ranges[i].offset};
    }
    changes_.buffers = {buffers_.data(), ranges.size()};
  }
  Rebinding(const Rebinding&) = delete;
  Rebinding& operator=(const Rebinding&) = delete;

  const backend::Rebinding& changes() const { return changes_; }

 private:
  std::array<backend::Rebinding::Buffer, kMostBuffers> buffers_;
  backend::Rebinding changes_;
};

void Sequence::Change::keep(Request& old) {
  if (ranges.empty()) {
    request.take_pins(old);
    return old.exchange(request);
  }
  for (size_t i = 0; i < ranges.size(); ++i) {
    Range& range = ranges[i];
    Bound& bound = old.bounds[i];
    bound.buffer = range.buffer;
    bound.offset = range.offset;
    bound.size = range.size;
    if (range.pin.buffer() != nullptr) std::swap(bound.pin, range.pin);
  }
  old.pushed.swap(request.pushed);
}

void Sequence::Change::let_go() {
  request.let_go();
  ranges.clear();
}

// How many of the first of |updates| are staged so.
size_t Sequence::rebind(std::span<const StepUpdate> updates) {
  const Result<Device::Use> use = device_->use(generation_);
  if (!use.ok() || is_eager_ || !are_buffers_known()) return 0;
  size_t count = 0;
  for (; count < updates.size(); ++count) {
    const uint32_t step = updates[count].step;
    const bool is_alone = count + 1 == updates.size() || updates[count + 1].step != step;
    if (!is_alone || !rebind_step(updates[count])) break;
  }
  return count;
}

bool Sequence::rebind_step(const StepUpdate& update) {
  const Added& old = *steps_[update.step];
  if (!old.request.can_rebind || !is_launched_alike(update)) return false;
  Change& change = next_change(update.step);
  change.request.pushed = old.request.pushed;
  const bool is_staged =
      plan_rebinding(*old.pipeline, old.request, {update.bindings, {}, update.push}, change) &&
      sequence_->restage(update.step, Rebinding(old.request, change).changes());
  if (!is_staged) forget_last_change();
  return is_staged;
}

bool Sequence::Added::was(const std::shared_ptr<Pipeline>& other,
                          const DispatchOptions& options) const {
  const bool is_same = !cleared.owner_before(other) && !other.owner_before(cleared);
  return request.can_rebind && is_same && label == options.label &&
         request.options.is_launched_like(options);
}

// Whether |added|, the cleared step of its place, is asked for again.
bool Sequence::add_again(Added& added, const std::shared_ptr<Pipeline>& pipeline,
                         std::span<const Binding> bindings, const DispatchOptions& options) {
  const bool has_room = steps_.size() < steps_.capacity();
  if (is_eager_ || !has_room || !added.was(pipeline, options)) return false;
  const Result<Device::Use> use = device_->use(generation_);
  if (!use.ok()) return false;
  const Changes changes(*this);
  Change& change = next_change(0);
  const bool is_added =
      bindings.size() == added.request.bounds.size() &&
      plan_rebinding(*pipeline, added.request, {bindings, {}, options.push}, change) &&
      sequence_->add_again(Rebinding(added.request, change).changes());
  if (!is_added) return false;
  change.keep(added.request);
  added.pipeline = pipeline;
  return true;
}

// |change| pushes what was pushed before.
bool Sequence::plan_rebinding(const Pipeline& pipeline, const Request& old, const Asked& asked,
                              Change& change) const {
  const bool pushes = pipeline.external() != nullptr || !asked.push.empty();
  if (pushes && !push_words(pipeline.external(), asked.push, change.request.pushed).ok()) {
    return false;
  }
  return add_ranges(pipeline, old, asked.bindings, change) &&
         !have_conflict(pipeline, change.ranges);
}

bool Sequence::add_ranges(const Pipeline& pipeline, const Request& old,
                          std::span<const Binding> bindings, Change& change) const {
  const std::vector<Bound>& bounds = old.bounds;
  if (bounds.empty() || bounds.size() > kMostBuffers) return false;
  change.ranges.resize(bounds.size());
  for (size_t i = 0; i < bounds.size(); ++i) {
    if (bounds[i].place != i) return false;
    Range& range = change.ranges[i];
    range.buffer = bounds[i].buffer;
    range.offset = bounds[i].offset;
    range.size = bounds[i].size;
    range.bytes = bounds[i].bytes;
  }
  uint32_t taken = 0;
  for (const Binding& binding : bindings) {
    const Result<uint32_t> found = find_buffer(pipeline, binding);
    if (!found.ok()) return false;
    const uint32_t place = found.value();
    if ((taken >> place & 1) != 0) return false;
    taken |= 1u << place;
    if (!set_range(pipeline, bounds[place], binding, change.ranges[place])) return false;
  }
  return true;
}

// To as many bytes as |bound| has. Asks a device buffer alone: what resolve() asks of every kind of
// binding is slow for each step of each run.
bool Sequence::set_range(const Pipeline& pipeline, const Bound& bound, const Binding& binding,
                         Range& range) const {
  if (binding.kind != BindKind::kBuffer) return false;
  if (&binding.buffer->device() != &pipeline.device()) return false;
  const uint64_t whole = binding.buffer->size();
  if (binding.offset > whole) return false;
  const uint64_t behind = whole - binding.offset;
  const uint64_t bytes = binding.size == kWholeSize ? behind : binding.size;
  if (bytes != bound.bytes || bytes > behind) return false;
  if (!backend::takes_offset(pipeline.device().profile(), binding.offset)) return false;
  range.buffer = binding.buffer;
  range.offset = binding.offset;
  range.size = binding.size;
  if (range.buffer == bound.buffer) return true;
  Result<Pin> pin = Pin::of(*binding.buffer, generation_);
  if (pin.ok()) range.pin = pin.take();
  return pin.ok();
}

}  // namespace vyre::runtime
