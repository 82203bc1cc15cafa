#pragma once

#include <vector>

#include "ir/build/assembler.h"
#include "ir/build/draft.h"
#include "ir/build/evaluation.h"

namespace vyre::ir {

// Adds the statements of a draft, all of whose blocks have ended, to a program.
class DraftWriter {
 public:
  DraftWriter(const Draft& draft, Assembler& to);

  // Those of the program's body.
  std::vector<NodeId> write();

 private:
  // A list of statements that is not complete.
  struct List {
    Node around = {};
    std::vector<NodeId> then = {};  // of an If, in its else part
    std::vector<NodeId> nodes = {};
    bool in_else = false;
  };

  void write(const Draft::Step& step);
  void value(uint32_t index);
  Expr record_of(const Expr& expr);
  ExprId operand(uint32_t index);
  ExprId variable(NameId name) { return to_.add(Expr{.kind = ExprKind::kVar, .name = name}); }

  Node record_of(const Node& node);
  void append(const Node& node) { lists_.back().nodes.push_back(to_.add(node)); }
  void begin_else();
  void end();

  NameId name_of(uint32_t binding);
  NameId made_up_name();

  const Draft& draft_;
  Assembler& to_;
  const std::vector<Evaluation> plan_;
  std::vector<uint32_t> written_;  // by value: the expression, or the name that is kept under
  std::vector<NameId> names_;      // by binding
  std::vector<List> lists_;
  uint32_t made_up_ = 0;
};

}  // namespace vyre::ir
