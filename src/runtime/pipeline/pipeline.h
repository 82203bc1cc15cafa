#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "runtime/device/device.h"
#include "runtime/pipeline/compiled_program.h"
#include "runtime/program/external_kernel.h"
#include "specialization/map.h"

namespace vyre::runtime {

struct PipelineOptions {
  std::string label;
  std::optional<launch::Axes> workgroup_size;
  specialization::Map specialization;
};

// A validated program compiled for a backend. What the caller sees of it never changes; ops that
// the program calls are those that the context publishes when a dispatch begins.
class Pipeline {
 public:
  static Result<std::shared_ptr<Pipeline>> create(std::shared_ptr<Device> device,
                                                  std::shared_ptr<const Program> program,
                                                  const PipelineOptions& options);

  static Result<std::shared_ptr<Pipeline>> create_external(std::shared_ptr<Device> device,
                                                           const ExternalOptions& options);

  Device& device() const { return *device_; }
  const std::shared_ptr<Device>& shared_backend() const { return device_; }
  // As the caller wrote it.
  const std::shared_ptr<const Program>& program() const { return program_; }
  // Of a pipeline from a SPIR-V module, whose program only declares its buffers; else null.
  const ExternalKernel* external() const { return external_.get(); }
  const ir::Program& ir() const { return program_->ir(); }
  // The same for every build: calls touch no buffers.
  const launch::BindingPlan& plan() const { return *plan_; }
  const PipelineOptions& options() const { return options_; }
  const std::string& label() const { return options_.label; }

  // Of the backend: the only one that the pipeline runs in.
  uint64_t device_generation() const { return device_generation_; }
  Result<Device::Use> use_device() const { return device_->use(device_generation_); }

  // The build for a dispatch that begins now. Valid while the pipeline lives and the pointer is
  // kept. After a publish that changed an op it makes a new one, once for all threads that ask;
  // fails as long as the published ops do not allow the program.
  Result<std::shared_ptr<const CompiledProgram>> compiled();

  // " in 'label'", or nothing when the pipeline has none: for messages.
  std::string in_label() const;

 private:
  Pipeline(std::shared_ptr<Device> device, std::shared_ptr<const Program> program,
           PipelineOptions options, std::shared_ptr<const ExternalKernel> external)
      : device_(std::move(device)),
        device_generation_(device_->generation()),
        program_(std::move(program)),
        options_(std::move(options)),
        external_(std::move(external)) {}

  static Result<std::shared_ptr<Pipeline>> create(std::shared_ptr<Pipeline> pipeline);
  Status refresh();

  const std::shared_ptr<Device> device_;
  const uint64_t device_generation_;
  const std::shared_ptr<const Program> program_;
  const PipelineOptions options_;                         // as the caller gave them
  const std::shared_ptr<const ExternalKernel> external_;  // whose program it is; may be null
  std::shared_ptr<const launch::BindingPlan> plan_;       // constant after create()
  bool calls_ops_ = false;                                // constant after create()

  std::mutex mutex_;
  // Guarded by mutex_ when the program calls ops, else constant after create().
  std::shared_ptr<const CompiledProgram> compiled_;
  uint64_t generation_ = 0;  // of the registry, when compiled_ was last known to be right
};

}  // namespace vyre::runtime
