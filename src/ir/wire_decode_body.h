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
      : in_(in), out_(out), ids_(memory) {}

  bool node(NodeId& id);

 private:
  bool enter();
  bool node_fields(Node& node);
  bool expr(ExprId& id);
  bool expr_fields(Expr& expr);

  bool name(NameId& id);
  bool nodes(Range& list);
  bool arguments(Range& list);
  bool op(Expr& expr, bool (*is_known)(uint8_t));
  bool ordering(Ordering& ordering);
  bool collective_op(uint8_t& op);
  bool optional_name(NameId& id);
  bool async_copy(Node& node);
  bool group(Node& node);
  bool literal_bool(Expr& expr);
  bool atomic(Expr& expr);
  bool opaque_payload(std::string_view& kind, std::span<const uint8_t>& payload);
  bool opaque_expr(Expr& expr);
  bool opaque_node();
  bool unknown_extension(std::string_view what, size_t at, std::string_view kind);

  Reader& in_;
  Assembler& out_;
  uint32_t depth_ = 0;
  std::pmr::vector<uint32_t> ids_;  // of lists that are still being read, innermost last
};

}  // namespace vyre::ir::wire
