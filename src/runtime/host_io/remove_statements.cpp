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

// The program without some of its statements.
class Removal {
 public:
  Removal(ir::Program& program, std::span<const NodeId> taken) : program_(program), taken_(taken) {}

  void apply() {
    program_.entry = without_taken(program_.entry);
    for (const NodeId id : taken_) blank(id);
  }

 private:
  bool is_taken(NodeId id) const { return std::ranges::find(taken_, id) != taken_.end(); }

  ir::Range without_taken(ir::Range range) {
    std::vector<uint32_t> kept;
    for (const NodeId id : program_.list(range)) {
      if (!is_taken(id)) kept.push_back(id);
    }
    for (const NodeId id : kept) {
      Node& node = program_.nodes[id];
      if (node.kind == NodeKind::kRegion) node.body = without_taken(node.body);
    }
    if (kept.size() == range.count) return range;
    const ir::Range shorter = {static_cast<uint32_t>(program_.lists.size()),
                               static_cast<uint32_t>(kept.size())};
    program_.lists.insert(program_.lists.end(), kept.begin(), kept.end());
    return shorter;
  }

  // Those who look at all records, in no order, find nothing of the statement.
  void blank(NodeId id) {
    std::vector<ExprId> blanks;
    ir::for_each_expr(program_, program_.nodes[id],
                      [&](ExprId expr, const Expr&) { blanks.push_back(expr); });
    for (const ExprId expr : blanks) program_.exprs[expr] = Expr{.kind = ExprKind::kLitU32};
    program_.nodes[id] = Node{.kind = NodeKind::kBlock};
  }

  ir::Program& program_;
  std::span<const NodeId> taken_;
};

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
  Removal(*copy, taken).apply();
  make_unused_buffers_words(*copy);
  return copy;
}

}  // namespace vyre::runtime
