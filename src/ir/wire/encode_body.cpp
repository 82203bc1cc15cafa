#include "ir/wire/encode_body.h"

#include <algorithm>
#include <cstring>

#include "ir/program/display_name.h"
#include "ir/wire/format.h"
#include "ir/wire/types.h"

namespace vyre::ir::wire {
namespace {

bool is_literal(ExprKind kind) {
  return kind == ExprKind::kLitU32 || kind == ExprKind::kLitI32 || kind == ExprKind::kLitF32 ||
         kind == ExprKind::kLitBool;
}

// Exchanges two neighbors, most of which are short.
void exchange(uint8_t* left, uint8_t* right, uint8_t* end) {
  uint8_t kept[256];
  const auto left_size = static_cast<size_t>(right - left);
  const auto right_size = static_cast<size_t>(end - right);
  if (right_size > sizeof kept) {
    std::rotate(left, right, end);
    return;
  }
  std::memcpy(kept, right, right_size);
  std::memmove(left + right_size, left, left_size);
  std::memcpy(left, kept, right_size);
}

// Exchanges two neighbors unless the first one has the smaller bytes.
void sort_operands(uint8_t* left, uint8_t* right, uint8_t* end) {
  const auto left_size = static_cast<size_t>(right - left),
             right_size = static_cast<size_t>(end - right);
  const int by_bytes = std::memcmp(right, left, std::min(left_size, right_size));
  if (by_bytes < 0 || (by_bytes == 0 && right_size < left_size)) exchange(left, right, end);
}

// One NaN, no subnormals, no negative zero.
uint32_t wire_f32(uint32_t bits) {
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return 0x7FC00000u;
  return magnitude < 0x00800000u ? 0 : bits;
}

}  // namespace

void BodyEncoder::refuse(std::string_view what, std::string_view fix) {
  if (status_.ok()) {
    status_ = fail(Code::kInvalidProgram, "cannot encode the program: ", what, ". Fix: ", fix, ".");
  }
}

void BodyEncoder::refuse_name(std::string_view text) {
  refuse(
      concat("the name ", display_name(text), " has ", text.size(), " bytes, at most ", kMaxString),
      "use shorter names");
}

uint8_t* BodyEncoder::string(uint8_t* at, std::string_view text) {
  if (text.size() > kMaxString) refuse_name(text);
  at = out_.room(at, sizeof(uint32_t) + text.size());
  return put_text(put(at, static_cast<uint32_t>(text.size())), text);
}

bool BodyEncoder::dissolves(const Node& node) const {
  if (node.kind != NodeKind::kBlock) return false;
  const auto is_let = [&](NodeId id) { return program_.nodes[id].kind == NodeKind::kLet; };
  return std::ranges::none_of(program_.list(node.body), is_let);
}

uint8_t* BodyEncoder::nodes(uint8_t* at, Range list) {
  at = out_.room(at, sizeof(uint32_t));
  const size_t count_at = out_.offset(at);
  uint32_t count = 0;
  at += sizeof count;
  for_each_listed(list, [&](NodeId id) {
    at = node(at, id);
    ++count;
  });
  put(out_.at(count_at), count);
  return at;
}

uint8_t* BodyEncoder::node(uint8_t* at, NodeId id) {
  const Node& node = program_.nodes[id];
  at = put(out_.room(at, kFixedBytes), static_cast<uint8_t>(node.kind));
  switch (node.kind) {
    case NodeKind::kLet:
    case NodeKind::kAssign:
      return expr(name(at, node.name), node.exprs[0]);
    case NodeKind::kStore:
      return expr(expr(name(at, node.name), node.exprs[0]), node.exprs[1]);
    case NodeKind::kIf:
      return nodes(nodes(expr(at, node.exprs[0]), node.body), node.otherwise);
    case NodeKind::kLoop:
      at = expr(expr(name(at, node.name), node.exprs[0]), node.exprs[1]);
      return nodes(at, node.body);
    case NodeKind::kReturn:
      return at;
    case NodeKind::kBlock:
      return nodes(at, node.body);
    case NodeKind::kBarrier:
      return put(at, static_cast<uint8_t>(node.ordering));
    case NodeKind::kIndirectDispatch:
      return last(name(at, node.name), node.number);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return async_copy(at, node);
    case NodeKind::kAsyncWait:
    case NodeKind::kResume:
      return name(at, node.tag);
    case NodeKind::kRegion:
      return region(at, node);
    case NodeKind::kTrap:
      return name(expr(at, node.exprs[0]), node.tag);
    case NodeKind::kAllReduce:
      return group(last(name(at, node.name), node.op), node);
    case NodeKind::kAllGather:
      return group(name(name(at, node.name), node.name2), node);
    case NodeKind::kReduceScatter:
      return group(last(name(name(at, node.name), node.name2), node.op), node);
    case NodeKind::kBroadcast:
      return group(last(name(at, node.name), node.root), node);
    case NodeKind::kOpaque:
      return opaque(at, node.name, node.body);
  }
  return at;
}

uint8_t* BodyEncoder::async_copy(uint8_t* at, const Node& node) {
  at = name(name(at, node.name), node.name2);
  return name(expr(expr(at, node.exprs[0]), node.exprs[1]), node.tag);
}

uint8_t* BodyEncoder::region(uint8_t* at, const Node& node) {
  const bool has_source = node.name2 != kNone;
  at = last(name(at, node.name), uint8_t{has_source});
  if (has_source) at = name(at, node.name2);
  return nodes(at, node.body);
}

uint8_t* BodyEncoder::opaque(uint8_t* at, NameId kind, Range payload) {
  if (payload.count > kMaxPayload) {
    refuse(concat("an opaque payload has ", payload.count, " bytes, at most ", kMaxPayload),
           "split it");
  }
  at = out_.room(name(at, kind), sizeof payload.count + payload.count);
  return put_raw(put(at, payload.count), program_.bytes(payload).data(), payload.count);
}

// The last operand is written by the same loop, as most expressions have no other.
uint8_t* BodyEncoder::expr(uint8_t* at, ExprId id) {
  while (true) {
    const Expr& expr = program_.exprs[id];
    at = put(out_.room(at, kFixedBytes), static_cast<uint8_t>(expr.kind));
    size_t last = 0;
    switch (expr.kind) {
      case ExprKind::kLitU32:
      case ExprKind::kLitI32:
        return put(at, expr.value);
      case ExprKind::kLitF32:
        return put(at, wire_f32(expr.value));
      case ExprKind::kLitBool:
        return put(at, uint8_t{expr.value != 0});
      case ExprKind::kVar:
      case ExprKind::kBufLen:
        return name(at, expr.name);
      case ExprKind::kLoad:
        at = name(at, expr.name);
        break;
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
        return put(at, expr.op);
      case ExprKind::kBinOp: {
        const Order order = canonical_ ? order_of(expr) : Order::kKeep;
        if (order == Order::kByBytes) return by_bytes(op(at, expr), expr);
        last = order == Order::kKeep ? 1 : 0;
        at = this->expr(op(at, expr), expr.operands[1 - last]);
        break;
      }
      case ExprKind::kUnOp:
        at = op(at, expr);
        break;
      case ExprKind::kCall:
        return call(at, expr);
      case ExprKind::kSelect:
      case ExprKind::kFma:
        at = this->expr(this->expr(at, expr.operands[0]), expr.operands[1]);
        last = 2;
        break;
      case ExprKind::kCast:
        at = cast(at, expr);
        break;
      case ExprKind::kAtomic:
        at = atomic(at, expr);
        last = 2;
        break;
      case ExprKind::kSubgroupAdd:
      case ExprKind::kSubgroupBallot:
        break;
      case ExprKind::kSubgroupShuffle:
        at = this->expr(at, expr.operands[0]);
        last = 1;
        break;
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kSubgroupSize:
        return at;
      case ExprKind::kOpaque:
        return opaque(at, expr.name, expr.args);
    }
    id = expr.operands[last];
  }
}

// Within the room for the tag.
uint8_t* BodyEncoder::op(uint8_t* at, const Expr& expr) {
  at = put(at, expr.op);
  return expr.op == kOpaqueOp ? put(at, expr.value) : at;
}

// Both operands, the one with the smaller bytes first.
uint8_t* BodyEncoder::by_bytes(uint8_t* at, const Expr& expr) {
  const size_t left_at = out_.offset(at);
  at = this->expr(at, expr.operands[0]);
  const size_t right_at = out_.offset(at);
  at = this->expr(at, expr.operands[1]);
  sort_operands(out_.at(left_at), out_.at(right_at), at);
  return at;
}

// What two expressions of one kind write behind their kind, as far as that is quickly told.
std::strong_ordering BodyEncoder::compare_heads(const Expr& left, const Expr& right) const {
  switch (left.kind) {
    case ExprKind::kVar:
    case ExprKind::kBufLen:
    case ExprKind::kLoad:
      if (left.name == right.name) return std::strong_ordering::equal;
      return compare_texts(program_.names[left.name], program_.names[right.name]);
    case ExprKind::kBinOp:
    case ExprKind::kUnOp:
      return left.op <=> right.op;
    default:
      return std::strong_ordering::equal;
  }
}

// Literals go right; otherwise the operand with the smaller bytes goes left, unless they may be
// floating point and their order could show. Most operands need not be written before their order
// is known.
BodyEncoder::Order BodyEncoder::order_of(const Expr& expr) const {
  const uint8_t flags = ops::row(expr.bin_op()).flags;
  if ((flags & (ops::kCommutes | ops::kMayCommute)) == 0) return Order::kKeep;
  const Expr &left_expr = program_.exprs[expr.operands[0]],
             &right_expr = program_.exprs[expr.operands[1]];
  const ExprKind left = left_expr.kind, right = right_expr.kind;
  if (is_literal(left) != is_literal(right)) return is_literal(left) ? Order::kSwap : Order::kKeep;
  if (!is_literal(left) && (flags & ops::kCommutes) == 0) return Order::kKeep;
  if (left != right) return left < right ? Order::kKeep : Order::kSwap;
  const std::strong_ordering heads = compare_heads(left_expr, right_expr);
  if (heads == 0) return Order::kByBytes;
  return heads < 0 ? Order::kKeep : Order::kSwap;
}

// All but the last operand.
uint8_t* BodyEncoder::atomic(uint8_t* at, const Expr& expr) {
  at = put(op(at, expr), static_cast<uint8_t>(expr.ordering));
  at = this->expr(name(at, expr.name), expr.operands[0]);
  const bool has_expected = expr.operands[1] != kNone;
  at = last(at, uint8_t{has_expected});
  return has_expected ? this->expr(at, expr.operands[1]) : at;
}

uint8_t* BodyEncoder::call(uint8_t* at, const Expr& expr) {
  at = last(name(at, expr.name), expr.args.count);
  for (const ExprId argument : program_.arguments(expr)) at = this->expr(at, argument);
  return at;
}

// The type alone.
uint8_t* BodyEncoder::cast(uint8_t* at, const Expr& expr) {
  out_.advance_to(at);
  if (!write_inline_type(out_, program_.types, expr.value)) {
    refuse(concat("the cast to ", type_name(program_.types, expr.value), " exceeds 32 bits"),
           "use a smaller array");
  }
  return out_.cursor();
}

}  // namespace vyre::ir::wire
