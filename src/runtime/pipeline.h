#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "backend/backend.h"
#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "runtime/backend.h"
#include "runtime/program.h"

namespace vyre::runtime {

struct PipelineOptions {
  std::string label;
  std::optional<launch::Axes> workgroup_size;
};

// A validated program compiled for a backend. Immutable.
class Pipeline {
 public:
  static Result<std::shared_ptr<Pipeline>> create(std::shared_ptr<Backend> backend,
                                                  std::shared_ptr<const Program> program,
                                                  const PipelineOptions& options);

  Backend& backend() const { return *backend_; }
  const std::shared_ptr<const Program>& program() const { return program_; }
  const ir::Program& ir() const { return program_->ir(); }
  const launch::BindingPlan& plan() const { return *plan_; }
  const launch::Axes& workgroup_size() const { return workgroup_size_; }
  const std::shared_ptr<backend::Executable>& executable() const { return executable_; }
  const std::string& label() const { return label_; }

  // " in 'label'", or nothing when the pipeline has none: for messages.
  std::string in_label() const;

 private:
  Pipeline() = default;

  std::shared_ptr<Backend> backend_;  // outlives what follows
  std::shared_ptr<const Program> program_;
  std::shared_ptr<const launch::BindingPlan> plan_;
  launch::Axes workgroup_size_ = {1, 1, 1};
  std::shared_ptr<backend::Executable> executable_;
  std::string label_;
};

// What the backend's device can launch. Grids over the limit of one recorded dispatch are the
// backend's to split, so they are not limited here.
launch::Limits launch_limits(const backend::DeviceProfile& profile);

}  // namespace vyre::runtime
