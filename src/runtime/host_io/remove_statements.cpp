#include "runtime/host_io/remove_statements.h"

#include <algorithm>
#include <vector>

#include "ir/program/visit.h"

namespace vyre::runtime {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

ir::Range without_taken(ir::Program& program, ir::Range range, std::span<const NodeId> taken) {
  std::vector<uint32_t> kept;
  for (const NodeId id : program.list(range)) {
    if (std::ranges::find(taken, id) == taken.end()) kept.push_back(id);
  }
  for (const NodeId id : kept) {
    Node& node = program.nodes[id];
    if (node.kind == NodeKind::kRegion) node.body = without_taken(program, node.body, taken);
  }
  if (kept.size() == range.count) return range;
  const ir::Range shorter = {static_cast<uint32_t>(program.lists.size()),
                             static_cast<uint32_t>(kept.size())};
  program.lists.insert(program.lists.end(), kept.begin(), kept.end());
  return shorter;
}

// Those who look at all records, in no order, find nothing of the statement.
void blank(ir::Program& program, NodeId id) {
  std::vector<ExprId> blanks;
  ir::for_each_expr(program, program.nodes[id],
                    [&](ExprId expr, const Expr&) { blanks.push_back(expr); });
  for (const ExprId expr : blanks) program.exprs[expr] = Expr{.kind = ExprKind::kLitU32};
  program.nodes[id] = Node{.kind = NodeKind::kBlock};
}

bool uses(const ir::Program& program, ir::NameId name) {
  const auto node_uses = [&](const Node& node) { return node.name == name || node.name2 == name; };
  const auto expr_uses = [&](const Expr& expr) { return expr.name == name; };
  return std::ranges::any_of(program.nodes, node_uses) ||
         std::ranges::any_of(program.exprs, expr_uses);
}

// A buffer of 64-bit integers that is left without a use becomes one of words, of the same bytes:
// kernels hold no 64-bit integers, and arguments of the statements came from there.
void make_unused_buffers_words(ir::Program& program) {
  for (ir::Buffer& buffer : program.buffers) {
    const ir::DataType tag = program.types[buffer.element].tag;
    const bool is_wide = tag == ir::DataType::kU64 || tag == ir::DataType::kI64;
    if (!is_wide || buffer.count > UINT32_MAX / 2 || uses(program, buffer.name)) continue;
    buffer.element = ir::scalar(ir::DataType::kU32);
    buffer.count *= 2;
  }
}

}  // namespace

std::shared_ptr<const ir::Program> without_statements(const ir::Program& program,
                                                      std::span<const ir::NodeId> taken,
                                                      std::pmr::memory_resource* memory) {
  const auto copy = std::allocate_shared<ir::Program>(
      std::pmr::polymorphic_allocator<ir::Program>(memory), memory);
  *copy = program;
  copy->entry = without_taken(*copy, copy->entry, taken);
  for (const NodeId id : taken) blank(*copy, id);
  make_unused_buffers_words(*copy);
  return copy;
}

}  // namespace vyre::runtime
