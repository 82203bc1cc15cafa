#include <optional>

#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

// A sequence that no other thread knows the steps of meanwhile.
class Locked {
 public:
  explicit Locked(Caller& c, bool idle = false) {
    sequence_ = c.world.sequences.pick(c.random);
    if (!sequence_) make(c);
    if (!sequence_) return;
    lock_ = std::unique_lock(sequence_->mutex, std::try_to_lock);
    if (!lock_.owns_lock()) return;
    if (idle && sequence_->busy && !c.random.one_in(16)) wait(c);
  }
  explicit operator bool() const { return lock_.owns_lock(); }
  Sequence* operator->() const { return sequence_.get(); }
  Sequence& operator*() const { return *sequence_; }

  static void make(Caller& c);
  void wait(Caller& c) {
    c.begin("vyre_sequence_wait");
    Out<vyre_work_state> state(c);
    const uint64_t timeout = c.random.one_in(4) ? 0 : VYRE_FOREVER;
    if (!c.end(vyre_sequence_wait(c.object(sequence_->raw), timeout, state.place()), state)) return;
    if (state.get() != VYRE_WORK_RUNNING) sequence_->busy = false;
  }
  // What runs under way do not allow, and devices that only record.
  void begin(Caller& c, const char* function) const {
    c.begin(function);
    if (sequence_->busy) c.unsound();
    c.on(sequence_->facts);
  }

 private:
  std::shared_ptr<Sequence> sequence_;
  std::unique_lock<std::mutex> lock_;
};

void create(Caller& c) { Locked::make(c); }

void added(Caller& c, const Locked& sequence, const Out<uint32_t>& out, Step step) {
  const size_t number = sequence->steps.size();
  if (out.is_given() && out.get() != number) c.problem("a step has another number");
  sequence->ran = sequence->ran && step.kind != Step::kRead;
  sequence->steps.push_back(std::move(step));
}

void add_dispatch(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const auto pipeline = c.world.pipeline_of(c, sequence->facts);
  if (!pipeline) return;
  sequence.begin(c, "vyre_sequence_add_dispatch");
  auto arguments = bind_arguments(c, *pipeline, true);
  const auto desc = describe_dispatch(c, *pipeline, true);
  spoil(c, arguments);
  auto out = Out<uint32_t>::optional(c);
  if (c.end(vyre_sequence_add_dispatch(c.object(sequence->raw), c.object(pipeline->raw),
                                       arguments.bindings.data(), arguments.bindings.size(), &desc,
                                       out.place()),
            out)) {
    added(c, sequence, out, {Step::kDispatch, 0, pipeline});
  }
}

// A buffer of the sequence's device and a range of it.
struct Piece {
  Piece(Caller& c, const Sequence& sequence) : buffer(c.world.buffer_of(c, sequence.facts)) {
    if (!buffer) return;
    offset = c.random.below(buffer->size / 4) * 4;
    size = (1 + c.random.below((buffer->size - offset) / 4)) * 4;
  }
  std::shared_ptr<Buffer> buffer;
  uint64_t offset = 0, size = 0;
};

void add_copy(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const Piece from(c, *sequence), to(c, *sequence);
  if (!from.buffer || !to.buffer || from.buffer == to.buffer) return;
  sequence.begin(c, "vyre_sequence_add_copy");
  auto out = Out<uint32_t>::optional(c);
  const uint64_t size = c.size(std::min(from.size, to.size));
  if (c.end(vyre_sequence_add_copy(c.object(sequence->raw), c.object(from.buffer->raw),
                                   c.size(from.offset), c.object(to.buffer->raw), c.size(to.offset),
                                   size, out.place()),
            out)) {
    added(c, sequence, out, {Step::kCopy, size, nullptr});
  }
}

void add_fill(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const Piece piece(c, *sequence);
  if (!piece.buffer) return;
  sequence.begin(c, "vyre_sequence_add_fill");
  auto out = Out<uint32_t>::optional(c);
  if (c.end(vyre_sequence_add_fill(c.object(sequence->raw), c.object(piece.buffer->raw),
                                   c.size(piece.offset), c.size(piece.size), 3, out.place()),
            out)) {
    added(c, sequence, out, {Step::kFill, piece.size, nullptr});
  }
}

void add_write(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const Piece piece(c, *sequence);
  if (!piece.buffer) return;
  sequence.begin(c, "vyre_sequence_add_write");
  auto out = Out<uint32_t>::optional(c);
  const uint64_t size = c.size(piece.size);
  if (c.end(vyre_sequence_add_write(c.object(sequence->raw), c.object(piece.buffer->raw),
                                    c.size(piece.offset), c.array(c.in.data(), size), size,
                                    out.place()),
            out)) {
    added(c, sequence, out, {Step::kWrite, size, nullptr});
  }
}

void add_read(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const Piece piece(c, *sequence);
  if (!piece.buffer) return;
  sequence.begin(c, "vyre_sequence_add_read");
  auto out = Out<uint32_t>::optional(c);
  const uint64_t size = c.size(piece.size);
  if (c.end(vyre_sequence_add_read(c.object(sequence->raw), c.object(piece.buffer->raw),
                                   c.size(piece.offset), size, out.place()),
            out)) {
    added(c, sequence, out, {Step::kRead, size, nullptr});
  }
}

// The number of a step of that kind, if there is one.
std::optional<uint32_t> step_of(Caller& c, const Locked& sequence, Step::Kind kind) {
  const auto& steps = sequence->steps;
  const size_t first = steps.empty() ? 0 : c.random.below(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    const size_t at = (first + i) % steps.size();
    if (steps[at].kind == kind) return static_cast<uint32_t>(at);
  }
  return std::nullopt;
}

// An update of one dispatch.
struct Update {
  Update(Caller& c, const Locked& sequence, uint32_t at) {
    const Pipeline& pipeline = *sequence->steps[at].pipeline;
    arguments = bind_arguments(c, pipeline, true);
    if (pipeline.program->valid && c.random.one_in(2)) arguments.bindings.clear();
    spoil(c, arguments);
    update.step = static_cast<uint32_t>(c.number(at, {at + 1, 99, UINT32_MAX}));
    update.bindings = arguments.bindings.data();
    update.binding_count = arguments.bindings.size();
    update.iterations = c.odd() ? 3 : 0;
    if (c.random.one_in(4)) update.grid[0] = update.grid[1] = update.grid[2] = 1;
    if (c.odd()) update.shape[1] = 1;
    if (c.odd()) update.grid_offset = 2;
  }
  BoundArguments arguments;
  vyre_step_update update{};
};

void update(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const auto step = step_of(c, sequence, Step::kDispatch);
  if (!step) return;
  sequence.begin(c, "vyre_sequence_update");
  const Update given(c, sequence, *step);
  c.end(vyre_sequence_update(c.object(sequence->raw), c.object(&given.update), 1));
}

void clear(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  sequence.begin(c, "vyre_sequence_clear");
  if (!c.end(vyre_sequence_clear(c.object(sequence->raw)))) return;
  sequence->steps.clear();
  sequence->ran = false;
}

void set_bytes(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const auto step = step_of(c, sequence, Step::kWrite);
  if (!step) return;
  sequence.begin(c, "vyre_sequence_set_bytes");
  const auto number = static_cast<uint32_t>(c.number(*step, {*step + 1, UINT32_MAX}));
  const uint64_t size = c.size(sequence->steps[*step].bytes);
  c.end(vyre_sequence_set_bytes(c.object(sequence->raw), number, c.size(0),
                                c.array(c.in.data(), size), size));
}

void get_bytes(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  const auto step = step_of(c, sequence, Step::kRead);
  if (!step) return;
  sequence.begin(c, "vyre_sequence_get_bytes");
  if (!sequence->ran) c.unsound();
  const auto number = static_cast<uint32_t>(c.number(*step, {*step + 1, UINT32_MAX}));
  const uint64_t size = c.size(sequence->steps[*step].bytes);
  c.end(vyre_sequence_get_bytes(c.object(sequence->raw), number, c.size(0),
                                c.array(c.results.data(), size), size));
}

void get_step_ns(Caller& c) {
  const Locked sequence(c);
  if (!sequence) return;
  std::vector<uint64_t> ns(sequence->steps.size() + 1);
  c.begin("vyre_sequence_get_step_ns");
  const size_t count = c.random.below(sequence->steps.size() + 1);
  uint64_t* place = c.array(ns.data(), count);
  const bool beyond = place != nullptr && c.odd_and_wrong();
  c.end(vyre_sequence_get_step_ns(c.object(sequence->raw), place, beyond ? SIZE_MAX : count));
}

void prepare(Caller& c) {
  const Locked sequence(c);
  if (!sequence) return;
  sequence.begin(c, "vyre_sequence_prepare");
  c.end(vyre_sequence_prepare(c.object(sequence->raw)));
}

// How a sequence is run, at times with an update.
struct RunDesc {
  RunDesc(Caller& c, const Locked& sequence) {
    c.struct_size(desc.struct_size);
    if (c.odd()) desc.timeout_ns = c.random.one_of<uint64_t>({0, 1, 100'000});
    const auto step = step_of(c, sequence, Step::kDispatch);
    if (!step || !c.random.one_in(4)) return;
    given.emplace(c, sequence, *step);
    desc.updates = &given->update;
    desc.update_count = 1;
    if (c.odd_and_wrong()) desc.updates = nullptr;
  }
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  std::optional<Update> given;
};

void run(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  sequence.begin(c, "vyre_sequence_run");
  const RunDesc run(c, sequence);
  StructOut<vyre_sequence_result> out(c, VYRE_SEQUENCE_RESULT_INIT, true);
  if (c.end(vyre_sequence_run(c.object(sequence->raw), &run.desc, out.place()), out))
    sequence->ran = true;
}

void run_async(Caller& c) {
  const Locked sequence(c, true);
  if (!sequence) return;
  sequence.begin(c, "vyre_sequence_run_async");
  const RunDesc run(c, sequence);
  auto out = Out<vyre_work*>::optional(c);
  if (!c.end(vyre_sequence_run_async(c.object(sequence->raw), &run.desc, out.place()), out)) return;
  sequence->busy = sequence->ran = true;
  if (out.is_given())
    c.world.works.add(std::make_shared<Work>(out.get(), sequence->facts), c.random);
}

void wait(Caller& c) {
  Locked sequence(c);
  if (sequence) sequence.wait(c);
}

void cancel(Caller& c) {
  const Locked sequence(c);
  if (!sequence) return;
  c.begin("vyre_sequence_cancel");
  c.end(vyre_sequence_cancel(c.object(sequence->raw)));
}

void get_error(Caller& c) {
  const auto sequence = c.world.sequences.pick(c.random);
  if (!sequence) return;
  c.begin("vyre_sequence_get_error");
  Out<vyre_error*> out(c);
  if (!c.end(vyre_sequence_get_error(c.object(sequence->raw), out.place()), out) ||
      out.get() == nullptr)
    return;
  c.world.errors.add(std::make_shared<Error>(out.get(), "vyre_error_destroy", vyre_error_destroy),
                     c.random);
}

void get_result(Caller& c) {
  const auto sequence = c.world.sequences.pick(c.random);
  if (!sequence) return;
  c.begin("vyre_sequence_get_result");
  StructOut<vyre_sequence_result> out(c, VYRE_SEQUENCE_RESULT_INIT);
  c.end(vyre_sequence_get_result(c.object(sequence->raw), out.place()), out);
}

constexpr Action kActions[] = {
    {"vyre_sequence_create", 5, create},
    {"vyre_sequence_add_dispatch", 15, add_dispatch},
    {"vyre_sequence_add_copy", 10, add_copy},
    {"vyre_sequence_add_fill", 10, add_fill},
    {"vyre_sequence_add_write", 10, add_write},
    {"vyre_sequence_add_read", 10, add_read},
    {"vyre_sequence_update", 10, update},
    {"vyre_sequence_clear", 6, clear},
    {"vyre_sequence_set_bytes", 10, set_bytes},
    {"vyre_sequence_get_bytes", 10, get_bytes},
    {"vyre_sequence_get_step_ns", 10, get_step_ns},
    {"vyre_sequence_prepare", 5, prepare},
    {"vyre_sequence_run", 10, run},
    {"vyre_sequence_run_async", 10, run_async},
    {"vyre_sequence_wait", 10, wait},
    {"vyre_sequence_cancel", 4, cancel},
    {"vyre_sequence_get_error", 10, get_error},
    {"vyre_sequence_get_result", 10, get_result},
};

}  // namespace

void Locked::make(Caller& c) {
  const auto device = c.world.device(c);
  vyre_sequence_desc desc = VYRE_SEQUENCE_DESC_INIT;
  c.begin("vyre_sequence_create");
  c.on(device->facts);
  c.struct_size(desc.struct_size);
  desc.flags = c.flags(VYRE_SEQUENCE_TIMED | VYRE_SEQUENCE_TIMED_STEPS);
  desc.label = c.label();
  desc.runs_in_flight = static_cast<uint32_t>(c.number(1 + c.random.below(3), {0}));
  if (c.odd_and_wrong()) desc.reserved = 1;
  Out<vyre_sequence*> out(c);
  if (!c.end(vyre_sequence_create(c.object(device->raw), &desc, out.place()), out)) return;
  c.world.sequences.add(std::make_shared<Sequence>(out.get(), device->facts), c.random);
}

std::span<const Action> sequence_calls() { return kActions; }

}  // namespace vyre::interface
