#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

// A binding of |bytes| that fits the role; 0: what a parameter without a count gets.
vyre_binding bind(Caller& c, const vyre_parameter_info& parameter, uint64_t bytes) {
  const auto slot = parameter.slot;
  const bool reads = parameter.role != VYRE_ROLE_OUTPUT;
  if (parameter.role == VYRE_ROLE_OUTPUT || parameter.role == VYRE_ROLE_INPUT_OUTPUT) {
    if (reads && c.random.one_in(2)) return vyre_bind_input(slot, c.in.data(), bytes);
    return vyre_bind_output(slot, c.results.data() + 512 * slot, bytes);
  }
  return c.random.one_in(4) ? vyre_bind_zeros(slot, bytes)
                            : vyre_bind_input(slot, c.in.data(), bytes);
}

bool has(const BoundArguments& arguments, const Buffer& buffer) {
  for (const auto& other : arguments.buffers) {
    if (other.get() == &buffer) return true;
  }
  return false;
}

// A buffer of the device that is large enough and not bound yet.
bool bind_buffer(Caller& c, const Pipeline& pipeline, const vyre_parameter_info& parameter,
                 uint64_t bytes, BoundArguments& arguments) {
  auto buffer = c.world.buffers.pick(c.random, [&](const Buffer& one) {
    return &one.facts == &pipeline.facts && one.size >= bytes && !has(arguments, one);
  });
  if (!buffer) return false;
  const uint64_t places = (buffer->size - bytes) / pipeline.facts.alignment + 1;
  const uint64_t offset = c.random.below(places) * pipeline.facts.alignment;
  arguments.bindings.push_back(vyre_bind_range(parameter.slot, buffer->raw, offset, bytes));
  arguments.buffers.push_back(std::move(buffer));
  return true;
}

const uint32_t kPush[8] = {16, 0x40000000, 0, 0, 0, 0, 0, 0};
const vyre_push_range kPushes[] = {{kPush, sizeof kPush, 0, 0}};

// A pipeline that is ready, most of the time.
std::shared_ptr<Pipeline> some_pipeline(Caller& c) {
  for (int i = 0; i < 4; ++i) {
    auto pipeline = c.world.pipeline(c);
    if (pipeline && pipeline->good && pipeline->ready && !pipeline->facts.record_only)
      return pipeline;
  }
  return c.world.pipeline(c);
}

void begin(Caller& c, const char* function, const Pipeline& pipeline) {
  c.begin(function);
  c.with(pipeline);
}

// Points of a semaphore of the host, while nobody else gives it values.
class Points {
 public:
  Points(Caller& c, vyre_dispatch_desc& desc, const Pipeline& pipeline) {
    if (!c.random.one_in(4)) return;
    semaphore_ = c.world.semaphores.pick(c.random, [&](const Semaphore& one) {
      return &one.facts == &pipeline.facts && !one.unsure;
    });
    if (!semaphore_) return;
    lock_ = std::unique_lock(semaphore_->mutex);
    if (semaphore_->unsure) {  // since the lock was asked for
      leave_alone();
      return;
    }
    wait_ = signal_ = {semaphore_->raw, semaphore_->value};
    ++signal_.value;
    desc.wait_points = &wait_;
    desc.wait_point_count = 1;
    desc.signal_points = &signal_;
    desc.signal_point_count = signal_count_ = c.random.below(2);
    if (c.odd_and_wrong()) wait_.semaphore = nullptr;
  }
  // The work has begun, or nobody knows whether it did.
  void submitted(bool known) const {
    if (!semaphore_ || signal_count_ == 0) return;
    ++semaphore_->value;
    if (!known) semaphore_->unsure = true;
  }

 private:
  void leave_alone() {
    lock_.unlock();
    semaphore_.reset();
  }

  std::shared_ptr<Semaphore> semaphore_;
  std::unique_lock<std::mutex> lock_;
  vyre_sync_point wait_{}, signal_{};
  size_t signal_count_ = 0;
};

void run(Caller& c) {
  const auto pipeline = some_pipeline(c);
  if (!pipeline) return;
  begin(c, "vyre_dispatch", *pipeline);
  auto arguments = bind_arguments(c, *pipeline, false);
  auto desc = describe_dispatch(c, *pipeline, false);
  const Points points(c, desc, *pipeline);
  spoil(c, arguments);
  StructOut<vyre_dispatch_result> result(c, VYRE_DISPATCH_RESULT_INIT, true);
  const auto* bindings = c.array(arguments.bindings.data(), arguments.bindings.size());
  const size_t count = arguments.bindings.size();
  const bool done =
      c.end(vyre_dispatch(c.object(pipeline->raw), bindings, count, &desc, result.place()), result);
  points.submitted(done);
}

void run_async(Caller& c) {
  const auto pipeline = some_pipeline(c);
  if (!pipeline) return;
  begin(c, "vyre_dispatch_async", *pipeline);
  auto arguments = bind_arguments(c, *pipeline, false);
  auto desc = describe_dispatch(c, *pipeline, false);
  const Points points(c, desc, *pipeline);
  desc.flags &= ~VYRE_DISPATCH_UNTIL_STABLE;
  spoil(c, arguments);
  auto out = Out<vyre_work*>::optional(c);
  const bool begun = c.end(vyre_dispatch_async(c.object(pipeline->raw), arguments.bindings.data(),
                                               arguments.bindings.size(), &desc, out.place()),
                           out);
  points.submitted(begun);
  if (!begun || !out.is_given()) return;
  auto work = std::make_shared<Work>(out.get(), pipeline->facts);
  work->is_dispatch = true;
  work->has_point = true;
  work->results.resize(Caller::kWords);
  for (vyre_binding binding : arguments.bindings) {
    if (binding.kind != VYRE_BIND_OUTPUT || binding.output == nullptr) continue;
    binding.output = work->results.data() + 512 * (binding.slot % 16);
    work->bindings.push_back(binding);
  }
  c.world.works.add(std::move(work), c.random);
}

void plan(Caller& c) {
  const auto pipeline = some_pipeline(c);
  if (!pipeline) return;
  begin(c, "vyre_plan_create", *pipeline);
  if (pipeline->program->module) c.unsound();
  auto arguments = bind_arguments(c, *pipeline, false);
  const auto desc = describe_dispatch(c, *pipeline, true);
  spoil(c, arguments);
  Out<vyre_plan*> out(c);
  if (!c.end(vyre_plan_create(c.object(pipeline->raw), arguments.bindings.data(),
                              arguments.bindings.size(), &desc, out.place()),
             out)) {
    return;
  }
  c.world.plans.add(std::make_shared<Plan>(out.get(), "vyre_plan_destroy", vyre_plan_destroy),
                    c.random);
}

constexpr Action kActions[] = {
    {"vyre_dispatch", 30, run},
    {"vyre_dispatch_async", 25, run_async},
    {"vyre_plan_create", 10, plan},
};

}  // namespace

BoundArguments bind_arguments(Caller& c, const Pipeline& pipeline, bool recorded) {
  BoundArguments arguments;
  const vyre_program_info* info = vyre_program_get_info(pipeline.program->raw);
  const uint64_t dynamic = 4 * (1 + c.random.below(16));
  for (size_t i = 0; i < info->parameter_count; ++i) {
    const vyre_parameter_info& parameter = *info->parameters[i];
    if (parameter.role == VYRE_ROLE_SHARED) continue;
    const uint64_t bytes = parameter.static_bytes != 0 ? parameter.static_bytes
                           : pipeline.program->module  ? 64
                                                       : dynamic;
    if ((recorded || c.random.one_in(2)) && bind_buffer(c, pipeline, parameter, bytes, arguments))
      continue;
    arguments.bindings.push_back(recorded ? vyre_bind_zeros(parameter.slot, bytes)
                                          : bind(c, parameter, bytes));
  }
  return arguments;
}

void spoil(Caller& c, BoundArguments& arguments) {
  auto& bindings = arguments.bindings;
  if (bindings.empty() || !c.odd()) return;
  vyre_binding& one = bindings[c.random.below(bindings.size())];
  switch (c.random.below(10)) {
    case 0:
      one.kind =
          c.random.one_of({VYRE_BIND_IMAGE, VYRE_BIND_SAMPLER, static_cast<vyre_bind_kind>(99)});
      break;
    case 1:
      one.input = nullptr;
      break;
    case 2:
      one.output = nullptr;
      break;
    case 3:
      one.buffer = nullptr;
      break;
    case 4:
      one.size = one.kind == VYRE_BIND_BUFFER || one.kind == VYRE_BIND_ZEROS
                     ? c.random.one_of<uint64_t>({0, 1, UINT64_MAX - 1, uint64_t{1} << 62})
                     : one.size - 4;
      break;
    case 5:
      one.offset = c.random.one_of<uint64_t>({1, UINT64_MAX, uint64_t{1} << 40});
      break;
    case 6:
      one.slot = c.random.one_of({99u, UINT32_MAX});
      break;
    case 7:
      one.name =
          c.random.one_of({vyre_str("none"), vyre_string{nullptr, 3}, vyre_string{"\xff", 1}});
      break;
    case 8:
      bindings.push_back(one);
      break;
    default:
      bindings.pop_back();
      break;
  }
}

vyre_dispatch_desc describe_dispatch(Caller& c, const Pipeline& pipeline, bool recorded) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  if (pipeline.program->module) {
    desc.push = kPushes;
    desc.push_count = 1;
    desc.grid[0] = desc.grid[1] = desc.grid[2] = 1;
  } else if (c.random.one_in(4)) {
    desc.grid[0] = 1 + c.random.below32(4);
    desc.grid[1] = desc.grid[2] = 1;
  }
  if (c.odd()) desc.flags = c.flags(VYRE_DISPATCH_SQUARE_GRID | VYRE_DISPATCH_MAY_BE_EMPTY);
  if (!recorded) desc.flags |= c.random.one_in(4) ? VYRE_DISPATCH_TIMED : 0;
  if (!recorded && c.odd()) desc.flags |= VYRE_DISPATCH_UNTIL_STABLE;
  if (!recorded && c.odd()) desc.timeout_ns = c.random.one_of<uint64_t>({0, 1, 100'000});
  if (c.odd())
    desc.split = c.random.one_of({VYRE_SPLIT_NEVER, VYRE_SPLIT_ALWAYS, static_cast<vyre_split>(9)});
  // Never so much that it runs for long.
  if (c.odd()) desc.iterations = c.random.one_of({0u, 2u, 3u});
  if (c.odd()) {
    desc.grid[1] = 0;
    desc.grid[2] = c.random.below32(2);
  }
  // What is recorded is refused when it runs, at the latest.
  if (recorded ? c.odd() : c.odd_and_wrong()) {
    desc.grid[0] = desc.grid[1] = desc.grid[2] = UINT32_MAX;
  }
  if (c.odd_and_wrong()) desc.grid_offset = 2;
  if (c.odd_and_wrong()) {
    desc.push = nullptr;
    desc.push_count = 2;
  }
  return desc;
}

std::span<const Action> dispatch_calls() { return kActions; }

}  // namespace vyre::interface
