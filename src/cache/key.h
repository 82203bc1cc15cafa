#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/hash/blake3.h"

namespace vyre::cache {

// The content address of a compiled artifact: everything that decides its bytes.
using Key = Digest;

// A key of named parts. Names and lengths are part of it, so no two lists of parts have one key.
class KeyBuilder {
 public:
  KeyBuilder();

  KeyBuilder& add(std::string_view name, std::span<const uint8_t> bytes);
  KeyBuilder& add(std::string_view name, std::string_view text);
  KeyBuilder& add(std::string_view name, uint64_t number);
  Key key() const { return hash_.digest(); }

 private:
  Blake3 hash_;
};

std::string key_text(const Key& key);  // 64 lowercase hex digits

}  // namespace vyre::cache
