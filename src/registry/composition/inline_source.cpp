#include <algorithm>

#include "registry/composition/inliner.h"

namespace vyre::registry {
namespace {

ir::Range inside_root(const ir::Program& program) {
  const auto entry = program.list(program.entry);
  const bool one = entry.size() == 1 && program.nodes[entry[0]].kind == ir::NodeKind::kRegion;
  return one ? program.nodes[entry[0]].body : program.entry;
}

bool stores_once_and_last_in(const ir::Program& program, uint32_t output, ir::Range body) {
  if (output == ir::kNone || body.count == 0) return false;
  if (program.nodes[program.list(body).back()].kind != ir::NodeKind::kStore) return false;
  const ir::NameId name = program.buffers[output].name;
  const auto reads = [&](const ir::Expr& expr) {
    return expr.kind == ir::ExprKind::kLoad && expr.name == name;
  };
  const auto is_store = [](const ir::Node& node) { return node.kind == ir::NodeKind::kStore; };
  return std::ranges::none_of(program.exprs, reads) &&
         std::ranges::count_if(program.nodes, is_store) == 1;
}

}  // namespace

InlineSource::InlineSource(const ir::Program& program_in, const Compositions& compositions,
                           bool is_caller_in, ir::Assembler& copies)
    : program(program_in),
      is_caller(is_caller_in),
      rewriter(program, copies),
      body(is_caller ? program.entry : inside_root(program)),
      compositions_(compositions),
      calls_(program.exprs.size()),
      ops_(program.names.size()) {
  if (is_caller) return;
  parts = parts_of(program);
  locals.assign(program.names.size(), ir::kNone);
  operands.assign(program.buffers.size(), ir::kNone);
  stores_once_and_last = stores_once_and_last_in(program, parts.output, body);
}

const OpDef* InlineSource::composition_of(ir::NameId op_id) {
  if (!ops_[op_id]) ops_[op_id] = compositions_.of(program.names[op_id]);
  return *ops_[op_id];
}

bool InlineSource::calls(ir::ExprId id) {
  if (calls_[id]) return *calls_[id];
  const ir::Expr& expr = program.exprs[id];
  bool found = expr.kind == ir::ExprKind::kCall && composition_of(expr.name) != nullptr;
  ir::for_each_operand(program, expr, [&](ir::ExprId operand) { found = calls(operand) || found; });
  calls_[id] = found;
  return found;
}

void InlineSource::forget_names() {
  for (const ir::NameId name : met) locals[name] = ir::kNone;
  met.clear();
  result = ir::kNone;
}

}  // namespace vyre::registry
