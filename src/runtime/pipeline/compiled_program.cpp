#include "runtime/pipeline/compiled_program.h"

#include "grid_sync/split_large.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "registry/composition/composition.h"
#include "runtime/host_io/call_support.h"
#include "specialization/resolve.h"

namespace vyre::runtime {
namespace {

// A backend refuses by name what it lacks; validation only asks whether the program has a meaning.
ir::ValidationOptions everything(const registry::Snapshot& snapshot) {
  ir::ValidationOptions options;
  options.subgroup_operations = true;
  options.distributed_collectives = true;
  options.ops = &snapshot;
  return options;
}

Status expand_calls(const BuildInputs& inputs, const registry::Snapshot& snapshot,
                    CompiledProgram& compiled) {
  compiled.program = inputs.program->shared_ir();
  if (!registry::calls_ops(*compiled.program)) return {};
  compiled.ops = registry::CalledOps::of(*compiled.program, snapshot);
  const Context& context = inputs.device->context();
  VYRE_ASSIGN_OR_RETURN(auto expanded, registry::inline_calls(std::move(compiled.program), snapshot,
                                                              context.memory()));
  compiled.program = keep_memory(std::move(expanded), context);
  return check_calls(*compiled.program, snapshot, inputs.device->raw());
}

// Finds what the program, compositions included, names, and gives it values.
Status specialize(const BuildInputs& inputs, CompiledProgram& compiled) {
  VYRE_ASSIGN_OR_RETURN(const std::vector<ir::ConstantValue> named,
                        ir::constant_values(*compiled.program));
  VYRE_ASSIGN_OR_RETURN(
      specialization::Map values,
      specialization::resolve(named, inputs.specialization, compiled.program->workgroup_size));
  if (!named.empty()) {
    compiled.specialization = std::make_shared<const specialization::Map>(std::move(values));
  }
  return {};
}

// The program where its values must be known before it is compiled.
std::shared_ptr<const ir::Program> with_literals(const BuildInputs& inputs,
                                                 const CompiledProgram& compiled) {
  if (compiled.specialization == nullptr) return compiled.program;
  const Context& context = inputs.device->context();
  return keep_memory(
      specialization::with_literals(*compiled.program, *compiled.specialization, context.memory()),
      context);
}

// A named axis is what the specialization says, whatever the program observes.
Status decide_workgroup_size(const BuildInputs& inputs, CompiledProgram& compiled) {
  const std::optional<launch::Axes>& wanted = inputs.workgroup_size;
  const bool is_named = compiled.specialization != nullptr;
  const launch::Axes size =
      is_named
          ? specialization::workgroup_of(compiled.program->workgroup_size, *compiled.specialization)
          : compiled.program->workgroup_size;
  for (uint32_t axis = 0; wanted && is_named && axis < 3; ++axis) {
    const bool differs = (*wanted)[axis] != size[axis];
    if (!differs || !specialization::names_workgroup_axis(*compiled.specialization, axis)) continue;
    return fail(Code::kInvalidArgument, "the workgroup size on axis ", axis, " is to be ",
                (*wanted)[axis], ", and ", ir::display_name(ir::kWorkgroupSpecs[axis]),
                " of the specialization is ", size[axis],
                ". Fix: say it in the specialization alone");
  }
  VYRE_ASSIGN_OR_RETURN(compiled.workgroup_size,
                        launch::effective_workgroup_size(*compiled.program, size, wanted));
  return {};
}

// Takes out what the host does before and after the launch.
Status split_host_io(const BuildInputs& inputs, CompiledProgram& compiled) {
  if (!calls_host_io(*compiled.program)) return {};
  compiled.program = with_literals(inputs, compiled);
  VYRE_ASSIGN_OR_RETURN(HostIoPlan plan,
                        plan_host_io(*compiled.program, inputs.device->context().memory()));
  compiled.host_io = std::make_shared<const HostIoPlan>(std::move(plan));
  compiled.program = keep_memory(compiled.host_io->device_program, inputs.device->context());
  return {};
}

// A program that would be too long for one kernel of the device gets places to cut it at.
bool shorten(const BuildInputs& inputs, CompiledProgram& compiled) {
  const backend::Device& raw = inputs.device->raw();
  const std::optional<uint32_t> most = raw.profile().max_buffer_accesses;
  if (!most || !raw.capabilities().runs_segments) return false;
  const Context& context = inputs.device->context();
  auto shorter = grid_sync::split_large(*compiled.program, *most, context.memory());
  if (shorter == nullptr) return false;
  compiled.program = keep_memory(std::move(shorter), context);
  return true;
}

Status plan_buffers(const BuildInputs& inputs, CompiledProgram& compiled) {
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*compiled.program));
  compiled.plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  return launch::check_launch(compiled.workgroup_size, {1, 1, 1},
                              launch_limits(inputs.device->raw().profile()));
}

// As one executable.
Status compile_whole(const BuildInputs& inputs, CompiledProgram& compiled) {
  backend::CompileRequest request{compiled.program, compiled.plan, compiled.workgroup_size,
                                  compiled.ops};
  request.launch = launch::declared_launch(*compiled.plan);
  request.specialization = compiled.specialization;
  if (compiled.external != nullptr) request.external = compiled.external->code;
  VYRE_ASSIGN_OR_RETURN(compiled.executable,
                        inputs.device->compile(inputs.generation, request, &compiled.origin));
  return {};
}

// The program only declares buffers: there is nothing to validate, to call or to cut.
Result<std::shared_ptr<const CompiledProgram>> compile_external(const BuildInputs& inputs) {
  const backend::Device& raw = inputs.device->raw();
  if (!raw.capabilities().takes_external_code) {
    return fail(Code::kUnsupportedFeature, "backend '", raw.id(),
                "' lacks the feature 'SPIR-V modules'. Fix: use a Vulkan backend");
  }
  const auto compiled = std::make_shared<CompiledProgram>();
  compiled->external = inputs.external;
  compiled->program = inputs.program->shared_ir();
  compiled->workgroup_size = compiled->program->workgroup_size;
  VYRE_RETURN_IF_ERROR(plan_buffers(inputs, *compiled));
  VYRE_RETURN_IF_ERROR(compile_whole(inputs, *compiled));
  return std::shared_ptr<const CompiledProgram>(compiled);
}

}  // namespace

Result<std::shared_ptr<const CompiledProgram>> compile_program(const BuildInputs& inputs,
                                                               const registry::Snapshot& snapshot) {
  if (inputs.external != nullptr) return compile_external(inputs);
  VYRE_RETURN_IF_ERROR(inputs.program->validate(everything(snapshot)));
  const auto compiled = std::make_shared<CompiledProgram>();
  VYRE_RETURN_IF_ERROR(expand_calls(inputs, snapshot, *compiled));
  VYRE_RETURN_IF_ERROR(specialize(inputs, *compiled));
  VYRE_RETURN_IF_ERROR(decide_workgroup_size(inputs, *compiled));
  VYRE_RETURN_IF_ERROR(split_host_io(inputs, *compiled));
  compiled->too_long = shorten(inputs, *compiled);
  VYRE_RETURN_IF_ERROR(plan_buffers(inputs, *compiled));
  const backend::Device& raw = inputs.device->raw();
  compiled->runs_whole_grid = !compiled->plan->has_grid_barrier || raw.profile().grid_barrier ||
                              raw.capabilities().takes_grid_barriers_whole;
  if (compiled->plan->has_grid_barrier && raw.capabilities().runs_segments) {
    compiled->segments = std::make_shared<SegmentsByLaunch>(
        SegmentSource{with_literals(inputs, *compiled), compiled->plan, compiled->ops,
                      compiled->workgroup_size},
        *inputs.device, inputs.generation);
    if (!compiled->runs_whole_grid) return std::shared_ptr<const CompiledProgram>(compiled);
  }
  VYRE_RETURN_IF_ERROR(compile_whole(inputs, *compiled));
  return std::shared_ptr<const CompiledProgram>(compiled);
}

launch::Limits launch_limits(const profile::DeviceProfile& profile) {
  launch::Limits limits;
  limits.workgroup_size = profile.max_workgroup_size;
  limits.workgroup_invocations = profile.max_workgroup_invocations;
  return limits;
}

}  // namespace vyre::runtime
