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

// Every buffer that a dispatch can return, by slot.
Result<std::vector<OutputRange>> output_ranges(const Pipeline& pipeline,
                                               const ResolvedBindings& resolved);

// An output on its way to the caller's memory.
struct Capture {
  OutputRange range;
  std::byte* data = nullptr;  // borrowed
};

// True for bindings whose results go to host memory.
bool is_capture(const Binding& binding);

// Refuses a null pointer and too little room.
Status check_room(const Pipeline& pipeline, const OutputRange& range, const Binding& binding);

}  // namespace vyre::runtime
