#include "runtime/pipeline/compiled_program.h"

#include "grid_sync/split.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"
#include "launch/program_facts.h"
#include "registry/builtin_dialects.h"
#include "registry/composition/composition.h"
#include "runtime/pipeline/pipeline.h"
#include "specialization/resolve.h"

namespace vyre::runtime {
namespace {

using registry::OpDef;

// A device refuses by name what it lacks; validation only asks whether the program has a meaning.
ir::ValidationOptions everything(const registry::Snapshot& snapshot) {
  return {.subgroup_operations = true, .distributed_collectives = true, .ops = &snapshot};
}

registry::Target extension_of(const backend::Capabilities& can) {
  return {registry::Target::Kind::kExtension, can.carries_out};
}

// The one place that decides which op runs where.
bool can_run(const OpDef& op, const backend::Capabilities& can) {
  if (host_io_op(op.id)) return can.runs_host_io;
  if (!can.carries_out.empty() && op.lowerings.contains(extension_of(can))) return true;
  return op.reference != nullptr && can.runs_reference_functions;
}

// What an op lacks on a device, and what would provide it.
struct Lack {
  std::string_view what;
  std::string_view fix;
};

Lack lack_of(const OpDef& op) {
  if (op.reference != nullptr) {
    return {"has only a reference function, which runs on the CPU alone",
            "register the op with a composition, or run the program on 'cpu-ref'"};
  }
  if (host_io_op(op.id)) {
    return {"does its work on the host side of a dispatch, which this device has not opted in to",
            "use a device that provides the io ops, or move the bytes with the host's own calls"};
  }
  if (op.id == registry::kIndirectDispatch) {
    return {"needs a device that launches work by itself, and this one does not",
            "read the workgroup count on the host and dispatch with it as the grid"};
  }
  return {"has neither a composition nor a reference function",
          "register it with one of them, or use a device that provides the op"};
}

Status check_call(const ir::Program& program, ir::NodeId at, std::string_view id,
                  const registry::Snapshot& snapshot, const backend::Capabilities& can,
                  std::string_view device) {
  const OpDef* op = snapshot.find(id);
  if (op == nullptr) {
    return fail(Code::kInvalidProgram, "op ", ir::display_name(id), " is called at ",
                ir::statement_path(program, at),
                " and is not registered. Fix: register it, or correct its name");
  }
  if (can_run(*op, can)) return {};
  const Lack lack = lack_of(*op);
  return fail(Code::kUnsupportedFeature, "op ", ir::display_name(id), " of dialect ",
              ir::display_name(registrant_of(*op)), ", called at ", ir::statement_path(program, at),
              ", cannot run on '", device, "': it ", lack.what, ". Fix: ", lack.fix);
}

// Whether |device|, which has |can|, can run every call that |program| still has when compositions
// have taken the place of theirs. Fails before anything is compiled, naming the op, the device, the
// place of the call and what would provide the op.
Status check_calls(const ir::Program& program, const registry::Snapshot& snapshot,
                   const backend::Capabilities& can, std::string_view device) {
  return ir::check_each_node(program, program.entry, [&](ir::NodeId id, const ir::Node& node) {
    return ir::check_each_expr(program, node, [&](const ir::Expr& expr) {
      if (expr.kind != ir::ExprKind::kCall) return Status();
      return check_call(program, id, program.names[expr.name], snapshot, can, device);
    });
  });
}

Status expand_calls(const Compilation& on, const registry::Compositions& compositions,
                    CompiledProgram& compiled) {
  launch::KernelSource& source = compiled.source;
  source.program = on.program.shared_ir();
  if (!registry::calls_ops(*source.program)) return {};
  compiled.ops = registry::CalledOps::of(*source.program, compositions.snapshot);
  VYRE_ASSIGN_OR_RETURN(auto expanded, registry::inline_calls(std::move(source.program),
                                                              compositions, on.context.memory()));
  source.program = keep_memory(std::move(expanded), on.context);
  // A kernel that calls none keeps none: what the host gave with them is its own again.
  if (registry::calls_ops(*source.program)) source.ops = compiled.ops;
  return check_calls(*source.program, compositions.snapshot, on.can, on.device);
}

// Finds what the program, compositions included, names, and gives it values.
Status specialize(const Compilation& on, launch::KernelSource& source) {
  VYRE_ASSIGN_OR_RETURN(const std::vector<ir::ConstantValue> named,
                        ir::constant_values(*source.program));
  std::vector<std::string> unknown;
  VYRE_ASSIGN_OR_RETURN(
      specialization::Map values,
      specialization::resolve(named, on.options.specialization, source.program->workgroup_size,
                              on.options.ignore_unknown ? &unknown : nullptr));
  log_unknown_constants(on.context, source.label, unknown);
  if (!named.empty()) {
    source.specialization = std::make_shared<const specialization::Map>(std::move(values));
  }
  return {};
}

// Where the values must be known before the program is compiled.
void put_literals(const Context& context, launch::KernelSource& source) {
  if (source.specialization == nullptr) return;
  source.program = keep_memory(
      specialization::with_literals(*source.program, *source.specialization, context.memory()),
      context);
}

bool names_axis(const specialization::Map* values) {
  bool any = false;
  for (uint32_t axis = 0; values != nullptr && axis < 3; ++axis) {
    any |= specialization::names_workgroup_axis(*values, axis);
  }
  return any;
}

// Single invocations that nobody asked for, and that nothing of the program can tell apart from
// larger workgroups, run in those of the device.
void choose_workgroup_size(const Compilation& on, CompiledProgram& compiled) {
  const ir::Program& program = *compiled.source.program;
  const launch::Axes& own = compiled.own_workgroup;
  if (own != launch::Axes{1, 1, 1} || !compiled.whole_workgroup_user.empty()) return;
  if (!launch::workgroup_size_observer(program, own).empty()) return;
  const uint32_t dimensions = launch::dimensions_of(program, own);
  compiled.source.workgroup_size = on.can.workgroups[dimensions - 1];
  compiled.source.guarded = compiled.source.workgroup_size != own;
}

// A named axis is what the specialization says, whatever the program observes.
Status decide_workgroup_size(const Compilation& on, CompiledProgram& compiled) {
  launch::KernelSource& source = compiled.source;
  const std::optional<launch::Axes>& wanted = on.options.workgroup_size;
  const specialization::Map* values = source.specialization.get();
  const launch::Axes& declared = source.program->workgroup_size;
  const launch::Axes size =
      values != nullptr ? specialization::workgroup_of(declared, *values) : declared;
  for (uint32_t axis = 0; wanted && values != nullptr && axis < 3; ++axis) {
    const bool differs = (*wanted)[axis] != size[axis];
    if (!differs || !specialization::names_workgroup_axis(*values, axis)) continue;
    return fail(Code::kInvalidArgument, "the workgroup size on axis ", axis, " is to be ",
                (*wanted)[axis], ", and ", ir::display_name(ir::kWorkgroupSpecs[axis]),
                " among the constants is ", size[axis], ". Fix: say it among the constants alone");
  }
  VYRE_ASSIGN_OR_RETURN(source.workgroup_size,
                        launch::effective_workgroup_size(*source.program, size, wanted));
  compiled.own_workgroup = source.workgroup_size;
  compiled.whole_workgroup_user = launch::whole_workgroup_user(*source.program);
  if (!wanted && !names_axis(values)) choose_workgroup_size(on, compiled);
  return {};
}

// Takes out what the host does before and after the launch.
Status split_host_io(const Compilation& on, CompiledProgram& compiled) {
  if (!calls_host_io(*compiled.source.program)) return {};
  put_literals(on.context, compiled.source);
  VYRE_ASSIGN_OR_RETURN(HostIoPlan plan,
                        plan_host_io(*compiled.source.program, on.context.memory()));
  compiled.host_io = std::make_shared<const HostIoPlan>(std::move(plan));
  compiled.source.program = keep_memory(compiled.host_io->device_program, on.context);
  return {};
}

// A program that would be too long for one kernel of the device gets places to cut it at.
bool shorten(const Compilation& on, launch::KernelSource& source) {
  const std::optional<uint32_t> most = on.profile.max_buffer_accesses;
  if (!most || !on.can.runs_segments) return false;
  auto shorter = grid_sync::split_large(*source.program, *most, on.context.memory());
  if (shorter == nullptr) return false;
  source.program = keep_memory(std::move(shorter), on.context);
  return true;
}

Status plan_buffers(const Compilation& on, launch::KernelSource& source) {
  const ExternalProgram* external = on.program.external();
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan,
                        launch::BindingPlan::create(*source.program, external != nullptr));
  for (size_t i = 0; external != nullptr && i < plan.bindings.size(); ++i) {
    plan.bindings[i].set = external->bindings[i].set;
  }
  source.launch = launch::declared_launch(plan);
  source.plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  return launch::check_launch(source.workgroup_size, {1, 1, 1}, on.profile);
}

Compilation compilation_of(const Pipeline& pipeline) {
  const Device& device = pipeline.device();
  return {*pipeline.program(),   pipeline.options(), device.context(),
          device.capabilities(), device.profile(),   device.id()};
}

// As one executable.
Status compile_whole(const Pipeline& pipeline, CompiledProgram& compiled) {
  VYRE_ASSIGN_OR_RETURN(
      compiled.executable,
      pipeline.device().compile(pipeline.device_generation(), compiled.source, &compiled.origin));
  return {};
}

Status check_module_workgroup(const Pipeline& pipeline, const launch::Axes& size) {
  const std::optional<launch::Axes>& wanted = pipeline.options().workgroup_size;
  if (!wanted || *wanted == size) return {};
  return fail(Code::kInvalidArgument, "the workgroup size is to be ", axes_text(*wanted),
              ", and the SPIR-V module has ", axes_text(size),
              ". Fix: leave it out, and choose the constants that the module has for it");
}

// The program only declares buffers: there is nothing to validate, to call or to cut.
Status compile_external(const Pipeline& pipeline, CompiledProgram& compiled) {
  if (!pipeline.device().capabilities().takes_external_code) {
    return fail(Code::kUnsupportedFeature, "device '", pipeline.device().id(),
                "' lacks the feature 'SPIR-V modules'. Fix: use a Vulkan device");
  }
  compiled.source.program = pipeline.program()->shared_ir();
  compiled.source.workgroup_size = pipeline.external()->interface.workgroup_size;
  compiled.own_workgroup = compiled.source.workgroup_size;
  VYRE_RETURN_IF_ERROR(check_module_workgroup(pipeline, compiled.own_workgroup));
  compiled.source.external = pipeline.external()->code;
  VYRE_RETURN_IF_ERROR(plan_buffers(compilation_of(pipeline), compiled.source));
  return compile_whole(pipeline, compiled);
}

// The barriers of a guarded program were put there to cut it at: at none of them all wait.
Status compile_form(const Pipeline& pipeline, CompiledProgram& compiled) {
  const backend::Capabilities& can = pipeline.device().capabilities();
  const bool has_grid_barrier = compiled.source.plan->has_grid_barrier;
  const bool can_wait = pipeline.device().profile().grid_barrier || can.takes_grid_barriers_whole;
  compiled.runs_whole_grid = !has_grid_barrier || (can_wait && !compiled.source.guarded);
  if (has_grid_barrier && can.runs_segments) {
    launch::KernelSource whole = compiled.source;
    put_literals(pipeline.device().context(), whole);
    whole.specialization = nullptr;
    compiled.segments = std::make_shared<SegmentsByLaunch>(std::move(whole), pipeline.device(),
                                                           pipeline.device_generation());
    if (!compiled.runs_whole_grid) return {};
  }
  return compile_whole(pipeline, compiled);
}

Status compile_own(const Pipeline& pipeline, const registry::Compositions& compositions,
                   CompiledProgram& compiled) {
  VYRE_RETURN_IF_ERROR(plan_program(compilation_of(pipeline), compositions, compiled));
  compiled.other_form = std::make_shared<OtherForm>();
  return compile_form(pipeline, compiled);
}

std::shared_ptr<CompiledProgram> new_compiled(const Pipeline& pipeline) {
  auto compiled = std::make_shared<CompiledProgram>();
  compiled->source.label = pipeline.nearest_label();
  return compiled;
}

// Says which ops of the program the device carries out itself, or |why| it does not.
void tell_lowered(const Pipeline& pipeline, const std::vector<std::string_view>& ids,
                  const Status& why) {
  std::string text = concat("pipeline ", ir::display_name(pipeline.nearest_label()), " on '",
                            pipeline.device().id(), "': ");
  for (const std::string_view id : ids) {
    text += concat(id == ids.front() ? "op " : ", ", ir::display_name(id));
  }
  text += why.ok() ? " by its lowering" : concat(" by its composition: ", why.text());
  pipeline.device().context().log(LogLevel::kInfo, text);
}

// With the lowerings that the device has for ops. Where it refuses these, the compositions take
// their place.
Result<std::shared_ptr<CompiledProgram>> compile_with_lowerings(
    const Pipeline& pipeline, const registry::Snapshot& snapshot) {
  const registry::Target target = extension_of(pipeline.device().capabilities());
  auto compiled = new_compiled(pipeline);
  Status status = compile_own(pipeline, {snapshot, &target}, *compiled);
  const auto lowered = compiled->ops != nullptr ? compiled->ops->lowered_for(target)
                                                : std::vector<std::string_view>();
  if (!lowered.empty()) tell_lowered(pipeline, lowered, status);
  if (!lowered.empty() && status.code() == Code::kUnsupportedFeature) {
    compiled = new_compiled(pipeline);
    status = compile_own(pipeline, {snapshot}, *compiled);
  }
  if (!status.ok()) return status;
  return compiled;
}

Result<std::shared_ptr<CompiledProgram>> compile_any(const Pipeline& pipeline,
                                                     const registry::Snapshot& snapshot) {
  if (pipeline.external() == nullptr && !pipeline.device().capabilities().carries_out.empty()) {
    return compile_with_lowerings(pipeline, snapshot);
  }
  auto compiled = new_compiled(pipeline);
  VYRE_RETURN_IF_ERROR(pipeline.external() != nullptr
                           ? compile_external(pipeline, *compiled)
                           : compile_own(pipeline, {snapshot}, *compiled));
  return compiled;
}

Result<std::shared_ptr<const CompiledProgram>> make_other_form(const Pipeline& pipeline,
                                                               const CompiledProgram& main) {
  const auto made = std::make_shared<CompiledProgram>(main);
  made->other_form = nullptr;
  made->segments = nullptr;
  made->executable = nullptr;
  made->source.guarded = !main.source.guarded;
  made->source.workgroup_size = main.own_workgroup;
  VYRE_RETURN_IF_ERROR(compile_form(pipeline, *made));
  return std::shared_ptr<const CompiledProgram>(made);
}

}  // namespace

Status plan_program(const Compilation& on, const registry::Compositions& compositions,
                    CompiledProgram& compiled) {
  VYRE_RETURN_IF_ERROR(on.program.validate(everything(compositions.snapshot)));
  VYRE_RETURN_IF_ERROR(expand_calls(on, compositions, compiled));
  VYRE_RETURN_IF_ERROR(specialize(on, compiled.source));
  VYRE_RETURN_IF_ERROR(decide_workgroup_size(on, compiled));
  VYRE_RETURN_IF_ERROR(split_host_io(on, compiled));
  compiled.too_long = shorten(on, compiled.source);
  return plan_buffers(on, compiled.source);
}

Result<std::shared_ptr<const CompiledProgram>> OtherForm::get(const Pipeline& pipeline,
                                                              const CompiledProgram& main) {
  const std::lock_guard lock(mutex_);
  if (made_ == nullptr) {
    VYRE_ASSIGN_OR_RETURN(made_, make_other_form(pipeline, main));
  }
  return made_;
}

Result<std::shared_ptr<const CompiledProgram>> compile_program(const Pipeline& pipeline,
                                                               const registry::Snapshot& snapshot) {
  VYRE_ASSIGN_OR_RETURN(auto compiled, compile_any(pipeline, snapshot));
  return std::shared_ptr<const CompiledProgram>(std::move(compiled));
}

}  // namespace vyre::runtime
