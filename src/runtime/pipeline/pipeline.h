#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "runtime/device/device.h"
#include "runtime/pipeline/compiled_program.h"
#include "runtime/program/external_kernel.h"
#include "runtime/program/program.h"
#include "specialization/map.h"

namespace vyre::runtime {

struct PipelineOptions {
  std::string label = {};
  std::optional<launch::Axes> workgroup_size = {};
  specialization::Map specialization = {};
  bool checked = false;         // of a module: its indexes are kept inside
  bool ignore_unknown = false;  // constants that the program does not name are skipped and logged
};

// What stays as it was when the pipeline was made.
struct PipelineFacts {
  launch::Axes workgroup_size = {1, 1, 1};
  bool is_workgroup_chosen = false;  // by the device
  uint32_t dimensions = 1;           // 1 to 3: the axes that the program looks at with that size
  uint64_t workgroup_memory_bytes = 0;
  uint32_t push_constant_bytes = 0;
  Origin origin = Origin::kUnknown;
};

// A validated program compiled for a device. What the caller sees of it never changes; ops that
// the program calls are those that the context publishes when a dispatch begins.
class Pipeline {
 public:
  static Result<std::shared_ptr<Pipeline>> create(std::shared_ptr<Device> device,
                                                  std::shared_ptr<const Program> program,
                                                  const PipelineOptions& options);

  Device& device() const { return *device_; }
  const std::shared_ptr<Device>& shared_device() const { return device_; }
  // As the caller wrote it; of a module only its buffers are declared.
  const std::shared_ptr<const Program>& program() const { return program_; }
  // Of a module; else null.
  const ExternalKernel* external() const { return external_.get(); }
  const ir::Program& ir() const { return program_->ir(); }
  // The same for every build: calls touch no buffers.
  const launch::BindingPlan& plan() const { return *plan_; }
  const PipelineOptions& options() const { return options_; }
  const PipelineFacts& facts() const { return facts_; }
  uint32_t dimensions() const { return facts_.dimensions; }
  const std::string& label() const { return options_.label; }
  // That of the program when the pipeline has none.
  const std::string& nearest_label() const { return label().empty() ? program_->label() : label(); }

  // Of the device: the only one that the pipeline runs in.
  uint64_t device_generation() const { return device_generation_; }
  Result<Device::Use> use_device() const { return device_->use(device_generation_); }

  // The build for a dispatch that begins now. Valid while the pipeline lives and the pointer is
  // kept. After a publish that changed an op it makes a new one, once for all threads that ask;
  // fails as long as the published ops do not allow the program.
  Result<std::shared_ptr<const CompiledProgram>> compiled();

  // " in 'label'", or nothing when neither pipeline nor program has one: for messages.
  std::string in_label() const;

 private:
  Pipeline(std::shared_ptr<Device> device, std::shared_ptr<const Program> program,
           PipelineOptions options)
      : device_(std::move(device)),
        device_generation_(device_->generation()),
        program_(std::move(program)),
        options_(std::move(options)) {}

  Status compile_first();
  Status choose_constants();
  Status refresh();
  PipelineFacts find_facts() const;

  const std::shared_ptr<Device> device_;
  const uint64_t device_generation_;
  const std::shared_ptr<const Program> program_;
  const PipelineOptions options_;  // as the caller gave them

  // Constant after create():
  std::shared_ptr<const ExternalKernel> external_;
  std::shared_ptr<const launch::BindingPlan> plan_;
  PipelineFacts facts_;
  bool calls_ops_ = false;

  std::mutex mutex_;
  // Guarded by mutex_ when the program calls ops, else constant after create().
  std::shared_ptr<const CompiledProgram> compiled_;
  uint64_t generation_ = 0;  // of the registry, when compiled_ was last known to be right
};

// Says which constants were skipped, if any. |label|: of the pipeline or its program.
void log_unknown_constants(const Context& context, std::string_view label,
                           std::span<const std::string> names);

}  // namespace vyre::runtime
