#pragma once

#include <algorithm>
#include <memory>

#include "vulkan/context/open_device.h"

namespace vyre::vulkan {

// A slot on loan from the pool: goes back when this ends, with the submission that it is for.
class Lease {
 public:
  static Result<Lease> take(Core& core, const Kernel* kernel) {
    VYRE_ASSIGN_OR_RETURN(std::unique_ptr<Slot> slot, core.slots().acquire(kernel));
    return Lease(core, std::move(slot));
  }
  ~Lease() {
    if (slot_ == nullptr) return;
    const uint64_t newest = std::max(number_, slot_->filled_by);
    core_->slots().give_back(std::move(slot_), newest);
  }
  Lease(Lease&& other) noexcept = default;
  Lease& operator=(Lease&&) = delete;

  Slot& slot() { return *slot_; }
  const Slot& slot() const { return *slot_; }
  uint64_t number() const { return number_; }  // 0 until submit() has succeeded

  // What is submitted elsewhere, as |number| and before, is the slot's work.
  void ends_with(uint64_t number) {
    number_ = number;
    for (const auto& resident : slot_->residents) resident->used_by(number);
  }

  // Records what is in slot().next and submits it.
  Status submit(std::string_view label = {}) {
    const Device& device = core_->device();
    const bool traced = device.trace() != nullptr;
    if (traced) slot_->next.timed = device.profile().device_timestamps;
    VYRE_RETURN_IF_ERROR(slot_->record_next());
    const uint64_t before = traced ? trace_clock() : 0;
    // A thread that waits alone is woken by nobody else's work.
    Fence* const fence = core_->queue().is_awaited() ? &slot_->fence : nullptr;
    if (fence != nullptr) VYRE_RETURN_IF_ERROR(fence->prepare());
    VYRE_ASSIGN_OR_RETURN(number_, core_->queue().submit(slot_->commands(), fence));
    if (traced) slot_->begin_trace(number_, before, label);
    ends_with(number_);
    return {};
  }

 private:
  Lease(Core& core, std::unique_ptr<Slot> slot) : core_(&core), slot_(std::move(slot)) {}

  Core* core_;  // borrowed
  std::unique_ptr<Slot> slot_;
  uint64_t number_ = 0;
};

}  // namespace vyre::vulkan
