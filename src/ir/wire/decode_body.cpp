#include "ir/wire/decode_body.h"

#include "base/encoding/utf8.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/wire/types.h"

namespace vyre::ir::wire {
namespace {

bool is_utf8(std::string_view text) { return utf8_prefix(text) == text.size(); }

}  // namespace

bool BodyDecoder::node(NodeId& id) {
  end_ = in_.end();
  const Cursor at = node(in_.cursor(), 0, id);
  if (at == nullptr) return false;
  in_.move_to(at);
  return true;
}

BodyDecoder::Cursor BodyDecoder::node(Cursor at, uint32_t depth, NodeId& id) {
  if (depth == kMaxDepth) return too_deep(at);
  uint8_t tag = 0;
  const Cursor fields = number(at, tag);
  if (fields == nullptr) return nullptr;
  if (!is_node_tag(tag)) return damaged("D91", at, "unknown statement ", tag);
  Node node{.kind = static_cast<NodeKind>(tag)};
  at = node_fields(fields, depth + 1, node);
  if (at != nullptr) id = out_.add(node);
  return at;
}

BodyDecoder::Cursor BodyDecoder::node_fields(Cursor at, uint32_t depth, Node& node) {
  switch (node.kind) {
    case NodeKind::kLet:
    case NodeKind::kAssign:
      return expr(name(at, node.name), depth, node.exprs[0]);
    case NodeKind::kStore:
      at = expr(name(at, node.name), depth, node.exprs[0]);
      return expr(at, depth, node.exprs[1]);
    case NodeKind::kIf:
      at = expr(at, depth, node.exprs[0]);
      return nodes(nodes(at, depth, node.body), depth, node.otherwise);
    case NodeKind::kLoop:
      at = expr(name(at, node.name), depth, node.exprs[0]);
      return nodes(expr(at, depth, node.exprs[1]), depth, node.body);
    case NodeKind::kReturn:
      return at;
    case NodeKind::kBlock:
      return nodes(at, depth, node.body);
    case NodeKind::kBarrier:
      return ordering(at, node.ordering);
    case NodeKind::kIndirectDispatch:
      return number(name(at, node.name), node.number);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return async_copy(at, depth, node);
    case NodeKind::kAsyncWait:
    case NodeKind::kResume:
      return name(at, node.tag);
    case NodeKind::kRegion:
      return nodes(optional_name(name(at, node.name), node.name2), depth, node.body);
    case NodeKind::kTrap:
      return name(expr(at, depth, node.exprs[0]), node.tag);
    case NodeKind::kAllReduce:
    case NodeKind::kAllGather:
    case NodeKind::kReduceScatter:
    case NodeKind::kBroadcast:
      return collective(name(at, node.name), node);
    case NodeKind::kOpaque:
      return opaque_node(at);
  }
  return nullptr;
}

BodyDecoder::Cursor BodyDecoder::async_copy(Cursor at, uint32_t depth, Node& node) {
  at = name(name(at, node.name), node.name2);
  at = expr(at, depth, node.exprs[0]);
  return name(expr(at, depth, node.exprs[1]), node.tag);
}

// From behind the first name.
BodyDecoder::Cursor BodyDecoder::collective(Cursor at, Node& node) {
  switch (node.kind) {
    case NodeKind::kAllReduce:
      return group(collective_op(at, node.op), node);
    case NodeKind::kAllGather:
      return group(name(at, node.name2), node);
    case NodeKind::kReduceScatter:
      return group(collective_op(name(at, node.name2), node.op), node);
    default:
      return group(number(at, node.root), node);
  }
}

BodyDecoder::Cursor BodyDecoder::group(Cursor at, Node& node) {
  uint32_t group = 0;
  at = number(at, group);
  node.number = group;
  return at;
}

// The last operand is read by the same loop, as most expressions have no other.
BodyDecoder::Cursor BodyDecoder::expr(Cursor at, uint32_t depth) {
  for (; at != nullptr; ++depth) {
    if (depth == kMaxDepth) return too_deep(at);
    if (at == end_) return past_end(at, 1);
    const ExprId id = out_.add(static_cast<ExprKind>(*at));
    Expr& expr = expr_at(id);
    size_t last = 0;
    switch (static_cast<ExprKind>(*at++)) {
      case ExprKind::kLitU32:
      case ExprKind::kLitI32:
      case ExprKind::kLitF32:
        return number(at, expr.value);
      case ExprKind::kLitBool:
        return literal_bool(at, expr);
      case ExprKind::kVar:
      case ExprKind::kBufLen:
        return name(at, expr.name);
      case ExprKind::kLoad:
        at = name(at, expr.name);
        break;
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
        return number(at, expr.op);
      case ExprKind::kBinOp:
        at = operand(op<is_bin_op>(at, expr), depth, id, 0);
        last = 1;
        break;
      case ExprKind::kUnOp:
        at = op<is_un_op>(at, expr);
        break;
      case ExprKind::kCall:
        return call(name(at, expr.name), depth, id);
      case ExprKind::kSelect:
      case ExprKind::kFma:
        at = operand(operand(at, depth, id, 0), depth, id, 1);
        last = 2;
        break;
      case ExprKind::kCast:
        at = cast(at, expr);
        break;
      case ExprKind::kAtomic:
        at = atomic(at, depth, id);
        last = 2;
        break;
      case ExprKind::kSubgroupAdd:
      case ExprKind::kSubgroupBallot:
        break;
      case ExprKind::kSubgroupShuffle:
        at = operand(at, depth, id, 0);
        last = 1;
        break;
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kSubgroupSize:
        return at;
      case ExprKind::kOpaque:
        return opaque_expr(at, expr);
      default:
        return damaged("D92", at - 1, "unknown expression ", at[-1]);
    }
    expr_at(id).operands[last] = next_expr();
  }
  return nullptr;
}

BodyDecoder::Cursor BodyDecoder::literal_bool(Cursor at, Expr& expr) {
  uint8_t byte = 0;
  at = number(at, byte);
  expr.value = byte != 0;
  return at;
}

// All but the last operand.
BodyDecoder::Cursor BodyDecoder::atomic(Cursor at, uint32_t depth, ExprId id) {
  Expr& expr = expr_at(id);
  at = name(ordering(op<is_atomic_op>(at, expr), expr.ordering), expr.name);
  uint8_t has_expected = 0;
  at = number(operand(at, depth, id, 0), has_expected);
  return has_expected != 0 ? operand(at, depth, id, 1) : at;
}

// From behind the name.
BodyDecoder::Cursor BodyDecoder::call(Cursor at, uint32_t depth, ExprId id) {
  uint32_t count = 0;
  at = this->count(at, "arguments of one call,", kMaxArguments, "D97", count);
  const size_t first = ids_.size();
  for (uint32_t i = 0; i < count && at != nullptr; ++i) {
    ids_.push_back(next_expr());
    at = expr(at, depth + 1);
  }
  expr_at(id).args = out_.list(std::span(ids_).subspan(first));
  ids_.resize(first);
  return at;
}

BodyDecoder::Cursor BodyDecoder::cast(Cursor at, Expr& expr) {
  return by_reader(at, [&] { return read_inline_type(in_, program_.types, expr.value); });
}

BodyDecoder::Cursor BodyDecoder::nodes(Cursor at, uint32_t depth, Range& list) {
  uint32_t count = 0;
  at = this->count(at, "statements in one list,", kMaxNodesInList, "D98", count);
  const size_t first = ids_.size();
  for (uint32_t i = 0; i < count && at != nullptr; ++i) {
    NodeId id = kNone;
    at = node(at, depth, id);
    ids_.push_back(id);
  }
  list = out_.list(std::span(ids_).subspan(first));
  ids_.resize(first);
  return at;
}

inline BodyDecoder::Cursor BodyDecoder::name(Cursor at, NameId& id) {
  uint32_t size = 0;
  at = count(at, "string length", kMaxString, "D15", size);
  if (at == nullptr) return at;
  const auto readable = static_cast<size_t>(end_ - at);
  if (size > readable) return past_end(at, size);
  const std::string_view text(reinterpret_cast<const char*>(at), size);
  id = out_.name(text, readable, is_utf8);
  at += size;
  if (id != kNone) return at;
  return malformed(text, at);
}

BodyDecoder::Cursor BodyDecoder::malformed(std::string_view text, Cursor end) {
  in_.move_to(end);
  in_.check_utf8(text);
  return nullptr;
}

BodyDecoder::Cursor BodyDecoder::optional_name(Cursor at, NameId& id) {
  uint8_t present = 0;
  at = number(at, present);
  if (present > 1) return damaged("D96", at - 1, "presence byte ", present, " is not 0 or 1");
  return present == 0 ? at : name(at, id);
}

template <typename Integer>
inline BodyDecoder::Cursor BodyDecoder::number(Cursor at, Integer& value) {
  if (at == nullptr) return at;
  if (static_cast<size_t>(end_ - at) < sizeof value) return past_end(at, sizeof value);
  value = load_little_endian<Integer>(at);
  return at + sizeof value;
}

inline BodyDecoder::Cursor BodyDecoder::count(Cursor at, std::string_view what, uint32_t limit,
                                              const char* rule, uint32_t& value) {
  const Cursor next = number(at, value);
  if (next == nullptr || value <= limit) return next;
  return too_many(at, what, limit, rule, value);
}

BodyDecoder::Cursor BodyDecoder::too_many(Cursor at, std::string_view what, uint32_t limit,
                                          const char* rule, uint32_t value) {
  in_.too_large(rule, in_.offset(at), what, ' ', value, ", at most ", limit);
  return nullptr;
}

template <bool (*kIsKnown)(uint8_t)>
inline BodyDecoder::Cursor BodyDecoder::op(Cursor at, Expr& expr) {
  const Cursor next = number(at, expr.op);
  if (next == nullptr) return next;
  if (!kIsKnown(expr.op)) return damaged("D93", at, "unknown operator ", expr.op);
  if (expr.op != kOpaqueOp) return next;
  const Cursor end = number(next, expr.value);
  if (end == nullptr || (expr.value & kExtensionBit) != 0) return end;
  return damaged("D103", next, "extension id ", expr.value, " lacks its top bit");
}

BodyDecoder::Cursor BodyDecoder::ordering(Cursor at, Ordering& ordering) {
  uint8_t tag = 0;
  at = number(at, tag);
  if (!is_ordering(tag)) return damaged("D94", at - 1, "unknown memory ordering ", tag);
  ordering = static_cast<Ordering>(tag);
  return at;
}

BodyDecoder::Cursor BodyDecoder::collective_op(Cursor at, uint8_t& op) {
  at = number(at, op);
  if (at == nullptr || is_collective_op(op)) return at;
  return damaged("D95", at - 1, "unknown collective operator ", op);
}

template <typename Read>
BodyDecoder::Cursor BodyDecoder::by_reader(Cursor at, Read read) {
  if (at == nullptr) return at;
  in_.move_to(at);
  return read() ? in_.cursor() : nullptr;
}

bool BodyDecoder::opaque_payload(std::string_view& kind, std::span<const uint8_t>& payload) {
  uint32_t length = 0;
  return in_.string(kind) && in_.count("opaque payload bytes,", kMaxPayload, length, "D99") &&
         in_.bytes(length, payload);
}

BodyDecoder::Cursor BodyDecoder::opaque_expr(Cursor at, Expr& expr) {
  return by_reader(at, [&] {
    const size_t start = in_.position();
    std::string_view kind;
    std::span<const uint8_t> payload;
    if (!opaque_payload(kind, payload)) return false;
    const bool is_literal = is_literal_kind(kind);
    if (!is_literal && kind != kConstantKind) return unknown_extension("expression", start, kind);
    if (is_literal && payload.size() != kLiteralBytes) {
      return in_.damaged("D101", start, "literal '", kind, "' has ", payload.size(),
                         " payload bytes instead of 8");
    }
    expr.name = out_.name(kind);
    expr.args = out_.payload(payload);
    return true;
  });
}

BodyDecoder::Cursor BodyDecoder::opaque_node(Cursor at) {
  return by_reader(at, [&] {
    const size_t start = in_.position();
    std::string_view kind;
    std::span<const uint8_t> payload;
    return opaque_payload(kind, payload) && unknown_extension("statement", start, kind);
  });
}

bool BodyDecoder::unknown_extension(std::string_view what, size_t at, std::string_view kind) {
  return in_.refuse("D100", at,
                    concat("no extension is known for the ", what, " kind ", display_name(kind)),
                    "use only core statements, specialization values and the 64-bit literals");
}

BodyDecoder::Cursor BodyDecoder::too_deep(Cursor at) {
  in_.too_large("D90", in_.offset(at), "statements and expressions nest deeper than ", kMaxDepth);
  return nullptr;
}

BodyDecoder::Cursor BodyDecoder::past_end(Cursor at, uint64_t needed) {
  in_.move_to(at);
  in_.past_end(needed);
  return nullptr;
}

}  // namespace vyre::ir::wire
