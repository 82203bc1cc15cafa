#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace vyre::ir {

// Finds the id of an entry that equals a wanted one, so that each is stored once. Open addressing
// with linear probing; the entries themselves live elsewhere, under consecutive ids.
class IdIndex {
 public:
  explicit IdIndex(std::pmr::memory_resource* memory) : slots_(memory) {}

  // The id for which |equals(id)| is true, or what |add()| returns when there is none. 2^32 - 1
  // from it means that nothing was added.
  template <typename Equals, typename Add>
  uint32_t find_or_add(uint64_t hash, Equals equals, Add add) {
    if ((used_ + 1) * 4 > slots_.size() * 3) grow();
    const size_t mask = slots_.size() - 1;
    const auto tag = static_cast<uint32_t>(hash >> 32);
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.id == kFree) {
        slot = {hash, add()};
        used_ += slot.id != kFree ? 1 : 0;
        return slot.id;
      }
      if (static_cast<uint32_t>(slot.hash >> 32) == tag && equals(slot.id)) return slot.id;
    }
  }

 private:
  static constexpr uint32_t kFree = 0xFFFFFFFFu;
  struct Slot {
    uint64_t hash = 0;
    uint32_t id = kFree;
  };

  void grow() {
    std::pmr::vector<Slot> old(slots_.empty() ? 32 : slots_.size() * 2, slots_.get_allocator());
    old.swap(slots_);
    const size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.id == kFree) continue;
      size_t at = slot.hash & mask;
      while (slots_[at].id != kFree) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::pmr::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace vyre::ir
