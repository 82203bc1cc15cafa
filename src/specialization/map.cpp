#include "specialization/map.h"

#include <algorithm>

#include "base/encoding/byte_stream.h"
#include "base/encoding/utf8.h"
#include "base/hash/fnv1a.h"
#include "ir/program/display_name.h"
#include "ir/program/limits.h"

namespace vyre::specialization {
namespace {

Status check_name(std::string_view name) {
  if (name.size() > ir::kMaxString) {
    return fail(Code::kInvalidArgument, "the name of a constant has ", name.size(),
                " bytes, more than ", ir::kMaxString, ". Fix: give it a shorter name");
  }
  const size_t good = utf8_prefix(name);
  if (good == name.size()) return {};
  return fail(Code::kInvalidArgument, "the name of a constant is not UTF-8 at byte ", good, " of ",
              name.size(), ", behind ", ir::display_name(name.substr(0, good)),
              ". Fix: pass the name as UTF-8");
}

constexpr size_t kMinEntryBytes = sizeof(uint64_t) + sizeof(uint8_t) + sizeof(uint32_t);

void write(ByteWriter& out, const Value& value) {
  out.u8(static_cast<uint8_t>(value.kind()));
  if (value.type() == nullptr) {
    out.u32(value.bits());
  } else {
    out.text(value.type()->spelling());
  }
}

Status malformed() {
  return fail(Code::kInvalidArgument,
              "the bytes are not the canonical form of constants. Fix: pass what "
              "vyre_constants_encode wrote");
}

Result<Value> read_value(ByteReader& in) {
  const auto kind = static_cast<Kind>(in.u8());
  if (kind == Kind::kElementType) {
    VYRE_ASSIGN_OR_RETURN(ElementType type, ElementType::parse(in.text()));
    return Value::element_type(std::move(type));
  }
  const uint32_t bits = in.u32();
  if (kind > Kind::kElementType || (kind == Kind::kBool && bits > 1)) return malformed();
  return Value::of(kind, bits);
}

}  // namespace

Status Map::set(std::string_view name, Value value) {
  VYRE_RETURN_IF_ERROR(check_name(name));
  if (const auto found = entries_.find(name); found != entries_.end()) {
    found->second = std::move(value);
  } else {
    entries_.emplace(name, std::move(value));
  }
  return {};
}

const Value* Map::find(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

bool Map::remove(std::string_view name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return false;
  entries_.erase(found);
  return true;
}

uint64_t Map::hash() const {
  Fnv1a hash;
  for (const auto& [name, value] : entries_) hash.text(name).u64(value.contribution());
  return hash.hash();
}

std::vector<uint8_t> encode(const Map& map) {
  ByteWriter out;
  out.u64(map.size());
  for (const auto& [name, value] : map.entries()) {
    out.text(name);
    write(out, value);
  }
  return out.take();
}

Result<Map> decode(std::span<const uint8_t> bytes) {
  ByteReader in(bytes);
  Map map;
  for (size_t left = in.count(kMinEntryBytes); left > 0; --left) {
    const std::string_view name = in.text();
    VYRE_ASSIGN_OR_RETURN(Value value, read_value(in));
    if (!in.ok()) return malformed();
    VYRE_RETURN_IF_ERROR(map.set(name, std::move(value)));
  }
  const bool is_canonical = in.done() && std::ranges::equal(encode(map), bytes);
  if (!is_canonical) return malformed();
  return map;
}

}  // namespace vyre::specialization
