#include "ir/build/draft_writer.h"

#include <utility>

namespace vyre::ir {
namespace {

bool is_named(NodeKind kind) {
  return kind == NodeKind::kLet || kind == NodeKind::kAssign || kind == NodeKind::kLoop;
}

}  // namespace

DraftWriter::DraftWriter(const Draft& draft, Assembler& to)
    : draft_(draft),
      to_(to),
      plan_(plan_evaluation(draft)),
      written_(draft.values.size(), kNone),
      names_(draft.bindings.size(), kNone),
      lists_(1) {}

std::vector<NodeId> DraftWriter::write() {
  for (const Draft::Step& step : draft_.steps) write(step);
  return std::move(lists_.front().nodes);
}

void DraftWriter::write(const Draft::Step& step) {
  switch (step.kind) {
    case Draft::Step::Kind::kValue:
      return value(step.index);
    case Draft::Step::Kind::kStatement:
      return append(record_of(draft_.statements[step.index].node));
    case Draft::Step::Kind::kBegin:
      lists_.push_back({.around = record_of(draft_.statements[step.index].node)});
      return;
    case Draft::Step::Kind::kElse:
      return begin_else();
    case Draft::Step::Kind::kEnd:
      return end();
  }
}

void DraftWriter::value(uint32_t index) {
  const Evaluation where = plan_[index];
  if (where != Evaluation::kInUse && where != Evaluation::kKept) return;
  const ExprId expr = to_.add(record_of(draft_.values[index].expr));
  written_[index] = expr;
  if (where == Evaluation::kInUse) return;
  written_[index] = made_up_name();
  Node let{.kind = NodeKind::kLet, .name = written_[index]};
  let.exprs[0] = expr;
  append(let);
}

Expr DraftWriter::record_of(const Expr& expr) {
  Expr record = expr;
  if (expr.kind == ExprKind::kVar) record.name = name_of(expr.name);
  for (uint32_t& operand : record.operands) {
    if (operand != kNone) operand = this->operand(operand);
  }
  if (expr.kind != ExprKind::kCall) return record;
  std::vector<ExprId> arguments;
  for_each_operand(draft_, expr, [&](uint32_t index) { arguments.push_back(operand(index)); });
  record.args = to_.list(arguments);
  return record;
}

ExprId DraftWriter::operand(uint32_t index) {
  if (plan_[index] == Evaluation::kKept) return variable(written_[index]);
  if (plan_[index] == Evaluation::kInUse) return written_[index];
  return to_.add(record_of(draft_.values[index].expr));  // it has no operands
}

Node DraftWriter::record_of(const Node& node) {
  Node record = node;
  if (is_named(node.kind)) record.name = name_of(node.name);
  for (uint32_t& operand : record.exprs) {
    if (operand != kNone) operand = this->operand(operand);
  }
  return record;
}

void DraftWriter::begin_else() {
  List& list = lists_.back();
  list.then = std::exchange(list.nodes, {});
  list.in_else = true;
}

void DraftWriter::end() {
  List list = std::move(lists_.back());
  lists_.pop_back();
  list.around.body = to_.list(list.in_else ? list.then : list.nodes);
  if (list.in_else) list.around.otherwise = to_.list(list.nodes);
  append(list.around);
}

NameId DraftWriter::name_of(uint32_t binding) {
  NameId& name = names_[binding];
  if (name == kNone) name = draft_.bindings[binding].name;
  if (name == kNone) name = made_up_name();
  return name;
}

// One that nothing in the program has.
NameId DraftWriter::made_up_name() {
  for (;;) {
    const auto names = static_cast<NameId>(to_.program().names.size());
    const NameId name = to_.name(concat('_', made_up_++));
    if (name == names) return name;
  }
}

}  // namespace vyre::ir
