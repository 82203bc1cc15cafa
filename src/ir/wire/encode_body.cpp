#include "ir/wire/encode_body.h"

#include <algorithm>
#include <cstring>

#include "ir/program/display_name.h"
#include "ir/program/visit.h"
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

template <Field kField, typename Record>
inline uint8_t* BodyEncoder::field(uint8_t* at, const Record& record) {
  using enum Field;
  if constexpr (kField == kName) return name(at, record.name);
  if constexpr (kField == kName2) return name(at, record.name2);
  if constexpr (kField == kSource) return optional_name(at, record.name2);
  if constexpr (kField == kTag) return name(at, record.tag);
  if constexpr (kField == kOrdering) return put(at, static_cast<uint8_t>(record.ordering));
  if constexpr (kField == kCollectiveOp) return last(at, record.op);
  if constexpr (kField == kBinOp || kField == kUnOp || kField == kAtomicOp) {
    at = put(at, record.op);
    return record.op == kOpaqueOp ? put(at, record.value) : at;
  }
  if constexpr (kField == kReduceOp) return reduce_op(at, record);
  if constexpr (kField == kAxis) return put(at, record.op);
  if constexpr (kField == kU32 || kField == kI32) return put(at, record.value);
  if constexpr (kField == kF32) return put(at, wire_f32(record.value));
  if constexpr (kField == kBool) return put(at, uint8_t{record.value != 0});
  if constexpr (kField == kType) return cast(at, record);
  if constexpr (kField == kRoot) return last(at, record.root);
  if constexpr (kField == kGroup) return last(at, static_cast<uint32_t>(record.number));
  if constexpr (kField == kNumber) return last(at, record.number);
  if constexpr (kField == kExpected) return expected(at, record.operands[1]);
  if constexpr (kField == kArguments) return arguments(at, record);
  if constexpr (kField == kBody) return nodes(at, record.body);
  if constexpr (kField == kOtherwise) return nodes(at, record.otherwise);
  if constexpr (kField == kPayload) return payload(at, payload_in(record));
  return expr(at, operands_in(record)[operands_of(kField).first]);
}

uint8_t* BodyEncoder::node(uint8_t* at, NodeId id) {
  const Node& node = program_.nodes[id];
  at = put(out_.room(at, kFixedBytes), static_cast<uint8_t>(node.kind));
  return with_row(
      node.kind, [&]<auto kKind>(Constant<kKind>) {
        uint8_t* to = at;
        all_fields<kFields<kKind>>([&]<Field kField>(Constant<kField>, const char*) {
          to = field<kField>(to, node);
          return true;
        });
        return to;
      });
}

// From behind the operator.
inline bool BodyEncoder::first_of_two(uint8_t*& at, const Expr& expr, ExprId& last) {
  const Order order = canonical_ ? order_of(expr) : Order::kKeep;
  if (order == Order::kByBytes) {
    at = by_bytes(at, expr);
    return false;
  }
  const uint32_t second = order == Order::kKeep ? 1 : 0;
  at = this->expr(at, expr.operands[1 - second]);
  last = expr.operands[second];
  return true;
}

// All but the last operand, behind which there is no other field; false when there is none.
template <ExprKind kKind>
inline bool BodyEncoder::leading_fields(uint8_t*& at, const Expr& expr, ExprId& last) {
  if constexpr (kKind == ExprKind::kBufferRef) {
    if (form_ < WireForm::k5) {
      refuse(concat("the whole-buffer argument ", display_name(program_.names[expr.name]),
                    " does not fit form ", form_name(form_)),
             "write it in form 6");
    }
  }
  constexpr uint32_t kCount = operand_count(kKind);
  all_fields<kFields<kKind>>([&]<Field kField>(Constant<kField>, const char*) {
    constexpr Operands kOperands = operands_of(kField);
    if constexpr (kOperands.first + kOperands.count < kCount || kOperands.count == 0) {
      at = field<kField>(at, expr);
    } else if constexpr (kOperands.count > 1 && kKind != ExprKind::kBinOp) {
      for (uint32_t i = 0; i + 1 < kCount; ++i) at = this->expr(at, expr.operands[i]);
    }
    return true;
  });
  if constexpr (kKind == ExprKind::kBinOp) return first_of_two(at, expr, last);
  if constexpr (kCount > 0) last = expr.operands[kCount - 1];
  return kCount > 0;
}

// The last operand is written by the same loop, as most expressions have no other.
uint8_t* BodyEncoder::expr(uint8_t* at, ExprId id) {
  while (true) {
    const Expr& expr = program_.exprs[id];
    at = put(out_.room(at, kFixedBytes), static_cast<uint8_t>(expr.kind));
    switch (expr.kind) {
#define EXPR(kind, ...)                                           \
  case ExprKind::kind:                                            \
    if (!leading_fields<ExprKind::kind>(at, expr, id)) return at; \
    break;
#include "ir/program/nodes.def"
    }
  }
}

uint8_t* BodyEncoder::optional_name(uint8_t* at, NameId id) {
  at = last(at, uint8_t{id != kNone});
  return id != kNone ? name(at, id) : at;
}

uint8_t* BodyEncoder::expected(uint8_t* at, ExprId id) {
  at = last(at, uint8_t{id != kNone});
  return id != kNone ? expr(at, id) : at;
}

uint8_t* BodyEncoder::payload(uint8_t* at, Range payload) {
  if (payload.count > kMaxPayload) {
    refuse(concat("an opaque payload has ", payload.count, " bytes, at most ", kMaxPayload),
           "split it");
  }
  at = put(out_.room(at, sizeof payload.count + payload.count), payload.count);
  return put_raw(at, program_.bytes(payload).data(), payload.count);
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

uint8_t* BodyEncoder::arguments(uint8_t* at, const Expr& expr) {
  at = last(at, expr.args.count);
  for (const ExprId argument : program_.arguments(expr)) at = this->expr(at, argument);
  return at;
}

// Form 4 has sums alone, and says nothing.
uint8_t* BodyEncoder::reduce_op(uint8_t* at, const Expr& expr) {
  if (form_ != WireForm::k4) return put(at, expr.op);
  if (expr.reduce_op() == ReduceOp::kAdd) return at;
  refuse(concat(subgroup_operation(expr), " does not fit form 4"), "write it in form 4 op or 6");
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
