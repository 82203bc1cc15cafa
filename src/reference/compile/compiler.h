#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "reference/compile/bytecode.h"
#include "specialization/map.h"

namespace vyre::reference {

// Turns the statements of one program into instructions. Names resolve statically: a name is live
// from its Let to the end of the scope, and since a live name cannot be declared again, one frame
// slot per name is enough.
class Compiler {
 public:
  Compiler(const ir::Program& program, const specialization::Map* values, Bytecode* code);
  Status compile();

 private:
  struct Local {
    uint32_t slot = ir::kNone;
    bool live = false;
    bool is_loop_variable = false;
  };

  // Statements.
  Status statements(ir::Range list);
  Status statement(ir::NodeId id);
  Status let(const ir::Node& node);
  Status assign(const ir::Node& node);
  Status store(const ir::Node& node);
  Status branch(ir::NodeId id, const ir::Node& node);
  Status loop(const ir::Node& node);
  Status scope(ir::Range body);
  Status arm(ir::Range body);  // without its last step
  Status trap(const ir::Node& node);
  Status asynchronous_copy(const ir::Node& node);
  void asynchronous_wait(const ir::Node& node);
  Status collective(const ir::Node& node);
  void single_rank_copy(uint32_t input, uint32_t output);
  uint32_t branch_on_length(uint32_t index, uint32_t buffer);

  // Expressions: the result is the operand that holds the value. It lies in |wanted| or in
  // temporary |temp| when the expression needs an instruction; temporaries below |temp| are kept.
  Result<uint32_t> expression(ir::ExprId id, uint32_t temp, uint32_t wanted = ir::kNone);
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
  bool is_atomic_target(uint32_t buffer) const;
  uint32_t id_slot(ir::ExprKind id, uint32_t axis);

  // Names and scopes.
  void declare(ir::NameId name, bool is_loop_variable);
  uint32_t slot_of(ir::NameId name);
  void close_scope(size_t mark);
  uint32_t loop_slots();
  bool has_barrier(ir::Range list);
  bool has_barrier(ir::NodeId id);

  // Output.
  uint32_t emit(const Instruction& instruction);
  uint32_t emit_step(Instruction instruction);
  uint32_t fail_at(Fault fault, ir::NameId name, uint32_t temp);
  uint32_t temporary(uint32_t index);
  uint32_t constant(const Value& value);
  uint32_t result_place(uint32_t temp, uint32_t wanted);
  uint32_t here() const { return static_cast<uint32_t>(code_.instructions.size()); }
  Status too_large() const;

  const ir::Program& program_;
  const specialization::Map* const values_;  // what the program names; may be null
  Bytecode& code_;
  std::vector<Local> locals_;          // by name
  std::vector<ir::NameId> declared_;   // live names, innermost scope last
  std::vector<uint32_t> loop_slots_;   // by depth of loops
  std::vector<uint8_t> barrier_memo_;  // by node: 0 unknown, 1 no, 2 yes
  uint32_t loop_depth_ = 0;
  uint32_t subgroup_depth_ = 0;
};

}  // namespace vyre::reference
