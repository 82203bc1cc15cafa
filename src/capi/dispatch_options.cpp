#include "capi/dispatch_options.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

namespace vyre::capi {

namespace {

Result<runtime::Cooperative> cooperative(uint32_t value) {
  switch (value) {
    case VYRE_COOPERATIVE_AUTOMATIC:
      return runtime::Cooperative::kAutomatic;
    case VYRE_COOPERATIVE_FORCE:
      return runtime::Cooperative::kForce;
    case VYRE_COOPERATIVE_FORBID:
      return runtime::Cooperative::kForbid;
    default:
      return fail(Code::kInvalidArgument, "vyre_dispatch_desc.cooperative is ", value,
                  ". Fix: use VYRE_COOPERATIVE_AUTOMATIC, FORCE or FORBID");
  }
}

Result<std::vector<runtime::PushRange>> pushed(const vyre_dispatch_desc& desc) {
  constexpr uint64_t kMax = 4096;
  if (desc.push_range_count > kMax) {
    return fail(Code::kInvalidArgument, "vyre_dispatch_desc.push_range_count is ",
                desc.push_range_count, ". Fix: give at most ", kMax);
  }
  std::vector<runtime::PushRange> ranges;
  VYRE_ASSIGN_OR_RETURN(const auto all,
                        bytes_of(desc.push_constants, desc.push_constant_bytes, "push_constants"));
  if (!all.empty()) ranges.push_back({0, all});
  if (desc.push_range_count != 0) {
    VYRE_RETURN_IF_ERROR(require(desc.push_ranges, "vyre_dispatch_desc.push_ranges"));
  }
  for (uint64_t i = 0; i < desc.push_range_count; ++i) {
    const vyre_push_range& given = desc.push_ranges[i];
    VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_push_range"));
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(given.data, given.size, "data"));
    ranges.push_back({given.offset, bytes});
  }
  return ranges;
}

}  // namespace

Result<runtime::DispatchOptions> dispatch_options(const vyre_dispatch_desc* given) {
  if (given == nullptr) return runtime::DispatchOptions();  // as the defaults below say
  VYRE_ASSIGN_OR_RETURN(const vyre_dispatch_desc desc,
                        VYRE_READ_DESC(given, vyre_dispatch_desc, VYRE_DISPATCH_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.set, VYRE_DISPATCH_SET_GRID | VYRE_DISPATCH_SET_ITERATIONS,
                                  "vyre_dispatch_desc.set"));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, VYRE_DISPATCH_TIMED | VYRE_DISPATCH_UNTIL_STABLE,
                                  "vyre_dispatch_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "label"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_dispatch_desc"));
  runtime::DispatchOptions options;
  VYRE_ASSIGN_OR_RETURN(options.grid,
                        optional_axes(desc.grid, (desc.set & VYRE_DISPATCH_SET_GRID) != 0,
                                      "vyre_dispatch_desc.grid", "VYRE_DISPATCH_SET_GRID"));
  if (desc.timeout_ns != 0) {
    options.timeout = std::chrono::nanoseconds(
        static_cast<int64_t>(std::min<uint64_t>(desc.timeout_ns, INT64_MAX)));
  }
  options.timed = (desc.flags & VYRE_DISPATCH_TIMED) != 0;
  options.to_fixpoint = (desc.flags & VYRE_DISPATCH_UNTIL_STABLE) != 0;
  VYRE_ASSIGN_OR_RETURN(options.cooperative, cooperative(desc.cooperative));
  if ((desc.set & VYRE_DISPATCH_SET_ITERATIONS) != 0) options.iterations = desc.iterations;
  options.label = view(desc.label);
  if (desc.push_constant_bytes != 0 || desc.push_range_count != 0) {
    VYRE_ASSIGN_OR_RETURN(options.push, pushed(desc));
  }
  return options;
}

Status write_result(vyre_dispatch_result* out_result, const runtime::DispatchReport& report) {
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  result.host_ns = report.timing.host_ns;
  if (report.timing.device_ns) {
    result.set |= VYRE_RESULT_DEVICE_NS;
    result.device_ns = *report.timing.device_ns;
  }
  result.output_bytes = report.output_bytes;
  std::copy(report.grid.begin(), report.grid.end(), result.grid);
  std::copy(report.workgroup_size.begin(), report.workgroup_size.end(), result.workgroup);
  result.iterations = report.iterations;
  return write_struct(out_result, result, "vyre_dispatch_result");
}

}  // namespace vyre::capi
