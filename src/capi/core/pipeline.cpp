#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/constant.h"
#include "capi/core/pipeline_options.h"
#include "capi/core/work_state.h"
#include "runtime/pipeline/program_needs.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Origin;
using vyre::runtime::Pipeline;
using vyre::runtime::PipelineOptions;
using vyre::runtime::Work;
using namespace vyre::capi;

namespace {

static_assert(static_cast<int>(Origin::kUnknown) == VYRE_ORIGIN_UNKNOWN);
static_assert(static_cast<int>(Origin::kCompiled) == VYRE_ORIGIN_COMPILED);
static_assert(static_cast<int>(Origin::kDisk) == VYRE_ORIGIN_DISK);
static_assert(static_cast<int>(Origin::kMemory) == VYRE_ORIGIN_MEMORY);

// A flag and what it stands for.
struct ServedFlag {
  vyre_pipeline_flags bit;
  bool PipelineOptions::*option;
};
constexpr ServedFlag kServed[] = {
    {VYRE_PIPELINE_CHECKED, &PipelineOptions::checked},
    {VYRE_PIPELINE_ALLOW_OVERLAP, &PipelineOptions::allow_overlap},
    {VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS, &PipelineOptions::ignore_unknown},
    {VYRE_PIPELINE_DIVISION_GIVES_ZERO, &PipelineOptions::division_gives_zero},
    {VYRE_PIPELINE_ONLY_CACHED, &PipelineOptions::only_cached},
    {VYRE_PIPELINE_WARM, &PipelineOptions::warm},
    {VYRE_PIPELINE_FULL_SUBGROUPS, &PipelineOptions::full_subgroups}};

Status check_flags(vyre_pipeline_flags flags) {
  vyre_pipeline_flags known = 0;
  for (const ServedFlag& flag : kServed) known |= flag.bit;
  return check_bits(flags, known, "vyre_pipeline_desc.flags");
}

Result<PipelineOptions> options_of(const vyre_pipeline_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_flags(desc.flags));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "label"));
  PipelineOptions options;
  options.label = view(desc.label);
  options.workgroup_size = given_axes(desc.workgroup);
  options.subgroup_size = desc.subgroup_size;
  for (const auto& [bit, option] : kServed) options.*option = (desc.flags & bit) != 0;
  VYRE_ASSIGN_OR_RETURN(options.specialization, constants_of(desc.constants, desc.constant_count));
  return options;
}

vyre_pipeline_flags flags_of(const PipelineOptions& options) {
  vyre_pipeline_flags flags = 0;
  for (const auto& [bit, option] : kServed) flags |= options.*option ? bit : 0;
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
  const uint32_t chosen = pipeline.options().subgroup_size;
  info.subgroup_size = chosen != 0 ? chosen : pipeline.device().profile().subgroup_size.value_or(0);
  info.dimensions = facts.dimensions;
  info.push_constant_bytes = facts.push_constant_bytes;
  info.workgroup_chosen = facts.is_workgroup_chosen ? 1 : 0;
  info.origin = static_cast<vyre_origin>(facts.origin);
  return info;
}

// That of no pipeline, or of one that is not made.
constexpr vyre_pipeline_info info_with(vyre_string label) {
  vyre_pipeline_info info = {};
  info.struct_size = sizeof info;
  info.label = label;
  return info;
}

constexpr vyre_pipeline_info kNone = info_with({"", 0});

std::shared_ptr<const void> describe(const Pipeline& made) {
  return std::make_shared<const vyre_pipeline_info>(info_of(made));
}

std::shared_ptr<Work> work_of(const Pipeline& pipeline) {
  vyre::runtime::Submission submission;
  submission.device = pipeline.shared_device();
  submission.work = pipeline.making_work();
  submission.label = vyre::concat("the compilation", pipeline.in_label());
  return std::make_shared<Work>(std::move(submission));
}

Status start_making(const vyre_device& device, const vyre_program& program,
                    const PipelineOptions& options, vyre_pipeline** out_pipeline,
                    vyre_work** out_work) {
  auto pipeline = Pipeline::create_async(device.rep, program.rep, options, &describe);
  std::unique_ptr<vyre_work> work;
  if (out_work != nullptr) work.reset(new vyre_work{work_of(*pipeline)});
  *out_pipeline = new vyre_pipeline(std::move(pipeline));
  if (out_work != nullptr) *out_work = work.release();
  return {};
}

}  // namespace

Result<PipelineOptions> vyre::capi::pipeline_options(const vyre_pipeline_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_pipeline_desc desc,
                        VYRE_READ_DESC(given, vyre_pipeline_desc, VYRE_PIPELINE_DESC_INIT));
  return options_of(desc);
}

vyre_pipeline::vyre_pipeline(std::shared_ptr<Pipeline> pipeline)
    : rep(std::move(pipeline)),
      info(rep->is_made() ? info_of(*rep) : info_with(to_c(rep->label()))) {}

vyre_error* vyre_pipeline_create(vyre_device* device, const vyre_program* program,
                                 const vyre_pipeline_desc* given, vyre_pipeline** out_pipeline) {
  return guard(VYRE_OUT(out_pipeline), VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    VYRE_ASSIGN_OR_RETURN(const PipelineOptions options, pipeline_options(given));
    return hand_out(out_pipeline, Pipeline::create(device->rep, program->rep, options));
  });
}

vyre_error* vyre_pipeline_create_async(vyre_device* device, const vyre_program* program,
                                       const vyre_pipeline_desc* given,
                                       vyre_pipeline** out_pipeline, vyre_work** out_work) {
  if (out_work != nullptr) *out_work = nullptr;
  return guard(VYRE_OUT(out_pipeline), VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    VYRE_ASSIGN_OR_RETURN(const PipelineOptions options, pipeline_options(given));
    return start_making(*device, *program, options, out_pipeline, out_work);
  });
}

vyre_error* vyre_pipeline_wait(vyre_pipeline* pipeline, uint64_t timeout_ns,
                               vyre_work_state* out_state) {
  return guard(VYRE_OUT(out_state), VYRE_ARG(pipeline), [&]() -> Status {
    *out_state = state_number(pipeline->rep->wait(deadline_of(timeout_ns)));
    return {};
  });
}

vyre_error* vyre_pipeline_get_error(const vyre_pipeline* pipeline, vyre_error** out_error) {
  return guard(VYRE_OUT(out_error), VYRE_ARG(pipeline), [&]() -> Status {
    *out_error = to_error(pipeline->rep->failure());
    return {};
  });
}

const vyre_pipeline_info* vyre_pipeline_get_info(const vyre_pipeline* pipeline) {
  if (pipeline == nullptr) return &kNone;
  const void* later = pipeline->rep->description();
  return later != nullptr ? static_cast<const vyre_pipeline_info*>(later) : &pipeline->info;
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

vyre_error* vyre_device_check_program(const vyre_device* device, const vyre_program* program,
                                      const vyre_pipeline_desc* desc) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    VYRE_ASSIGN_OR_RETURN(const PipelineOptions options, pipeline_options(desc));
    return vyre::runtime::check_program(*device->rep, *program->rep, options);
  });
}
