#include "base/encoding/utf8.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/program/visit.h"
#include "ir/wire/sections.h"
#include "ir/wire/types.h"

namespace vyre::ir::wire {
namespace {

// All of its methods read at a cursor. |depth| counts the statements and expressions around. Form 1
// has other tags, fewer of them, and no orderings.
template <bool kIsFirst>
class BodyDecoder {
 public:
  BodyDecoder(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& ids)
      : in_(in), out_(out), program_(out.program()), ids_(ids) {}

  Cursor node(Cursor at, uint32_t depth, NodeId& id) {
    if (!enter(at, depth)) return nullptr;
    // Those around it are added behind it.
    if (program_.nodes.size() + depth >= in_.bounds().max_statements)
      return in_.too_many_statements(at);
    uint8_t tag = 0;
    const Cursor fields = in_.number(at, tag);
    if (fields == nullptr) return nullptr;
    const bool is_known = kIsFirst ? tag <= kLastFirstNode : is_node_tag(tag);
    if (!is_known) return in_.damaged("D91", at, "unknown statement ", tag);
    Node node{.kind = static_cast<NodeKind>(tag)};
    at = with_row(
        node.kind, [&]<auto kKind>(Constant<kKind>) {
          if constexpr (kKind == NodeKind::kOpaque) return opaque_node(fields);
          Cursor next = fields;
          all_fields<kFields<kKind>>([&]<Field kField>(Constant<kField>, const char*) {
            next = field<kField>(next, depth + 1, node);
            return next != nullptr;
          });
          return next;
        });
    if (at != nullptr) id = out_.add(node);
    return at;
  }

  Cursor nodes(Cursor at, uint32_t depth, Range& list) {
    uint32_t count = 0;
    at = in_.count(at, "statements in one list,", kMaxNodesInList, count, "D98");
    const bool must_fit = at != nullptr && in_.form() != WireForm::k4;  // a byte each at least
    if (must_fit && count > static_cast<size_t>(in_.end() - at)) return in_.past_end(at, count);
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

  // Where something stood deeper than kMaxDepth, the list in a Region; null: nowhere.
  Cursor too_deep_at() const { return too_deep_at_; }

 private:
  static constexpr uint8_t kLastFirstNode = 0x07;
  static constexpr uint8_t kLastFirstExpr = 0x10;

  bool enter(Cursor at, uint32_t depth) {
    if (depth == (kIsFirst ? kMaxFirstDepth : kMaxDepth)) return too_deep(at);
    if (kIsFirst && depth + 1 >= kMaxDepth && too_deep_at_ == nullptr) too_deep_at_ = at;
    return true;
  }

  // An expression is added before its operands, which may move it: a reference ends with the next
  // one.
  Expr& expr_at(ExprId id) { return program_.exprs[id]; }
  ExprId next_expr() const { return static_cast<ExprId>(program_.exprs.size()); }
  Cursor expr(Cursor at, uint32_t depth, ExprId& id) {
    id = next_expr();
    return expr(at, depth);
  }
  Cursor operand(Cursor at, uint32_t depth, ExprId id, size_t i) {
    expr_at(id).operands[i] = next_expr();
    return expr(at, depth + 1);
  }

  Cursor name(Cursor at, NameId& id) {
    std::string_view text;
    const Cursor end = in_.text(at, text);
    if (end == nullptr) return end;
    const auto readable = static_cast<size_t>(in_.end() - end) + text.size();
    id = out_.name(text, readable, is_utf8);
    if (id != kNone) return end;
    in_.check_utf8(text);
    return nullptr;
  }

  Cursor optional_name(Cursor at, NameId& id) {
    uint8_t present = 0;
    at = in_.number(at, present);
    if (present > 1) return in_.damaged("D96", at - 1, "presence byte ", present, " is not 0 or 1");
    return present == 0 ? at : name(at, id);
  }

  template <bool (*kIsKnown)(uint8_t)>
  Cursor op(Cursor at, Expr& expr) {
    const Cursor next = in_.number(at, expr.op);
    if (next == nullptr) return next;
    if constexpr (kIsFirst) return first_op(at, last_first<kIsKnown>(), expr.op) ? next : nullptr;
    if (!kIsKnown(expr.op)) return in_.damaged("D93", at, "unknown operator ", expr.op);
    if (expr.op != kOpaqueOp) return next;
    const Cursor end = in_.number(next, expr.value);
    if (end == nullptr || (expr.value & kExtensionBit) != 0) return end;
    return in_.damaged("D103", next, "extension id ", expr.value, " lacks its top bit");
  }

  // How many operators of a kind form 1 has. Their numbers begin with 0 there.
  template <bool (*kIsKnown)(uint8_t)>
  static constexpr uint8_t last_first() {
    if (kIsKnown == is_bin_op) return static_cast<uint8_t>(BinOp::kMax);
    if (kIsKnown == is_un_op) return static_cast<uint8_t>(UnOp::kIsFinite);
    return static_cast<uint8_t>(AtomicOp::kCompareExchange);
  }

  bool first_op(Cursor at, uint8_t count, uint8_t& op) {
    if (op >= count) return in_.damaged("D93", at, "unknown operator ", op);
    ++op;
    return true;
  }

  Cursor ordering(Cursor at, Ordering& ordering) {
    if (kIsFirst) return at;  // sequentially consistent
    uint8_t tag = 0;
    at = in_.number(at, tag);
    if (!is_ordering(tag)) return in_.damaged("D94", at - 1, "unknown memory ordering ", tag);
    ordering = static_cast<Ordering>(tag);
    return at;
  }

  // Form 4 has sums alone, and says nothing.
  Cursor reduce_op(Cursor at, uint8_t& op) {
    in_.meet_reduction();
    op = static_cast<uint8_t>(ReduceOp::kAdd);
    if (in_.form() == WireForm::k4) return at;
    const Cursor end = in_.number(at, op);
    if (end == nullptr || is_reduce_op(op)) return end;
    return in_.damaged("D106", at, "unknown reduction operator ", op);
  }

  Cursor collective_op(Cursor at, uint8_t& op) {
    at = in_.number(at, op);
    if (at == nullptr || is_collective_op(op)) return at;
    return in_.damaged("D95", at - 1, "unknown collective operator ", op);
  }

  Cursor group(Cursor at, uint64_t& number) {
    uint32_t group = 0;
    at = in_.number(at, group);
    number = group;
    return at;
  }

  template <Field kField>
  Cursor field(Cursor at, uint32_t depth, Node& node) {
    using enum Field;
    if constexpr (kField == kName) return name(at, node.name);
    if constexpr (kField == kName2) return name(at, node.name2);
    if constexpr (kField == kSource) return optional_name(at, node.name2);
    if constexpr (kField == kTag) return name(at, node.tag);
    if constexpr (kField == kOrdering) return ordering(at, node.ordering);
    if constexpr (kField == kCollectiveOp) return collective_op(at, node.op);
    if constexpr (kField == kRoot) return in_.number(at, node.root);
    if constexpr (kField == kGroup) return group(at, node.number);
    if constexpr (kField == kNumber) return in_.number(at, node.number);
    if constexpr (kField == kBody) return nodes(at, depth, node.body);
    if constexpr (kField == kOtherwise) return nodes(at, depth, node.otherwise);
    if constexpr (operands_of(kField).count == 1) {
      return expr(at, depth, node.exprs[operands_of(kField).first]);
    }
    return at;
  }

  // The last operand is read by the same loop, as most expressions have no other.
  Cursor expr(Cursor at, uint32_t depth) {
    for (; at != nullptr; ++depth) {
      if (!enter(at, depth)) return nullptr;
      if (at == in_.end()) return in_.past_end(at, 1);
      if (kIsFirst && *at > kLastFirstExpr) return unknown_expr(at);
      const ExprId id = out_.add(static_cast<ExprKind>(*at));
      uint32_t last = 0;
      switch (static_cast<ExprKind>(*at++)) {
#define EXPR(kind, ...)                                 \
  case ExprKind::kind:                                  \
    at = leading_fields<ExprKind::kind>(at, depth, id); \
    if (operand_count(ExprKind::kind) == 0) return at;  \
    last = operand_count(ExprKind::kind) - 1;           \
    break;
#include "ir/program/nodes.def"
        default:
          return unknown_expr(at - 1);
      }
      expr_at(id).operands[last] = next_expr();
    }
    return nullptr;
  }

  // All but the last operand, behind which there is no other field.
  template <ExprKind kKind>
  Cursor leading_fields(Cursor at, uint32_t depth, ExprId id) {
    if constexpr (kKind == ExprKind::kOpaque) return opaque_expr(at, expr_at(id));
    if constexpr (kKind == ExprKind::kBufferRef) {
      if (in_.form() < WireForm::k5) return unknown_expr(at - 1);
    }
    constexpr uint32_t kLast = operand_count(kKind) - 1;
    Expr& expr = expr_at(id);  // as long as no operand was read
    all_fields<kFields<kKind>>([&]<Field kField>(Constant<kField>, const char*) {
      constexpr Operands kOperands = operands_of(kField);
      if constexpr (kField == Field::kExpected) {
        at = expected(at, depth, id);
      } else if constexpr (kField == Field::kArguments) {
        at = arguments(at, depth, id);
      } else if constexpr (kField == Field::kType) {
        at = cast(at, depth, expr);
      } else if constexpr (kOperands.count == 0) {
        at = field<kField>(at, expr);
      } else {
        for (uint32_t i = 0; i < kOperands.count && kOperands.first + i < kLast; ++i) {
          at = operand(at, depth, id, kOperands.first + i);
        }
      }
      return at != nullptr;
    });
    return at;
  }

  template <Field kField>
  Cursor field(Cursor at, Expr& expr) {
    using enum Field;
    if constexpr (kField == kName) return name(at, expr.name);
    if constexpr (kField == kOrdering) return ordering(at, expr.ordering);
    if constexpr (kField == kBinOp) return op<is_bin_op>(at, expr);
    if constexpr (kField == kUnOp) return unary_op(at, expr);
    if constexpr (kField == kAtomicOp) return op<is_atomic_op>(at, expr);
    if constexpr (kField == kReduceOp) return reduce_op(at, expr.op);
    if constexpr (kField == kAxis) return in_.number(at, expr.op);
    if constexpr (kField == kBool) return boolean(at, expr.value);
    if constexpr (kIsFirst && kField == kF32) return first_f32(at, expr.value);
    return in_.number(at, expr.value);
  }

  // As the other forms write it.
  Cursor first_f32(Cursor at, uint32_t& bits) {
    at = in_.number(at, bits);
    bits = wire_f32(bits);
    return at;
  }

  // Form 1 has sine and cosine the other way round.
  Cursor unary_op(Cursor at, Expr& expr) {
    at = op<is_un_op>(at, expr);
    if (!kIsFirst || at == nullptr) return at;
    if (expr.un_op() == UnOp::kCos || expr.un_op() == UnOp::kSin) {
      expr.op ^= static_cast<uint8_t>(UnOp::kCos) ^ static_cast<uint8_t>(UnOp::kSin);
    }
    return at;
  }

  Cursor boolean(Cursor at, uint32_t& value) {
    uint8_t byte = 0;
    at = in_.number(at, byte);
    value = byte != 0;
    return at;
  }

  Cursor expected(Cursor at, uint32_t depth, ExprId id) {
    uint8_t present = 0;
    at = in_.number(at, present);
    return present != 0 ? operand(at, depth, id, 1) : at;
  }

  Cursor arguments(Cursor at, uint32_t depth, ExprId id) {
    uint32_t count = 0;
    at = in_.count(at, "arguments of one call,", kMaxArguments, count, "D97");
    const size_t first = ids_.size();
    for (uint32_t i = 0; i < count && at != nullptr; ++i) {
      ids_.push_back(next_expr());
      at = expr(at, depth + 1);
    }
    expr_at(id).args = out_.list(std::span(ids_).subspan(first));
    ids_.resize(first);
    return at;
  }

  Cursor cast(Cursor at, uint32_t depth, Expr& expr) {
    in_.move_to(at);
    TypeId& type = expr.value;
    const bool read = kIsFirst ? read_first_type(in_, program_.types, type)
                               : read_inline_type(in_, program_.types, depth + 1, type);
    return read ? in_.cursor() : nullptr;
  }

  Cursor opaque_payload(Cursor at, std::string_view& kind, std::span<const uint8_t>& payload) {
    at = in_.text(at, kind);
    if (at == nullptr || !in_.check_utf8(kind)) return nullptr;
    uint32_t length = 0;
    at = in_.count(at, "opaque payload bytes,", kMaxPayload, length, "D99");
    return in_.bytes(at, length, payload);
  }

  Cursor opaque_expr(Cursor at, Expr& expr) {
    std::string_view kind;
    std::span<const uint8_t> payload;
    const Cursor end = opaque_payload(at, kind, payload);
    if (end == nullptr) return end;
    const bool is_literal = is_literal_kind(kind);
    if (!is_literal && kind != kConstantKind) return unknown_extension("expression", at, kind);
    if (is_literal && payload.size() != kLiteralBytes) {
      return in_.damaged("D101", at, "literal '", kind, "' has ", payload.size(),
                         " payload bytes instead of 8");
    }
    expr.name = out_.name(kind);
    expr.args = out_.payload(payload);
    return end;
  }

  Cursor opaque_node(Cursor at) {
    std::string_view kind;
    std::span<const uint8_t> payload;
    if (opaque_payload(at, kind, payload) == nullptr) return nullptr;
    return unknown_extension("statement", at, kind);
  }

  [[gnu::cold]] Failure unknown_extension(std::string_view what, Cursor at, std::string_view kind) {
    return in_.refuse("D100", at,
                      concat("no extension is known for the ", what, " kind ", display_name(kind)),
                      "use only core statements, specialization values and the 64-bit literals");
  }

  [[gnu::cold]] Failure unknown_expr(Cursor at) {
    return in_.damaged("D92", at, "unknown expression ", *at);
  }

  [[gnu::cold]] Failure too_deep(Cursor at) {
    return in_.too_deep(at, kIsFirst ? kMaxFirstDepth : kMaxDepth);
  }

  Reader& in_;
  Assembler& out_;
  Program& program_;                 // of out_
  std::pmr::vector<uint32_t>& ids_;  // of lists that are still being read, innermost last
  Cursor too_deep_at_ = nullptr;
};

}  // namespace

bool read_statement(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& scratch, NodeId& id) {
  return in.accept(BodyDecoder<false>(in, out, scratch).node(in.cursor(), 0, id));
}

bool read_first_body(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& scratch, Range& list,
                     Cursor& too_deep_at) {
  BodyDecoder<true> body(in, out, scratch);
  const bool read = in.accept(body.nodes(in.cursor(), 0, list));
  too_deep_at = body.too_deep_at();
  return read;
}

}  // namespace vyre::ir::wire
