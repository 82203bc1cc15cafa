#include "ir/analysis/writers.h"

#include <algorithm>

#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

bool node_may_write(const Node& node, NameId name) {
  bool writes = node.kind == NodeKind::kOpaque;
  for_each_buffer(node, [&](NameId buffer, BufferUse use) {
    writes |= buffer == name && use != BufferUse::kRead;
  });
  return writes;
}

}  // namespace

std::vector<bool> written_buffers(const Program& program) {
  std::vector<bool> written(program.buffers.size());
  const auto mark = [&](NameId name) {
    const uint32_t buffer = program.find_buffer(name);
    if (buffer != kNone) written[buffer] = true;
  };
  walk(program, program.entry, [&](NodeId, const Node& node) {
    for_each_buffer(node, [&](NameId name, BufferUse use) {
      if (use == BufferUse::kWritten && !always_traps(node)) mark(name);
    });
    for_each_expr(program, node, [&](ExprId, const Expr& expr) {
      if (expr.kind == ExprKind::kAtomic) mark(expr.name);
    });
  });
  return written;
}

bool may_write(const Program& program, NameId name) {
  const auto node_writes = [&](const Node& node) { return node_may_write(node, name); };
  const auto expr_writes = [&](const Expr& expr) {
    return expr.kind == ExprKind::kAtomic && expr.name == name;
  };
  return std::ranges::any_of(program.nodes, node_writes) ||
         std::ranges::any_of(program.exprs, expr_writes);
}

}  // namespace vyre::ir
