#include "runtime/pipeline/pipeline.h"

#include "ir/program/display_name.h"
#include "launch/program_facts.h"
#include "runtime/program/device_requirements.h"

namespace vyre::runtime {

namespace {

// " in 'label'", or nothing.
std::string in_label(std::string_view label) {
  return label.empty() ? std::string() : concat(" in ", ir::display_name(label));
}

}  // namespace

Result<std::shared_ptr<Pipeline>> Pipeline::create(std::shared_ptr<Device> device,
                                                   std::shared_ptr<const Program> program,
                                                   const PipelineOptions& options) {
  const std::shared_ptr<Pipeline> pipeline(
      new Pipeline(std::move(device), std::move(program), options));
  const TraceCall call(pipeline->device().trace(), "vyre_pipeline_create", pipeline->label());
  VYRE_RETURN_IF_ERROR(with_label(pipeline->compile_first(), pipeline->nearest_label()));
  return pipeline;
}

Status Pipeline::compile_first() {
  VYRE_RETURN_IF_ERROR(choose_constants());
  VYRE_RETURN_IF_ERROR(refresh());
  plan_ = compiled_->source.plan;
  calls_ops_ = compiled_->ops != nullptr;
  facts_ = find_facts();
  return {};
}

// Of a module.
Status Pipeline::choose_constants() {
  if (program_->external() == nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(external_, make_external_kernel(*program_->external(),
                                                        {options_.specialization, options_.checked,
                                                         options_.ignore_unknown}));
  log_unknown_constants(device().context(), nearest_label(), external_->unknown);
  return {};
}

PipelineFacts Pipeline::find_facts() const {
  const launch::KernelSource& source = compiled_->source;
  PipelineFacts facts;
  facts.workgroup_size = source.workgroup_size;
  facts.is_workgroup_chosen = source.guarded;
  facts.origin = compiled_->origin;
  if (external_ != nullptr) {
    facts.dimensions = external_->interface.dimensions;
    facts.workgroup_memory_bytes = external_->interface.workgroup_memory_bytes.value_or(0);
    facts.push_constant_bytes = external_->interface.push_constant_bytes;
  } else {
    facts.dimensions = launch::dimensions_of(*source.program, compiled_->own_workgroup);
    facts.workgroup_memory_bytes = workgroup_memory_bytes(*source.program);
  }
  return facts;
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

std::string Pipeline::in_label() const { return runtime::in_label(nearest_label()); }

void log_unknown_constants(const Context& context, std::string_view label,
                           std::span<const std::string> names) {
  if (names.empty()) return;
  context.log(LogLevel::kWarning, concat("constants that the program", in_label(label),
                                         " does not name are skipped: ", ir::display_names(names)));
}

}  // namespace vyre::runtime
