#pragma once

#include <cstdint>
#include <vector>

#include "base/status/status.h"
#include "runtime/binding/resolve.h"

namespace vyre::runtime {

// The part of a buffer that a dispatch returns.
struct OutputRange {
  uint32_t plan_index = 0;
  uint64_t start = 0;
  uint64_t bytes = 0;
  uint64_t buffer_bytes = 0;
};

// What binding |plan_index| returns when it has |buffer_bytes| bytes: all, or the declared range.
Result<OutputRange> output_range(const Pipeline& pipeline, uint32_t plan_index,
                                 uint64_t buffer_bytes);

// The outputs of a dispatch with these bindings, which need not be complete, by slot.
Result<std::vector<OutputRange>> outputs_of(const Pipeline& pipeline,
                                            std::span<const Binding> bindings);

// An output on its way to the caller's memory.
struct Capture {
  OutputRange range;
  std::byte* data = nullptr;  // borrowed
};

// True for bindings whose results go to host memory.
bool is_capture(const Binding& binding);

// Refuses a null pointer and too little room.
Status check_room(const Pipeline& pipeline, const OutputRange& range, const Binding& binding);

// Lets a backend use the caller's memory behind |uses|, which are parallel to |resolved| as far as
// that goes, until a dispatch that the caller waits for has ended. What |outputs| go to is used as
// a place only when all of the binding goes there and nothing else of the dispatch lies there.
void permit_zero_copy(const ResolvedBindings& resolved, std::span<const OutputRange> outputs,
                      std::span<backend::BufferUse> uses);

}  // namespace vyre::runtime
