#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "ir/program/visit.h"

// What the reader and the writer of the JSON form agree on; docs/program-json.md tells it whole.
namespace vyre::ir::json {

// The fields of a kind in the order of the JSON form, where an ordering stands last.
template <auto kKind>
inline constexpr FieldList kJsonFields = [] {
  FieldList fields = kFields<kKind>;
  const auto ordering = std::ranges::find(fields, Field::kOrdering, &KeyedField::field);
  const auto end = std::ranges::find(fields, Field::kNothing, &KeyedField::field);
  if (ordering < end) std::rotate(ordering, ordering + 1, end);
  return fields;
}();

template <auto kKind>
inline constexpr auto kKeys = [] {
  std::array<std::string_view, kFields<kKind>.size()> keys{};
  std::ranges::transform(kJsonFields<kKind>, keys.begin(), &KeyedField::key);
  return keys;
}();

// The memory kind of a buffer that names none.
MemoryKind default_kind(Access access);

// A shape predicate: {name: number}, {name: [numbers]}, {name: part} or {name: [part, part]}.
struct PredicateForm {
  std::string_view name;
  ShapePredicate::Kind kind;
  uint32_t numbers;
  uint32_t parts;
};
const PredicateForm& form_of(ShapePredicate::Kind kind);
const PredicateForm* find_predicate(std::string_view name);

// Whether |list| is what Assembler::entry makes of the statements inside its only Region.
bool is_wrapped(const Program& program, std::span<const NodeId> list);

}  // namespace vyre::ir::json
