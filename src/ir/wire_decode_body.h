#pragma once

#include <memory_resource>
#include <vector>

#include "ir/assembler.h"
#include "ir/wire_reader.h"

namespace vyre::ir::wire {

// Reads statements and expressions into an assembler. Statement by statement of the entry list: the
// depth starts anew with each.
class BodyDecoder {
 public:
  BodyDecoder(Reader& in, Assembler& out, std::pmr::memory_resource* memory)
      : in_(in), out_(out), program_(out.program()), ids_(memory) {
    ids_.reserve(64);
  }

  bool node(NodeId& id);

 private:
  bool enter();
  bool expr(ExprId& id);

  bool node_fields(Node& node);
  bool async_copy(Node& node);
  bool group(Node& node);

  // An expression is added before its operands, which may move it: a reference ends with the next
  // one.
  Expr& expr_at(ExprId id) { return program_.exprs[id]; }
  bool expr_fields(ExprId id);
  bool operand(ExprId id, size_t i);
  bool arguments(ExprId id);
  bool atomic(ExprId id);

  bool name(NameId& id);
  bool nodes(Range& list);
  template <bool (*kIsKnown)(uint8_t)>
  bool op(Expr& expr);
  bool ordering(Ordering& ordering);
  bool collective_op(uint8_t& op);
  bool optional_name(NameId& id);
  bool literal_bool(Expr& expr);
  bool opaque_payload(std::string_view& kind, std::span<const uint8_t>& payload);
  bool opaque_expr(Expr& expr);
  bool opaque_node();
  bool unknown_extension(std::string_view what, size_t at, std::string_view kind);

  Reader& in_;
  Assembler& out_;
  Program& program_;  // of out_
  uint32_t depth_ = 0;
  std::pmr::vector<uint32_t> ids_;  // of lists that are still being read, innermost last
};

}  // namespace vyre::ir::wire
