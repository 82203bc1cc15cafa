#pragma once

#include <atomic>
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
#include "runtime/pipeline/making.h"
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
  bool allow_overlap = false;   // of a module: bindings may share bytes that are written
  bool only_cached = false;     // nothing is compiled, now or at a dispatch
  bool warm = false;            // it has run once when it is made, on no workgroup
  bool division_gives_zero = false;  // as of KernelSource; of no module
  uint32_t subgroup_size = 0;        // of a module: 0: the device's
  bool full_subgroups = false;       // of a module: no subgroup lacks an invocation
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

  // The same at once: it is compiled in the background of the context. Without threads there, by
  // who waits for it and inside the context's poll().
  static std::shared_ptr<Pipeline> create_async(std::shared_ptr<Device> device,
                                                std::shared_ptr<const Program> program,
                                                const PipelineOptions& options, Describe describe);

  // Fails until it is made, and for good when it could not be. Asked before anything but device(),
  // program(), options() and labels is used.
  Status check_made() { return is_made_.load(std::memory_order_acquire) ? Status() : take_over(); }
  bool is_made() const { return is_made_; }
  backend::PendingState wait(backend::Deadline deadline);
  Status failure() const;  // success unless it could not be made
  // Work that ends when it is made; only of create_async().
  std::unique_ptr<backend::Waitable> making_work() const;
  // What Describe gave; null before, and of a pipeline of create().
  const void* description() const;

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
  friend class Making;

  // What the context published when it was looked at, and what that means for the program.
  struct Published {
    uint64_t generation = 0;
    std::shared_ptr<const registry::Snapshot> snapshot;
    std::shared_ptr<const registry::CalledOps> ops;
    Lowerings lowerings = {};
  };

  Pipeline(std::shared_ptr<Device> device, std::shared_ptr<const Program> program,
           PipelineOptions options)
      : device_(std::move(device)),
        device_generation_(device_->generation()),
        program_(std::move(program)),
        options_(std::move(options)) {}

  Status make();
  Status take_over();
  Status compile_first();
  Status choose_constants();
  Status warm();
  Published look(const registry::CalledOps* known) const;
  Status refresh(const Published& published);
  PipelineFacts find_facts() const;

  const std::shared_ptr<Device> device_;
  const uint64_t device_generation_;
  const std::shared_ptr<const Program> program_;
  const PipelineOptions options_;  // as the caller gave them

  std::shared_ptr<Making> making_;  // constant after create_async(), else null
  std::atomic<bool> is_made_ = true;

  // Constant once it is made:
  std::shared_ptr<const ExternalKernel> external_;
  std::shared_ptr<const launch::BindingPlan> plan_;
  PipelineFacts facts_;
  bool calls_ops_ = false;

  std::mutex mutex_;
  // Guarded by mutex_ when the program calls ops, else constant once it is made.
  std::shared_ptr<const CompiledProgram> compiled_;
  uint64_t generation_ = 0;  // of the registry, when compiled_ was last known to be right
};

// A module with the constants of |options|.
Result<std::shared_ptr<const ExternalKernel>> external_kernel(const Program& program,
                                                              const PipelineOptions& options);

// Refuses what is of modules alone, for a program of the IR.
Status check_overlap(const PipelineOptions& options);

// Says which constants were skipped, if any. |label|: of the pipeline or its program.
void log_unknown_constants(const Context& context, std::string_view label,
                           std::span<const std::string> names);

}  // namespace vyre::runtime
