#pragma once

#include "base/status.h"
#include "ir/program.h"
#include "ir/wire_writer.h"

namespace vyre::ir::wire {

// Writes statements and expressions, as they are or in canonical form.
//
// The canonical form is made while writing. Both operands of an operator are canonical bytes by the
// time their order is decided, so comparing and exchanging them works on the bytes.
class BodyEncoder {
 public:
  BodyEncoder(const Program& program, Writer& out, bool canonical)
      : program_(program), out_(out), canonical_(canonical) {}

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

  void node(NodeId id);
  void string(std::string_view text);

  // What could not be written: the first such thing. The bytes are worthless then.
  Status take_status() { return std::move(status_); }

 private:
  bool dissolves(const Node& node) const;
  void nodes(Range list);
  void name(NameId id) { string(program_.names[id]); }
  void group(const Node& node) { out_.u32(static_cast<uint32_t>(node.number)); }
  void async_copy(const Node& node);
  void region(const Node& node);
  void opaque(NameId kind, Range payload);

  void expr(ExprId id);
  void operands(const Expr& expr, uint32_t count);
  void op(const Expr& expr);
  void binary(const Expr& expr);
  bool is_swapped(const Expr& expr, size_t left, size_t right);
  void atomic(const Expr& expr);
  void call(const Expr& expr);
  void cast(const Expr& expr);

  void refuse(std::string_view what, std::string_view fix);

  const Program& program_;
  Writer& out_;
  const bool canonical_;
  Status status_;
};

}  // namespace vyre::ir::wire
