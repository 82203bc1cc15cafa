#include "kernel_host/hazards.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vyre::kernel_host {
namespace {

// The first that begins at |begin| or behind it.
template <typename Ranges>
auto first_from(Ranges& ranges, uint64_t block, uint64_t begin) {
  return std::ranges::lower_bound(ranges, std::pair(block, begin), {}, [](const auto& range) {
    return std::pair(range.block, range.begin);
  });
}

}  // namespace

Barrier Hazards::before(std::span<const MemoryAccess> accesses, bool copies) {
  Barrier barrier = Barrier::kNone;
  if (conflict_with(accesses) || is_full() || (copies && narrowed_)) {
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
  const auto after = first_from(ranges, range.block, range.offset + range.size);
  if (after == ranges.begin()) return false;
  const Range& before = *std::prev(after);
  return before.block == range.block && before.end > range.offset;
}

void Hazards::insert(Ranges& ranges, const MemoryRange& range) {
  if (range.size == 0) return;
  Range all{range.block, range.offset, range.offset + range.size};
  const auto last = first_from(ranges, all.block, all.end + 1);
  auto first = last;
  while (first != ranges.begin()) {
    const Range& before = *std::prev(first);
    if (before.block != all.block || before.end < all.begin) break;
    all.begin = std::min(all.begin, before.begin);
    all.end = std::max(all.end, before.end);
    --first;
  }
  if (first == last) {
    ranges.insert(first, all);
    return;
  }
  *first = all;
  ranges.erase(std::next(first), last);
}

}  // namespace vyre::kernel_host
