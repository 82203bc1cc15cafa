#include "ir/analysis/writers.h"

#include "ir/program/visit.h"

namespace vyre::ir {

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

}  // namespace vyre::ir
