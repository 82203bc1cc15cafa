#include "capi/binding.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/sized.h"
#include "capi/dispatch_options.h"
#include "runtime/dispatch/dispatch.h"

using vyre::Result;
using vyre::Status;
using vyre::runtime::SplitReport;
using namespace vyre::capi;

namespace {

Result<SplitReport> report_of(const vyre_pipeline* pipeline, const vyre_binding* bindings,
                              size_t binding_count, const vyre_dispatch_desc* desc) {
  VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
  VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
  VYRE_ASSIGN_OR_RETURN(const auto options, dispatch_options(desc));
  return split_report(*pipeline->rep, converted, options);
}

vyre_split to_c(const SplitReport& report) {
  vyre_split split = VYRE_SPLIT_INIT;
  split.segments = report.cut.plan.segments.size();
  split.programs = report.cut.plan.programs.size();
  split.hidden_bytes = report.cut.plan.hidden_bytes;
  split.bytes_per_invocation = report.cut.bytes_per_invocation;
  split.bytes_per_workgroup = report.cut.bytes_per_workgroup;
  std::copy(report.grid.begin(), report.grid.end(), split.grid);
  std::copy(report.workgroup_size.begin(), report.workgroup_size.end(), split.workgroup);
  return split;
}

}  // namespace

vyre_error* vyre_pipeline_get_split(const vyre_pipeline* pipeline, const vyre_binding* bindings,
                                    size_t binding_count, const vyre_dispatch_desc* desc,
                                    vyre_split* out_split) {
  return guard(out_split, "out_split", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const SplitReport report,
                          report_of(pipeline, bindings, binding_count, desc));
    return write_struct(out_split, to_c(report), "vyre_split");
  });
}

vyre_error* vyre_pipeline_write_split(const vyre_pipeline* pipeline, const vyre_binding* bindings,
                                      size_t binding_count, const vyre_dispatch_desc* desc,
                                      char* text, size_t capacity, size_t* out_size) {
  return write_sized(text, capacity, out_size, [&]() -> Result<std::string> {
    VYRE_ASSIGN_OR_RETURN(SplitReport report, report_of(pipeline, bindings, binding_count, desc));
    return std::move(report.cut.text);
  });
}
