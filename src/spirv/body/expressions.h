#pragma once

#include <span>
#include <unordered_map>

#include "ir/program/program.h"
#include "spirv/analysis/analysis.h"
#include "spirv/body/buffers.h"
#include "spirv/body/locals.h"
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
    Memory& memory;
    Invocation& invocation;
    Locals& locals;
    Float32& float32;
    Uint64& uint64;
    Conversions& conversions;
    Traps& traps;
    SpecConstants& specs;
    const DiagnosticPath& path;
    const bool uncanonical_floats;  // Optimizations::loose_floats
    const VectorGroups& groups;
  };

  explicit Expressions(const Parts& parts) : on_(parts), open_groups_(parts.groups.all.size()) {}

  Value lower(ir::ExprId id);
  Id lower_u32(ir::ExprId id, std::string_view role);  // as Conversions::as_u32
  Id lower_truth(ir::ExprId id);
  Value load_element(uint32_t buffer, Id index);
  // Loads the rows that |loads| begin. Until close_rows() they give the elements that
  // take_from_rows() says.
  void open_rows(std::span<const ir::ExprId> loads);
  void take_from_rows(uint32_t place) { place_in_row_ = place; }
  void close_rows() { rows_.clear(); }
  Id first_of(const VectorGroups::Four& group);  // its index
  // Of a subgroup operation, before the expression around it is lowered.
  void set_result(ir::ExprId operation, const Value& result) { results_[operation] = result; }

 private:
  Value literal(ir::ExprId id, const ir::Expr& expr);
  Value parameter(const ir::Expr& literal, Id word);
  Value opaque(const ir::Expr& expr);
  Value length(const ir::Expr& expr);
  Value load(ir::ExprId id, const ir::Expr& expr);
  std::optional<Id> load_of_group(ir::ExprId id, uint32_t buffer);
  Value loaded(uint32_t buffer, const Memory::Loaded& loaded);
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

  // What has been loaded of a four, for as long as |region| is open and its local is |local|.
  struct OpenFour {
    Id local = kNoId;
    uint32_t region = 0;
    std::optional<std::array<Id, kCoarsening>> elements;  // none: it is no row of the memory
  };

  const Parts on_;
  std::unordered_map<ir::ExprId, Value> results_;                     // of subgroup operations
  std::unordered_map<ir::ExprId, std::array<Id, kCoarsening>> rows_;  // by load
  uint32_t place_in_row_ = 0;
  std::vector<OpenFour> open_groups_;  // as VectorGroups::all
};

}  // namespace vyre::spirv
