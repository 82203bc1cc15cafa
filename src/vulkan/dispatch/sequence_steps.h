#pragma once

#include <map>
#include <memory>
#include <vector>

#include "backend/sequence.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::vulkan {

// What the device needs of a step.
struct SequenceStep {
  explicit SequenceStep(std::pmr::memory_resource* memory) : commands(memory) {}

  backend::Step::Kind kind = backend::Step::Kind::kDispatch;
  Commands commands;
  std::vector<std::shared_ptr<const Kernel>> kernels;
  std::vector<kernel_host::MemoryAccess> accesses;
  std::vector<std::shared_ptr<OwnedAllocation>> owned_memory;
  std::shared_ptr<SubmissionContext> context;  // null for a copy by command
  uint64_t copied = 0;                         // bytes of a copy
};

// Makes the steps of one sequence. Dispatches of the same kernels on the same memory share a
// context.
class SequenceSteps {
 public:
  explicit SequenceSteps(std::shared_ptr<VulkanDevice> opened) : opened_(std::move(opened)) {}

  Result<SequenceStep> prepare(const backend::Step& step);

 private:
  using ContextKey = std::vector<uint64_t>;

  Status prepare_dispatch(const backend::Dispatch& dispatch, SequenceStep& made);
  Status prepare_copy(const backend::Step& step, SequenceStep& made);
  Status prepare_write(const backend::Step& step, SequenceStep& made);
  Status prepare_read(const backend::Step& step, SequenceStep& made);
  Status prepare_kind(const backend::Step& step, SequenceStep& made);
  std::shared_ptr<SubmissionContext> context_for(const backend::Dispatch& dispatch);
  std::shared_ptr<SubmissionContext> new_context() const;

  const std::shared_ptr<VulkanDevice> opened_;
  std::map<ContextKey, std::weak_ptr<SubmissionContext>> shared_contexts_;
};

}  // namespace vyre::vulkan
