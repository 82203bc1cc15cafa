#include "runtime/dispatch/launch_plan.h"

#include <algorithm>

#include "backend/device.h"
#include "launch/layout.h"

namespace vyre::runtime {
namespace {

// A module says nothing of which invocation does what: the caller's element types stand for it.
Result<launch::Axes> grid_of_outputs(const Pipeline& pipeline, const CompiledProgram& compiled,
                                     std::span<const uint64_t> sizes) {
  uint32_t elements = 0;
  bool has_bytes = false;
  for (size_t i = 0; i < compiled.source.plan->bindings.size(); ++i) {
    const launch::PlannedBinding& binding = compiled.source.plan->bindings[i];
    if (binding.role != launch::Role::kOutput && binding.role != launch::Role::kInputOutput) {
      continue;
    }
    VYRE_ASSIGN_OR_RETURN(const uint32_t count,
                          launch::element_count(*compiled.source.program, binding, sizes[i]));
    elements = std::max(elements, count);
    has_bytes |= binding.element_bytes == 0;
  }
  if (elements != 0 && !has_bytes) return launch::infer_grid(elements, compiled.own_workgroup);
  return fail(
      Code::kInvalidArgument, "the number of workgroups of the SPIR-V module", pipeline.in_label(),
      " cannot be told from what it writes: no parameter of elements, or one of mere bytes. "
      "Fix: give a shape or a grid (vyre_shape, vyre_grid)");
}

// Whether |grid|, which covers |shape|, has invocations beyond it.
bool is_larger(const launch::Axes& grid, const launch::Axes& workgroup, const launch::Axes& shape) {
  bool is_equal = true;
  for (size_t axis = 0; axis < 3; ++axis) {
    is_equal &= uint64_t{grid[axis]} * workgroup[axis] == shape[axis];
  }
  return !is_equal;
}

// The next larger shape of whole workgroups, where that fits into 32 bits.
launch::Axes whole_shape(const launch::Axes& shape, const launch::Axes& workgroup) {
  launch::Axes next = launch::covering_grid(shape, workgroup);
  for (size_t axis = 0; axis < 3; ++axis) {
    const bool fits = uint64_t{next[axis]} * workgroup[axis] <= UINT32_MAX;
    next[axis] = (next[axis] - (fits ? 0 : 1)) * workgroup[axis];
  }
  return next;
}

// Of a shape that is no multiple of the workgroups.
Status check_part_of_workgroup(const Pipeline& pipeline, const CompiledProgram& compiled,
                               const launch::Axes& shape) {
  const launch::Axes& own = compiled.own_workgroup;
  const auto refuse = [&](Code code, std::string_view what, std::string_view needs) {
    return fail(code, "the shape is ", axes_text(shape), ", workgroups", pipeline.in_label(),
                " have ", axes_text(own), ", and ", what, needs, ". Fix: use the shape ",
                axes_text(whole_shape(shape, own)));
  };
  if (!compiled.whole_workgroup_user.empty()) {
    return refuse(Code::kInvalidArgument, compiled.whole_workgroup_user, " need whole ones");
  }
  if (pipeline.device().capabilities().takes_shapes) return {};
  return refuse(Code::kUnsupportedFeature, pipeline.device().id(), " runs whole ones alone");
}

// In the program's own workgroups; a module looks at its own rest.
Status plan_own_launch(const Pipeline& pipeline, const CompiledProgram& compiled,
                       const ResolvedBindings& resolved, const LaunchOptions& options,
                       launch::Launch& launch) {
  const launch::Axes& own = compiled.own_workgroup;
  const bool is_in_memory = options.grid_buffer != nullptr;
  std::optional<launch::Axes> grid = is_in_memory ? launch::Axes{1, 1, 1} : options.grid;
  if (options.shape) grid = launch::covering_grid(*options.shape, own);
  const bool is_part =
      options.shape && pipeline.external() == nullptr && is_larger(*grid, own, *options.shape);
  if (is_part) {
    VYRE_RETURN_IF_ERROR(check_part_of_workgroup(pipeline, compiled, *options.shape));
  }
  if (pipeline.external() != nullptr && !grid) {
    VYRE_ASSIGN_OR_RETURN(grid, grid_of_outputs(pipeline, compiled, resolved.sizes));
  }
  VYRE_RETURN_IF_ERROR(launch::plan_launch(*compiled.source.program, *compiled.source.plan,
                                           resolved.sizes, own, grid, pipeline.device().profile(),
                                           launch));
  if (!is_part) return {};
  launch.shape = options.shape;
  launch.element_count = (*options.shape)[0];
  return {};
}

Status cannot_cut_grid_in_memory(const Pipeline& pipeline) {
  return fail(
      Code::kUnsupportedFeature, "the program", pipeline.in_label(),
      " is to be cut at its grid barriers, and its grid stands in a buffer (grid_buffer), "
      "so nobody knows it. Fix: give a grid, or use a device that runs such programs whole");
}

}  // namespace

Status plan_launch(const Pipeline& pipeline, const CompiledProgram& compiled,
                   const ResolvedBindings& resolved, const LaunchOptions& options,
                   launch::Launch& launch) {
  VYRE_RETURN_IF_ERROR(plan_own_launch(pipeline, compiled, resolved, options, launch));
  if (options.grid_buffer != nullptr) {
    launch.grid = {};  // nobody knows it
    return {};
  }
  const launch::Axes& size = compiled.source.workgroup_size;
  if (size == compiled.own_workgroup) return {};
  return launch::choose_workgroups(size, pipeline.device().profile(), launch);
}

Status check_grid_buffer(const Pipeline& pipeline, const CompiledProgram& compiled,
                         const LaunchOptions& options) {
  const Device& device = pipeline.device();
  if (!device.profile().indirect_dispatch) {
    return fail(Code::kUnsupportedFeature, "device '", device.id(),
                "' takes no grid that stands in a buffer (grid_buffer; "
                "VYRE_FEATURE_INDIRECT_DISPATCH). Fix: give a grid, or choose another device");
  }
  if (options.to_fixpoint) {
    return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
                " has a grid_buffer and is to be repeated until nothing changes "
                "(VYRE_DISPATCH_UNTIL_STABLE). Fix: give a grid, or leave the flag out");
  }
  const bool is_whole = compiled.runs_whole_grid && compiled.executable != nullptr;
  if (compiled.source.plan->has_grid_barrier &&
      (!is_whole || options.cooperative == Cooperative::kForbid)) {
    return cannot_cut_grid_in_memory(pipeline);
  }
  const Buffer& buffer = *options.grid_buffer;
  if (&buffer.device() != &device) {
    return fail(Code::kInvalidArgument, "grid_buffer, ", buffer.name(),
                ", belongs to another device than '", device.id(),
                "'. Fix: make both with the same vyre_device");
  }
  if (options.grid_offset % sizeof(uint32_t) != 0) {
    return fail(Code::kInvalidArgument, "grid_offset is ", options.grid_offset,
                ". Fix: use a multiple of 4");
  }
  return buffer.check_range("reading the grid of", options.grid_offset, backend::kGridBytes);
}

}  // namespace vyre::runtime
