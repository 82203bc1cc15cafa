#include "runtime/pipeline.h"

#include "ir/display_name.h"

namespace vyre::runtime {
namespace {

// A backend refuses by name what it lacks; validation only asks whether the program has a meaning.
const ir::ValidationOptions kEverything = {.subgroup_operations = true,
                                           .distributed_collectives = true};

}  // namespace

Result<std::shared_ptr<Pipeline>> Pipeline::create(std::shared_ptr<Backend> backend,
                                                   std::shared_ptr<const Program> program,
                                                   const PipelineOptions& options) {
  VYRE_RETURN_IF_ERROR(program->validate(kEverything));
  std::shared_ptr<Pipeline> pipeline(new Pipeline());
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(program->ir()));
  pipeline->plan_ = std::make_shared<const launch::BindingPlan>(std::move(plan));
  VYRE_ASSIGN_OR_RETURN(pipeline->workgroup_size_,
                        launch::effective_workgroup_size(program->ir(), options.workgroup_size));
  backend::Backend& device = backend->device();
  VYRE_RETURN_IF_ERROR(
      launch::check_launch(pipeline->workgroup_size_, {1, 1, 1}, launch_limits(device.profile())));
  VYRE_ASSIGN_OR_RETURN(
      pipeline->executable_,
      device.compile({program->shared_ir(), pipeline->plan_, pipeline->workgroup_size_}));
  pipeline->backend_ = std::move(backend);
  pipeline->program_ = std::move(program);
  pipeline->label_ = options.label;
  return pipeline;
}

std::string Pipeline::in_label() const {
  return label_.empty() ? std::string() : concat(" in ", ir::display_name(label_));
}

launch::Limits launch_limits(const backend::DeviceProfile& profile) {
  launch::Limits limits;
  limits.workgroup_size = profile.max_workgroup_size;
  limits.workgroup_invocations = profile.max_workgroup_invocations;
  return limits;
}

}  // namespace vyre::runtime
