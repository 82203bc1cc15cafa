#include "vulkan/dispatch/sequence.h"

#include <algorithm>
#include <cstring>

#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {
namespace {

using backend::Step;

bool is_of_host(Step::Kind kind) { return kind == Step::Kind::kWrite || kind == Step::Kind::kRead; }

// Of |asked|, what a device can do that has timestamps or not.
backend::SequenceOptions possible(backend::SequenceOptions asked, bool has_timestamps) {
  asked.timed_steps = asked.timed_steps && has_timestamps;
  asked.timed = (asked.timed && has_timestamps) || asked.timed_steps;
  return asked;
}

}  // namespace

CommandSequence::CommandSequence(std::shared_ptr<VulkanDevice> opened,
                                 const backend::SequenceOptions& options)
    : opened_(std::move(opened)), options_(possible(options, has_timestamps())), maker_(opened_) {}

// Where several flights write them, each has its own copy of them.
Result<StepPtr> CommandSequence::with_bytes(Result<StepPtr> made, const Step& step) const {
  if (options_.flights > 1 && step.kind == Step::Kind::kWrite && made.ok()) {
    made.value()->written =
        std::make_shared<std::vector<std::byte>>(step.bytes.begin(), step.bytes.end());
  }
  return made;
}

// The commands that were recorded are those of other steps.
void CommandSequence::touch() {
  for (const auto& flight : flights_) flight->touch();
}

Result<uint32_t> CommandSequence::add(const Step& step) {
  const std::lock_guard lock(mutex_);
  const auto number = static_cast<uint32_t>(steps_.size());
  VYRE_ASSIGN_OR_RETURN(StepPtr made, with_bytes(maker_.prepare(step, number, steps_), step));
  steps_.push_back(std::move(made));
  if (is_of_host(step.kind)) ++host_steps_;
  touch();
  return number;
}

Status CommandSequence::stage(uint32_t number, const Step& step) {
  VYRE_ASSIGN_OR_RETURN(StepPtr made, with_bytes(maker_.prepare(step, number, steps_), step));
  staged_.push_back({number, std::move(made)});
  return {};
}

bool CommandSequence::add_again(const backend::Rebinding& changes) {
  const std::lock_guard lock(mutex_);
  StepPtr made = maker_.rebind(changes, static_cast<uint32_t>(steps_.size()), nullptr);
  if (made == nullptr) return false;
  steps_.push_back(std::move(made));
  touch();
  return true;
}

bool CommandSequence::restage(uint32_t number, const backend::Rebinding& changes) {
  StepPtr made = maker_.rebind(changes, number, steps_[number].get());
  if (made == nullptr) return false;
  staged_.push_back({number, std::move(made)});
  return true;
}

void CommandSequence::unstage() noexcept {
  for (auto& [number, step] : staged_) maker_.take_back(number, std::move(step));
  staged_.clear();
}

// Puts what is staged in the place of steps; unless it is kept, until this goes.
class CommandSequence::Exchange {
 public:
  explicit Exchange(CommandSequence& sequence) : sequence_(sequence) { swap(); }
  ~Exchange() {
    if (!is_kept_) swap();
    sequence_.unstage();
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  void keep() {
    for (auto& [number, step] : sequence_.staged_) {
      sequence_.steps_[number]->take_over(*step, step.use_count() == 1);
    }
    is_kept_ = true;
  }

 private:
  void swap() {
    for (auto& [number, step] : sequence_.staged_) sequence_.steps_[number].swap(step);
    sequence_.touch();
  }

  CommandSequence& sequence_;
  bool is_kept_ = false;
};

void CommandSequence::replace() {
  const std::lock_guard lock(mutex_);
  Exchange exchange(*this);
  let_go_of_replaced();
  exchange.keep();
}

// Flights that the device works for do so later.
void CommandSequence::let_go_of_replaced() {
  for (const auto& flight : flights_) {
    if (!flight->holds_replaced() || !flight->is_idle()) continue;
    note_trap(*flight);
    flight->end_runs();
    flight->let_go_of_replaced(steps_);
  }
}

// A flight that the device has not finished keeps what it has.
void CommandSequence::clear() {
  const std::lock_guard lock(mutex_);
  std::vector<std::vector<StepPtr>*> lists = {&steps_};
  for (auto& flight : flights_) {
    if (!flight->is_idle()) {
      flight = make_flight(&flight == &flights_.front());
      continue;
    }
    note_trap(*flight);
    flight->end_runs();
    lists.push_back(&flight->release());
  }
  maker_.recycle(lists);
  host_steps_ = 0;
}

Status CommandSequence::record() {
  VYRE_RETURN_IF_ERROR(opened_->check_not_lost());
  const std::lock_guard lock(mutex_);
  return make_ready(flight(next_flight()));
}

std::unique_ptr<SequenceFlight> CommandSequence::make_flight(bool first) const {
  return std::make_unique<SequenceFlight>(*opened_, options_, first);
}

SequenceFlight& CommandSequence::flight(size_t index) {
  if (index == flights_.size()) flights_.push_back(make_flight(index == 0));
  return *flights_[index];
}

// That of the last run, where that is over or does the same. Another that is free, else a new one.
// With bytes of the host, or times, the one that is used longest ago, so that those of others stay.
// What has trapped fails the runs that share its commands, and no others.
// Where there is one alone for these, they lie where the steps themselves have them.
size_t CommandSequence::next_flight() const {
  if (flights_.empty() || (host_steps_ != 0 && options_.flights == 1)) return 0;
  if (host_steps_ != 0 || (options_.timed && options_.flights > 1)) return oldest_flight();
  const SequenceFlight& last = *flights_[newest_];
  if (last.is_idle()) return newest_;
  const bool repeats = last.is_recorded() && !options_.timed && last.trap().ok();
  if (repeats) return newest_;
  const auto idle =
      std::ranges::find_if(flights_, [](const auto& flight) { return flight->is_idle(); });
  return static_cast<size_t>(idle - flights_.begin());
}

// A new one only where all have run.
size_t CommandSequence::oldest_flight() const {
  const auto oldest = std::ranges::min_element(flights_, {}, &SequenceFlight::last);
  const bool may_be_new = flights_.size() < options_.flights;
  if (may_be_new && (*oldest)->last() != 0) return flights_.size();
  return static_cast<size_t>(oldest - flights_.begin());
}

// With what is known of its runs noted, unless its commands go to the device as they are.
Status CommandSequence::make_ready(SequenceFlight& flight) {
  VYRE_RETURN_IF_ERROR(flight.settle());
  if (!flight.is_idle()) return {};
  note_trap(flight);
  flight.end_runs();
  flight.learn();
  if (!flight.is_recorded()) {
    VYRE_RETURN_IF_ERROR(flight.record(steps_, maker_));
    barriers_ = flight.recorder().barriers();
  }
  flight.clear_traps();
  flight.bring_bytes(steps_);
  return {};
}

Result<uint64_t> CommandSequence::submit(const backend::RunStart& start) {
  VYRE_RETURN_IF_ERROR(opened_->check_not_lost());
  const std::lock_guard lock(mutex_);
  const QueuePoints points{start.wait_points, start.signal_points};
  if (!start.replaces) return submit_steps(points);
  Exchange exchange(*this);
  VYRE_ASSIGN_OR_RETURN(const uint64_t run, submit_steps(points));
  exchange.keep();
  return run;
}

Result<uint64_t> CommandSequence::submit_steps(const QueuePoints& points) {
  const size_t index = next_flight();
  SequenceFlight& next = flight(index);
  VYRE_RETURN_IF_ERROR(make_ready(next));
  const uint64_t submitted = is_traced() ? trace_clock() : 0;
  if (is_traced()) traced_.reserve(traced_.size() + 1);
  VYRE_RETURN_IF_ERROR(next.submit(points));
  newest_ = index;
  let_go_of_replaced();
  if (is_traced()) begin_trace(submitted);
  return next.last();
}

Result<bool> CommandSequence::wait(uint64_t run, backend::Deadline deadline,
                                   const backend::Stop& stop) {
  VYRE_ASSIGN_OR_RETURN(const bool over, opened_->queue().wait(run, deadline, nullptr, stop));
  if (!over) return false;
  const std::lock_guard lock(mutex_);
  if (is_traced()) end_trace(run);
  note_traps_of(run);
  Status failure = failures_.of(run);
  return failure.ok() ? Result<bool>(true) : Result<bool>(std::move(failure));
}

uint64_t CommandSequence::newest_over() const {
  (void)opened_->queue().reached(opened_->queue().last());
  return opened_->queue().completed();
}

Status CommandSequence::failure_of(uint64_t first, uint64_t last) {
  const std::lock_guard lock(mutex_);
  for (const auto& flight : flights_) {
    if (flight->is_idle()) note_trap(*flight);
  }
  return failures_.of(first, last);
}

void CommandSequence::note_traps_of(uint64_t run) {
  for (const auto& flight : flights_) {
    if (!flight->has_run(run)) continue;
    note_trap(*flight);
    if (flight->last() == run) flight->end_runs();
  }
}

// A trap fails all runs that share its words: nothing tells whose it was.
void CommandSequence::note_trap(const SequenceFlight& flight) {
  if (!flight.has_run(flight.last())) return;
  Status trapped = flight.trap();
  if (trapped.ok()) return;
  const bool is_new = failures_.note(flight.since(), flight.last(), std::move(trapped));
  if (is_new) kernel_host::DeviceCounters::add(opened_->device().counters().traps);
}

bool CommandSequence::is_traced() const { return opened_->device().trace() != nullptr; }

void CommandSequence::begin_trace(uint64_t submitted) {
  TraceEvent event;
  event.kind = TraceEvent::Kind::kSubmission;
  event.name = "sequence";
  event.start = submitted;
  event.number = flights_[newest_]->last();
  event.queue = opened_->device().trace_queue();
  traced_.push_back(event);
}

// The runs up to |run| are over. Those of one flight write the same timestamps, so only the last
// has some.
void CommandSequence::end_trace(uint64_t run) {
  for (TraceEvent& event : traced_) {
    if (event.number > run) break;
    const SequenceFlight* flight = has_timestamps() ? flight_with_last(event.number) : nullptr;
    trace_end(opened_->device(), event, flight != nullptr ? flight->timestamps() : std::nullopt);
  }
  std::erase_if(traced_, [&](const TraceEvent& event) { return event.number <= run; });
}

const SequenceFlight* CommandSequence::flight_with_last(uint64_t run) const {
  for (const auto& flight : flights_) {
    if (flight->last() == run) return flight.get();
  }
  return nullptr;
}

uint32_t CommandSequence::barriers() const {
  const std::lock_guard lock(mutex_);
  return barriers_;
}

Status CommandSequence::write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.empty()) return {};
  SequenceStep& step = *steps_[number];
  if (options_.flights > 1) {
    std::ranges::copy(bytes, step.written->data() + offset);
    for (const auto& flight : flights_) flight->note_written(number);
    return {};
  }
  std::memcpy(step.context->staging[0].upload.data() + offset, bytes.data(), bytes.size());
  opened_->device().counters().uploaded(bytes.size());
  return {};
}

Status CommandSequence::read(uint64_t run, uint32_t number, uint64_t offset,
                             std::span<std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.empty()) return {};
  const SequenceFlight* flight = flight_with_last(run);
  if (flight == nullptr) {
    return fail(Code::kNotReady, "what step ", number,
                " read is gone, for a later run has failed "
                "to begin. Fix: run the sequence again");
  }
  const std::span<const std::byte> all = flight->bytes_read(number);
  std::memcpy(bytes.data(), all.data() + offset, bytes.size());
  opened_->device().counters().downloaded(bytes.size());
  return {};
}

std::optional<uint64_t> CommandSequence::device_ns(uint64_t run) const {
  const std::lock_guard lock(mutex_);
  const SequenceFlight* flight = options_.timed ? flight_with_last(run) : nullptr;
  return flight != nullptr ? flight->device_ns() : std::nullopt;
}

std::vector<std::optional<uint64_t>> CommandSequence::step_ns() const {
  const std::lock_guard lock(mutex_);
  if (!options_.timed_steps || flights_.empty()) return {};
  return flights_[newest_]->step_ns();
}

}  // namespace vyre::vulkan
