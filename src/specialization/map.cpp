#include "specialization/map.h"

#include "base/encoding/utf8.h"
#include "base/hash/fnv1a.h"
#include "ir/program/display_name.h"
#include "ir/program/limits.h"

namespace vyre::specialization {
namespace {

Status check_name(std::string_view name) {
  if (name.size() > ir::kMaxString) {
    return fail(Code::kInvalidArgument, "the name of a specialization value has ", name.size(),
                " bytes, more than ", ir::kMaxString, ". Fix: give it a shorter name");
  }
  const size_t good = utf8_prefix(name);
  if (good == name.size()) return {};
  return fail(Code::kInvalidArgument, "the name of a specialization value is not UTF-8 at byte ",
              good, " of ", name.size(), ", behind ", ir::display_name(name.substr(0, good)),
              ". Fix: pass the name as UTF-8");
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

}  // namespace vyre::specialization
