#include "runtime/dispatch/plan.h"

#include "runtime/dispatch/launch_plan.h"
#include "runtime/dispatch/prepare.h"

namespace vyre::runtime {
namespace {

// With some address in place of each input that has none: nobody reads it.
std::vector<Binding> without_host_memory(std::span<const Binding> bindings) {
  static constexpr std::byte kNothing = {};
  std::vector<Binding> planned(bindings.begin(), bindings.end());
  for (Binding& binding : planned) {
    if (binding.input == nullptr) binding.input = &kNothing;
  }
  return planned;
}

Status cut(const Pipeline& pipeline, const CompiledProgram& compiled, const launch::Launch& launch,
           DispatchPlan& plan) {
  if (!compiled.source.plan->has_grid_barrier) return {};
  Result<grid_sync::Report> report = compiled.segments != nullptr
                                         ? compiled.segments->report(launch)
                                         : Result<grid_sync::Report>(not_to_cut(pipeline));
  if (report.ok()) {
    plan.cut = report.take();
    return {};
  }
  if (report.error().code() != Code::kUnsupportedFeature) return std::move(report).status();
  plan.refusal = report.error().info();
  return {};
}

}  // namespace

Result<DispatchPlan> plan_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                                   const DispatchOptions& options) {
  const std::vector<Binding> planned = without_host_memory(bindings);
  DispatchPlan plan;
  VYRE_ASSIGN_OR_RETURN(plan.outputs, outputs_of(pipeline, planned));
  ResolvedBindings resolved;
  VYRE_RETURN_IF_ERROR(resolve(pipeline, planned, resolved));
  VYRE_ASSIGN_OR_RETURN(const auto compiled, pipeline.compiled());
  launch::Launch launch;
  VYRE_RETURN_IF_ERROR(plan_launch(pipeline, *compiled, resolved, options, launch));
  plan.grid = launch.grid;
  plan.workgroup_size = launch.workgroup_size;
  if (options.grid_buffer != nullptr) {
    VYRE_RETURN_IF_ERROR(check_grid_buffer(pipeline, *compiled, options));
    return plan;  // it is not cut
  }
  VYRE_RETURN_IF_ERROR(cut(pipeline, *compiled, launch, plan));
  if (options.is_empty) plan.grid = {};
  return plan;
}

}  // namespace vyre::runtime
