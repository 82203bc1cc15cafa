#pragma once

#include <unordered_map>

#include "spirv/analysis/analysis.h"
#include "spirv/body/locals.h"
#include "spirv/body/privatized_atomics.h"
#include "spirv/body/subnormal_flag.h"
#include "spirv/body/vector_access.h"
#include "spirv/module/invocation.h"
#include "spirv/module/spec_constants.h"
#include "spirv/module/traps.h"
#include "spirv/operators/conversions.h"
#include "spirv/operators/float32.h"
#include "spirv/operators/uint64.h"
#include "spirv/optimize/optimizations.h"

namespace vyre::spirv {

// Lowers expressions, operands from left to right, each exactly once.
class Expressions {
 public:
  struct Parts {
    const Program& program;
    CodeWriter& code;
    const BufferViews& views;
    Buffers& buffers;
    VectorAccess& vectors;
    PrivatizedAtomics& privatized;
    SubnormalFlag& subnormal_flag;
    Invocation& invocation;
    Locals& locals;
    Float32& float32;
    Uint64& uint64;
    Conversions& conversions;
    Traps& traps;
    SpecConstants& specs;
    const DiagnosticPath& path;
    const bool uncanonical_floats;  // Optimizations::uncanonical_floats
  };

  explicit Expressions(const Parts& parts) : on_(parts) {}

  Value lower(ExprId id);
  Id lower_u32(ExprId id, std::string_view role);  // as Conversions::as_u32
  Id lower_truth(ExprId id);
  Value load_element(uint32_t buffer, Id index);
  // Of a subgroup operation, before the expression around it is lowered.
  void set_result(ExprId operation, const Value& result) { results_[operation] = result; }

 private:
  Value literal(ExprId id, const Expr& expr);
  Value parameter(const Expr& literal, Id word);
  Value opaque(const Expr& expr);
  Value length(const Expr& expr);
  Value load(ExprId id, const Expr& expr);
  Value loaded(uint32_t buffer, const Buffers::Loaded& loaded);
  Value binary(const Expr& expr);
  Value binary_of(BinOp op, const Value& left, const Value& right);
  void make_canonical(uint32_t buffer, Value& loaded);
  Value float_binary(BinOp op, const Value& left, const Value& right);
  Value binary_as(BinOp op, Kind kind, const Value& left, const Value& right);
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
  Value no_meaning(std::string_view what);

  Value merge(Id condition, const Value& yes, const Value& no);
  void mismatch_unless(Id fits, std::string_view what, Id value);

  const Parts on_;
  std::unordered_map<ExprId, Value> results_;  // of subgroup operations
};

}  // namespace vyre::spirv
