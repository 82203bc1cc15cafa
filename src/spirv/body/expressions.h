#pragma once

#include <unordered_map>

#include "spirv/body/parts.h"
#include "spirv/operators/int32.h"

namespace vyre::spirv {

// Lowers expressions, operands from left to right. What is equal within one expression is lowered
// once: nothing is written meanwhile, but by atomics, behind which all is lowered anew.
class Expressions {
 public:
  explicit Expressions(Parts& parts) : on_(parts) {}

  Value lower(ExprId id) {  // which is no part of another one
    values_.clear();
    return part(id);
  }
  Id lower_u32(ExprId id, std::string_view role) {  // as Conversions::as_u32
    return on_.conversions.as_u32(lower(id), role);
  }
  Id lower_truth(ExprId id) { return on_.conversions.truth(lower(id)); }
  Value load_element(uint32_t buffer, Id index) {
    return loaded(buffer, on_.buffers.load(buffer, index));
  }
  Value subgroup_id(ExprKind kind);
  Value no_meaning(std::string_view what);  // a trap
  // Of a subgroup operation, before the expression around it is lowered.
  void set_result(ExprId operation, const Value& result) { results_[operation] = result; }

 private:
  Value part(ExprId id);
  Id part_u32(ExprId id, std::string_view role) { return on_.conversions.as_u32(part(id), role); }
  Value lowered(ExprId id);
  Value literal(ExprId id, const Expr& expr);
  Value opaque(const Expr& expr);
  Value length(const Expr& expr);
  Value load(ExprId id, const Expr& expr);
  Value loaded(uint32_t buffer, const Buffers::Loaded& loaded);
  Value binary(const Expr& expr);
  Value binary_of(BinOp op, const Value& left, const Value& right);
  void make_canonical(uint32_t buffer, Value& loaded);
  Value float_binary(BinOp op, const Value& left, const Value& right);
  Value binary_as(BinOp op, Kind kind, const Value& left, const Value& right, Id applies = kNoId);
  Value signed_division(BinOp op, Id a, Id b, Id applies);
  Id division_trap(const NoQuotient& none);
  Value bool_binary(BinOp op, const Value& left, const Value& right);
  Value unary(const Expr& expr);
  Id hidden(Id word);
  Value unary_as(UnOp op, Kind kind, const Value& operand);
  Value select(const Expr& expr);
  Value fused(const Expr& expr);
  Id fma_operand(ExprId id);
  Value atomic(const Expr& expr);
  std::string_view atomic_lack(const Expr& expr) const;
  Value lane_id(const Expr& expr);
  Value call(const Expr& expr);
  Id as(Id type, const Value& value);

  Value merge(Id condition, const Value& yes, const Value& no);
  void mismatch_unless(Id fits, std::string_view what, Id value);

  Parts& on_;
  std::unordered_map<ExprId, Value> results_;  // of subgroup operations
  std::unordered_map<ExprId, Value> values_;   // of parts, by the first that is equal
};

}  // namespace vyre::spirv
