#include "backend/check.h"

#include <algorithm>

#include "ir/program/display_name.h"

namespace vyre::backend {
namespace {

using launch::Axes;

std::string text_of(const Axes& axes) { return concat(axes[0], " x ", axes[1], " x ", axes[2]); }

// How many launches of the device a grid takes.
uint64_t pieces_of(const Axes& grid, const Axes& most) {
  uint64_t pieces = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    const bool fits = grid[axis] <= most[axis];
    const uint64_t here =
        fits ? std::min(grid[axis], 1u) : (uint64_t{grid[axis]} + most[axis] - 1) / most[axis];
    if (here != 0 && pieces > UINT64_MAX / here) return UINT64_MAX;
    pieces *= here;
  }
  return pieces;
}

Status over_one_launch(const Device& device, const Axes& grid, const Axes& most) {
  size_t axis = 0;
  while (grid[axis] <= most[axis]) ++axis;
  return fail(Code::kUnsupportedFeature, "a grid of ", axes_text(grid), " workgroups on '",
              device.id(), "', which launches 1 to ", most[axis], " on axis ", axis,
              ". Fix: use such a grid, larger workgroups or another device");
}

Status check_grid(const Device& device, const Axes& most, bool is_external, const Axes& grid) {
  const uint64_t pieces = pieces_of(grid, most);
  if (pieces <= 1) return {};
  const uint64_t most_pieces = device.capabilities().max_grid_pieces;
  if (most_pieces == 1) return over_one_launch(device, grid, most);
  if (pieces > most_pieces) {
    return fail(Code::kUnsupportedFeature, "a grid of ", text_of(grid), " workgroups takes ",
                pieces, " dispatches of at most ", text_of(most), " (maxComputeWorkGroupCount), ",
                most_pieces, " can be recorded. Fix: use a smaller grid or larger workgroups");
  }
  if (!is_external) return {};
  return fail(Code::kUnsupportedFeature, "a grid of ", text_of(grid),
              " workgroups of a SPIR-V module, the device launches at most ", text_of(most),
              " at once (maxComputeWorkGroupCount). Fix: dispatch it in parts, with the place of "
              "each in the push constants");
}

std::string buffer_text(const launch::KernelSource& source, size_t binding) {
  const ir::Program& program = *source.program;
  const ir::Buffer& buffer = program.buffers[source.plan->bindings[binding].buffer];
  return concat("parameter ", ir::display_name(program.names[buffer.name]));
}

// In whole |unit|s.
Status check_size(const profile::DeviceProfile& profile, uint64_t unit,
                  const launch::KernelSource& source, size_t binding, uint64_t size) {
  const uint64_t most = profile.max_buffer_bytes;
  if (most == 0 || (size < most && unit <= most - size)) return {};  // without a division
  if (size / unit + (size % unit != 0 ? 1 : 0) <= most / unit) return {};
  // The oracle's limit is what the machine has.
  const bool is_oracle = profile.kind == profile::DeviceKind::kOracle;
  return fail(is_oracle ? Code::kDeviceOutOfMemory : Code::kUnsupportedFeature,
              buffer_text(source, binding), " has ", size, " bytes, the device binds at most ",
              most, " (max_buffer_bytes). Fix: use a smaller buffer or another device");
}

Status check_offset(const profile::DeviceProfile& profile, const launch::KernelSource& source,
                    size_t binding, const BufferUse& use) {
  if (use.memory == nullptr || takes_offset(profile, use.offset)) return {};
  return fail(Code::kInvalidArgument, buffer_text(source, binding), " is bound at offset ",
              use.offset, ", the device wants a multiple of ", profile.buffer_offset_alignment,
              " (buffer_offset_alignment). Fix: bind it at such an offset");
}

// Whatever is bound, a module may access what its layout declares.
Status check_declared(const launch::KernelSource& source, size_t binding, uint64_t size) {
  const launch::ExternalCode* external = source.external.get();
  if (external == nullptr || size >= external->min_bytes[binding]) return {};
  return fail(Code::kInvalidArgument, buffer_text(source, binding), " has ", size,
              " bytes, the SPIR-V module may access ", external->min_bytes[binding],
              " whatever is bound. Fix: bind at least these");
}

}  // namespace

Status grid_too_large(uint32_t axis, uint32_t count, uint32_t most) {
  return fail(Code::kDispatchFailed, "the grid buffer says ", count, " workgroups on axis ", axis,
              ", the device launches at most ", most,
              " there. Fix: write a smaller grid, or use larger workgroups");
}

Status check_dispatch(const Device& device, const launch::KernelSource& source,
                      const Dispatch& dispatch) {
  const profile::DeviceProfile& profile = device.profile();
  VYRE_RETURN_IF_ERROR(
      check_grid(device, profile.max_workgroup_count, source.external != nullptr, dispatch.grid));
  // Kernels of ours bind a partial word as a whole one.
  const uint64_t unit = device.target() != nullptr ? sizeof(uint32_t) : 1;
  const std::vector<launch::PlannedBinding>& planned = source.plan->bindings;
  for (size_t i = 0; i < planned.size(); ++i) {
    if (planned[i].role == launch::Role::kShared || !planned[i].descriptor.is_buffer()) continue;
    const BufferUse& use = dispatch.buffers[i];
    VYRE_RETURN_IF_ERROR(check_size(profile, unit, source, i, use.size));
    VYRE_RETURN_IF_ERROR(check_offset(profile, source, i, use));
    VYRE_RETURN_IF_ERROR(check_declared(source, i, use.size));
  }
  return {};
}

std::string in_invocation(const launch::Axes& id) {
  return concat(" in invocation (", id[0], ", ", id[1], ", ", id[2], ")");
}

void set_lane(const launch::Axes& id, ErrorInfo& info) {
  if (id[1] == 0 && id[2] == 0) info.trap_lane = id[0];
}

}  // namespace vyre::backend
