#include "capi/core/dispatch_options.h"

#include <algorithm>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/work_state.h"
#include "capi/interop/semaphore.h"

namespace vyre::capi {
namespace {

using runtime::Cooperative;
using runtime::DispatchOptions;

constexpr uint64_t kKnownFlags = VYRE_DISPATCH_TIMED | VYRE_DISPATCH_UNTIL_STABLE |
                                 VYRE_DISPATCH_SQUARE_GRID | VYRE_DISPATCH_MAY_BE_EMPTY;

Result<Cooperative> cooperative(vyre_split split) {
  switch (split) {
    case VYRE_SPLIT_AUTOMATIC:
      return Cooperative::kAutomatic;
    case VYRE_SPLIT_NEVER:
      return Cooperative::kForce;
    case VYRE_SPLIT_ALWAYS:
      return Cooperative::kForbid;
    default:
      return fail(Code::kInvalidArgument, "vyre_dispatch_desc.split is ",
                  static_cast<uint32_t>(split),
                  ". Fix: use VYRE_SPLIT_AUTOMATIC, _NEVER or _ALWAYS");
  }
}

// A program that looks at several axes cannot be told how wide it is by a count of elements.
Status check_dimensions(const runtime::Pipeline& pipeline, uint64_t flags) {
  if (pipeline.dimensions() < 2 || (flags & VYRE_DISPATCH_SQUARE_GRID) != 0) return {};
  return fail(Code::kInvalidArgument, "the program", pipeline.in_label(), " looks at ",
              pipeline.dimensions(), " axes and nothing says how wide it is. Fix: set shape = ",
              pipeline.dimensions() == 2 ? "{width, height, 1}" : "{width, height, depth}",
              " (vyre_shape), or a grid");
}

Status set_launch(const vyre_dispatch_desc& desc, const runtime::Pipeline& pipeline,
                  DispatchOptions& options) {
  const auto shape = given_axes(desc.shape), grid = given_axes(desc.grid);
  const GivenLaunch given{shape.has_value(), grid.has_value(), desc.grid_buffer, desc.grid_offset};
  VYRE_ASSIGN_OR_RETURN(runtime::Buffer* const buffer, one_launch(given, "vyre_dispatch_desc"));
  options.may_be_empty = (desc.flags & VYRE_DISPATCH_MAY_BE_EMPTY) != 0;
  if (buffer != nullptr) {
    options.set_grid_buffer(*buffer, desc.grid_offset);
    return {};
  }
  VYRE_RETURN_IF_ERROR(options.set_size(shape, grid, "vyre_dispatch_desc."));
  return shape || grid || options.is_empty ? Status() : check_dimensions(pipeline, desc.flags);
}

// A field that belongs to who runs recorded work; empty: none is given.
std::string_view field_of_a_run(const vyre_dispatch_desc& desc) {
  if (desc.timeout_ns != VYRE_FOREVER) return "a timeout_ns";
  if ((desc.flags & VYRE_DISPATCH_TIMED) != 0) return "VYRE_DISPATCH_TIMED";
  if (desc.wait_point_count != 0) return "wait_points";
  return desc.signal_point_count != 0 ? "signal_points" : "";
}

}  // namespace

Result<runtime::Buffer*> one_launch(const GivenLaunch& given, std::string_view name) {
  if (given.has_shape + given.has_grid + (given.buffer != nullptr) > 1) {
    return fail(Code::kInvalidArgument, name, " has ", given.has_shape ? "a shape and " : "",
                given.has_grid ? "a grid" : "", given.has_grid && given.buffer ? " and " : "",
                given.buffer != nullptr ? "a grid_buffer" : "", ". Fix: give one of them");
  }
  if (given.buffer != nullptr) return given.buffer->rep.get();
  if (given.offset == 0) return nullptr;
  return fail(Code::kInvalidArgument, name, " has a grid_offset of ", given.offset,
              " without a grid_buffer. Fix: give both");
}

Status add_push_ranges(const vyre_push_range* given, size_t count,
                       std::vector<runtime::PushRange>& all) {
  constexpr size_t kMax = 4096;
  if (count > kMax) {
    return fail(Code::kInvalidArgument, "push_count is ", count, ". Fix: give at most ", kMax);
  }
  if (count != 0) VYRE_RETURN_IF_ERROR(require(given, "push"));
  for (size_t i = 0; i < count; ++i) {
    VYRE_RETURN_IF_ERROR(check_reserved(given[i].reserved, "vyre_push_range"));
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(given[i].data, given[i].size, "data"));
    all.push_back({given[i].offset, bytes});
  }
  return {};
}

Status read_dispatch_options(const vyre_dispatch_desc* given, const runtime::Pipeline& pipeline,
                             DispatchOptions& options) {
  static constexpr vyre_dispatch_desc kDefaults = VYRE_DISPATCH_DESC_INIT;
  const vyre_dispatch_desc& desc = given != nullptr ? *given : kDefaults;
  VYRE_RETURN_IF_ERROR(
      check_struct_size(desc.struct_size, sizeof(vyre_dispatch_desc), "vyre_dispatch_desc"));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_dispatch_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "vyre_dispatch_desc.label"));
  VYRE_RETURN_IF_ERROR(set_launch(desc, pipeline, options));
  options.timeout = time_limit_of(desc.timeout_ns);
  options.timed = (desc.flags & VYRE_DISPATCH_TIMED) != 0;
  options.to_fixpoint = (desc.flags & VYRE_DISPATCH_UNTIL_STABLE) != 0;
  VYRE_ASSIGN_OR_RETURN(options.cooperative, cooperative(desc.split));
  options.iterations = desc.iterations;
  options.label = view(desc.label);
  if (desc.wait_point_count != 0 || desc.signal_point_count != 0) {
    VYRE_ASSIGN_OR_RETURN(options.points, points_of(desc));
  }
  return add_push_ranges(desc.push, desc.push_count, options.push);
}

Status read_recorded_options(const vyre_dispatch_desc* desc, const runtime::Pipeline& pipeline,
                             DispatchOptions& options) {
  const bool is_read = desc != nullptr && desc->struct_size == sizeof *desc;
  const std::string_view what = is_read ? field_of_a_run(*desc) : std::string_view();
  if (what.empty()) return read_dispatch_options(desc, pipeline, options);
  return fail(
      Code::kInvalidArgument, "vyre_dispatch_desc has ", what,
      " for work that is recorded. Fix: leave it out here: it belongs to the run, or to the "
      "host");
}

Status write_result(vyre_dispatch_result* out_result, const runtime::DispatchReport& report) {
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  result.host_ns = report.timing.host_ns;
  result.enqueue_ns = known(report.enqueue_ns);
  result.wait_ns = known(report.wait_ns);
  result.device_ns = known(report.timing.device_ns);
  result.output_bytes = report.output_bytes;
  std::copy(report.grid.begin(), report.grid.end(), result.grid);
  std::copy(report.workgroup_size.begin(), report.workgroup_size.end(), result.workgroup);
  result.iterations = report.iterations;
  result.segments = report.segments;
  return write_struct(out_result, result, "vyre_dispatch_result");
}

}  // namespace vyre::capi
