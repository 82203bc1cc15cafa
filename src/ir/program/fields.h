#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>
#include <utility>

#include "ir/program/program.h"

// The rows of nodes.def for code that is made of them: readers, writers and checks say what they do
// with one field, and have what they do with every kind.
namespace vyre::ir {

// What stands in a record, and in which member of Node or Expr it is kept.
enum class Field : uint8_t {
  kNothing,
  kName,
  kName2,
  kSource,  // name2, or none
  kTag,
  kOrdering,
  kCollectiveOp,
  kBinOp,  // an operator; the extension id in |value| when it is opaque
  kUnOp,
  kAtomicOp,
  kReduceOp,
  kAxis,  // op
  kU32,   // value
  kI32,
  kF32,
  kBool,
  kType,
  kRoot,
  kGroup,   // number, in 32 bits
  kNumber,  // in 64 bits
  kExpr0,   // that operand
  kExpr1,
  kExpr2,
  kFrom,      // operand 0, zero in JSON that has none
  kExpected,  // operand 1, or none
  kTwo,       // operands 0 and 1
  kThree,
  kArguments,  // a run of expressions
  kBody,       // a run of statements
  kOtherwise,
  kPayload,  // a run of bytes: Expr::args, Node::body
};

struct KeyedField {
  Field field = Field::kNothing;
  const char* key = "";
};

// The fields of a kind in wire order, then nothing. The first has the word of the kind for its key,
// and so has the nothing of a kind without fields.
using FieldList = std::array<KeyedField, 6>;

constexpr FieldList told_by(const char* word, FieldList fields) {
  fields[0].key = word;
  return fields;
}

namespace rows {
using enum Field;

template <auto kKind>
inline constexpr FieldList kFields = {};

#define NODE(kind, tag, word, ...) \
  template <>                      \
  inline constexpr FieldList kFields<NodeKind::kind> = told_by(word, {{__VA_ARGS__}});
#define EXPR(kind, tag, word, ...) \
  template <>                      \
  inline constexpr FieldList kFields<ExprKind::kind> = told_by(word, {{__VA_ARGS__}});
#include "ir/program/nodes.def"
}  // namespace rows
using rows::kFields;

template <auto kValue>
using Constant = std::integral_constant<decltype(kValue), kValue>;

// What |visit(Constant<kind>())| answers, or an empty answer when no row has that kind.
template <typename Visit>
constexpr auto with_row(NodeKind kind, const Visit& visit) {
  switch (kind) {
#define NODE(name, ...) \
  case NodeKind::name:  \
    return visit(Constant<NodeKind::name>());
#include "ir/program/nodes.def"
  }
  return decltype(visit(Constant<NodeKind::kLet>()))();
}
template <typename Visit>
constexpr auto with_row(ExprKind kind, const Visit& visit) {
  switch (kind) {
#define EXPR(name, ...) \
  case ExprKind::name:  \
    return visit(Constant<ExprKind::name>());
#include "ir/program/nodes.def"
  }
  return decltype(visit(Constant<ExprKind::kVar>()))();
}

// "let", "async_load" and so on.
constexpr const char* word_of(NodeKind kind) {
  return with_row(
      kind, []<auto kKind>(Constant<kKind>) { return kFields<kKind>[0].key; });
}

constexpr bool is_node_tag(uint8_t tag) {
  return with_row(static_cast<NodeKind>(tag), [](auto) { return true; });
}

// Whether |visit(Constant<field>(), key)| is true for all fields; the first that is not ends it.
template <const FieldList& kList, typename Visit>
constexpr bool all_fields(const Visit& visit) {
  const auto one = [&]<size_t i>(Constant<i>) {
    if constexpr (kList[i].field == Field::kNothing)
      return true;
    else
      return visit(Constant<kList[i].field>(), kList[i].key);
  };
  return [&]<size_t... i>(std::index_sequence<i...>) { return (one(Constant<i>()) && ...); }
  (std::make_index_sequence<kList.size()>());
}

struct Operands {
  uint32_t first;
  uint32_t count;
};

// The operands that a field is.
constexpr Operands operands_of(Field field) {
  if (field == Field::kExpr0 || field == Field::kFrom) return {0, 1};
  if (field == Field::kExpr1 || field == Field::kExpected) return {1, 1};
  if (field == Field::kExpr2) return {2, 1};
  if (field == Field::kTwo) return {0, 2};
  return {0, field == Field::kThree ? 3u : 0u};
}

// The members of a record that both kinds of records have under another name.
inline std::span<const ExprId> operands_in(const Expr& expr) { return expr.operands; }
inline std::span<const ExprId> operands_in(const Node& node) { return node.exprs; }
inline std::span<ExprId> operands_in(Expr& expr) { return expr.operands; }
inline std::span<ExprId> operands_in(Node& node) { return node.exprs; }
inline Range payload_in(const Expr& expr) { return expr.args; }
inline Range payload_in(const Node& node) { return node.body; }
inline Range& payload_in(Expr& expr) { return expr.args; }
inline Range& payload_in(Node& node) { return node.body; }

constexpr uint32_t count_operands(const FieldList& fields) {
  uint32_t count = 0;
  for (const KeyedField& field : fields) count += operands_of(field.field).count;
  return count;
}

constexpr bool has_fields(const FieldList& fields) { return fields[0].field != Field::kNothing; }

constexpr bool has_field(const FieldList& fields, Field wanted) {
  return std::ranges::find(fields, wanted, &KeyedField::field) != fields.end();
}

}  // namespace vyre::ir
