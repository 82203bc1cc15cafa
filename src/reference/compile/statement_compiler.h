#pragma once

#include <vector>

#include "reference/compile/expression_compiler.h"

namespace vyre::reference {

// Turns the statements of one program into instructions.
class StatementCompiler {
 public:
  StatementCompiler(const ir::Program& program, const specialization::Map* values, Bytecode& code);
  Status compile();

 private:
  Status statements(ir::Range list);
  Status statement(ir::NodeId id);
  Status let(const ir::Node& node);
  Status assign(const ir::Node& node);
  Status store(const ir::Node& node);
  Status fails(Fault fault, ir::NameId name);  // when it is reached
  Status branch(ir::NodeId id, const ir::Node& node);
  Status loop(const ir::Node& node);
  Status trips(const ir::Node& node, uint32_t bounds);
  Status scope(ir::Range body);
  Status arm(ir::Range body);  // without its last step
  Status trap(const ir::Node& node);
  Status asynchronous_copy(const ir::Node& node);
  Status collective(const ir::Node& node);
  void single_rank_copy(uint32_t input, uint32_t output);
  uint32_t branch_on_length(uint32_t index, uint32_t buffer);
  bool has_barrier(ir::Range list);
  bool has_barrier(ir::NodeId id);

  const ir::Program& program_;
  Bytecode& code_;
  Emitter emitter_;
  Scopes scopes_;
  ExpressionCompiler expressions_;
  std::vector<uint8_t> barrier_memo_;  // by node: 0 unknown, 1 no, 2 yes
};

}  // namespace vyre::reference
