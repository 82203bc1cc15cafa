#pragma once

#include <memory_resource>
#include <string_view>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/program/fields.h"
#include "ir/wire/reader.h"

namespace vyre::ir::wire {

// Reads statements and expressions into an assembler. Statement by statement of the entry list: the
// depth starts anew with each.
class BodyDecoder {
 public:
  BodyDecoder(Reader& in, Assembler& out, std::pmr::memory_resource* scratch)
      : in_(in), out_(out), program_(out.program()), ids_(scratch) {
    ids_.reserve(64);
  }

  bool node(NodeId& id) { return in_.accept(node(in_.cursor(), 0, id)); }

 private:
  // All of these read at a cursor. |depth| counts the statements and expressions around.
  Cursor node(Cursor at, uint32_t depth, NodeId& id);
  template <Field kField>
  Cursor field(Cursor at, uint32_t depth, Node& node);
  Cursor nodes(Cursor at, uint32_t depth, Range& list);

  // An expression is added before its operands, which may move it: a reference ends with the next
  // one.
  Expr& expr_at(ExprId id) { return program_.exprs[id]; }
  ExprId next_expr() const { return static_cast<ExprId>(program_.exprs.size()); }
  Cursor expr(Cursor at, uint32_t depth);
  Cursor expr(Cursor at, uint32_t depth, ExprId& id) {
    id = next_expr();
    return expr(at, depth);
  }
  Cursor operand(Cursor at, uint32_t depth, ExprId id, size_t i) {
    expr_at(id).operands[i] = next_expr();
    return expr(at, depth + 1);
  }
  template <ExprKind kKind>
  Cursor leading_fields(Cursor at, uint32_t depth, ExprId id);
  template <Field kField>
  Cursor field(Cursor at, Expr& expr);
  Cursor expected(Cursor at, uint32_t depth, ExprId id);
  Cursor arguments(Cursor at, uint32_t depth, ExprId id);
  Cursor boolean(Cursor at, uint32_t& value);
  Cursor cast(Cursor at, Expr& expr);
  Cursor opaque_payload(Cursor at, std::string_view& kind, std::span<const uint8_t>& payload);
  Cursor opaque_expr(Cursor at, Expr& expr);
  Cursor opaque_node(Cursor at);

  Cursor name(Cursor at, NameId& id);
  Cursor optional_name(Cursor at, NameId& id);
  template <bool (*kIsKnown)(uint8_t)>
  Cursor op(Cursor at, Expr& expr);
  Cursor ordering(Cursor at, Ordering& ordering);
  Cursor collective_op(Cursor at, uint8_t& op);
  Cursor group(Cursor at, uint64_t& number);

  [[gnu::cold, gnu::noinline]] Failure too_deep(Cursor at);
  Failure unknown_extension(std::string_view what, Cursor at, std::string_view kind);

  Reader& in_;
  Assembler& out_;
  Program& program_;                // of out_
  std::pmr::vector<uint32_t> ids_;  // of lists that are still being read, innermost last
};

}  // namespace vyre::ir::wire
