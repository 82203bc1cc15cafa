#include "ir/analysis/generations.h"

#include <algorithm>

#include "ir/program/tag_names.h"
#include "ir/types/element.h"

namespace vyre::ir {
namespace {

// What an expression is at run time, or none where that is not seen at once.
std::optional<DataType> plain_type(const Program& program, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLitI32:
      return DataType::kI32;
    case ExprKind::kLitF32:
      return DataType::kF32;
    case ExprKind::kLitBool:
      return DataType::kBool;
    case ExprKind::kLitU32:
    case ExprKind::kBufLen:
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
    case ExprKind::kAtomic:
    case ExprKind::kSubgroupBallot:
      return DataType::kU32;
    case ExprKind::kBinOp:
      if (ops::gives_truth(expr.bin_op())) return DataType::kBool;
      return std::nullopt;
    case ExprKind::kUnOp:
      if (ops::gives_truth(expr.un_op())) return DataType::kBool;
      return std::nullopt;
    case ExprKind::kCast:
      return program.types[expr.value].tag;
    case ExprKind::kLoad: {
      const uint32_t buffer = program.find_buffer(expr.name);
      if (buffer == kNone) return std::nullopt;
      return program.types[program.buffers[buffer].element].tag;
    }
    default:
      return std::nullopt;
  }
}

bool may_be(const Program& program, ExprId id, DataType type) {
  const auto known = plain_type(program, program.exprs[id]);
  return !known || *known == type;
}

bool is_half(std::optional<DataType> type) {
  return type == DataType::kF16 || type == DataType::kBF16;
}

// What of |expr| semantics before and from 0.6.5 on give otherwise; empty: nothing.
std::string_view changed_in_0_6_5(const Program& program, const Expr& expr) {
  if (expr.kind != ExprKind::kCast) return {};
  const DataType to = program.types[expr.value].tag;
  const bool is_wide = to == DataType::kU64 || to == DataType::kI64;
  if (is_wide) {
    return may_be(program, expr.operands[0], DataType::kI32) ? "a cast to 64 bits" : "";
  }
  return cast_type(to, Semantics::kV0_6_5) != to ? "a cast to fewer than 32 bits" : "";
}

// The same before and from 0.7 on.
std::string_view changed_in_0_7(const Program& program, const Expr& expr) {
  if (expr.kind == ExprKind::kSubgroupLocalId) return "the number of a lane";
  if (expr.kind == ExprKind::kSubgroupSize) return "the size of a subgroup";
  const bool is_typed = expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kCast;
  return is_typed && is_half(plain_type(program, expr)) ? "a 16-bit float" : "";
}

// A truth value into words, before and from 0.6.5 on.
bool stores_truth(const Program& program, const Node& node) {
  if (node.kind != NodeKind::kStore) return false;
  const uint32_t buffer = program.find_buffer(node.name);
  return buffer != kNone && program.buffers[buffer].element == scalar(DataType::kU32) &&
         plain_type(program, program.exprs[node.exprs[1]]) == DataType::kBool;
}

std::string_view difference(const Program& program, Semantics other) {
  const auto [older, newer] = std::minmax(program.semantics, other);
  const bool over_0_6_5 = older < Semantics::kV0_6_5 && newer >= Semantics::kV0_6_5;
  const bool over_0_7 = older < Semantics::kV0_7 && newer >= Semantics::kV0_7;
  std::string_view found;
  for (size_t i = 0; i < program.exprs.size() && found.empty(); ++i) {
    const Expr& expr = program.exprs[i];
    if (over_0_6_5) found = changed_in_0_6_5(program, expr);
    if (over_0_7 && found.empty()) found = changed_in_0_7(program, expr);
  }
  const auto stores = [&](const Node& node) { return stores_truth(program, node); };
  const bool any = over_0_6_5 && found.empty() && std::ranges::any_of(program.nodes, stores);
  return any ? "a truth value stored as U32" : found;
}

}  // namespace

bool may_differ(const Program& program, Semantics other) {
  return !difference(program, other).empty();
}

Status check_meaning(const Program& program, WireForm form) {
  const std::string_view found = difference(program, semantics_of(form));
  if (found.empty()) return {};
  return fail(Code::kUnsupportedFeature, "the program has ", found, ", which form ",
              form_name(form), " gives the results of ",
              spelling::word(spelling::kSemantics, semantics_of(form)),
              " and the program those of ", spelling::word(spelling::kSemantics, program.semantics),
              ". Fix: save it in another form, or as JSON");
}

Semantics kernel_semantics(const Program& program) {
  return may_differ(program, Semantics::kV0_6_2) ? program.semantics : Semantics::kV0_6_2;
}

bool has_one_reading(const Program& program) {
  const auto is_new = [](const Expr& expr) {
    return expr.kind == ExprKind::kSubgroupReduce || expr.kind == ExprKind::kBufferRef;
  };
  const auto has_traits = [](const Buffer& buffer) {
    return buffer.linear_type != LinearType::kUnrestricted || buffer.bytes_extraction ||
           buffer.shape_predicate != kNone;
  };
  return std::ranges::none_of(program.exprs, is_new) &&
         std::ranges::none_of(program.buffers, has_traits);
}

}  // namespace vyre::ir
