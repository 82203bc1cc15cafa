#include "runtime/pipeline/pipeline.h"

#include "ir/program/display_name.h"

namespace vyre::runtime {

Result<std::shared_ptr<Pipeline>> Pipeline::create(std::shared_ptr<Device> device,
                                                   std::shared_ptr<const Program> program,
                                                   const PipelineOptions& options) {
  return create(std::shared_ptr<Pipeline>(
      new Pipeline(std::move(device), std::move(program), options, nullptr)));
}

Result<std::shared_ptr<Pipeline>> Pipeline::create_external(std::shared_ptr<Device> device,
                                                            const ExternalOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto kernel, make_external_kernel(device->shared_context(), options));
  auto program = kernel->program;
  return create(std::shared_ptr<Pipeline>(new Pipeline(std::move(device), std::move(program),
                                                       PipelineOptions{options.label, {}, {}},
                                                       std::move(kernel))));
}

Result<std::shared_ptr<Pipeline>> Pipeline::create(std::shared_ptr<Pipeline> pipeline) {
  const TraceCall call(pipeline->device().trace(), "vyre_pipeline_create", pipeline->label());
  VYRE_RETURN_IF_ERROR(pipeline->refresh());
  pipeline->plan_ = pipeline->compiled_->source.plan;
  pipeline->calls_ops_ = pipeline->compiled_->ops != nullptr;
  return pipeline;
}

Result<std::shared_ptr<const CompiledProgram>> Pipeline::compiled() {
  VYRE_RETURN_IF_ERROR(device().check_current(device_generation(),
                                              [&] { return concat("the pipeline", in_label()); }));
  // Borrowed: without calls it lives as long as the pipeline, and nothing is counted or locked.
  if (!calls_ops_)
    return std::shared_ptr<const CompiledProgram>(std::shared_ptr<void>(), compiled_.get());
  const std::lock_guard lock(mutex_);
  if (generation_ != device().context().registry().generation()) {
    VYRE_RETURN_IF_ERROR(refresh());
  }
  return compiled_;
}

// The generation is read first: when a publish comes in between, the next dispatch looks again.
// It stays what it was on failure, so that every dispatch tries until one succeeds.
Status Pipeline::refresh() {
  const registry::Publisher& registry = device().context().registry();
  const uint64_t generation = registry.generation();
  const std::shared_ptr<const registry::Snapshot> snapshot = registry.current();
  const bool same =
      compiled_ != nullptr && *compiled_->ops == *registry::CalledOps::of(ir(), *snapshot);
  if (!same) {
    VYRE_ASSIGN_OR_RETURN(compiled_, compile_program(*this, *snapshot));
  }
  generation_ = generation;
  return {};
}

std::string Pipeline::in_label() const {
  return label().empty() ? std::string() : concat(" in ", ir::display_name(label()));
}

}  // namespace vyre::runtime
