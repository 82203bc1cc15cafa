#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/spec_map.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Pipeline;
using vyre::runtime::PipelineOptions;
using namespace vyre::capi;

namespace {

Result<PipelineOptions> options_of(const vyre_pipeline_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_pipeline_desc desc,
                        VYRE_READ_DESC(given, vyre_pipeline_desc, VYRE_PIPELINE_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.set, VYRE_PIPELINE_SET_WORKGROUP, "vyre_pipeline_desc.set"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "label"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_pipeline_desc"));
  PipelineOptions options;
  options.label = view(desc.label);
  options.specialization =
      read_spec_map(desc.specialization, [](const vyre::specialization::Map& map) { return map; });
  VYRE_ASSIGN_OR_RETURN(
      options.workgroup_size,
      optional_axes(desc.workgroup, (desc.set & VYRE_PIPELINE_SET_WORKGROUP) != 0,
                    "vyre_pipeline_desc.workgroup", "VYRE_PIPELINE_SET_WORKGROUP"));
  return options;
}

}  // namespace

vyre_error* vyre_pipeline_create(vyre_backend* backend, const vyre_program* program,
                                 const vyre_pipeline_desc* desc, vyre_pipeline** out_pipeline) {
  return guard(out_pipeline, backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    VYRE_ASSIGN_OR_RETURN(const PipelineOptions options, options_of(desc));
    return hand_out(out_pipeline, Pipeline::create(backend->rep, program->rep, options));
  });
}

vyre_error* vyre_pipeline_get_program(const vyre_pipeline* pipeline, vyre_program** out_program) {
  return guard(out_program, pipeline, "pipeline", [&]() -> Status {
    if (pipeline->rep->external() != nullptr) {
      return fail(Code::kUnsupportedFeature, "the pipeline", pipeline->rep->in_label(),
                  " was made from a SPIR-V module and has no program. Fix: ask "
                  "vyre_pipeline_get_spirv_info");
    }
    *out_program = new vyre_program{pipeline->rep->program()};
    return {};
  });
}

void vyre_pipeline_destroy(vyre_pipeline* pipeline) { delete pipeline; }
