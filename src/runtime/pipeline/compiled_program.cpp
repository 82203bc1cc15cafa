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

Status expand_calls(const BuildInputs& inputs, const registry::Snapshot& snapshot, Build& build) {
  build.program = inputs.program->shared_ir();
  if (!registry::calls_ops(*build.program)) return {};
  build.ops = registry::CalledOps::of(*build.program, snapshot);
  const Context& context = inputs.backend->context();
  VYRE_ASSIGN_OR_RETURN(
      auto expanded, registry::inline_calls(std::move(build.program), snapshot, context.memory()));
  build.program = keep_memory(std::move(expanded), context);
  return check_calls(*build.program, snapshot, inputs.backend->device());
}

// Finds what the program, compositions included, names, and gives it values.
Status specialize(const BuildInputs& inputs, Build& build) {
  VYRE_ASSIGN_OR_RETURN(const std::vector<ir::SpecValue> named, ir::spec_values(*build.program));
  VYRE_ASSIGN_OR_RETURN(
      specialization::Map values,
      specialization::resolve(named, inputs.specialization, build.program->workgroup_size));
  if (!named.empty()) {
    build.specialization = std::make_shared<const specialization::Map>(std::move(values));
  }
  return {};
}

// The program where its values must be known before it is compiled.
std::shared_ptr<const ir::Program> with_literals(const BuildInputs& inputs, const Build& build) {
  if (build.specialization == nullptr) return build.program;
  const Context& context = inputs.backend->context();
  return keep_memory(
      specialization::with_literals(*build.program, *build.specialization, context.memory()),
      context);
}

// A named axis is what the specialization says, whatever the program observes.
Status decide_workgroup_size(const BuildInputs& inputs, Build& build) {
  const std::optional<launch::Axes>& wanted = inputs.workgroup_size;
  const bool is_named = build.specialization != nullptr;
  const launch::Axes size =
      is_named ? specialization::workgroup_of(build.program->workgroup_size, *build.specialization)
               : build.program->workgroup_size;
  for (uint32_t axis = 0; wanted && is_named && axis < 3; ++axis) {
    const bool differs = (*wanted)[axis] != size[axis];
    if (!differs || !specialization::names_workgroup_axis(*build.specialization, axis)) continue;
    return fail(Code::kInvalidArgument, "the workgroup size on axis ", axis, " is to be ",
                (*wanted)[axis], ", and ", ir::display_name(ir::kWorkgroupSpecs[axis]),
                " of the specialization is ", size[axis],
                ". Fix: say it in the specialization alone");
  }
  VYRE_ASSIGN_OR_RETURN(build.workgroup_size,
                        launch::effective_workgroup_size(*build.program, size, wanted));
  return {};
}

// Takes out what the host does before and after the launch.
Status split_host_io(const BuildInputs& inputs, Build& build) {
  if (!calls_host_io(*build.program)) return {};
  build.program = with_literals(inputs, build);
  VYRE_ASSIGN_OR_RETURN(HostIoPlan plan,
                        plan_host_io(*build.program, inputs.backend->context().memory()));
  build.host_io = std::make_shared<const HostIoPlan>(std::move(plan));
  build.program = keep_memory(build.host_io->device_program, inputs.backend->context());
  return {};
}

// A program that would be too long for one kernel of the device gets places to cut it at.
bool shorten(const BuildInputs& inputs, Build& build) {
  const backend::Backend& device = inputs.backend->device();
  const std::optional<uint32_t> most = device.profile().max_buffer_accesses;
  if (!most || !device.runs_segments()) return false;
  const Context& context = inputs.backend->context();
  auto shorter = grid_sync::shortened(*build.program, *most, context.memory());
  if (shorter == nullptr) return false;
  build.program = keep_memory(std::move(shorter), context);
  return true;
}

// The program only declares buffers: there is nothing to validate, to call or to cut.
Result<std::shared_ptr<const Build>> make_foreign_build(const BuildInputs& inputs) {
  const backend::Backend& device = inputs.backend->device();
  if (!device.takes_foreign_code()) {
    return fail(Code::kUnsupportedFeature, "backend '", device.id(),
                "' lacks the feature 'SPIR-V modules'. Fix: use a Vulkan backend");
  }
  const auto build = std::make_shared<Build>();
  build->foreign = inputs.foreign;
  build->program = inputs.program->shared_ir();
  build->workgroup_size = build->program->workgroup_size;
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*build->program));
  build->plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  VYRE_RETURN_IF_ERROR(
      launch::check_launch(build->workgroup_size, {1, 1, 1}, launch_limits(device.profile())));
  backend::CompileRequest request{build->program, build->plan, build->workgroup_size};
  request.launch = launch::declared_launch(*build->plan);
  request.foreign = inputs.foreign->code;
  VYRE_ASSIGN_OR_RETURN(build->executable,
                        inputs.backend->compile(inputs.generation, request, &build->origin));
  return std::shared_ptr<const Build>(build);
}

}  // namespace

Result<std::shared_ptr<const Build>> make_build(const BuildInputs& inputs,
                                                const registry::Snapshot& snapshot) {
  if (inputs.foreign != nullptr) return make_foreign_build(inputs);
  VYRE_RETURN_IF_ERROR(inputs.program->validate(everything(snapshot)));
  const auto build = std::make_shared<Build>();
  VYRE_RETURN_IF_ERROR(expand_calls(inputs, snapshot, *build));
  VYRE_RETURN_IF_ERROR(specialize(inputs, *build));
  VYRE_RETURN_IF_ERROR(decide_workgroup_size(inputs, *build));
  VYRE_RETURN_IF_ERROR(split_host_io(inputs, *build));
  build->too_long = shorten(inputs, *build);
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*build->program));
  build->plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  const backend::Backend& device = inputs.backend->device();
  build->runs_whole_grid = !build->plan->has_grid_barrier || device.profile().grid_barrier ||
                           device.takes_grid_barriers_whole();
  VYRE_RETURN_IF_ERROR(
      launch::check_launch(build->workgroup_size, {1, 1, 1}, launch_limits(device.profile())));
  if (build->plan->has_grid_barrier && device.runs_segments()) {
    build->segments =
        std::make_shared<SegmentsByLaunch>(SegmentSource{with_literals(inputs, *build), build->plan,
                                                         build->ops, build->workgroup_size},
                                           *inputs.backend, inputs.generation);
    if (!build->runs_whole_grid) return std::shared_ptr<const Build>(build);
  }
  backend::CompileRequest request{build->program, build->plan, build->workgroup_size, build->ops};
  request.launch = launch::declared_launch(*build->plan);
  request.specialization = build->specialization;
  VYRE_ASSIGN_OR_RETURN(build->executable,
                        inputs.backend->compile(inputs.generation, request, &build->origin));
  return std::shared_ptr<const Build>(build);
}

launch::Limits launch_limits(const backend::DeviceProfile& profile) {
  launch::Limits limits;
  limits.workgroup_size = profile.max_workgroup_size;
  limits.workgroup_invocations = profile.max_workgroup_invocations;
  return limits;
}

}  // namespace vyre::runtime
