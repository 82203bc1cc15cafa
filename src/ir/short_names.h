#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "ir/program.h"

namespace vyre::ir {

// Remembers short names that came lately, without a look at any text: up to sixteen bytes are two
// words. Programs repeat few names often, mostly short ones.
class ShortNames {
 public:
  static constexpr size_t kMaxSize = 16;

  // A name in full. The words overlap where it has fewer than sixteen bytes.
  struct Key {
    uint64_t first = 0;
    uint64_t last = 0;
    size_t size = 0;
    bool operator==(const Key&) const = default;
  };

  static Key key(std::string_view text) {  // of at most kMaxSize bytes
    const char* const at = text.data();
    const size_t size = text.size();
    if (size >= 8) return {word<uint64_t>(at), word<uint64_t>(at + size - 8), size};
    if (size >= 4) return {word<uint32_t>(at), word<uint32_t>(at + size - 4), size};
    if (size == 0) return {};
    return {word<uint8_t>(at),
            uint64_t{word<uint8_t>(at + size / 2)} << 8 | word<uint8_t>(at + size - 1), size};
  }

  NameId find(const Key& key) const {
    const Slot& slot = slots_[place(key)];
    return slot.key == key ? slot.id : kNone;
  }
  void remember(const Key& key, NameId id) { slots_[place(key)] = {key, id}; }

 private:
  struct Slot {
    Key key;
    NameId id = kNone;
  };

  template <typename Word>
  static Word word(const char* at) {
    Word value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  static size_t place(const Key& key) {
    const uint64_t mixed =
        (key.first + key.last * 0xC2B2AE3D27D4EB4Fu + key.size) * 0x9E3779B97F4A7C15u;
    return mixed >> 59;
  }

  std::array<Slot, 32> slots_;
};

}  // namespace vyre::ir
