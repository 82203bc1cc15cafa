#include "runtime/dispatch/sequence.h"

#include <utility>

#include "ir/program/display_name.h"
#include "runtime/dispatch/eager_sequence.h"
#include "runtime/dispatch/prepare.h"
#include "runtime/dispatch/unowned_runs.h"

namespace vyre::runtime {
namespace {

constexpr uint32_t kMaxSteps = 1u << 20;

}  // namespace

Result<std::shared_ptr<Sequence>> Sequence::create(std::shared_ptr<Device> device,
                                                   backend::SequenceOptions options,
                                                   std::string label) {
  options.timed |= options.timed_steps;
  std::shared_ptr<Sequence> sequence(new Sequence(std::move(device), options, std::move(label)));
  VYRE_ASSIGN_OR_RETURN(const auto raw, sequence->device_->use(sequence->generation_));
  VYRE_ASSIGN_OR_RETURN(sequence->sequence_, raw->create_sequence(options));
  if (sequence->sequence_ == nullptr) {
    sequence->is_eager_ = true;
    sequence->sequence_ = make_eager_sequence(*raw, options);
  }
  sequence->unowned_ = std::make_shared<UnownedRuns>(sequence->sequence_, sequence->label_);
  return sequence;
}

Sequence::Sequence(std::shared_ptr<Device> device, const backend::SequenceOptions& options,
                   std::string label)
    : device_(std::move(device)),
      generation_(device_->generation()),
      options_(options),
      label_(std::move(label)) {}

std::string Sequence::name() const {
  return label_.empty() ? std::string("the sequence")
                        : concat("sequence ", ir::display_name(label_));
}

Status Sequence::check_device(const Device& other, std::string_view what) const {
  if (&other == device_.get()) return {};
  return fail(Code::kInvalidArgument, what, " belongs to another device than ", name(), "'s '",
              device_->id(), "'. Fix: make both with the same vyre_device");
}

bool Sequence::is_idle() const { return last_.number == 0 || is_over(last_.number); }

bool Sequence::is_over(uint64_t run) const {
  if (run <= seen_over_) return true;
  const Result<bool> over = sequence_->wait(run, backend::Deadline());
  const bool is_over = !over.ok() || over.value();
  if (is_over) seen_over_ = run;
  return is_over;
}

Status Sequence::check_idle(std::string_view what) const {
  if (is_idle()) return {};
  return fail(Code::kNotReady, name(), " is under way, ", what,
              " has to wait. Fix: wait for it first (vyre_sequence_wait), or use two sequences");
}

// Before a run that counts, and before what it will write is changed.
Status Sequence::check_flights(std::string_view what) {
  const auto under_way =
      std::ranges::find_if(counted_, [&](uint64_t run) { return !is_over(run); });
  counted_.erase(counted_.begin(), under_way);
  if (counted_.size() < options_.flights) return {};
  if (options_.flights == 1) return check_idle(what);
  return fail(Code::kNotReady, name(), " has ", counted_.size(),
              " runs under way, the most with "
              "runs_in_flight ",
              options_.flights, ": ", what,
              " has to wait. Fix: wait for the "
              "first of them (vyre_work_wait), or create it with more runs_in_flight");
}

Status Sequence::check_step(uint32_t step, Kind kind) const {
  if (step < steps_.size() && steps_[step]->kind == kind) return {};
  if (step >= steps_.size()) {
    return fail(Code::kNotFound, "step ", step, " of ", name(), ", which has ", steps_.size(),
                ". Fix: pass a number that adding a step gave");
  }
  return fail(Code::kInvalidArgument, "step ", step, " of ", name(), " is a ",
              backend::name_of(steps_[step]->kind), ", not a ", backend::name_of(kind),
              ". Fix: pass the number of such a step");
}

Status Sequence::check_bytes(uint32_t step, uint64_t offset, uint64_t size) const {
  const uint64_t whole = steps_[step]->size;
  if (offset <= whole && size <= whole - offset) return {};
  return fail(Code::kInvalidArgument, size, " bytes at offset ", offset, " of step ", step, " of ",
              name(), ", which has ", whole, ". Fix: stay inside them");
}

Result<std::shared_ptr<backend::Memory>> Sequence::pin(const BufferRange& range, const char* what,
                                                       Added& added) const {
  VYRE_RETURN_IF_ERROR(check_device(range.buffer->device(), range.buffer->name()));
  VYRE_RETURN_IF_ERROR(range.buffer->check_range(what, range.offset, range.size));
  VYRE_ASSIGN_OR_RETURN(Pin pin, Pin::of(*range.buffer, generation_));
  Bound& bound = added.request.bounds.emplace_back();
  bound.pin = std::move(pin);
  return bound.pin.memory();
}

Sequence::AddedPtr Sequence::next_added() {
  AddedPtr cleared = steps_.size() < cleared_.size() ? std::move(cleared_[steps_.size()]) : nullptr;
  return cleared != nullptr ? std::move(cleared) : std::make_unique<Added>();
}

Result<uint32_t> Sequence::add(const backend::Step& step, AddedPtr added) {
  if (steps_.size() >= kMaxSteps) {
    return fail(Code::kInvalidArgument, name(), " has ", steps_.size(),
                " steps, the most there can be. Fix: use several sequences");
  }
  if (steps_.size() == steps_.capacity()) steps_.reserve(2 * steps_.size() + 1);
  VYRE_RETURN_IF_ERROR(sequence_->add(step).status());
  const bool is_host_step = step.kind == Kind::kWrite || step.kind == Kind::kRead;
  if (is_host_step) {
    added->size = step.size;
    ++host_steps_;
  }
  return keep_added(step.kind, std::move(added));
}

// Behind the others, where there is room for it.
uint32_t Sequence::keep_added(Kind kind, AddedPtr added) {
  added->kind = kind;
  added->added_after = runs_;
  if (kind == Kind::kDispatch) ++dispatches_;
  steps_.push_back(std::move(added));
  return static_cast<uint32_t>(steps_.size() - 1);
}

Result<uint32_t> Sequence::add_transfer(backend::Step step, const char* what,
                                        const BufferRange* from, const BufferRange* to) {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_idle(concat("adding a ", backend::name_of(step.kind))));
  AddedPtr added = next_added();
  added->request.let_go();
  added->label.clear();
  step.size = from != nullptr ? from->size : to->size;
  if (from != nullptr) {
    VYRE_ASSIGN_OR_RETURN(step.from, pin(*from, what, *added));
    step.from_offset = from->offset;
  }
  if (to != nullptr) {
    VYRE_ASSIGN_OR_RETURN(step.to, pin(*to, what, *added));
    step.to_offset = to->offset;
  }
  if (step.kind == Kind::kCopy) VYRE_RETURN_IF_ERROR(check_apart(*from, *to));
  if (step.kind == Kind::kFill) VYRE_RETURN_IF_ERROR(check_words(*to));
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  return add(step, std::move(added));
}

Result<uint32_t> Sequence::add_copy(const BufferRange& from, const BufferRange& to) {
  return add_transfer({.kind = Kind::kCopy}, "copying", &from, &to);
}

Result<uint32_t> Sequence::add_fill(const BufferRange& to, uint32_t word) {
  return add_transfer({.kind = Kind::kFill, .word = word}, "filling", nullptr, &to);
}

Result<uint32_t> Sequence::add_write(const BufferRange& to, std::span<const std::byte> bytes) {
  return add_transfer({.kind = Kind::kWrite, .bytes = bytes}, "writing", nullptr, &to);
}

Result<uint32_t> Sequence::add_read(const BufferRange& from) {
  return add_transfer({.kind = Kind::kRead}, "reading", &from, nullptr);
}

Status Sequence::clear() {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_idle("clearing it"));
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  if (steps_.size() > cleared_.size()) cleared_.resize(steps_.size());
  sequence_->clear();
  for (size_t i = 0; i < steps_.size(); ++i) {
    steps_[i]->let_go();
    cleared_[i] = std::move(steps_[i]);
  }
  steps_.clear();
  host_steps_ = 0;
  dispatches_ = 0;
  last_of_cleared_ = last_.number;
  return {};
}

Status Sequence::set_bytes(uint32_t step, uint64_t offset, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_step(step, Kind::kWrite));
  VYRE_RETURN_IF_ERROR(check_bytes(step, offset, bytes.size()));
  VYRE_RETURN_IF_ERROR(check_flights("changing what it writes"));
  return sequence_->write(step, offset, bytes);
}

Status Sequence::get_bytes(uint32_t step, uint64_t offset, std::span<std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_step(step, Kind::kRead));
  VYRE_RETURN_IF_ERROR(check_bytes(step, offset, bytes.size()));
  VYRE_RETURN_IF_ERROR(check_idle("looking at what it reads"));
  if (runs_ > steps_[step]->added_after) {
    return sequence_->read(last_.number, step, offset, bytes);
  }
  return fail(Code::kNotReady, "step ", step, " of ", name(),
              " is asked for what it read before any run. Fix: run the sequence first");
}

}  // namespace vyre::runtime
