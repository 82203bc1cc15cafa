#include "runtime/segments.h"

#include <algorithm>

#include "grid_sync/plan.h"
#include "launch/layout.h"
#include "runtime/program.h"

namespace vyre::runtime {
namespace {

constexpr size_t kMostShapes = 16;

bool is_one_workgroup(const launch::Axes& grid) {
  return grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
}

}  // namespace

Result<std::shared_ptr<const Segments>> SegmentsByLaunch::of(const launch::Launch& launch) {
  const std::vector<uint32_t> lengths = lengths_of(launch);
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(recent_.begin(), recent_.end(), [&](const Entry& entry) {
    return entry.grid == launch.grid && entry.lengths == lengths;
  });
  if (found != recent_.end()) {
    std::rotate(recent_.begin(), found, found + 1);
    return recent_.front().segments;
  }
  const bool as_it_is = is_one_workgroup(launch.grid) && !source_.too_long;
  VYRE_ASSIGN_OR_RETURN(auto segments, as_it_is ? whole() : cut(launch.grid, lengths));
  recent_.push_front({launch.grid, lengths, segments});
  if (recent_.size() > kMostShapes) recent_.pop_back();
  return segments;
}

std::vector<uint32_t> SegmentsByLaunch::lengths_of(const launch::Launch& launch) const {
  const ir::Program& program = *source_.program;
  std::vector<uint32_t> lengths(program.buffers.size());
  for (size_t i = 0; i < source_.plan->bindings.size(); ++i) {
    const launch::Binding& binding = source_.plan->bindings[i];
    const bool shared = binding.role == launch::Role::kShared;
    const ir::Buffer& buffer = program.buffers[binding.buffer];
    lengths[binding.buffer] =
        launch::told_length(program.types, buffer, shared ? buffer.count : launch.elements_of[i]);
  }
  return lengths;
}

Result<std::shared_ptr<const Segments>> SegmentsByLaunch::whole() const {
  const auto segments = std::make_shared<Segments>();
  VYRE_ASSIGN_OR_RETURN(auto executable,
                        backend_.compile(generation_, {source_.program, source_.plan,
                                                       source_.workgroup_size, source_.ops}));
  segments->order.push_back(std::move(executable));
  return std::shared_ptr<const Segments>(segments);
}

Result<std::shared_ptr<const Segments>> SegmentsByLaunch::cut(
    const launch::Axes& grid, const std::vector<uint32_t>& lengths) const {
  VYRE_ASSIGN_OR_RETURN(
      const grid_sync::Plan plan,
      grid_sync::make_plan(*source_.program, {grid, source_.workgroup_size, lengths}, {},
                           backend_.context().memory()));
  std::vector<std::shared_ptr<backend::Executable>> executables;
  const auto segments = std::make_shared<Segments>();
  for (const auto& program : plan.programs) {
    VYRE_ASSIGN_OR_RETURN(launch::BindingPlan bindings, launch::BindingPlan::create(*program));
    if (executables.empty()) {
      const size_t first = bindings.bindings.size() - plan.hidden_buffers;
      for (size_t i = first; i < bindings.bindings.size(); ++i) {
        segments->hidden_bytes.push_back(*bindings.bindings[i].static_bytes);
      }
    }
    backend::CompileRequest request{
        keep_memory(program, backend_.context()),
        std::make_shared<const launch::BindingPlan>(std::move(bindings)), source_.workgroup_size,
        source_.ops, static_cast<uint32_t>(executables.size())};
    VYRE_ASSIGN_OR_RETURN(auto executable, backend_.compile(generation_, request));
    executables.push_back(std::move(executable));
  }
  for (const uint32_t index : plan.segments) segments->order.push_back(executables[index]);
  return std::shared_ptr<const Segments>(segments);
}

}  // namespace vyre::runtime
