#include "cache/key.h"

#include <array>

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"

namespace vyre::cache {
namespace {

constexpr std::string_view kDomain = "vyre-driver artifact key 1";

}  // namespace

KeyBuilder::KeyBuilder() { hash_.update_integer(uint64_t{kDomain.size()}).update(kDomain); }

KeyBuilder& KeyBuilder::add(std::string_view name, std::span<const uint8_t> bytes) {
  hash_.update_integer(uint64_t{name.size()}).update(name);
  hash_.update_integer(uint64_t{bytes.size()}).update(bytes);
  return *this;
}

KeyBuilder& KeyBuilder::add(std::string_view name, std::string_view text) {
  return add(name, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

KeyBuilder& KeyBuilder::add(std::string_view name, uint64_t number) {
  std::array<uint8_t, sizeof number> stored;
  store_little_endian(stored.data(), number);
  return add(name, stored);
}

std::string key_text(const Key& key) { return hex_encode(key); }

}  // namespace vyre::cache
