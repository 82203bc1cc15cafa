#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/check.h"
#include "base/status/status.h"
#include "kernel_source.h"
#include "launch/layout.h"
#include "published_grid.h"
#include "specialization/resolve.h"
#include "vectors.h"

namespace vyre::test {

// One run of a published program on any backend: inputs in the order of declaration, one for each
// buffer that is neither workgroup memory nor allocated by the backend; outputs in that order too.
class PublishedRun {
 public:
  PublishedRun(std::shared_ptr<const ir::Program> program, std::vector<Bytes> inputs)
      : program_(std::move(program)), inputs_(std::move(inputs)) {}

  // What the program names, which may be the workgroup size.
  PublishedRun& specialize(const specialization::Map& values) {
    values_ = std::make_shared<const specialization::Map>(values);
    return *this;
  }

  // Instead of failing.
  PublishedRun& division_gives_zero() {
    division_gives_zero_ = true;
    return *this;
  }

  Result<std::vector<Bytes>> run(backend::Device& backend,
                                 backend::Deadline deadline = std::chrono::steady_clock::now() +
                                                              std::chrono::minutes(2)) {
    VYRE_RETURN_IF_ERROR(assign_bytes());
    VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*program_));
    plan_ = std::make_shared<const launch::BindingPlan>(std::move(plan));
    launch::KernelSource source{program_, plan_, program_->workgroup_size};
    source.division_gives_zero = division_gives_zero_;
    launch::Axes grid = published_grid(*program_, sizes_);
    if (values_ != nullptr) specialize(source, grid);
    VYRE_ASSIGN_OR_RETURN(auto executable, compile(backend, source));
    const std::vector<backend::BufferUse> uses = buffer_uses();
    const backend::Dispatch dispatch{{&executable, 1}, grid, uses};
    VYRE_RETURN_IF_ERROR(check(backend, dispatch));
    VYRE_ASSIGN_OR_RETURN(auto pending, backend.submit(dispatch));
    switch (pending->wait(deadline)) {
      case backend::PendingState::kPending:
        return fail(Code::kTimedOut, "still running. Fix: wait longer.");
      case backend::PendingState::kFailed:
        return pending->status();
      case backend::PendingState::kReady:
        break;
    }
    return read_outputs(*pending);
  }

 private:
  // As the runtime does, which would cut the program.
  Status check(const backend::Device& backend, const backend::Dispatch& dispatch) const {
    const bool can_wait = backend.profile().grid_barrier || dispatch.grid == launch::Axes{1, 1, 1};
    if (plan_->has_grid_barrier && !can_wait) {
      return fail(Code::kUnsupportedFeature, "a grid barrier. Fix: cut the program there.");
    }
    return backend::check_dispatch(backend, {program_, plan_}, dispatch);
  }

  // As many invocations as the declared size makes, in workgroups of the named one, which divides
  // them.
  void specialize(launch::KernelSource& source, launch::Axes& grid) const {
    source.specialization = values_;
    const launch::Axes declared = source.workgroup_size;
    source.workgroup_size = specialization::workgroup_of(declared, *values_);
    for (size_t axis = 0; axis < 3; ++axis) {
      grid[axis] = grid[axis] * declared[axis] / source.workgroup_size[axis];
    }
  }

  // Sizes of all buffers, and which input each one gets. A list with a value for every buffer is
  // fine too; those for buffers that the backend allocates are not used.
  Status assign_bytes() {
    const auto& buffers = program_->buffers;
    const auto wants = [](const ir::Buffer& b) { return !is_allocated_by_backend(b); };
    const auto stored = [](const ir::Buffer& b) { return b.access != ir::Access::kWorkgroup; };
    const auto all = std::count_if(buffers.begin(), buffers.end(), stored);
    const bool has_all = std::ssize(inputs_) == all;
    size_t next = 0;
    for (const ir::Buffer& buffer : buffers) {
      input_of_.push_back(nullptr);
      sizes_.push_back(0);
      if (!stored(buffer)) continue;
      VYRE_ASSIGN_OR_RETURN(sizes_.back(),
                            launch::packed_bytes(program_->types, buffer.element, buffer.count));
      if (!wants(buffer)) next += has_all ? 1 : 0;
      if (!wants(buffer)) continue;
      if (next == inputs_.size()) return wrong_inputs("too few");
      VYRE_RETURN_IF_ERROR(take_input(inputs_[next++]));
    }
    return next == inputs_.size() ? Status() : wrong_inputs("too many");
  }

  Status take_input(const Bytes& bytes) {
    if (bytes.size() < sizes_.back()) return wrong_inputs("too short");
    input_of_.back() = &bytes;
    sizes_.back() = bytes.size();
    return {};
  }

  static Status wrong_inputs(std::string_view how) {
    return fail(Code::kInvalidArgument, "inputs are ", how, ". Fix: give what the program wants.");
  }

  std::vector<backend::BufferUse> buffer_uses() const {
    std::vector<backend::BufferUse> uses;
    for (const launch::PlannedBinding& binding : plan_->bindings) {
      backend::BufferUse use;
      use.size = sizes_[binding.buffer];
      if (const Bytes* bytes = input_of_[binding.buffer])
        use.input = std::as_bytes(std::span(*bytes));
      use.read_back = is_returned(program_->buffers[binding.buffer]);
      uses.push_back(use);
    }
    return uses;
  }

  Result<std::vector<Bytes>> read_outputs(backend::DeviceWork& pending) const {
    std::vector<Bytes> outputs;
    for (uint32_t buffer = 0; buffer < program_->buffers.size(); ++buffer) {
      const ir::Buffer& declared = program_->buffers[buffer];
      if (declared.access == ir::Access::kWorkgroup || !is_returned(declared)) continue;
      ir::ByteRange range{0, sizes_[buffer]};
      const auto& wanted = declared.output_byte_range;
      if (wanted && wanted->start <= wanted->end && wanted->end <= range.end) range = *wanted;
      Bytes bytes(range.end - range.start);
      VYRE_RETURN_IF_ERROR(
          pending.read(binding_of(buffer), range.start, std::as_writable_bytes(std::span(bytes))));
      outputs.push_back(std::move(bytes));
    }
    return outputs;
  }

  uint32_t binding_of(uint32_t buffer) const {
    uint32_t binding = 0;
    while (plan_->bindings[binding].buffer != buffer) ++binding;
    return binding;
  }

  const std::shared_ptr<const ir::Program> program_;
  const std::vector<Bytes> inputs_;
  std::shared_ptr<const specialization::Map> values_;
  std::shared_ptr<const launch::BindingPlan> plan_;
  std::vector<const Bytes*> input_of_;  // by buffer
  std::vector<uint64_t> sizes_;         // by buffer
  bool division_gives_zero_ = false;
};

}  // namespace vyre::test
