#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "runtime/device/device.h"
#include "runtime/pipeline/compiled_program.h"
#include "runtime/program/program.h"
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

  Device& device() const { return *inputs_.device; }
  const std::shared_ptr<Device>& shared_backend() const { return inputs_.device; }
  const std::shared_ptr<const Program>& program() const { return inputs_.program; }
  // Of a pipeline from a SPIR-V module, whose program only declares its buffers; else null.
  const ExternalKernel* external() const { return inputs_.external.get(); }
  const ir::Program& ir() const { return inputs_.program->ir(); }
  // The same for every build: calls touch no buffers.
  const launch::BindingPlan& plan() const { return *plan_; }
  const std::string& label() const { return label_; }

  // Of the backend: the only one that the pipeline runs in.
  uint64_t device_generation() const { return inputs_.generation; }

  // The build for a dispatch that begins now. Valid while the pipeline lives and the pointer is
  // kept. After a publish that changed an op it makes a new one, once for all threads that ask;
  // fails as long as the published ops do not allow the program.
  Result<std::shared_ptr<const CompiledProgram>> compiled();

  // " in 'label'", or nothing when the pipeline has none: for messages.
  std::string in_label() const;

 private:
  Pipeline(BuildInputs inputs, std::string label)
      : inputs_(std::move(inputs)), label_(std::move(label)) {}

  static Result<std::shared_ptr<Pipeline>> create(BuildInputs inputs, const std::string& label);
  Status refresh();

  const BuildInputs inputs_;
  const std::string label_;
  std::shared_ptr<const launch::BindingPlan> plan_;  // constant after create()
  bool calls_ops_ = false;                           // constant after create()

  std::mutex mutex_;
  // Guarded by mutex_ when the program calls ops, else constant after create().
  std::shared_ptr<const CompiledProgram> compiled_;
  uint64_t generation_ = 0;  // of the registry, when build_ was last known to be right
};

}  // namespace vyre::runtime
