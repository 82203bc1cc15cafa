#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::differential {

using Bytes = std::vector<uint8_t>;

// A program as trees, which can be cut and grafted; ir::Program is flat and immutable.

struct Expression {
  ir::Expr record;                   // everything but indices
  std::string name = {};             // of a local or buffer, or the type that a cast aims at
  std::vector<Expression> operands;  // an Atomic's are index, value and, if it has one, expected
  Bytes payload = {};                // of an Opaque
  bool pinned = false;  // stays as it is: which invocation owns an element depends on it
};

struct Statement {
  ir::Node record;
  std::string name = {}, name2 = {}, tag = {};
  std::vector<Expression> operands = {};
  std::vector<Statement> body = {}, otherwise = {};
  bool pinned = false;  // a barrier that keeps writes of one invocation from reads of another
};

struct DeclaredBuffer {
  ir::Buffer record;
  std::string name, element;
  std::vector<Bytes> inputs = {};  // one for each run; none when the backend allocates it
  bool changes_hands = false;      // at barriers, from invocation to invocation
};

// A program with the launch and the inputs to try it with.
struct Case {
  std::array<uint32_t, 3> workgroup = {1, 1, 1};
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::vector<DeclaredBuffer> buffers;
  std::vector<Statement> body;
  ir::Semantics semantics = ir::Semantics::kV0_6_2;  // those that the generator knows
  size_t runs = 1;
  bool known_launch = false;            // the device's program is compiled for its runs alone
  std::set<std::string> features = {};  // what the generator put into it

  bool operator==(const Case&) const = delete;
};

// Whether the caller gives no bytes for it: it starts as zeros or is workgroup memory.
bool has_no_input(const ir::Buffer& buffer);
bool is_returned(const ir::Buffer& buffer);

// Fails when a type does not exist; everything else is for ir::validate.
Result<std::shared_ptr<const ir::Program>> program_of(const Case& sketch);

size_t count_statements(const std::vector<Statement>& list);
size_t count_expressions(const std::vector<Statement>& list);

// Calls |visit| for each expression below the statements of |list|, parents first.
template <typename Visit>
void visit_expressions(const Expression& expression, const Visit& visit) {
  visit(expression);
  for (const Expression& operand : expression.operands) visit_expressions(operand, visit);
}
template <typename Visit>
void visit_statements(const std::vector<Statement>& list, const Visit& visit) {
  for (const Statement& statement : list) {
    visit(statement);
    visit_statements(statement.body, visit);
    visit_statements(statement.otherwise, visit);
  }
}

}  // namespace vyre::differential
