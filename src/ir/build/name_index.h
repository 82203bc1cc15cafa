#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// The ids of names of up to sixteen bytes, which are two words: no text is looked at to find one.
// Open addressing with linear probing; as many as most programs have need no memory of their own.
class ShortNames {
 public:
  static constexpr size_t kMaxSize = 16;

  // A name in full: its bytes, then zeros.
  struct Key {
    uint64_t first = 0;
    uint64_t last = 0;
    uint32_t size = 0;
    bool operator==(const Key&) const = default;
  };

  explicit ShortNames(std::pmr::memory_resource* memory) : grown_(memory) { first_.fill(Slot()); }

  // |readable| bytes may be read from the start of |text|, which has at most kMaxSize.
  static Key key(std::string_view text, size_t readable) {
    const auto size = static_cast<uint32_t>(text.size());
    if (readable < kMaxSize) return key_of_copy(text);
    const uint8_t* const mask = kMasks.data() + kMaxSize - size;
    return {word(text.data()) & word(mask), word(text.data() + 8) & word(mask + 8), size};
  }

  // The id of |key|, or what |add|() returns when there is none; kNone from it is not kept.
  template <typename Add>
  NameId find_or_add(const Key& key, Add add) {
    Slot* const slots = this->slots();
    for (size_t at = hash(key);; ++at) {
      Slot& slot = slots[at & mask_];
      if (slot.key == key) return slot.id;
      if (slot.id == kNone) return fill(slot, key, add());
    }
  }

 private:
  // Free ones have a size that no key has.
  struct Slot {
    Key key = {UINT64_MAX, UINT64_MAX, UINT32_MAX};
    NameId id = kNone;
  };

  template <typename Byte>
  static uint64_t word(const Byte* at) {
    uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }

  static Key key_of_copy(std::string_view text) {
    std::array<char, kMaxSize> copy{};
    std::copy(text.begin(), text.end(), copy.begin());
    return {word(copy.data()), word(copy.data() + 8), static_cast<uint32_t>(text.size())};
  }

  static uint64_t hash(const Key& key) {
    uint64_t mixed = (key.first + key.size) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 32 ^ key.last) * 0xC2B2AE3D27D4EB4Fu;
    return mixed ^ mixed >> 32;
  }

  NameId fill(Slot& slot, const Key& key, NameId id) {
    if (id == kNone) return id;
    slot = {key, id};
    if (++used_ * 4 > (mask_ + 1) * 3) grow();
    return id;
  }

  Slot* slots() { return grown_.empty() ? first_.data() : grown_.data(); }
  [[gnu::cold, gnu::noinline]] void grow() {
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

  // Sixteen bytes of ones, sixteen of zeros.
  static constexpr std::array<uint8_t, 2 * kMaxSize> kMasks = [] {
    std::array<uint8_t, 2 * kMaxSize> masks{};
    for (size_t i = 0; i < kMaxSize; ++i) masks[i] = 0xFF;
    return masks;
  }();
  static constexpr size_t kFirstSlots = 64;

  size_t mask_ = kFirstSlots - 1;
  size_t used_ = 0;
  std::array<Slot, kFirstSlots> first_;
  std::pmr::vector<Slot> grown_;
};

}  // namespace vyre::ir
