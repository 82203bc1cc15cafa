#pragma once

#include <memory_resource>
#include <string_view>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/wire/format.h"
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

  bool node(NodeId& id);

 private:
  // Where reading goes on. Each of these functions reads at a cursor, which stays in a register
  // that way, and answers where it ends: null when the reader keeps a failure. A cursor that is
  // null already is passed on. |depth| counts the statements and expressions around.
  using Cursor = const uint8_t*;

  Cursor node(Cursor at, uint32_t depth, NodeId& id);
  Cursor node_fields(Cursor at, uint32_t depth, Node& node);
  Cursor async_copy(Cursor at, uint32_t depth, Node& node);
  Cursor collective(Cursor at, Node& node);
  Cursor nodes(Cursor at, uint32_t depth, Range& list);
  Cursor opaque_node(Cursor at);

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
  Cursor call(Cursor at, uint32_t depth, ExprId id);
  Cursor atomic(Cursor at, uint32_t depth, ExprId id);
  Cursor cast(Cursor at, Expr& expr);
  Cursor opaque_expr(Cursor at, Expr& expr);

  Cursor name(Cursor at, NameId& id);
  Cursor optional_name(Cursor at, NameId& id);
  template <typename Integer>
  Cursor number(Cursor at, Integer& value);
  Cursor count(Cursor at, std::string_view what, uint32_t limit, const char* rule, uint32_t& value);
  template <bool (*kIsKnown)(uint8_t)>
  Cursor op(Cursor at, Expr& expr);
  Cursor ordering(Cursor at, Ordering& ordering);
  Cursor collective_op(Cursor at, uint8_t& op);
  Cursor group(Cursor at, Node& node);
  Cursor literal_bool(Cursor at, Expr& expr);

  bool opaque_payload(std::string_view& kind, std::span<const uint8_t>& payload);
  bool unknown_extension(std::string_view what, size_t at, std::string_view kind);
  // What the reader itself reads on from |at|.
  template <typename Read>
  Cursor by_reader(Cursor at, Read read);

  [[gnu::cold, gnu::noinline]] Cursor too_deep(Cursor at);
  [[gnu::cold, gnu::noinline]] Cursor too_many(Cursor at, std::string_view what, uint32_t limit,
                                               const char* rule, uint32_t value);
  [[gnu::cold, gnu::noinline]] Cursor malformed(std::string_view text, Cursor end);
  [[gnu::cold, gnu::noinline]] Cursor past_end(Cursor at, uint64_t needed);
  template <typename... Parts>
  [[gnu::cold, gnu::noinline]] Cursor damaged(const char* rule, Cursor at, const Parts&... parts) {
    in_.damaged(rule, in_.offset(at), parts...);
    return nullptr;
  }

  Reader& in_;
  Assembler& out_;
  Program& program_;                // of out_
  Cursor end_ = nullptr;            // of the statement's window
  std::pmr::vector<uint32_t> ids_;  // of lists that are still being read, innermost last
};

}  // namespace vyre::ir::wire
