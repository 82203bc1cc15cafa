#include "launch/geometry.h"

#include <algorithm>
#include <limits>

#include "launch/layout.h"
#include "launch/program_facts.h"

namespace vyre::launch {
namespace {

constexpr uint64_t kMax32 = std::numeric_limits<uint32_t>::max();
constexpr char kAxisNames[] = {'x', 'y', 'z'};

uint32_t ceil_divide(uint32_t value, uint32_t divisor) {
  if (value <= divisor) return value != 0 ? 1 : 0;  // most axes: a division takes long
  return value / divisor + (value % divisor != 0 ? 1 : 0);
}

bool has_zero(const Axes& axes) { return std::ranges::find(axes, 0u) != axes.end(); }

std::string axis_name(size_t axis) { return concat("axis ", axis, " (", kAxisNames[axis], ")"); }

Status zero_axis(const char* what, const Axes& axes) {
  return fail(Code::kInvalidArgument, what, " ", axes_text(axes),
              " has a zero axis. Fix: make every axis at least 1");
}

// |base| to the |exponent|-th power, or the largest 64-bit number when that does not fit.
uint64_t power(uint64_t base, int exponent) {
  uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(result, base, &result)) return ~uint64_t{0};
  }
  return result;
}

// The least r whose |exponent|-th power is at least |value|, at most 2^32.
uint64_t ceil_root(uint64_t value, int exponent) {
  uint64_t low = 0;
  uint64_t high = uint64_t{1} << 32;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if (power(middle, exponent) >= value) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

Axes square_grid(uint32_t elements, const Axes& workgroup) {
  const auto side = static_cast<uint32_t>(ceil_square_root(elements));
  return covering_grid({side, ceil_divide(elements, side), 1}, workgroup);
}

Axes cube_grid(uint32_t elements, const Axes& workgroup) {
  const auto side = static_cast<uint32_t>(ceil_cube_root(elements));
  const uint32_t layers = ceil_divide(elements, side * side);
  return covering_grid({side, side, layers}, workgroup);
}

Status check_invocations(const Axes& workgroup, const profile::DeviceProfile& device) {
  uint64_t product = workgroup[0];
  for (size_t axis = 1; axis < 3; ++axis) {
    product *= workgroup[axis];
    if (product > kMax32) {
      return fail(Code::kInvalidArgument, "workgroup ", axes_text(workgroup),
                  " has more than 4294967295 invocations. Fix: use a smaller workgroup");
    }
  }
  if (product <= device.max_workgroup_invocations) return {};
  return fail(Code::kUnsupportedFeature, "workgroup ", axes_text(workgroup), " has ", product,
              " invocations, the limit is ", device.max_workgroup_invocations,
              ". Fix: use a smaller workgroup");
}

Status check_workgroup_axes(const Axes& workgroup, const Axes& most) {
  for (size_t axis = 0; axis < 3; ++axis) {
    if (workgroup[axis] <= most[axis]) continue;
    return fail(Code::kUnsupportedFeature, "workgroup ", axis_name(axis), ": ", workgroup[axis],
                " requested, the limit is ", most[axis], ". Fix: use a smaller workgroup");
  }
  return {};
}

Status check_invocation_ids(const Axes& workgroup, const Axes& grid) {
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t invocations = uint64_t{workgroup[axis]} * grid[axis];
    if (invocations <= kMax32 + 1) continue;
    return fail(Code::kInvalidArgument, "grid ", axes_text(grid), " of workgroups ",
                axes_text(workgroup), " has ", invocations, " invocations on ", axis_name(axis),
                ", more than 32-bit invocation ids can tell apart. Fix: launch fewer");
  }
  return {};
}

Status count_elements(const ir::Program& program, const BindingPlan& plan,
                      std::span<const uint64_t> byte_sizes, std::pmr::vector<uint32_t>& counts) {
  if (byte_sizes.size() != plan.bindings.size()) {
    return fail(Code::kInvalidArgument, byte_sizes.size(), " sizes for ", plan.bindings.size(),
                " bindings. Fix: pass one size per binding");
  }
  counts.resize(plan.bindings.size());
  for (size_t i = 0; i < counts.size(); ++i) {
    const PlannedBinding& binding = plan.bindings[i];
    if (binding.role == Role::kShared) {
      counts[i] = program.buffers[binding.buffer].count;
      continue;
    }
    VYRE_ASSIGN_OR_RETURN(counts[i], element_count(program, binding, byte_sizes[i]));
  }
  return {};
}

}  // namespace

Axes covering_grid(const Axes& shape, const Axes& of) {
  return {ceil_divide(shape[0], of[0]), ceil_divide(shape[1], of[1]), ceil_divide(shape[2], of[2])};
}

Status choose_workgroups(const Axes& size, const profile::DeviceProfile& device, Launch& launch) {
  launch.shape = launch.grid;
  launch.workgroup_size = size;
  launch.grid = covering_grid(*launch.shape, size);
  return check_launch(launch.workgroup_size, launch.grid, device);
}

uint64_t ceil_square_root(uint64_t value) { return ceil_root(value, 2); }
uint64_t ceil_cube_root(uint64_t value) { return ceil_root(value, 3); }

uint32_t logical_element_count(const BindingPlan& plan, std::span<const uint32_t> elements_of) {
  uint32_t written = 0;
  uint32_t all = 1;
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    const Role role = plan.bindings[i].role;
    if (role == Role::kShared) continue;
    all = std::max(all, elements_of[i]);
    if (role == Role::kOutput || role == Role::kInputOutput) {
      written = std::max(written, elements_of[i]);
    }
  }
  return plan.has_shared || plan.has_atomics || written == 0 ? all : written;
}

Result<uint32_t> element_count_of_grid(const Axes& grid, const Axes& workgroup_size) {
  if (has_zero(grid)) return zero_axis("grid", grid);
  if (has_zero(workgroup_size)) return zero_axis("workgroup", workgroup_size);
  const uint64_t count = uint64_t{grid[0]} * workgroup_size[0];
  if (count > kMax32) {
    return fail(Code::kInvalidArgument, "grid ", axes_text(grid), " of workgroups ",
                axes_text(workgroup_size), " covers ", count,
                " elements, more than 4294967295. Fix: launch a smaller grid");
  }
  return static_cast<uint32_t>(count);
}

Result<Axes> infer_grid(uint32_t elements, const Axes& workgroup_size) {
  if (has_zero(workgroup_size)) return zero_axis("workgroup", workgroup_size);
  const uint32_t covered = std::max(elements, 1u);
  if (workgroup_size[2] > 1) return cube_grid(covered, workgroup_size);
  if (workgroup_size[1] > 1) return square_grid(covered, workgroup_size);
  return covering_grid({covered, 1, 1}, workgroup_size);
}

Status check_launch(const Axes& workgroup_size, const Axes& grid,
                    const profile::DeviceProfile& device) {
  if (has_zero(workgroup_size)) return zero_axis("workgroup", workgroup_size);
  if (has_zero(grid)) return zero_axis("grid", grid);
  VYRE_RETURN_IF_ERROR(check_invocations(workgroup_size, device));
  VYRE_RETURN_IF_ERROR(check_workgroup_axes(workgroup_size, device.max_workgroup_size));
  return check_invocation_ids(workgroup_size, grid);
}

Result<Axes> effective_workgroup_size(const ir::Program& program, const Axes& own,
                                      const std::optional<Axes>& wanted) {
  if (!wanted || *wanted == own) return own;
  if (has_zero(*wanted)) return zero_axis("workgroup", *wanted);
  const std::string_view observer = workgroup_size_observer(program, *wanted);
  if (observer.empty()) return *wanted;
  return fail(Code::kInvalidArgument, "workgroup ", axes_text(*wanted),
              " cannot replace the program's ", axes_text(own), ": the program uses ", observer,
              ". Fix: leave the workgroup size to the program");
}

KnownLaunch declared_launch(const BindingPlan& plan) {
  KnownLaunch known;
  for (const PlannedBinding& binding : plan.bindings) known.bytes.push_back(binding.static_bytes);
  return known;
}

Status plan_launch(const ir::Program& program, const BindingPlan& plan,
                   std::span<const uint64_t> byte_sizes, const Axes& workgroup_size,
                   const std::optional<Axes>& grid, const profile::DeviceProfile& device,
                   Launch& launch) {
  launch.workgroup_size = workgroup_size;
  VYRE_RETURN_IF_ERROR(count_elements(program, plan, byte_sizes, launch.elements_of));
  if (grid) {
    launch.grid = *grid;
    VYRE_RETURN_IF_ERROR(check_launch(launch.workgroup_size, launch.grid, device));
    VYRE_ASSIGN_OR_RETURN(launch.element_count,
                          element_count_of_grid(launch.grid, launch.workgroup_size));
    return {};
  }
  launch.element_count = logical_element_count(plan, launch.elements_of);
  VYRE_ASSIGN_OR_RETURN(launch.grid, infer_grid(launch.element_count, launch.workgroup_size));
  return check_launch(launch.workgroup_size, launch.grid, device);
}

}  // namespace vyre::launch
