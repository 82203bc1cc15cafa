#include "runtime/pipeline/segments.h"

#include "backend/segment.h"
#include "ir/program/statement_path.h"
#include "launch/layout.h"
#include "runtime/context/context.h"

namespace vyre::runtime {
namespace {

constexpr size_t kMaxShapes = 16;

// Where the statements of a segment stand in the program that it is cut from.
std::shared_ptr<const std::vector<std::string>> paths_of(const grid_sync::SegmentCode& code,
                                                         std::span<const std::string> whole) {
  const auto paths = std::make_shared<std::vector<std::string>>(code.program->nodes.size());
  for (ir::NodeId id = 0; id < code.origins.size(); ++id) {
    if (code.origins[id] != ir::kNone) (*paths)[id] = whole[code.origins[id]];
  }
  return paths;
}

}  // namespace

Result<launch::KernelSource> segment_source(const launch::KernelSource& whole,
                                            const grid_sync::SegmentCode& code, size_t number,
                                            const Context& context) {
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*code.program));
  launch::KernelSource source = whole;
  source.program = keep_memory(code.program, context);
  source.plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  source.segment_number = static_cast<uint32_t>(number);
  source.parameters = code.parameters;
  source.paths = paths_of(code, *whole.paths);
  return source;
}

void keep_paths(launch::KernelSource& whole) {
  if (whole.paths != nullptr) return;
  whole.paths =
      std::make_shared<const std::vector<std::string>>(ir::statement_paths(*whole.program));
}

Result<std::shared_ptr<const Segments>> SegmentsByLaunch::of(const launch::Launch& launch,
                                                             std::span<const uint64_t> sizes,
                                                             bool as_a_whole) {
  const Shape shape = as_a_whole ? Shape{true} : Shape{false, launch.grid, sizes};
  const std::shared_ptr<Entry> entry = entry_of(shape);
  const std::lock_guard lock(entry->mutex);
  if (entry->segments == nullptr) {
    VYRE_ASSIGN_OR_RETURN(entry->segments, as_a_whole ? whole() : cut(launch, sizes));
  }
  return entry->segments;
}

std::shared_ptr<SegmentsByLaunch::Entry> SegmentsByLaunch::entry_of(const Shape& shape) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find_if(recent_, [&](const auto& entry) { return entry->is_for(shape); });
  if (found != recent_.end()) {
    std::rotate(recent_.begin(), found, found + 1);
    return recent_.front();
  }
  recent_.push_front(std::make_shared<Entry>(shape));
  if (recent_.size() > kMaxShapes) recent_.pop_back();
  return recent_.front();
}

std::vector<uint32_t> SegmentsByLaunch::lengths_of(const launch::Launch& launch) const {
  const ir::Program& program = *source_.program;
  std::vector<uint32_t> lengths(program.buffers.size());
  for (size_t i = 0; i < source_.plan->bindings.size(); ++i) {
    const launch::PlannedBinding& binding = source_.plan->bindings[i];
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
                        device_.compile(generation_, source_, nullptr, only_kept_));
  segments->order.push_back(std::move(executable));
  segments->source = source_;
  return std::shared_ptr<const Segments>(segments);
}

Result<std::shared_ptr<const Segments>> SegmentsByLaunch::cut(
    const launch::Launch& launch, std::span<const uint64_t> sizes) const {
  const std::vector<uint32_t> lengths = lengths_of(launch);
  VYRE_ASSIGN_OR_RETURN(
      const grid_sync::Plan plan,
      grid_sync::make_plan(*source_.program, {launch.grid, source_.workgroup_size, lengths},
                           options(), device_.context().memory()));
  return compile(launch.grid, sizes, plan);
}

grid_sync::PlanOptions SegmentsByLaunch::options() const {
  const uint32_t most = device_.capabilities().max_parameters;
  const uint32_t taken = source_.guarded ? std::min(most, launch::kShapeWords) : 0;
  return {.max_parameters = most - taken, .ops = source_.ops.get()};
}

Result<grid_sync::Report> SegmentsByLaunch::report(const launch::Launch& launch) const {
  const std::vector<uint32_t> lengths = lengths_of(launch);
  return grid_sync::make_report(*source_.program, {launch.grid, source_.workgroup_size, lengths},
                                options(), device_.context().memory());
}

Result<std::shared_ptr<const Segments>> SegmentsByLaunch::compile(
    const launch::Axes& grid, std::span<const uint64_t> sizes, const grid_sync::Plan& plan) const {
  const auto segments = std::make_shared<Segments>();
  launch::KernelSource whole = source_;
  whole.launch = {grid, {sizes.begin(), sizes.end()}};
  whole.launch.bytes.insert(whole.launch.bytes.end(), plan.hidden.begin(), plan.hidden.end());
  segments->words = plan.words;
  segments->hidden = plan.hidden;
  keep_paths(whole);
  std::vector<std::shared_ptr<backend::Executable>> executables;
  for (const grid_sync::SegmentCode& code : plan.programs) {
    VYRE_ASSIGN_OR_RETURN(const launch::KernelSource source,
                          segment_source(whole, code, executables.size(), device_.context()));
    if (executables.empty()) segments->source = source;
    auto executable = device_.compile(generation_, source, nullptr, only_kept_);
    if (!executable.ok()) {
      return backend::of_segment(std::move(executable).status(), plan.segments, executables.size());
    }
    executables.push_back(executable.take());
  }
  for (const uint32_t index : plan.segments) segments->order.push_back(executables[index]);
  return std::shared_ptr<const Segments>(segments);
}

}  // namespace vyre::runtime
