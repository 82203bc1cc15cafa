#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/constant.h"
#include "capi/core/pipeline_options.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Origin;
using vyre::runtime::Pipeline;
using vyre::runtime::PipelineOptions;
using namespace vyre::capi;

namespace {

static_assert(static_cast<int>(Origin::kUnknown) == VYRE_ORIGIN_UNKNOWN);
static_assert(static_cast<int>(Origin::kCompiled) == VYRE_ORIGIN_COMPILED);
static_assert(static_cast<int>(Origin::kDisk) == VYRE_ORIGIN_DISK);
static_assert(static_cast<int>(Origin::kMemory) == VYRE_ORIGIN_MEMORY);

struct Flag {
  vyre_pipeline_flags bit;
  std::string_view name;
};
constexpr Flag kUnserved[] = {
    {VYRE_PIPELINE_ALLOW_OVERLAP, "VYRE_PIPELINE_ALLOW_OVERLAP"},
    {VYRE_PIPELINE_DIVISION_GIVES_ZERO, "VYRE_PIPELINE_DIVISION_GIVES_ZERO"},
    {VYRE_PIPELINE_ONLY_CACHED, "VYRE_PIPELINE_ONLY_CACHED"},
    {VYRE_PIPELINE_WARM, "VYRE_PIPELINE_WARM"}};

Status check_flags(vyre_pipeline_flags flags) {
  vyre_pipeline_flags known = VYRE_PIPELINE_CHECKED | VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS;
  for (const Flag& flag : kUnserved) known |= flag.bit;
  VYRE_RETURN_IF_ERROR(check_bits(flags, known, "vyre_pipeline_desc.flags"));
  for (const Flag& flag : kUnserved) {
    if ((flags & flag.bit) == 0) continue;
    return fail(Code::kUnsupportedFeature, "vyre_pipeline_desc.flags is ", flags, " with ",
                flag.name, ", which this version does not do yet. Fix: leave it out");
  }
  return {};
}

Result<PipelineOptions> options_of(const vyre_pipeline_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_flags(desc.flags));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "label"));
  VYRE_RETURN_IF_ERROR(check_unserved(desc.subgroup_size, 0, "vyre_pipeline_desc.subgroup_size"));
  PipelineOptions options;
  options.label = view(desc.label);
  options.workgroup_size = given_axes(desc.workgroup);
  options.checked = (desc.flags & VYRE_PIPELINE_CHECKED) != 0;
  options.ignore_unknown = (desc.flags & VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS) != 0;
  VYRE_ASSIGN_OR_RETURN(options.specialization, constants_of(desc.constants, desc.constant_count));
  return options;
}

vyre_pipeline_flags flags_of(const PipelineOptions& options) {
  vyre_pipeline_flags flags = 0;
  if (options.checked) flags |= VYRE_PIPELINE_CHECKED;
  if (options.ignore_unknown) flags |= VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS;
  return flags;
}

// The label lies in the pipeline.
vyre_pipeline_info info_of(const Pipeline& pipeline) {
  const vyre::runtime::PipelineFacts& facts = pipeline.facts();
  vyre_pipeline_info info = {};
  info.struct_size = sizeof info;
  info.label = to_c(pipeline.label());
  info.flags = flags_of(pipeline.options());
  info.workgroup_memory_bytes = facts.workgroup_memory_bytes;
  std::ranges::copy(facts.workgroup_size, info.workgroup);
  info.subgroup_size = pipeline.device().profile().subgroup_size.value_or(0);
  info.dimensions = facts.dimensions;
  info.push_constant_bytes = facts.push_constant_bytes;
  info.workgroup_chosen = facts.is_workgroup_chosen ? 1 : 0;
  info.origin = static_cast<vyre_origin>(facts.origin);
  return info;
}

// That of no pipeline.
constexpr vyre_pipeline_info empty_info() {
  vyre_pipeline_info info = {};
  info.struct_size = sizeof info;
  info.label = {"", 0};
  return info;
}

constexpr vyre_pipeline_info kNone = empty_info();

}  // namespace

Result<PipelineOptions> vyre::capi::pipeline_options(const vyre_pipeline_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_pipeline_desc desc,
                        VYRE_READ_DESC(given, vyre_pipeline_desc, VYRE_PIPELINE_DESC_INIT));
  return options_of(desc);
}

vyre_pipeline::vyre_pipeline(std::shared_ptr<Pipeline> pipeline)
    : rep(std::move(pipeline)), info(info_of(*rep)) {}

vyre_error* vyre_pipeline_create(vyre_device* device, const vyre_program* program,
                                 const vyre_pipeline_desc* given, vyre_pipeline** out_pipeline) {
  return guard(VYRE_OUT(out_pipeline), VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    VYRE_ASSIGN_OR_RETURN(const PipelineOptions options, pipeline_options(given));
    return hand_out(out_pipeline, Pipeline::create(device->rep, program->rep, options));
  });
}

const vyre_pipeline_info* vyre_pipeline_get_info(const vyre_pipeline* pipeline) {
  return pipeline == nullptr ? &kNone : &pipeline->info;
}

vyre_error* vyre_pipeline_get_device(const vyre_pipeline* pipeline, vyre_device** out_device) {
  return guard(VYRE_OUT(out_device), VYRE_ARG(pipeline), [&]() -> Status {
    *out_device = new vyre_device{pipeline->rep->shared_device()};
    return {};
  });
}

vyre_error* vyre_pipeline_get_program(const vyre_pipeline* pipeline, vyre_program** out_program) {
  return guard(VYRE_OUT(out_program), VYRE_ARG(pipeline), [&]() -> Status {
    *out_program = new vyre_program{pipeline->rep->program()};
    return {};
  });
}

void vyre_pipeline_destroy(vyre_pipeline* pipeline) { delete pipeline; }
