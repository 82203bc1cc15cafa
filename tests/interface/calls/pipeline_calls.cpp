#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

// What a program of ours can be made into, and what it has to be refused as.
struct PipelineDesc {
  explicit PipelineDesc(Caller& c) {
    c.struct_size(desc.struct_size);
    desc.label = c.label();
    if (c.odd()) desc.flags = c.flags(VYRE_PIPELINE_WARM | VYRE_PIPELINE_DIVISION_GIVES_ZERO);
    if (c.odd()) desc.flags |= VYRE_PIPELINE_ONLY_CACHED;
    if (c.odd()) {
      constants[0] = vyre_constant_u32("u", 5);
      constants[1] = vyre_constant_f32("f", 1);
      constants[0].kind = c.choice(VYRE_CONSTANT_U32);
      constants[1].name = c.text("f");
      desc.constant_count = 2;
      desc.constants = c.array(constants, 2);
    }
    if (c.odd()) desc.workgroup[0] = c.size32(32);
    if (c.odd()) desc.subgroup_size = c.size32(8), c.may_be_unsupported();
  }
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_constant constants[2];
};

void create(Caller& c) {
  create_pipeline(c, c.world.device(c), c.world.program(c, !c.random.one_in(8)));
}

void create_async(Caller& c) {
  const auto device = c.world.device(c);
  const auto program = c.world.program(c, !c.random.one_in(8));
  c.begin("vyre_pipeline_create_async");
  if (!program->valid || (program->module && device->facts.family != "vulkan")) c.unsound();
  const bool sound_before = program->valid;
  PipelineDesc given(c);
  Out<vyre_pipeline*> out(c);
  auto work = Out<vyre_work*>::optional(c);
  if (!c.end(vyre_pipeline_create_async(c.object(device->raw), c.object(program->raw), &given.desc,
                                        out.place(), work.place()),
             out, work)) {
    return;
  }
  auto made = std::make_shared<Pipeline>(out.get(), device->facts, program);
  made->ready = false;
  made->good = sound_before && given.desc.flags == 0 && given.desc.workgroup[0] == 0;
  c.world.pipelines.add(std::move(made), c.random);
  if (work.is_given())
    c.world.works.add(std::make_shared<Work>(work.get(), device->facts), c.random);
}

void wait(Caller& c) {
  const auto pipeline = c.world.pipeline(c);
  c.begin("vyre_pipeline_wait");
  Out<vyre_work_state> state(c);
  const uint64_t timeout = c.random.one_of<uint64_t>({0, 1000, VYRE_FOREVER});
  if (!c.end(vyre_pipeline_wait(c.object(pipeline->raw), timeout, state.place()), state)) return;
  if (state.get() == VYRE_WORK_READY) pipeline->ready = true;
  if (timeout == VYRE_FOREVER && state.get() == VYRE_WORK_RUNNING)
    c.problem("a wait without end has ended early");
}

void get_error(Caller& c) {
  const auto pipeline = c.world.pipeline(c);
  c.begin("vyre_pipeline_get_error");
  Out<vyre_error*> out(c);
  if (!c.end(vyre_pipeline_get_error(c.object(pipeline->raw), out.place()), out) ||
      out.get() == nullptr)
    return;
  c.world.errors.add(std::make_shared<Error>(out.get(), "vyre_error_destroy", vyre_error_destroy),
                     c.random);
}

void get_info(Caller& c) {
  const auto pipeline = c.world.pipeline(c);
  c.begin("vyre_pipeline_get_info");
  if (vyre_pipeline_get_info(c.or_null(pipeline->raw))->label.data == nullptr)
    c.problem("a label is NULL");
  c.end();
}

void get_device(Caller& c) {
  const auto pipeline = c.world.pipeline(c);
  c.begin("vyre_pipeline_get_device");
  Out<vyre_device*> out(c);
  if (!c.end(vyre_pipeline_get_device(c.object(pipeline->raw), out.place()), out)) return;
  const Device held(out.get(), pipeline->facts);
}

void get_program(Caller& c) {
  const auto pipeline = c.world.pipeline(c);
  c.begin("vyre_pipeline_get_program");
  Out<vyre_program*> out(c);
  if (!c.end(vyre_pipeline_get_program(c.object(pipeline->raw), out.place()), out)) return;
  auto held = std::make_shared<Program>(out.get());
  held->valid = pipeline->program->valid;
  held->module = pipeline->program->module;
  held->cut = pipeline->program->cut;
  c.world.programs.add(std::move(held), c.random);
}

constexpr Action kActions[] = {
    {"vyre_pipeline_create", 8, create},
    {"vyre_pipeline_create_async", 5, create_async},
    {"vyre_pipeline_wait", 20, wait},
    {"vyre_pipeline_get_error", 20, get_error},
    {"vyre_pipeline_get_info", 20, get_info},
    {"vyre_pipeline_get_device", 10, get_device},
    {"vyre_pipeline_get_program", 10, get_program},
};

}  // namespace

void create_pipeline(Caller& c, const std::shared_ptr<Device>& device,
                     const std::shared_ptr<Program>& program) {
  c.begin("vyre_pipeline_create");
  if (!program->valid || (program->module && device->facts.family != "vulkan")) c.unsound();
  PipelineDesc given(c);
  Out<vyre_pipeline*> out(c);
  if (!c.end(vyre_pipeline_create(c.object(device->raw), c.object(program->raw), &given.desc,
                                  out.place()),
             out)) {
    return;
  }
  auto made = std::make_shared<Pipeline>(out.get(), device->facts, program);
  made->good = program->valid;
  c.world.pipelines.add(std::move(made), c.random);
}

std::span<const Action> pipeline_calls() { return kActions; }

}  // namespace vyre::interface
