#pragma once

#include "reference/compile/scopes.h"
#include "specialization/map.h"

namespace vyre::reference {

// Turns expressions into instructions. A result is the operand that holds the value: it lies in
// |wanted| or in temporary |temp| when the expression needs an instruction; temporaries below
// |temp| are kept.
class ExpressionCompiler {
 public:
  // |values|: what the program names; may be null.
  ExpressionCompiler(const ir::Program& program, const specialization::Map* values, Bytecode& code,
                     Emitter& emitter, Scopes& scopes)
      : program_(program), values_(values), code_(code), emitter_(emitter), scopes_(scopes) {}

  Result<uint32_t> expression(ir::ExprId id, uint32_t temp, uint32_t wanted = ir::kNone);

 private:
  Result<uint32_t> operation(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  Result<uint32_t> load(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  Result<uint32_t> atomic(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  Result<uint32_t> call(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  Result<uint32_t> subgroup(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  uint32_t opaque(const ir::Expr& expr, uint32_t temp);
  uint32_t literal(const ir::Expr& expr);
  uint32_t length(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  uint32_t variable(ir::NameId name, uint32_t temp);
  uint32_t lane_id(const ir::Expr& expr, uint32_t temp);
  uint32_t subgroup_id(const ir::Expr& expr, uint32_t temp, uint32_t wanted);
  bool is_atomic_target(uint32_t buffer) const;

  const ir::Program& program_;
  const specialization::Map* const values_;
  Bytecode& code_;
  Emitter& emitter_;
  Scopes& scopes_;
  uint32_t subgroup_depth_ = 0;
};

}  // namespace vyre::reference
