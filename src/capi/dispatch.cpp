#include "runtime/dispatch/dispatch.h"

#include "base/memory/scratch_arena.h"
#include "capi/binding.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/role.h"
#include "capi/dispatch_options.h"

using vyre::Result;
using vyre::Status;
using vyre::runtime::OutputRange;
using vyre::runtime::Pipeline;
using vyre::runtime::SplitReport;
using namespace vyre::capi;

namespace {

vyre_output describe(const Pipeline& pipeline, const OutputRange& range) {
  const vyre::launch::PlannedBinding& planned = pipeline.plan().bindings[range.plan_index];
  vyre_output output = {};
  output.name = to_c(pipeline.ir().names[pipeline.ir().buffers[planned.buffer].name]);
  output.bytes = range.bytes;
  output.start = range.start;
  output.buffer_bytes = range.buffer_bytes;
  output.slot = planned.slot;
  output.role = role_number(planned.role);
  return output;
}

Status check_result(const vyre_dispatch_result* result) {
  if (result == nullptr) return {};
  return check_struct_size(result->struct_size, sizeof(vyre_dispatch_result),
                           "vyre_dispatch_result");
}

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

vyre_error* vyre_pipeline_get_outputs(const vyre_pipeline* pipeline, const vyre_binding* bindings,
                                      size_t binding_count, vyre_output* outputs, size_t capacity,
                                      size_t* out_count) {
  return write_sized(outputs, capacity, out_count, [&]() -> Result<std::vector<vyre_output>> {
    VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_ASSIGN_OR_RETURN(const auto ranges, outputs_of(*pipeline->rep, converted));
    std::vector<vyre_output> described;
    for (const OutputRange& range : ranges) described.push_back(describe(*pipeline->rep, range));
    return described;
  });
}

vyre_error* vyre_dispatch(vyre_pipeline* pipeline, const vyre_binding* bindings,
                          size_t binding_count, const vyre_dispatch_desc* desc,
                          vyre_dispatch_result* out_result) {
  return guard(pipeline, "pipeline", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_result(out_result));
    vyre::Scratch scratch;
    VYRE_ASSIGN_OR_RETURN(const auto converted,
                          bindings_of(bindings, binding_count, scratch.memory()));
    VYRE_ASSIGN_OR_RETURN(auto options, dispatch_options(desc));
    options.host_timed = out_result != nullptr;
    VYRE_ASSIGN_OR_RETURN(const auto report,
                          vyre::runtime::dispatch(pipeline->rep, converted, options));
    return out_result == nullptr ? Status() : write_result(out_result, report);
  });
}

vyre_error* vyre_dispatch_async(vyre_pipeline* pipeline, const vyre_binding* bindings,
                                size_t binding_count, const vyre_dispatch_desc* desc,
                                vyre_pending** out_pending) {
  return guard(out_pending, pipeline, "pipeline", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_ASSIGN_OR_RETURN(const auto options, dispatch_options(desc));
    return hand_out(out_pending, vyre::runtime::dispatch_async(pipeline->rep, converted, options));
  });
}

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
