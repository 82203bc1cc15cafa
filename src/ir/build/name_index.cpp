#include "ir/build/name_index.h"

namespace vyre::ir {

void ShortNames::grow() {
  std::pmr::vector<Slot> larger(2 * (mask_ + 1), grown_.get_allocator());
  const size_t mask = larger.size() - 1;
  std::for_each_n(slots(), mask_ + 1, [&](const Slot& slot) {
    if (slot.id == kNone) return;
    size_t at = hash(slot.key) & mask;
    while (larger[at].id != kNone) at = (at + 1) & mask;
    larger[at] = slot;
  });
  grown_ = std::move(larger);
  mask_ = mask;
}

}  // namespace vyre::ir
