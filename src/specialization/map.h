#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "specialization/value.h"

namespace vyre::specialization {

// Values by name, in the order of the names' UTF-8 bytes. Not synchronized. Entries stay where they
// are until they are set again or removed.
class Map {
 public:
  using Entries = std::map<std::string, Value, std::less<>>;

  // Inserts or replaces. A name is UTF-8, as long as the wire form can carry it; the empty one and
  // NUL are names as good as any. Fails with kInvalidArgument.
  Status set(std::string_view name, Value value);

  const Value* find(std::string_view name) const;  // null: none
  bool remove(std::string_view name);              // whether there was one
  void clear() { entries_.clear(); }

  size_t size() const { return entries_.size(); }
  const Entries& entries() const { return entries_; }

  // FNV-1a over each name and the 8 bytes of its value's contribution (docs/specialization.md).
  // Nothing says where a name ends, and parameters of element types do not take part: different
  // maps can be given the same hash. What has to tell maps apart uses encode().
  uint64_t hash() const;

  bool operator==(const Map&) const = default;

 private:
  Entries entries_;
};

// The canonical form of a map, which says all of it: different maps have different bytes, equal
// ones the same. What keys of caches and of stored things are made of.
//
//   u64 number of entries, then for each, in the order of the names:
//     u64 size of the name | the name | u8 kind
//     u32 bits                                      of numbers and booleans
//     u64 size of the spelling | the spelling       of element types: "Vec<F32,4>"
//
// Integers are little-endian. Change it only together with the schema of every key made of it.
std::vector<uint8_t> encode(const Map& map);

// The map of those bytes. Fails with kInvalidArgument when they are anything else.
Result<Map> decode(std::span<const uint8_t> bytes);

}  // namespace vyre::specialization
