#include "ir/wire_decode_body.h"

#include "base/utf8.h"
#include "ir/display_name.h"
#include "ir/wire_format.h"
#include "ir/wire_types.h"

namespace vyre::ir::wire {
namespace {

bool is_utf8(std::string_view text) { return utf8_prefix(text) == text.size(); }

}  // namespace

bool BodyDecoder::enter() {
  if (depth_ == kMaxDepth) {
    return in_.too_large("D90", in_.position(), "statements and expressions nest deeper than ",
                         kMaxDepth);
  }
  ++depth_;
  return true;
}

bool BodyDecoder::node(NodeId& id) {
  uint8_t tag = 0;
  if (!enter() || !in_.u8(tag)) return false;
  if (!is_node_tag(tag)) return in_.damaged("D91", in_.position() - 1, "unknown statement ", tag);
  Node node{.kind = static_cast<NodeKind>(tag)};
  if (!node_fields(node)) return false;
  --depth_;
  id = out_.add(node);
  return true;
}

bool BodyDecoder::node_fields(Node& node) {
  switch (node.kind) {
    case NodeKind::kLet:
    case NodeKind::kAssign:
      return name(node.name) && expr(node.exprs[0]);
    case NodeKind::kStore:
      return name(node.name) && expr(node.exprs[0]) && expr(node.exprs[1]);
    case NodeKind::kIf:
      return expr(node.exprs[0]) && nodes(node.body) && nodes(node.otherwise);
    case NodeKind::kLoop:
      return name(node.name) && expr(node.exprs[0]) && expr(node.exprs[1]) && nodes(node.body);
    case NodeKind::kReturn:
      return true;
    case NodeKind::kBlock:
      return nodes(node.body);
    case NodeKind::kBarrier:
      return ordering(node.ordering);
    case NodeKind::kIndirectDispatch:
      return name(node.name) && in_.u64(node.number);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return async_copy(node);
    case NodeKind::kAsyncWait:
    case NodeKind::kResume:
      return name(node.tag);
    case NodeKind::kRegion:
      return name(node.name) && optional_name(node.name2) && nodes(node.body);
    case NodeKind::kTrap:
      return expr(node.exprs[0]) && name(node.tag);
    case NodeKind::kAllReduce:
      return name(node.name) && collective_op(node.op) && group(node);
    case NodeKind::kAllGather:
      return name(node.name) && name(node.name2) && group(node);
    case NodeKind::kReduceScatter:
      return name(node.name) && name(node.name2) && collective_op(node.op) && group(node);
    case NodeKind::kBroadcast:
      return name(node.name) && in_.u32(node.root) && group(node);
    case NodeKind::kOpaque:
      return opaque_node();
  }
  return false;
}

bool BodyDecoder::async_copy(Node& node) {
  return name(node.name) && name(node.name2) && expr(node.exprs[0]) && expr(node.exprs[1]) &&
         name(node.tag);
}

bool BodyDecoder::group(Node& node) {
  uint32_t group = 0;
  if (!in_.u32(group)) return false;
  node.number = group;
  return true;
}

template <bool (*kIsKnown)(uint8_t)>
bool BodyDecoder::op(Expr& expr) {
  const size_t at = in_.position();
  if (!in_.u8(expr.op)) return false;
  if (!kIsKnown(expr.op)) return in_.damaged("D93", at, "unknown operator ", expr.op);
  if (expr.op != kOpaqueOp) return true;
  if (!in_.u32(expr.value)) return false;
  if ((expr.value & kExtensionBit) != 0) return true;
  return in_.damaged("D103", at + 1, "extension id ", expr.value, " lacks its top bit");
}

bool BodyDecoder::expr(ExprId& id) {
  uint8_t tag = 0;
  if (!enter() || !in_.u8(tag)) return false;
  if (!is_expr_tag(tag)) return in_.damaged("D92", in_.position() - 1, "unknown expression ", tag);
  id = out_.add(static_cast<ExprKind>(tag));
  if (!expr_fields(id)) return false;
  --depth_;
  return true;
}

bool BodyDecoder::expr_fields(ExprId id) {
  Expr& expr = expr_at(id);
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitF32:
      return in_.u32(expr.value);
    case ExprKind::kLitBool:
      return literal_bool(expr);
    case ExprKind::kVar:
    case ExprKind::kBufLen:
      return name(expr.name);
    case ExprKind::kLoad:
      return name(expr.name) && operand(id, 0);
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
      return in_.u8(expr.op);
    case ExprKind::kBinOp:
      return op<is_bin_op>(expr) && operand(id, 0) && operand(id, 1);
    case ExprKind::kUnOp:
      return op<is_un_op>(expr) && operand(id, 0);
    case ExprKind::kCall:
      return name(expr.name) && arguments(id);
    case ExprKind::kSelect:
    case ExprKind::kFma:
      return operand(id, 0) && operand(id, 1) && operand(id, 2);
    case ExprKind::kCast:
      return read_inline_type(in_, program_.types, expr.value) && operand(id, 0);
    case ExprKind::kAtomic:
      return atomic(id);
    case ExprKind::kSubgroupAdd:
    case ExprKind::kSubgroupBallot:
      return operand(id, 0);
    case ExprKind::kSubgroupShuffle:
      return operand(id, 0) && operand(id, 1);
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return true;
    case ExprKind::kOpaque:
      return opaque_expr(expr);
  }
  return false;
}

bool BodyDecoder::operand(ExprId id, size_t i) {
  ExprId operand = kNone;
  if (!expr(operand)) return false;
  expr_at(id).operands[i] = operand;
  return true;
}

bool BodyDecoder::literal_bool(Expr& expr) {
  uint8_t byte = 0;
  if (!in_.u8(byte)) return false;
  expr.value = byte != 0;
  return true;
}

bool BodyDecoder::atomic(ExprId id) {
  Expr& expr = expr_at(id);
  uint8_t has_expected = 0;
  if (!op<is_atomic_op>(expr) || !ordering(expr.ordering) || !name(expr.name) || !operand(id, 0) ||
      !in_.u8(has_expected)) {
    return false;
  }
  if (has_expected != 0 && !operand(id, 1)) return false;
  return operand(id, 2);
}

bool BodyDecoder::name(NameId& id) {
  std::string_view text;
  if (!in_.raw_string(text)) return false;
  id = out_.name(text, is_utf8);  // most names come again and again
  return id != kNone || in_.check_utf8(text);
}

bool BodyDecoder::optional_name(NameId& id) {
  uint8_t present = 0;
  if (!in_.u8(present)) return false;
  if (present > 1) {
    return in_.damaged("D96", in_.position() - 1, "presence byte ", present, " is not 0 or 1");
  }
  return present == 0 || name(id);
}

bool BodyDecoder::nodes(Range& list) {
  uint32_t count = 0;
  if (!in_.count("statements in one list,", kMaxNodesInList, count, "D98")) return false;
  const size_t first = ids_.size();
  for (uint32_t i = 0; i < count; ++i) {
    NodeId id = kNone;
    if (!node(id)) return false;
    ids_.push_back(id);
  }
  list = out_.list(std::span(ids_).subspan(first));
  ids_.resize(first);
  return true;
}

bool BodyDecoder::arguments(ExprId id) {
  uint32_t count = 0;
  if (!in_.count("arguments of one call,", kMaxArguments, count, "D97")) return false;
  const size_t first = ids_.size();
  for (uint32_t i = 0; i < count; ++i) {
    ExprId argument = kNone;
    if (!expr(argument)) return false;
    ids_.push_back(argument);
  }
  expr_at(id).args = out_.list(std::span(ids_).subspan(first));
  ids_.resize(first);
  return true;
}

bool BodyDecoder::ordering(Ordering& ordering) {
  uint8_t tag = 0;
  if (!in_.u8(tag)) return false;
  if (!is_ordering(tag)) {
    return in_.damaged("D94", in_.position() - 1, "unknown memory ordering ", tag);
  }
  ordering = static_cast<Ordering>(tag);
  return true;
}

bool BodyDecoder::collective_op(uint8_t& op) {
  if (!in_.u8(op)) return false;
  if (is_collective_op(op)) return true;
  return in_.damaged("D95", in_.position() - 1, "unknown collective operator ", op);
}

bool BodyDecoder::opaque_payload(std::string_view& kind, std::span<const uint8_t>& payload) {
  uint32_t length = 0;
  return in_.string(kind) && in_.count("opaque payload bytes,", kMaxPayload, length, "D99") &&
         in_.bytes(length, payload);
}

bool BodyDecoder::opaque_expr(Expr& expr) {
  const size_t at = in_.position();
  std::string_view kind;
  std::span<const uint8_t> payload;
  if (!opaque_payload(kind, payload)) return false;
  if (!is_literal_kind(kind)) return unknown_extension("expression", at, kind);
  if (payload.size() != kLiteralBytes) {
    return in_.damaged("D101", at, "literal '", kind, "' has ", payload.size(),
                       " payload bytes instead of 8");
  }
  expr.name = out_.name(kind);
  expr.args = out_.payload(payload);
  return true;
}

bool BodyDecoder::opaque_node() {
  const size_t at = in_.position();
  std::string_view kind;
  std::span<const uint8_t> payload;
  return opaque_payload(kind, payload) && unknown_extension("statement", at, kind);
}

bool BodyDecoder::unknown_extension(std::string_view what, size_t at, std::string_view kind) {
  return in_.refuse("D100", at,
                    concat("no extension is known for the ", what, " kind ", display_name(kind)),
                    "use only core statements and the 64-bit literals");
}

}  // namespace vyre::ir::wire
