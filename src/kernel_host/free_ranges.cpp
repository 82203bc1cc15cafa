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
    free_.erase(free_.begin() + static_cast<ptrdiff_t>(i));
    if (after.size > 0) free_.insert(free_.begin() + static_cast<ptrdiff_t>(i), after);
    if (before.size > 0) free_.insert(free_.begin() + static_cast<ptrdiff_t>(i), before);
    free_bytes_ -= size;
    return offset;
  }
  return std::nullopt;
}

void FreeRanges::give_back(uint64_t offset, uint64_t size) {
  auto next = std::ranges::lower_bound(free_, offset, {}, &Range::offset);
  free_bytes_ += size;
  next = free_.insert(next, Range{offset, size});
  if (const auto after = next + 1; after != free_.end() && next->end() == after->offset) {
    next->size += after->size;
    free_.erase(after);
  }
  if (next == free_.begin()) return;
  const auto before = next - 1;
  if (before->end() == next->offset) {
    before->size += next->size;
    free_.erase(next);
  }
}

}  // namespace vyre::kernel_host
