#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/geometry.h"
#include "runtime/binding/binding.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

// A caller's binding and the place of its buffer in the plan.
struct Located {
  uint32_t plan_index = 0;
  const Binding* binding = nullptr;  // borrowed
};

// Finds each binding's buffer by slot or name. Refuses unknown, doubled and workgroup buffers.
Result<std::pmr::vector<Located>> locate(
    const Pipeline& pipeline, std::span<const Binding> bindings,
    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The caller's bindings put in the order of the plan: |of| is parallel to its bindings and holds
// the caller's entry, or null where there is none. |sizes| are the bytes that each buffer gets.
struct ResolvedBindings {
  explicit ResolvedBindings(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : of(memory), sizes(memory) {}

  std::pmr::vector<const Binding*> of;
  std::pmr::vector<uint64_t> sizes;
  std::vector<bool> supplied;  // by the host before the launch, when not empty
};

// Locates the bindings and refuses kinds that do not fit the buffer's role, null inputs, wrong
// sizes, and device buffers of others or ranges beyond their end. |resolved| is new.
Status resolve(const Pipeline& pipeline, std::span<const Binding> bindings,
               ResolvedBindings& resolved);

// Refuses a size that is not the declared one, or not whole elements.
Status check_size(const Pipeline& pipeline, uint32_t plan_index, uint64_t size);

// Refuses what is left unbound although it needs bytes or a size.
Status check_complete(const Pipeline& pipeline, const ResolvedBindings& resolved);

// Refuses two uses of the same device bytes when either is written.
Status check_overlaps(const Pipeline& pipeline, const ResolvedBindings& resolved);

// "buffer 'text' (slot 0)", and what pipeline it is in when that has a label.
std::string buffer_label(const Pipeline& pipeline, uint32_t plan_index);

}  // namespace vyre::runtime
