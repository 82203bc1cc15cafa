#pragma once

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
  std::vector<std::weak_ptr<const Kernel>> cleared_kernels;
  uint64_t launch = 0;  // equal ones differ in where buffers lie and in words alone; 0: no other
  uint64_t copied = 0;  // bytes of a copy
  // What a write writes, where several flights do.
  std::shared_ptr<std::vector<std::byte>> written;
  std::shared_ptr<const SequenceStep> of;  // of a twin: the step that it does, whose rest it uses

  void find_accesses();  // of its commands
  bool can_trap() const { return commands.grid_step || any_can_trap(kernels); }
  // Nothing of it is needed any more: keeps the room that it has, and what its context has.
  void let_go();
  void forget_dispatch();
  // Whether nothing but a kernel's buffers, each memory of the device, is bound.
  bool has_buffers_alone() const;
  bool is_launched_like(const SequenceStep& other) const;
  // Moves its buffers and pushes other words. What |other| has too, which may be null, stays its.
  void rebind(const backend::Rebinding& changes, const SequenceStep* other);
  // The kernels go, unless others have them: then they may be taken again.
  void let_go_of_kernels();
  bool take_kernels();
  // Owns what it has of |other|, in whose place it comes; |is_last|: nobody else has that.
  void take_over(SequenceStep& other, bool is_last) noexcept;
};
using StepPtr = std::shared_ptr<SequenceStep>;

}  // namespace vyre::vulkan
