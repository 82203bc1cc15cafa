#include "kernel_host/hazards.h"

#include <algorithm>
#include <iterator>

namespace vyre::kernel_host {

Barrier Hazards::before(std::span<const MemoryAccess> accesses, bool copies) {
  Barrier barrier = Barrier::kNone;
  if (conflict_with(accesses) || (copies && narrowed_)) {
    barrier = copies || copied_ ? Barrier::kAll : Barrier::kKernels;
    narrowed_ = barrier == Barrier::kKernels;
    copied_ = false;
    clear();
  }
  copied_ |= copies;
  add(accesses);
  return barrier;
}

bool Hazards::conflict_with(std::span<const MemoryAccess> accesses) const {
  return std::ranges::any_of(accesses, [&](const MemoryAccess& access) {
    return overlap(written_, access.range) || (access.written && overlap(read_, access.range));
  });
}

void Hazards::add(std::span<const MemoryAccess> accesses) {
  for (const MemoryAccess& access : accesses)
    insert(access.written ? written_ : read_, access.range);
}

void Hazards::clear() {
  read_.clear();
  written_.clear();
}

bool Hazards::overlap(const Ranges& ranges, const MemoryRange& range) {
  // The last one that begins before the end is the only one that can reach furthest.
  auto after = ranges.lower_bound({range.block, range.offset + range.size});
  if (after == ranges.begin()) return false;
  const auto& [place, end] = *std::prev(after);
  return place.first == range.block && end > range.offset;
}

void Hazards::insert(Ranges& ranges, const MemoryRange& range) {
  if (range.size == 0) return;
  uint64_t begin = range.offset;
  uint64_t end = range.offset + range.size;
  auto next = ranges.upper_bound({range.block, end});
  while (next != ranges.begin()) {
    const auto before = std::prev(next);
    if (before->first.first != range.block || before->second < begin) break;
    begin = std::min(begin, before->first.second);
    end = std::max(end, before->second);
    next = ranges.erase(before);
  }
  ranges.emplace(std::pair(range.block, begin), end);
}

}  // namespace vyre::kernel_host
