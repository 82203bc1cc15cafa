#include "ir/wire_encode_body.h"

#include <algorithm>

#include "ir/display_name.h"
#include "ir/wire_format.h"
#include "ir/wire_types.h"

namespace vyre::ir::wire {
namespace {

bool is_literal(ExprKind kind) {
  return kind == ExprKind::kLitU32 || kind == ExprKind::kLitI32 || kind == ExprKind::kLitF32 ||
         kind == ExprKind::kLitBool;
}

// Operators whose operands may change places without changing any result bit.
bool is_sortable(BinOp op) {
  static constexpr BinOp kSortable[] = {BinOp::kWrappingAdd,
                                        BinOp::kSaturatingAdd,
                                        BinOp::kSaturatingMul,
                                        BinOp::kBitAnd,
                                        BinOp::kBitOr,
                                        BinOp::kBitXor,
                                        BinOp::kEq,
                                        BinOp::kNe,
                                        BinOp::kAnd,
                                        BinOp::kOr,
                                        BinOp::kAbsDiff};
  return std::ranges::find(kSortable, op) != std::end(kSortable);
}

// These may be floating point, where the order can show: they are sorted only next to a literal.
bool is_commutative(BinOp op) {
  return is_sortable(op) || op == BinOp::kAdd || op == BinOp::kMul || op == BinOp::kMin ||
         op == BinOp::kMax;
}

// One NaN, no subnormals, no negative zero.
uint32_t canonical_f32(uint32_t bits) {
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

void BodyEncoder::string(std::string_view text) {
  if (text.size() > kMaxString) {
    refuse(concat("the name ", display_name(text), " has ", text.size(), " bytes, at most ",
                  kMaxString),
           "use shorter names");
  }
  out_.string(text);
}

bool BodyEncoder::dissolves(const Node& node) const {
  if (node.kind != NodeKind::kBlock) return false;
  const auto is_let = [&](NodeId id) { return program_.nodes[id].kind == NodeKind::kLet; };
  return std::ranges::none_of(program_.list(node.body), is_let);
}

void BodyEncoder::nodes(Range list) {
  const size_t count_at = out_.size();
  uint32_t count = 0;
  out_.u32(0);
  for_each_listed(list, [&](NodeId id) {
    node(id);
    ++count;
  });
  out_.patch_u32(count_at, count);
}

void BodyEncoder::node(NodeId id) {
  const Node& node = program_.nodes[id];
  out_.u8(static_cast<uint8_t>(node.kind));
  switch (node.kind) {
    case NodeKind::kLet:
    case NodeKind::kAssign:
      return name(node.name), expr(node.exprs[0]);
    case NodeKind::kStore:
      return name(node.name), expr(node.exprs[0]), expr(node.exprs[1]);
    case NodeKind::kIf:
      return expr(node.exprs[0]), nodes(node.body), nodes(node.otherwise);
    case NodeKind::kLoop:
      return name(node.name), expr(node.exprs[0]), expr(node.exprs[1]), nodes(node.body);
    case NodeKind::kReturn:
      return;
    case NodeKind::kBlock:
      return nodes(node.body);
    case NodeKind::kBarrier:
      return out_.u8(static_cast<uint8_t>(node.ordering));
    case NodeKind::kIndirectDispatch:
      return name(node.name), out_.u64(node.number);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return async_copy(node);
    case NodeKind::kAsyncWait:
    case NodeKind::kResume:
      return name(node.tag);
    case NodeKind::kRegion:
      return region(node);
    case NodeKind::kTrap:
      return expr(node.exprs[0]), name(node.tag);
    case NodeKind::kAllReduce:
      return name(node.name), out_.u8(node.op), group(node);
    case NodeKind::kAllGather:
      return name(node.name), name(node.name2), group(node);
    case NodeKind::kReduceScatter:
      return name(node.name), name(node.name2), out_.u8(node.op), group(node);
    case NodeKind::kBroadcast:
      return name(node.name), out_.u32(node.root), group(node);
    case NodeKind::kOpaque:
      return opaque(node.name, node.body);
  }
}

void BodyEncoder::async_copy(const Node& node) {
  name(node.name);
  name(node.name2);
  expr(node.exprs[0]);
  expr(node.exprs[1]);
  name(node.tag);
}

void BodyEncoder::region(const Node& node) {
  name(node.name);
  out_.boolean(node.name2 != kNone);
  if (node.name2 != kNone) name(node.name2);
  nodes(node.body);
}

void BodyEncoder::opaque(NameId kind, Range payload) {
  if (payload.count > kMaxPayload) {
    refuse(concat("an opaque payload has ", payload.count, " bytes, at most ", kMaxPayload),
           "split it");
  }
  name(kind);
  out_.u32(payload.count);
  out_.raw(program_.bytes(payload));
}

void BodyEncoder::expr(ExprId id) {
  const Expr& expr = program_.exprs[id];
  out_.u8(static_cast<uint8_t>(expr.kind));
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
      return out_.u32(expr.value);
    case ExprKind::kLitF32:
      return out_.u32(canonical_f32(expr.value));
    case ExprKind::kLitBool:
      return out_.boolean(expr.value != 0);
    case ExprKind::kVar:
    case ExprKind::kBufLen:
      return name(expr.name);
    case ExprKind::kLoad:
      return name(expr.name), operands(expr, 1);
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
      return out_.u8(expr.op);
    case ExprKind::kBinOp:
      return binary(expr);
    case ExprKind::kUnOp:
      return op(expr), operands(expr, 1);
    case ExprKind::kCall:
      return call(expr);
    case ExprKind::kSelect:
    case ExprKind::kFma:
      return operands(expr, 3);
    case ExprKind::kCast:
      return cast(expr);
    case ExprKind::kAtomic:
      return atomic(expr);
    case ExprKind::kSubgroupAdd:
    case ExprKind::kSubgroupBallot:
      return operands(expr, 1);
    case ExprKind::kSubgroupShuffle:
      return operands(expr, 2);
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return;
    case ExprKind::kOpaque:
      return opaque(expr.name, expr.args);
  }
}

void BodyEncoder::operands(const Expr& expr, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) this->expr(expr.operands[i]);
}

void BodyEncoder::op(const Expr& expr) {
  out_.u8(expr.op);
  if (expr.op == kOpaqueOp) out_.u32(expr.value);
}

void BodyEncoder::binary(const Expr& expr) {
  op(expr);
  const size_t left = out_.size();
  this->expr(expr.operands[0]);
  const size_t right = out_.size();
  this->expr(expr.operands[1]);
  if (!canonical_ || !is_swapped(expr, left, right)) return;
  uint8_t* const bytes = out_.bytes().data();
  std::rotate(bytes + left, bytes + right, bytes + out_.size());
}

// Literals go right; otherwise the operand with the smaller bytes goes left.
bool BodyEncoder::is_swapped(const Expr& expr, size_t left, size_t right) {
  if (!is_commutative(expr.bin_op())) return false;
  const bool left_literal = is_literal(program_.exprs[expr.operands[0]].kind);
  const bool right_literal = is_literal(program_.exprs[expr.operands[1]].kind);
  if (left_literal != right_literal) return left_literal;
  if (!left_literal && !is_sortable(expr.bin_op())) return false;
  const std::span<const uint8_t> bytes(out_.bytes());
  return std::ranges::lexicographical_compare(bytes.subspan(right),
                                              bytes.subspan(left, right - left));
}

void BodyEncoder::atomic(const Expr& expr) {
  op(expr);
  out_.u8(static_cast<uint8_t>(expr.ordering));
  name(expr.name);
  this->expr(expr.operands[0]);
  out_.boolean(expr.operands[1] != kNone);
  if (expr.operands[1] != kNone) this->expr(expr.operands[1]);
  this->expr(expr.operands[2]);
}

void BodyEncoder::call(const Expr& expr) {
  name(expr.name);
  out_.u32(expr.args.count);
  for (const ExprId argument : program_.arguments(expr)) this->expr(argument);
}

void BodyEncoder::cast(const Expr& expr) {
  if (!write_inline_type(out_, program_.types, expr.value)) {
    refuse(concat("the cast to ", type_name(program_.types, expr.value), " exceeds 32 bits"),
           "use a smaller array");
  }
  operands(expr, 1);
}

}  // namespace vyre::ir::wire
