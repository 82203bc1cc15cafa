#include "registry/composition/inline_source.h"

#include <algorithm>

namespace vyre::registry {
namespace {

ir::Range inside_root(const ir::Program& program) {
  const auto entry = program.list(program.entry);
  const bool one = entry.size() == 1 && program.nodes[entry[0]].kind == ir::NodeKind::kRegion;
  return one ? program.nodes[entry[0]].body : program.entry;
}

}  // namespace

InlineSource::InlineSource(const ir::Program& program, const Snapshot& snapshot, bool is_caller,
                           ir::Assembler& copies)
    : rewriter(program, copies),
      program_(program),
      snapshot_(snapshot),
      is_caller_(is_caller),
      body_(is_caller ? program.entry : inside_root(program)),
      calls_(program.exprs.size(), Known::kNothing),
      ops_(program.names.size()),
      is_composition_(program.names.size(), Known::kNothing) {
  if (is_caller) return;
  parts_ = parts_of(program);
  locals.assign(program.names.size(), ir::kNone);
  operands.assign(program.buffers.size(), ir::kNone);
  stores_once_and_last_ = stores_once_and_last_in(body_);
}

const OpDef* InlineSource::composition_of(ir::NameId op_id) {
  if (is_composition_[op_id] == Known::kNothing) {
    const OpDef* op = snapshot_.find(program_.names[op_id]);
    const bool has_one = op != nullptr && op->composition != nullptr;
    is_composition_[op_id] = has_one ? Known::kYes : Known::kNo;
    ops_[op_id] = has_one ? op : nullptr;
  }
  return ops_[op_id];
}

bool InlineSource::calls(ir::ExprId id) {
  if (calls_[id] != Known::kNothing) return calls_[id] == Known::kYes;
  const ir::Expr& expr = program_.exprs[id];
  bool found = expr.kind == ir::ExprKind::kCall && composition_of(expr.name) != nullptr;
  ir::for_each_operand(program_, expr,
                       [&](ir::ExprId operand) { found = calls(operand) || found; });
  calls_[id] = found ? Known::kYes : Known::kNo;
  return found;
}

void InlineSource::forget_names() {
  for (const ir::NameId name : met) locals[name] = ir::kNone;
  met.clear();
  result = ir::kNone;
}

bool InlineSource::stores_once_and_last_in(ir::Range body) const {
  if (parts_.output == ir::kNone || body.count == 0) return false;
  if (program_.nodes[program_.list(body).back()].kind != ir::NodeKind::kStore) return false;
  const ir::NameId output = program_.buffers[parts_.output].name;
  const auto reads = [&](const ir::Expr& expr) {
    return expr.kind == ir::ExprKind::kLoad && expr.name == output;
  };
  const auto is_store = [](const ir::Node& node) { return node.kind == ir::NodeKind::kStore; };
  return std::ranges::none_of(program_.exprs, reads) &&
         std::ranges::count_if(program_.nodes, is_store) == 1;
}

}  // namespace vyre::registry
