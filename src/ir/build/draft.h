#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// What was said to a Builder, in order, before it becomes a program. Operands of expressions and
// statements are indices into |values|; the name of a Var, Let, Assign or Loop is an index into
// |bindings|; the arguments of a Call are a run of |arguments|.
struct Draft {
  // In front of which statement of which block something was said.
  struct Place {
    uint32_t block = 0;
    uint32_t index = 0;
  };

  // What an expression depends on beside its operands, and what it does.
  enum class Nature : uint8_t {
    kFree,      // the same wherever it stands, and costs nothing
    kPure,      // the same wherever its operands are
    kMayFail,   // the same, but it may end the dispatch
    kVariable,  // the value of a variable
    kLoad,      // the memory of an array
    kExchange,  // what the other invocations of the subgroup have
    kEffect     // memory, which it may change: it happens once, at its place
  };

  struct Value {
    Expr expr = {};
    Nature nature = Nature::kFree;
    Place made = {};
  };

  struct Statement {
    Node node = {};
    uint32_t block = 0;
  };

  struct Binding {
    NameId name = kNone;  // kNone: one is made up
    Place made = {};
  };

  struct Block {
    NodeKind kind = NodeKind::kBlock;  // of the statement around it
    bool in_else = false;
    bool is_open = true;
    Place place = {};       // of that statement
    uint32_t depth = 0;     // blocks around it
    uint32_t loop = kNone;  // the innermost body of a loop that it is or stands in
    uint32_t loops = 0;     // how many of those there are
    uint32_t count = 0;     // its statements so far
    uint32_t end = 0;       // the step that ended it
  };

  struct Step {
    enum class Kind : uint8_t { kValue, kStatement, kBegin, kElse, kEnd };
    Kind kind;
    uint32_t index = kNone;  // of a value or statement; Begin has one too
  };

  // Each returns the index of what is new.
  uint32_t add_value(const Expr& expr, Nature nature);
  uint32_t add_statement(const Node& node);
  uint32_t add_binding(NameId name);

  void begin(const Node& node);
  void begin_else();
  void end();

  const Block& block() const { return blocks[current]; }
  Place here() const { return {current, block().count}; }
  std::string path(Place place) const;  // "body[2].then[0]"

  // That something in the program changes |array|.
  void set_written(NameId array);
  bool is_written(NameId array) const {
    return all_written || (array < written.size() && written[array]);
  }

  std::vector<Step> steps;
  std::vector<Value> values;
  std::vector<uint32_t> arguments;
  std::vector<Statement> statements;
  std::vector<Binding> bindings;
  std::vector<Block> blocks = std::vector<Block>(1);  // the first is the body of the program
  uint32_t current = 0;                               // the innermost that is open
  std::vector<bool> written;                          // by name
  bool all_written = false;

 private:
  void open(Block block);
};

// Calls |visit(uint32_t)| for each value that |expr| is made of, in evaluation order.
template <typename Visit>
void for_each_operand(const Draft& draft, const Expr& expr, Visit visit) {
  for (const uint32_t operand : expr.operands) {
    if (operand != kNone) visit(operand);
  }
  if (expr.kind != ExprKind::kCall) return;
  for (uint32_t i = 0; i < expr.args.count; ++i) visit(draft.arguments[expr.args.first + i]);
}

// The same for the values that stand directly in a statement of a draft.
template <typename Visit>
void for_each_value(const Node& node, Visit visit) {
  for (const uint32_t operand : node.exprs) {
    if (operand != kNone) visit(operand);
  }
}

}  // namespace vyre::ir
