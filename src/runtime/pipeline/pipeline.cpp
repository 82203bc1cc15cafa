#include "runtime/pipeline/pipeline.h"

#include "ir/program/display_name.h"
#include "launch/program_facts.h"
#include "runtime/program/device_requirements.h"

namespace vyre::runtime {

using backend::PendingState;

namespace {

// " in 'label'", or nothing.
std::string in_label(std::string_view label) {
  return label.empty() ? std::string() : concat(" in ", ir::display_name(label));
}

class MakingWork final : public backend::Waitable {
 public:
  explicit MakingWork(std::shared_ptr<Making> making) : making_(std::move(making)) {}

  PendingState wait(backend::Deadline deadline) override { return making_->wait(deadline); }
  bool cancel() override { return making_->cancel(); }
  Status status() override { return making_->failure(); }
  backend::Timing timing() const override { return {making_->host_ns(), std::nullopt}; }

 private:
  const std::shared_ptr<Making> making_;
};

}  // namespace

Result<std::shared_ptr<Pipeline>> Pipeline::create(std::shared_ptr<Device> device,
                                                   std::shared_ptr<const Program> program,
                                                   const PipelineOptions& options) {
  const std::shared_ptr<Pipeline> pipeline(
      new Pipeline(std::move(device), std::move(program), options));
  VYRE_RETURN_IF_ERROR(pipeline->make());
  return pipeline;
}

std::shared_ptr<Pipeline> Pipeline::create_async(std::shared_ptr<Device> device,
                                                 std::shared_ptr<const Program> program,
                                                 const PipelineOptions& options,
                                                 Describe describe) {
  auto making = std::make_shared<Making>(device, *program, options, describe);
  const std::shared_ptr<Pipeline> pipeline(
      new Pipeline(std::move(device), std::move(program), options));
  pipeline->is_made_ = false;
  pipeline->making_ = making;
  // A job that never comes keeps nothing, and one that comes lets go of it before the device may
  // end.
  pipeline->device().context().compilations().run_later(
      [gate = pipeline->device().background_gate(), waiting = std::weak_ptr(making)] {
        const BackgroundGate::Pass pass(*gate);
        if (const auto still_wanted = waiting.lock()) still_wanted->run();
      });
  return pipeline;
}

Status Pipeline::make() {
  const TraceCall call(device().trace(), "vyre_pipeline_create", label());
  return with_label(compile_first(), nearest_label());
}

Status Pipeline::take_over() {
  const PendingState state = making_->state();
  if (state == PendingState::kFailed) return making_->failure();
  if (state == PendingState::kPending) {
    return fail(Code::kNotReady, "the pipeline", in_label(),
                " is still being compiled. Fix: wait for it (vyre_pipeline_wait)");
  }
  const std::lock_guard lock(mutex_);
  if (is_made_) return {};
  const Pipeline& made = making_->made();
  external_ = made.external_;
  plan_ = made.plan_;
  facts_ = made.facts_;
  calls_ops_ = made.calls_ops_;
  compiled_ = made.compiled_;
  generation_ = made.generation_;
  is_made_.store(true, std::memory_order_release);
  return {};
}

PendingState Pipeline::wait(backend::Deadline deadline) {
  return making_ != nullptr ? making_->wait(deadline) : PendingState::kReady;
}

Status Pipeline::failure() const {
  const bool has_failed = making_ != nullptr && making_->state() == PendingState::kFailed;
  return has_failed ? making_->failure() : Status();
}

std::unique_ptr<backend::Waitable> Pipeline::making_work() const {
  return std::make_unique<MakingWork>(making_);
}

const void* Pipeline::description() const {
  const bool is_ready = making_ != nullptr && making_->state() == PendingState::kReady;
  return is_ready ? making_->description() : nullptr;
}

Status Pipeline::compile_first() {
  VYRE_RETURN_IF_ERROR(choose_constants());
  VYRE_RETURN_IF_ERROR(refresh(look(nullptr)));
  if (options_.warm) VYRE_RETURN_IF_ERROR(warm());
  plan_ = compiled_->source.plan;
  calls_ops_ = compiled_->ops != nullptr;
  facts_ = find_facts();
  return {};
}

Status check_subgroups(const PipelineOptions& options) {
  if (options.subgroup_size == 0 && !options.full_subgroups) return {};
  const std::string given = options.subgroup_size != 0
                                ? concat("subgroup_size is ", options.subgroup_size)
                                : "VYRE_PIPELINE_FULL_SUBGROUPS is given";
  return fail(Code::kUnsupportedFeature, given,
              " for a program of the IR, which has the subgroups of its device. Fix: leave it out");
}

Status check_overlap(const PipelineOptions& options) {
  if (!options.allow_overlap) return {};
  return fail(Code::kUnsupportedFeature,
              "a program of the IR is to allow overlaps (VYRE_PIPELINE_ALLOW_OVERLAP), and each "
              "buffer of such a program is its own. Fix: leave the flag out, and bind ranges that "
              "do not overlap");
}

Result<std::shared_ptr<const ExternalKernel>> external_kernel(const Program& program,
                                                              const PipelineOptions& options) {
  return make_external_kernel(
      *program.external(), {options.specialization, options.checked, options.ignore_unknown,
                            options.allow_overlap, options.subgroup_size, options.full_subgroups});
}

// What is cut at grid barriers is compiled for its first launch.
Status Pipeline::warm() {
  if (compiled_->executable == nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(const Device::Use raw, use_device());
  return raw->warm(*compiled_->executable);
}

// Of a module.
Status Pipeline::choose_constants() {
  if (program_->external() == nullptr) {
    VYRE_RETURN_IF_ERROR(check_subgroups(options_));
    return check_overlap(options_);
  }
  VYRE_ASSIGN_OR_RETURN(external_, external_kernel(*program_, options_));
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
  std::unique_lock lock(mutex_);
  while (generation_ != device().context().registry().generation()) {
    const std::shared_ptr<const registry::CalledOps> known = compiled_->ops;
    lock.unlock();
    const Published published = look(known.get());
    lock.lock();
    if (compiled_->ops != known) continue;  // another thread was first
    VYRE_RETURN_IF_ERROR(refresh(published));
    break;
  }
  return compiled_;
}

// The generation is read first: when a publish comes in between, the next dispatch looks again.
// Lowerings are for a program whose ops are others than |known|; functions of the host that make
// them are called here, without a lock.
Pipeline::Published Pipeline::look(const registry::CalledOps* known) const {
  const registry::Publisher& registry = device().context().registry();
  Published published{registry.generation(), registry.current(), nullptr};
  published.ops = registry::CalledOps::of(ir(), *published.snapshot);
  if (known == nullptr || !(*known == *published.ops)) {
    published.lowerings = find_lowerings(device().capabilities(), ir(), *published.ops);
  }
  return published;
}

// The generation stays what it was on failure, so that every dispatch tries until one succeeds.
Status Pipeline::refresh(const Published& published) {
  const bool same = compiled_ != nullptr && *compiled_->ops == *published.ops;
  if (!same) {
    VYRE_ASSIGN_OR_RETURN(compiled_,
                          compile_program(*this, *published.snapshot, published.lowerings));
  }
  generation_ = published.generation;
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
