#pragma once

#include <compare>

#include "base/status/status.h"
#include "ir/program/fields.h"
#include "ir/wire/writer.h"

namespace vyre::ir::wire {

// Writes statements and expressions, as they are or in canonical form.
//
// The canonical form is made while writing. Operands whose order is decided by their bytes are
// canonical bytes by then, so comparing and exchanging them works on what has been written.
class BodyEncoder {
 public:
  BodyEncoder(const Program& program, Writer& out, WireForm form, bool canonical)
      : program_(program), out_(out), form_(form), canonical_(canonical) {}

  // Calls |visit(NodeId)| for each statement of a list as it is written: in canonical form a Block
  // that declares nothing is replaced by what it holds.
  template <typename Visit>
  void for_each_listed(Range list, const Visit& visit) const {
    for (const NodeId id : program_.list(list)) {
      if (canonical_ && dissolves(program_.nodes[id])) {
        for_each_listed(program_.nodes[id].body, visit);
      } else {
        visit(id);
      }
    }
  }

  void node(NodeId id) { out_.advance_to(node(out_.cursor(), id)); }
  void string(std::string_view text) { out_.advance_to(string(out_.cursor(), text)); }

  // What could not be written: the first such thing. The bytes are worthless then.
  Status take_status() { return std::move(status_); }
  [[gnu::cold]] void refuse(std::string_view what, std::string_view fix);

 private:
  bool dissolves(const Node& node) const;

  // Each of these writes at a cursor and answers where it ends; the cursor may have no room.
  uint8_t* string(uint8_t* at, std::string_view text);
  uint8_t* name(uint8_t* at, NameId id) { return string(at, program_.names[id]); }
  uint8_t* node(uint8_t* at, NodeId id);
  uint8_t* nodes(uint8_t* at, Range list);
  uint8_t* expr(uint8_t* at, ExprId id);
  template <ExprKind kKind>
  bool leading_fields(uint8_t*& at, const Expr& expr, ExprId& last);
  bool first_of_two(uint8_t*& at, const Expr& expr, ExprId& last);
  template <Field kField, typename Record>
  uint8_t* field(uint8_t* at, const Record& record);
  uint8_t* optional_name(uint8_t* at, NameId id);
  uint8_t* expected(uint8_t* at, ExprId id);
  uint8_t* payload(uint8_t* at, Range payload);
  uint8_t* by_bytes(uint8_t* at, const Expr& expr);
  uint8_t* arguments(uint8_t* at, const Expr& expr);
  uint8_t* cast(uint8_t* at, const Expr& expr);
  uint8_t* reduce_op(uint8_t* at, const Expr& expr);
  // A number behind something of another size.
  template <typename Integer>
  uint8_t* last(uint8_t* at, Integer value) {
    return put(out_.room(at, sizeof value), value);
  }

  enum class Order : uint8_t { kKeep, kSwap, kByBytes };
  Order order_of(const Expr& expr) const;
  std::strong_ordering compare_heads(const Expr& left, const Expr& right) const;
  [[gnu::cold]] void refuse_name(std::string_view text);

  // Room for the tag of a statement or expression and what of fixed size comes right behind it:
  // operators, orderings and literals.
  static constexpr size_t kFixedBytes = 16;

  const Program& program_;
  Writer& out_;
  const WireForm form_;
  const bool canonical_;
  Status status_;
};

}  // namespace vyre::ir::wire
