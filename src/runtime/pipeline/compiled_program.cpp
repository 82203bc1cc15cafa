#include "runtime/pipeline/compiled_program.h"

#include "backend/module_check.h"
#include "base/status/lacks.h"
#include "grid_sync/split.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "launch/program_facts.h"
#include "runtime/pipeline/op_calls.h"
#include "runtime/pipeline/pipeline.h"
#include "specialization/resolve.h"
#include "spirv/lower.h"
#include "spirv/support.h"

namespace vyre::runtime {
namespace {

// A device refuses by name what it lacks; validation only asks whether the program has a meaning.
ir::ValidationOptions everything(const registry::Snapshot& snapshot) {
  return {.subgroup_operations = true, .distributed_collectives = true, .ops = &snapshot};
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

bool can_coarsen(const ir::Program& program) {
  const auto plan = launch::BindingPlan::create(program);
  return plan.ok() && spirv::can_coarsen(program, plan.value());
}

// Single invocations that nobody asked for, and that nothing of the program can tell apart from
// larger workgroups, run in those of the device.
void choose_workgroup_size(const Compilation& on, CompiledProgram& compiled) {
  const ir::Program& program = *compiled.source.program;
  const launch::Axes& own = compiled.own_workgroup;
  if (own != launch::Axes{1, 1, 1} || !compiled.whole_workgroup_user.empty()) return;
  if (!launch::workgroup_size_observer(program, own).empty()) return;
  const uint32_t dimensions = launch::dimensions_of(program, own);
  const bool is_larger = dimensions == 1 && on.can.coarsened_workgroup && can_coarsen(program);
  compiled.source.workgroup_size =
      is_larger ? *on.can.coarsened_workgroup : on.can.workgroups[dimensions - 1];
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

// The statements of |as_written| are the first of |source|'s, and are told of by where they stood.
void keep_written_paths(const ir::Program& as_written, launch::KernelSource& source) {
  std::vector<std::string> paths = ir::statement_paths(as_written);
  paths.resize(source.program->nodes.size());
  source.paths = std::make_shared<const std::vector<std::string>>(std::move(paths));
}

Status plan_buffers(const Compilation& on, launch::KernelSource& source) {
  const ExternalProgram* external = on.program.external();
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan,
                        launch::BindingPlan::create(*source.program, external != nullptr));
  for (size_t i = 0; external != nullptr && i < plan.bindings.size(); ++i) {
    plan.bindings[i].set = external->bindings[i].set;
  }
  if (external != nullptr) plan.set_descriptors(source.external->descriptors);
  source.launch = launch::declared_launch(plan);
  source.plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  return {};
}

// Limits of a workgroup; of what is refused at all the device's other lacks too.
Status check_device(const Compilation& on, const launch::KernelSource& source, Lacks& lacks) {
  const launch::Axes& size = source.workgroup_size;
  const uint64_t lanes = uint64_t{size[0]} * size[1] * size[2];
  VYRE_RETURN_IF_ERROR(lacks.note(launch::check_launch(size, {1, 1, 1}, on.profile),
                                  lanes > on.profile.max_workgroup_invocations
                                      ? "max_workgroup_invocations"
                                      : "max_workgroup_size",
                                  "workgroup"));
  if (lacks.none() || on.target == nullptr || source.external != nullptr) return {};
  return lacks.note(spirv::check_support(source, size, *on.target), "");
}

// What is cut is compiled at a dispatch, when no composition can take the place of a call any more.
Status check_functions(const launch::KernelSource& source) {
  if (source.functions.empty() || !source.plan->has_grid_barrier) return {};
  return spirv::check_barriers(*source.program);
}

Compilation compilation_of(const Pipeline& pipeline) {
  const Device& device = pipeline.device();
  return {*pipeline.program(), pipeline.options(), device.context(), device.capabilities(),
          device.profile(),    device.id(),        device.target()};
}

// As one executable.
Status compile_whole(const Pipeline& pipeline, CompiledProgram& compiled) {
  VYRE_ASSIGN_OR_RETURN(compiled.executable, pipeline.device().compile(
                                                 pipeline.device_generation(), compiled.source,
                                                 &compiled.origin, pipeline.options().only_cached));
  return {};
}

Status check_module_workgroup(const Compilation& on, const launch::Axes& size) {
  const std::optional<launch::Axes>& wanted = on.options.workgroup_size;
  if (!wanted || *wanted == size) return {};
  return fail(Code::kInvalidArgument, "the workgroup size is to be ", axes_text(*wanted),
              ", and the SPIR-V module has ", axes_text(size),
              ". Fix: leave it out, and choose the constants that the module has for it");
}

Status takes_no_modules(const Compilation& on) {
  Lacks lacks;
  Finding finding{
      "SPIR-V modules", {}, concat("device '", on.device, "' lacks the feature 'SPIR-V modules'")};
  finding.fix = "use a Vulkan device";
  lacks.add(std::move(finding));
  return lacks.status();
}

Status check_module_division(const Compilation& on) {
  if (!on.options.division_gives_zero) return {};
  return fail(Code::kInvalidArgument,
              "VYRE_PIPELINE_DIVISION_GIVES_ZERO is among vyre_pipeline_desc.flags for a SPIR-V "
              "module, whose divisions are its own. Fix: leave the flag out");
}

// The program only declares buffers: there is nothing to validate, to call or to cut.
Status plan_module(const Compilation& on, const ExternalKernel& external,
                   CompiledProgram& compiled) {
  if (!on.can.takes_external_code) return takes_no_modules(on);
  VYRE_RETURN_IF_ERROR(check_module_division(on));
  compiled.source.program = on.program.shared_ir();
  compiled.source.workgroup_size = external.interface.workgroup_size;
  compiled.own_workgroup = compiled.source.workgroup_size;
  VYRE_RETURN_IF_ERROR(check_module_workgroup(on, compiled.source.workgroup_size));
  compiled.source.external = external.code;
  VYRE_RETURN_IF_ERROR(plan_buffers(on, compiled.source));
  Lacks lacks;
  VYRE_RETURN_IF_ERROR(
      lacks.note(backend::check_module({on.device, on.profile, on.can}, *external.code), ""));
  VYRE_RETURN_IF_ERROR(check_device(on, compiled.source, lacks));
  return lacks.status();
}

Status compile_external(const Pipeline& pipeline, CompiledProgram& compiled) {
  VYRE_RETURN_IF_ERROR(plan_module(compilation_of(pipeline), *pipeline.external(), compiled));
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
                                                           pipeline.device_generation(),
                                                           pipeline.options().only_cached);
    if (!compiled.runs_whole_grid) return {};
  }
  return compile_whole(pipeline, compiled);
}

Status compile_own(const Pipeline& pipeline, const registry::Snapshot& snapshot,
                   const Lowerings& lowerings, CompiledProgram& compiled) {
  VYRE_RETURN_IF_ERROR(plan_program(compilation_of(pipeline), snapshot, lowerings, compiled));
  compiled.other_form = std::make_shared<OtherForm>();
  return compile_form(pipeline, compiled);
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

Status plan_program(const Compilation& on, const registry::Snapshot& snapshot,
                    const Lowerings& lowerings, CompiledProgram& compiled) {
  Lacks lacks;
  VYRE_RETURN_IF_ERROR(on.program.validate(everything(snapshot)));
  VYRE_RETURN_IF_ERROR(expand_calls(on, snapshot, lowerings, compiled, lacks));
  VYRE_RETURN_IF_ERROR(specialize(on, compiled.source));
  VYRE_RETURN_IF_ERROR(decide_workgroup_size(on, compiled));
  compiled.source.division_gives_zero = on.options.division_gives_zero;
  const std::shared_ptr<const ir::Program> as_written = compiled.source.program;
  // What the host does stays in a program that is refused for it, and cannot be planned.
  if (!lacks.none() && calls_host_io(*compiled.source.program)) return lacks.status();
  VYRE_RETURN_IF_ERROR(split_host_io(on, compiled));
  compiled.too_long = shorten(on, compiled.source);
  if (compiled.host_io != nullptr || compiled.too_long)
    keep_written_paths(*as_written, compiled.source);
  VYRE_RETURN_IF_ERROR(plan_buffers(on, compiled.source));
  VYRE_RETURN_IF_ERROR(check_functions(compiled.source));
  VYRE_RETURN_IF_ERROR(check_device(on, compiled.source, lacks));
  return lacks.status();
}

namespace {

// Whether all of it is one kernel, or is cut and compiled for its first launch.
bool is_one_kernel(const Compilation& on, const launch::KernelSource& source) {
  return !source.plan->has_grid_barrier || on.profile.grid_barrier ||
         on.can.takes_grid_barriers_whole || !on.can.runs_segments;
}

Status check_kernel(const Compilation& on, const backend::Device* raw, CompiledProgram& planned) {
  if (!is_one_kernel(on, planned.source)) return {};
  std::optional<spirv::Module> module;
  if (on.target != nullptr) {
    const bool has_values = planned.source.specialization != nullptr;
    if (has_values) planned.source = launch::with_literals(planned.source);
    VYRE_ASSIGN_OR_RETURN(module, spirv::lower(planned.source, *on.target));
  }
  return raw != nullptr ? raw->check(planned.source, module ? &*module : nullptr) : Status();
}

Status check_own(const Compilation& on, const registry::Snapshot& snapshot,
                 const backend::Device* raw) {
  const ir::Program& program = on.program.ir();
  const Lowerings found =
      find_lowerings(on.can, program, *registry::CalledOps::of(program, snapshot));
  CompiledProgram planned;
  return compile_with_lowerings(
      on, found, false, planned, [&](const Lowerings& lowerings, CompiledProgram& compiled) {
        VYRE_RETURN_IF_ERROR(plan_program(on, snapshot, lowerings, compiled));
        return check_kernel(on, raw, compiled);
      });
}

Status check_external(const Compilation& on, const backend::Device* raw) {
  VYRE_ASSIGN_OR_RETURN(const auto external, external_kernel(on.program, on.options));
  CompiledProgram planned;
  VYRE_RETURN_IF_ERROR(plan_module(on, *external, planned));
  return raw != nullptr ? raw->check(planned.source, nullptr) : Status();
}

Status check_any(const Compilation& on, const registry::Snapshot& snapshot,
                 const backend::Device* raw) {
  if (on.program.external() != nullptr) return check_external(on, raw);
  VYRE_RETURN_IF_ERROR(check_overlap(on.options));
  return check_own(on, snapshot, raw);
}

}  // namespace

// What refuses without a finding is one.
Status check_program(const Compilation& on, const registry::Snapshot& snapshot,
                     const backend::Device* raw) {
  Lacks lacks;
  VYRE_RETURN_IF_ERROR(
      lacks.note(check_any(on, snapshot, raw), "program", ir::display_name(on.program.label())));
  return lacks.status();
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
                                                               const registry::Snapshot& snapshot,
                                                               const Lowerings& lowerings) {
  auto compiled = std::make_shared<CompiledProgram>();
  compiled->source.label = pipeline.nearest_label();
  if (pipeline.external() != nullptr) {
    VYRE_RETURN_IF_ERROR(compile_external(pipeline, *compiled));
    return std::shared_ptr<const CompiledProgram>(std::move(compiled));
  }
  VYRE_RETURN_IF_ERROR(compile_with_lowerings(compilation_of(pipeline), lowerings, true, *compiled,
                                              [&](const Lowerings& chosen, CompiledProgram& made) {
                                                return compile_own(pipeline, snapshot, chosen,
                                                                   made);
                                              }));
  return std::shared_ptr<const CompiledProgram>(std::move(compiled));
}

}  // namespace vyre::runtime
