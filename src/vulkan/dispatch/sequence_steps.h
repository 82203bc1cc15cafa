#pragma once

#include <functional>
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
  std::shared_ptr<SubmissionContext> context;  // null for a copy or fill by command
  uint64_t copied = 0;                         // bytes of a copy
  // What a write writes, where several flights do.
  std::shared_ptr<std::vector<std::byte>> written;
  std::shared_ptr<const SequenceStep> of;  // of a twin: the step that it does, whose rest it uses

  bool can_trap() const { return commands.grid_step || any_can_trap(kernels); }
};
using StepPtr = std::shared_ptr<SequenceStep>;

// Contexts by what they are for, while somebody else has them. Updates that bind other memory each
// time leave a name behind each, so those are looked for that are gone.
template <typename Key, typename Less = std::less<Key>>
class KnownContexts {
 public:
  std::weak_ptr<SubmissionContext>& operator[](const Key& key) {
    if (known_.size() >= most_) {
      std::erase_if(known_, [](const auto& known) { return known.second.expired(); });
      most_ = 2 * known_.size() + 64;
    }
    return known_[key];
  }
  void clear() { known_.clear(); }

 private:
  std::map<Key, std::weak_ptr<SubmissionContext>, Less> known_;
  size_t most_ = 64;
};

// Makes the steps of one sequence. Dispatches of the same kernels on the same memory share a
// context.
class SequenceSteps {
 public:
  // A flight's contexts, by those of the steps themselves.
  using Twins = KnownContexts<std::weak_ptr<SubmissionContext>, std::owner_less<>>;

  explicit SequenceSteps(std::shared_ptr<VulkanDevice> opened) : opened_(std::move(opened)) {}

  Result<StepPtr> prepare(const backend::Step& step);
  // The same step, with bytes of the host and trap words of its own where it has such.
  Result<StepPtr> twin(const StepPtr& step, Twins& twins);

  // Takes all steps of |lists|, none of which is under way: their contexts serve those that come.
  void recycle(std::span<std::vector<StepPtr>* const> lists);

 private:
  Status prepare_dispatch(const backend::Dispatch& dispatch, SequenceStep& made);
  Status prepare_copy(const backend::Step& step, SequenceStep& made);
  Status prepare_fill(const backend::Step& step, SequenceStep& made);
  Status prepare_write(const backend::Step& step, SequenceStep& made);
  Status prepare_read(const backend::Step& step, SequenceStep& made);
  Status prepare_kind(const backend::Step& step, SequenceStep& made);
  Status prepare_host_twin(const SequenceStep& step, SequenceStep& made);
  Status prepare_trap_twin(const SequenceStep& step, Twins& twins, SequenceStep& made);
  std::shared_ptr<SubmissionContext> context_for(const backend::Dispatch& dispatch);
  std::shared_ptr<SubmissionContext> new_context();

  const std::shared_ptr<VulkanDevice> opened_;
  KnownContexts<std::vector<uint64_t>> shared_contexts_;
  std::vector<std::shared_ptr<SubmissionContext>> spares_;  // the last one is taken first
};

}  // namespace vyre::vulkan
