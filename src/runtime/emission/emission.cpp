#include "runtime/emission/emission.h"

#include "backend/segment.h"
#include "grid_sync/split.h"
#include "ir/program/display_name.h"
#include "launch/layout.h"
#include "runtime/emission/kernel.h"

namespace vyre::runtime {
namespace {

using launch::KernelSource;

// A Vulkan device runs segments, and ops of the host beside its own work.
constexpr std::string_view kDescribed = "the described device";
backend::Capabilities vulkan_capabilities() {
  backend::Capabilities can;
  can.runs_segments = true;
  can.links_op_functions = true;
  can.runs_host_io = true;
  return can;
}

Status is_a_module() {
  return fail(Code::kUnsupportedFeature,
              "the program is a SPIR-V module, which is code already. Fix: use that module");
}

Status has_host_io() {
  return fail(Code::kUnsupportedFeature,
              "the program calls ops that the host runs around a dispatch, which no kernel does. "
              "Fix: move the bytes with the host's own calls");
}

Status check_most(uint64_t wanted, uint64_t most, std::string_view what, std::string_view limit) {
  if (wanted <= most) return {};
  return fail(Code::kUnsupportedFeature, what, " is ", wanted, ", and ", kDescribed, " has a ",
              limit, " of ", most, ". Fix: use smaller or fewer buffers, or another device");
}

Status check_buffers(const EmittedKernel& kernel, const profile::DeviceProfile& device) {
  size_t parameters = 0;
  for (const EmittedArgument& argument : kernel.arguments) {
    const bool is_hidden = argument.kind == ArgumentKind::kHidden;
    if (!is_hidden && argument.kind != ArgumentKind::kParameter) continue;
    ++parameters;
    const std::string name = is_hidden ? concat("hidden buffer ", argument.slot)
                                       : "parameter " + ir::display_name(argument.name);
    VYRE_RETURN_IF_ERROR(check_most(argument.bytes, device.max_buffer_bytes, "the size of " + name,
                                    "max_buffer_bytes"));
  }
  return check_most(parameters, device.max_parameters,
                    "the number of buffers, hidden ones included,", "max_parameters");
}

// The workgroups of the launch that grid barriers are cut for.
Result<launch::Axes> grid_of(const EmitOptions& options, const launch::Axes& workgroup) {
  if (options.grid) return *options.grid;
  if (!options.shape) {
    return fail(
        Code::kInvalidArgument,
        "the program has grid barriers, and vyre_emit_desc.dispatch has neither a shape nor "
        "a grid. Fix: give the launch that it is cut for (vyre_shape, vyre_grid)");
  }
  launch::Axes grid;
  for (size_t axis = 0; axis < 3; ++axis) {
    grid[axis] = (*options.shape)[axis] / workgroup[axis];
    if (grid[axis] * workgroup[axis] == (*options.shape)[axis]) continue;
    return fail(Code::kUnsupportedFeature, "vyre_emit_desc.dispatch has the shape ",
                axes_text(*options.shape), " for workgroups of ", axes_text(workgroup),
                ", which only whole workgroups can run. Fix: use a multiple on each axis");
  }
  return grid;
}

// Of parameters without a declared size nothing is known.
std::vector<uint32_t> lengths_of(const KernelSource& source) {
  const ir::Program& program = *source.program;
  std::vector<uint32_t> lengths;
  for (const ir::Buffer& buffer : program.buffers) {
    lengths.push_back(buffer.count == 0 ? grid_sync::kUnknownLength
                                        : launch::told_length(program.types, buffer, buffer.count));
  }
  return lengths;
}

void add(EmittedKernel kernel, Emission& emission) {
  emission.order.push_back(static_cast<uint32_t>(emission.kernels.size()));
  emission.kernels.push_back(std::move(kernel));
}

class Emitter {
 public:
  Emitter(const Program& program, const EmitOptions& options)
      : context_(program.context()), options_(options), target_{options.device} {
    compiled_.source.label =
        options.pipeline.label.empty() ? program.label() : options.pipeline.label;
  }

  Result<Emission> run(const Program& program) {
    const backend::Capabilities can = vulkan_capabilities();
    const Compilation on{program, options_.pipeline, context_, can, options_.device, kDescribed};
    const auto ops = program.context().registry().current();
    const Lowerings found =
        find_lowerings(can, program.ir(), *registry::CalledOps::of(program.ir(), *ops));
    const auto compile = [&](const Lowerings& lowerings, CompiledProgram& compiled) -> Status {
      VYRE_RETURN_IF_ERROR(plan_program(on, *ops, lowerings, compiled));
      return emit_planned();
    };
    VYRE_RETURN_IF_ERROR(compile_with_lowerings(on, found, true, compiled_, compile));
    return std::move(emission_);
  }

 private:
  Status emit_planned() {
    emission_ = {};
    if (compiled_.host_io != nullptr) return has_host_io();
    parameters_ = compiled_.source.plan->bindings.size();
    return compiled_.source.plan->has_grid_barrier ? emit_for_launch() : emit(compiled_.source);
  }

  // A single workgroup waits for itself.
  Status emit_for_launch() {
    KernelSource whole = launch::with_literals(compiled_.source);
    VYRE_ASSIGN_OR_RETURN(const launch::Axes grid, grid_of(options_, whole.workgroup_size));
    VYRE_RETURN_IF_ERROR(launch::check_launch(whole.workgroup_size, grid, options_.device));
    emission_.grid = whole.launch.grid = grid;
    if (grid == launch::Axes{1, 1, 1} && !compiled_.too_long) return emit(whole);
    return emit_segments(whole);
  }

  Status emit_segments(KernelSource& whole) {
    const std::vector<uint32_t> lengths = lengths_of(whole);
    keep_paths(whole);
    VYRE_ASSIGN_OR_RETURN(
        const grid_sync::Plan plan,
        grid_sync::make_plan(*whole.program, {*emission_.grid, whole.workgroup_size, lengths},
                             {.ops = whole.ops.get()}, context_.memory()));
    whole.launch.bytes.insert(whole.launch.bytes.end(), plan.hidden.begin(), plan.hidden.end());
    std::vector<std::optional<uint32_t>> made(plan.programs.size());
    for (const uint32_t index : plan.segments) {
      if (made[index]) {
        emission_.order.push_back(*made[index]);
        continue;
      }
      made[index] = static_cast<uint32_t>(emission_.kernels.size());
      VYRE_ASSIGN_OR_RETURN(
          const KernelSource source,
          segment_source(whole, plan.programs[index], emission_.order.size(), context_));
      VYRE_RETURN_IF_ERROR(backend::of_segment(emit(source), plan.segments, index));
    }
    return {};
  }

  Status emit(const KernelSource& source) {
    VYRE_ASSIGN_OR_RETURN(EmittedKernel kernel, emit_kernel(source, target_, parameters_));
    VYRE_RETURN_IF_ERROR(check_buffers(kernel, options_.device));
    add(std::move(kernel), emission_);
    return {};
  }

  const Context& context_;
  const EmitOptions& options_;
  const spirv::Target target_;
  CompiledProgram compiled_;
  size_t parameters_ = 0;
  Emission emission_;
};

// What the device of |pipeline| has no SPIR-V of the library's own for.
Status check_emits(const Pipeline& pipeline, const CompiledProgram& compiled,
                   const spirv::Target* target) {
  if (target == nullptr) {
    return fail(Code::kUnsupportedFeature, "device '", pipeline.device().id(),
                "' runs no SPIR-V. Fix: use vyre_program_emit, or a pipeline of a Vulkan device");
  }
  if (compiled.host_io != nullptr) return has_host_io();
  if (compiled.executable != nullptr) return {};
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " has grid barriers and is cut anew for each launch. Fix: use vyre_program_emit, "
              "with the launch");
}

}  // namespace

// The limits that Vulkan requires of every device, with one storage buffer for the trap.
profile::DeviceProfile least_vulkan_device() {
  profile::DeviceProfile device;
  device.max_workgroup_size = {128, 128, 64};
  device.max_workgroup_invocations = 128;
  device.max_workgroup_count = {65535, 65535, 65535};
  device.max_buffer_bytes = uint64_t{1} << 27;
  device.max_parameters = 3;
  device.workgroup_memory_bytes = 16384;
  return device;
}

Result<Emission> emit_spirv(const Program& program, const EmitOptions& options) {
  if (program.external() != nullptr) return is_a_module();
  VYRE_RETURN_IF_ERROR(check_overlap(options.pipeline));
  return Emitter(program, options).run(program);
}

Result<Emission> emit_spirv(Pipeline& pipeline) {
  if (pipeline.external() != nullptr) return is_a_module();
  VYRE_ASSIGN_OR_RETURN(const auto compiled, pipeline.compiled());
  VYRE_ASSIGN_OR_RETURN(const Device::Use device, pipeline.use_device());
  const spirv::Target* target = device->target();
  VYRE_RETURN_IF_ERROR(check_emits(pipeline, *compiled, target));
  Emission emission;
  VYRE_ASSIGN_OR_RETURN(EmittedKernel kernel, emit_kernel(compiled->source, *target,
                                                          compiled->source.plan->bindings.size()));
  add(std::move(kernel), emission);
  return emission;
}

}  // namespace vyre::runtime
