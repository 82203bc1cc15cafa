#include "runtime/pipeline/pipeline.h"

#include "ir/program/display_name.h"

namespace vyre::runtime {

Result<std::shared_ptr<Pipeline>> Pipeline::create(std::shared_ptr<Backend> backend,
                                                   std::shared_ptr<const Program> program,
                                                   const PipelineOptions& options) {
  const uint64_t generation = backend->generation();
  return create({std::move(backend), generation, std::move(program), options.workgroup_size,
                 options.specialization},
                options.label);
}

Result<std::shared_ptr<Pipeline>> Pipeline::create_foreign(std::shared_ptr<Backend> backend,
                                                           const ForeignOptions& options) {
  const uint64_t generation = backend->generation();
  VYRE_ASSIGN_OR_RETURN(auto kernel, make_foreign_kernel(backend->shared_context(), options));
  auto program = kernel->program;
  return create(
      {std::move(backend), generation, std::move(program), std::nullopt, {}, std::move(kernel)},
      options.label);
}

Result<std::shared_ptr<Pipeline>> Pipeline::create(BuildInputs inputs, const std::string& label) {
  std::shared_ptr<Pipeline> pipeline(new Pipeline(std::move(inputs), label));
  const TraceCall call(pipeline->backend().trace(), "vyre_pipeline_create", label);
  VYRE_RETURN_IF_ERROR(pipeline->refresh());
  pipeline->plan_ = pipeline->build_->plan;
  pipeline->calls_ops_ = pipeline->build_->ops != nullptr;
  return pipeline;
}

Result<std::shared_ptr<const Build>> Pipeline::build() {
  if (backend().generation() != device_generation()) {
    return Backend::outdated(concat("the pipeline", in_label()));
  }
  // Borrowed: without calls it lives as long as the pipeline, and nothing is counted or locked.
  if (!calls_ops_) return std::shared_ptr<const Build>(std::shared_ptr<void>(), build_.get());
  const std::lock_guard lock(mutex_);
  if (generation_ != backend().context().registry().generation()) {
    VYRE_RETURN_IF_ERROR(refresh());
  }
  return build_;
}

// The generation is read first: when a publish comes in between, the next dispatch looks again.
// It stays what it was on failure, so that every dispatch tries until one succeeds.
Status Pipeline::refresh() {
  const registry::Publisher& registry = backend().context().registry();
  const uint64_t generation = registry.generation();
  const std::shared_ptr<const registry::Snapshot> snapshot = registry.current();
  const bool same = build_ != nullptr && *build_->ops == *registry::CalledOps::of(ir(), *snapshot);
  if (!same) {
    VYRE_ASSIGN_OR_RETURN(build_, make_build(inputs_, *snapshot));
  }
  generation_ = generation;
  return {};
}

std::string Pipeline::in_label() const {
  return label_.empty() ? std::string() : concat(" in ", ir::display_name(label_));
}

}  // namespace vyre::runtime
