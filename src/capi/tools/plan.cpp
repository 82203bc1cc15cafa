#include "runtime/dispatch/plan.h"

#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/error.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "capi/boundary/role.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"
#include "vyre_driver_tools.h"

using vyre::Status;
using vyre::runtime::DispatchPlan;
using vyre::runtime::OutputRange;
using vyre::runtime::Pipeline;
using namespace vyre::capi;

namespace {

constexpr vyre_plan_info empty_info() {
  vyre_plan_info info = {};
  info.struct_size = sizeof info;
  return info;
}

constexpr vyre_finding empty_finding() {
  vyre_finding finding = VYRE_FINDING_INIT;
  finding.path = finding.other = {"", 0};
  return finding;
}

}  // namespace

// With all that its info points at.
struct vyre_plan {
  vyre_plan(const Pipeline& pipeline, DispatchPlan plan);

  DispatchPlan rep;
  Texts texts;
  Items<vyre_output_info> outputs;
  std::unique_ptr<MadeError> refusal;
  vyre_finding finding = empty_finding();
  vyre_plan_info info = empty_info();
};

namespace {

void add_output(const Pipeline& pipeline, const OutputRange& range, vyre_plan& plan) {
  const vyre::launch::PlannedBinding& planned = pipeline.plan().bindings[range.plan_index];
  vyre_output_info& output = plan.outputs.add({});
  output.struct_size = sizeof output;
  output.name = plan.texts.keep(pipeline.ir().names[pipeline.ir().buffers[planned.buffer].name]);
  output.bytes = range.bytes;
  output.start = range.start;
  output.parameter_bytes = range.buffer_bytes;
  output.slot = planned.slot;
  output.role = static_cast<vyre_role>(role_number(planned.role));
}

// A program without grid barriers is one segment of one program.
void set_cut(vyre_plan& plan) {
  if (plan.refusal != nullptr) return;
  plan.info.segments = plan.info.programs = 1;
  if (!plan.rep.cut) return;
  vyre::grid_sync::Report& cut = *plan.rep.cut;
  plan.info.segments = cut.plan.segments.size();
  plan.info.programs = cut.plan.programs.size();
  plan.info.hidden_bytes = cut.plan.hidden_bytes;
  plan.info.bytes_per_invocation = cut.bytes_per_invocation;
  plan.info.bytes_per_workgroup = cut.bytes_per_workgroup;
  cut.plan = {};  // its programs lie in memory of the device's context, which may go before this
}

void set_refusal(const Pipeline& pipeline, vyre_plan& plan) {
  if (!plan.rep.refusal) return;
  plan.refusal = std::make_unique<MadeError>(*plan.rep.refusal);
  plan.finding.code = {"GRID_BARRIER", sizeof "GRID_BARRIER" - 1};
  plan.finding.text = plan.refusal->info.message;
  plan.finding.fix = plan.refusal->info.fix;
  plan.finding.label = plan.texts.keep(pipeline.nearest_label());
  plan.info.split_refusal = &plan.finding;
}

std::string text_of(const vyre_plan& plan) {
  if (plan.rep.cut) return plan.rep.cut->text;
  const std::string launch =
      vyre::concat("grid ", vyre::axes_text(plan.rep.grid), " of workgroups of ",
                   vyre::axes_text(plan.rep.workgroup_size), '\n');
  if (!plan.rep.refusal) return launch + "no grid barrier: it runs as it is\n";
  return vyre::concat(launch, "it cannot be cut: ", plan.rep.refusal->text, '\n');
}

}  // namespace

vyre_plan::vyre_plan(const Pipeline& pipeline, DispatchPlan plan) : rep(std::move(plan)) {
  for (const OutputRange& range : rep.outputs) add_output(pipeline, range, *this);
  info.outputs = outputs.data();
  info.output_count = outputs.size();
  std::ranges::copy(rep.grid, info.grid);
  std::ranges::copy(rep.workgroup_size, info.workgroup);
  set_refusal(pipeline, *this);
  set_cut(*this);
}

vyre_error* vyre_plan_create(const vyre_pipeline* pipeline, const vyre_binding* bindings,
                             size_t binding_count, const vyre_dispatch_desc* desc,
                             vyre_plan** out_plan) {
  return guard(VYRE_OUT(out_plan), VYRE_ARG(pipeline), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_RETURN_IF_ERROR(pipeline->rep->check_made());
    vyre::runtime::DispatchOptions options;
    VYRE_RETURN_IF_ERROR(read_dispatch_options(desc, *pipeline->rep, options));
    VYRE_ASSIGN_OR_RETURN(DispatchPlan plan,
                          vyre::runtime::plan_dispatch(*pipeline->rep, converted, options));
    *out_plan = new vyre_plan(*pipeline->rep, std::move(plan));
    return {};
  });
}

const vyre_plan_info* vyre_plan_get_info(const vyre_plan* plan) {
  static constexpr vyre_plan_info kNone = empty_info();
  return plan == nullptr ? &kNone : &plan->info;
}

vyre_error* vyre_plan_describe(const vyre_plan* plan, vyre_blob** out_text) {
  return guard(VYRE_OUT(out_text), VYRE_ARG(plan),
               [&] { return hand_out_blob(out_text, text_of(*plan)); });
}

void vyre_plan_destroy(vyre_plan* plan) { delete plan; }
