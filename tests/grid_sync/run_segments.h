#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/device.h"
#include "grid_sync/split.h"
#include "launch/binding_plan.h"
#include "launch/layout.h"
#include "support/kernel_source.h"
#include "support/published_grid.h"

namespace vyre::test {

using Bytes = std::vector<uint8_t>;

// Runs a plan one segment after the other through resident memory, on any backend.
class SegmentsRun {
 public:
  // |contents| are what the caller gives for each buffer of the program, by name.
  SegmentsRun(std::shared_ptr<const ir::Program> program, std::array<uint32_t, 3> grid,
              std::map<std::string, Bytes> contents)
      : program_(std::move(program)), grid_(grid), contents_(std::move(contents)) {}

  // What comes back, by the names of the buffers.
  Result<std::map<std::string, Bytes>> run(backend::Device& backend) {
    VYRE_ASSIGN_OR_RETURN(grid_sync::Plan plan, make_plan());
    segments = plan.segments.size();
    distinct = plan.programs.size();
    return run(backend, plan);
  }

  // The same with the program as it is.
  Result<std::map<std::string, Bytes>> run_whole(backend::Device& backend) {
    grid_sync::Plan whole;
    whole.programs.push_back({program_, {}, {}});
    whole.segments.push_back(0);
    return run(backend, whole);
  }

  Result<grid_sync::Plan> make_plan() const {
    std::vector<uint32_t> lengths;
    for (const ir::Buffer& buffer : program_->buffers) lengths.push_back(length_of(buffer));
    const grid_sync::Launch launch{grid_, program_->workgroup_size, lengths};
    return grid_sync::make_plan(*program_, launch, {}, std::pmr::get_default_resource());
  }

  size_t segments = 0;
  size_t distinct = 0;

 private:
  Result<std::map<std::string, Bytes>> run(backend::Device& backend, const grid_sync::Plan& plan) {
    std::vector<std::shared_ptr<backend::Executable>> executables;
    for (const grid_sync::SegmentCode& code : plan.programs) {
      const auto& program = code.program;
      VYRE_ASSIGN_OR_RETURN(auto binding_plan, launch::BindingPlan::create(*program));
      plan_ = std::make_shared<const launch::BindingPlan>(std::move(binding_plan));
      VYRE_ASSIGN_OR_RETURN(auto executable,
                            test::compile(backend, {program, plan_, program->workgroup_size}));
      executables.push_back(std::move(executable));
    }
    VYRE_RETURN_IF_ERROR(allocate(backend, *plan.programs.front().program));
    VYRE_RETURN_IF_ERROR(spoil(backend, plan));
    for (const uint32_t segment : plan.segments) {
      VYRE_ASSIGN_OR_RETURN(auto pending,
                            backend.submit({{&executables[segment], 1}, grid_, uses_}));
      pending->wait(backend::Deadline::max());
      VYRE_RETURN_IF_ERROR(pending->status());
    }
    return results(backend);
  }

  static std::string name_of(const ir::Program& program, const ir::Buffer& buffer) {
    return std::string(program.names[buffer.name]);
  }

  uint64_t bytes_of(const ir::Program& program, const ir::Buffer& buffer) const {
    const auto given = contents_.find(name_of(program, buffer));
    if (given != contents_.end()) return given->second.size();
    return (uint64_t{buffer.count} * ir::bit_width(program.types, buffer.element).value_or(8) + 7) /
           8;
  }

  uint32_t length_of(const ir::Buffer& buffer) const {
    if (buffer.access == ir::Access::kWorkgroup) {
      return launch::told_length(program_->types, buffer, buffer.count);
    }
    const uint64_t bits = ir::bit_width(program_->types, buffer.element).value_or(8);
    return static_cast<uint32_t>(bytes_of(*program_, buffer) * 8 / bits);
  }

  Status allocate(backend::Device& backend, const ir::Program& segment) {
    for (const launch::PlannedBinding& binding : plan_->bindings) {
      const ir::Buffer& buffer = segment.buffers[binding.buffer];
      backend::BufferUse use;
      if (binding.role != launch::Role::kShared) {
        use.size = bytes_of(segment, buffer);
        VYRE_ASSIGN_OR_RETURN(use.memory, backend.allocate(use.size, {}));
        const auto given = contents_.find(name_of(segment, buffer));
        if (given != contents_.end()) {
          VYRE_RETURN_IF_ERROR(
              backend.write(*use.memory, 0, std::as_bytes(std::span(given->second))));
        }
      }
      uses_.push_back(use);
    }
    return {};
  }

  // SpillBuffers buffers may start as anything: what would be seen.
  Status spoil(backend::Device& backend, const grid_sync::Plan& plan) {
    const size_t first = uses_.size() - plan.hidden.size();
    for (size_t i = 0; i < plan.hidden.size(); ++i) {
      const std::vector<std::byte> junk(uses_[first + i].size, std::byte{0xA5});
      VYRE_RETURN_IF_ERROR(backend.write(*uses_[first + i].memory, 0, junk));
    }
    return {};
  }

  Result<std::map<std::string, Bytes>> results(backend::Device& backend) {
    std::map<std::string, Bytes> found;
    for (size_t i = 0; i < plan_->bindings.size(); ++i) {
      if (plan_->bindings[i].buffer >= program_->buffers.size()) continue;
      const ir::Buffer& buffer = program_->buffers[plan_->bindings[i].buffer];
      if (uses_[i].memory == nullptr || !is_returned(buffer)) continue;
      Bytes bytes(uses_[i].size);
      VYRE_RETURN_IF_ERROR(
          backend.read(*uses_[i].memory, 0, std::as_writable_bytes(std::span(bytes))));
      found[name_of(*program_, buffer)] = in_range(buffer, std::move(bytes));
    }
    return found;
  }

  static Bytes in_range(const ir::Buffer& buffer, Bytes bytes) {
    if (!buffer.output_byte_range) return bytes;
    const auto begin = bytes.begin();
    return Bytes(begin + static_cast<ptrdiff_t>(buffer.output_byte_range->start),
                 begin + static_cast<ptrdiff_t>(buffer.output_byte_range->end));
  }

  const std::shared_ptr<const ir::Program> program_;
  const std::array<uint32_t, 3> grid_;
  const std::map<std::string, Bytes> contents_;
  std::shared_ptr<const launch::BindingPlan> plan_;
  std::vector<backend::BufferUse> uses_;
};

}  // namespace vyre::test
