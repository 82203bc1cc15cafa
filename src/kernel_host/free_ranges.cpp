#include "kernel_host/free_ranges.h"

#include <algorithm>

namespace vyre::kernel_host {

FreeRanges::FreeRanges(uint64_t size) : size_(size), free_bytes_(size) {
  if (size > 0) free_.push_back({0, size});
}

std::optional<uint64_t> FreeRanges::take(uint64_t size, uint64_t alignment) {
  for (size_t i = 0; i < free_.size(); ++i) {
    const Range range = free_[i];
    const uint64_t offset = round_up(range.offset, alignment);
    if (offset > range.end() || range.end() - offset < size) continue;
    const Range before{range.offset, offset - range.offset};
    const Range after{offset + size, range.end() - offset - size};
    make_room();
    free_.erase(free_.begin() + static_cast<ptrdiff_t>(i));
    if (after.size > 0) free_.insert(free_.begin() + static_cast<ptrdiff_t>(i), after);
    if (before.size > 0) free_.insert(free_.begin() + static_cast<ptrdiff_t>(i), before);
    free_bytes_ -= size;
    ++taken_;
    return offset;
  }
  return std::nullopt;
}

// For one more that is taken. Between two that are free one is taken, so there are never more of
// them than this, whatever is given back.
void FreeRanges::make_room() {
  const size_t most = taken_ + 2;
  if (free_.capacity() < most) free_.reserve(2 * most);
}

void FreeRanges::give_back(uint64_t offset, uint64_t size) {
  const auto next = std::ranges::lower_bound(free_, offset, {}, &Range::offset);
  const bool joins_next = next != free_.end() && offset + size == next->offset;
  const bool joins_last = next != free_.begin() && (next - 1)->end() == offset;
  free_bytes_ += size;
  --taken_;
  if (joins_last) {
    (next - 1)->size += size + (joins_next ? next->size : 0);
    if (joins_next) free_.erase(next);
  } else if (joins_next) {
    *next = {offset, size + next->size};
  } else {
    free_.insert(next, Range{offset, size});
  }
}

}  // namespace vyre::kernel_host
