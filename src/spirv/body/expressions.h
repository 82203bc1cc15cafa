#pragma once

#include <unordered_map>

#include "ir/program/program.h"
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
    const ir::Program& program;
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

  Value lower(ir::ExprId id);
  Id lower_u32(ir::ExprId id, std::string_view role);  // as Conversions::as_u32
  Id lower_truth(ir::ExprId id);
  Value load_element(uint32_t buffer, Id index);
  // Of a subgroup operation, before the expression around it is lowered.
  void set_result(ir::ExprId operation, const Value& result) { results_[operation] = result; }

 private:
  Value literal(ir::ExprId id, const ir::Expr& expr);
  Value parameter(const ir::Expr& literal, Id word);
  Value opaque(const ir::Expr& expr);
  Value length(const ir::Expr& expr);
  Value load(ir::ExprId id, const ir::Expr& expr);
  Value loaded(uint32_t buffer, const Buffers::Loaded& loaded);
  Value binary(const ir::Expr& expr);
  Value binary_of(ir::BinOp op, const Value& left, const Value& right);
  void make_canonical(uint32_t buffer, Value& loaded);
  Value float_binary(ir::BinOp op, const Value& left, const Value& right);
  Value binary_as(ir::BinOp op, Kind kind, const Value& left, const Value& right);
  Value bool_binary(ir::BinOp op, const Value& left, const Value& right);
  Value unary(const ir::Expr& expr);
  Id hidden(Id word);
  Value unary_as(ir::UnOp op, Kind kind, const Value& operand);
  Value select(const ir::Expr& expr);
  Value fused(const ir::Expr& expr);
  Id fma_operand(ir::ExprId id);
  Value atomic(const ir::Expr& expr);
  std::string_view atomic_lack(const ir::Expr& expr) const;
  Value lane_id(const ir::Expr& expr);
  Value no_meaning(std::string_view what);

  Value merge(Id condition, const Value& yes, const Value& no);
  void mismatch_unless(Id fits, std::string_view what, Id value);

  const Parts on_;
  std::unordered_map<ir::ExprId, Value> results_;  // of subgroup operations
};

}  // namespace vyre::spirv
