#include <set>

#include "grid_sync/split.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

// A fraction of the limit: what is live at a cut takes accesses too, and the time that drivers
// take grows faster than the kernel.
constexpr uint32_t kPieces = 4;

uint64_t words_of(const Program& program, NameId name) {
  const uint32_t buffer = program.find_buffer(name);
  if (buffer == kNone || program.buffers[buffer].access == ir::Access::kWorkgroup) return 0;
  const uint64_t bytes = ir::min_bytes(program.types, program.buffers[buffer].element);
  return bytes <= 4 ? 1 : (bytes + 3) / 4;
}

// Accesses of storage buffers, one for every word of an element, in a statement or a list.
template <typename Where>
uint64_t accesses_of(const Program& program, Where where) {
  uint64_t sum = 0;
  ir::walk(program, where, [&](NodeId, const Node& node) {
    if (node.kind == NodeKind::kStore) sum += words_of(program, node.name);
    ir::for_each_expr(program, node, [&](ExprId, const Expr& expr) {
      const bool accesses = expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kAtomic;
      if (accesses) sum += words_of(program, expr.name);
    });
  });
  return sum;
}

// |copies|: asynchronous ones that are under way before |statement|, then those behind it.
void pass(const Program& program, NodeId statement, std::set<NameId>& copies) {
  ir::walk(program, statement, [&](NodeId, const Node& node) {
    const bool issues = node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
    if (issues) copies.insert(node.tag);
    if (node.kind == NodeKind::kAsyncWait) copies.erase(node.tag);
  });
}

// Where a cut is between statements that all invocations reach: the list inside the only
// statement, as long as that is a Block or Region.
NodeId outermost_owner(const Program& program) {
  NodeId owner = kNone;
  Range list = program.entry;
  while (list.count == 1) {
    const NodeId only = program.list(list)[0];
    const NodeKind kind = program.nodes[only].kind;
    if (kind != NodeKind::kBlock && kind != NodeKind::kRegion) break;
    owner = only;
    list = program.nodes[only].body;
  }
  return owner;
}

}  // namespace

std::shared_ptr<const Program> split_large(const Program& program, uint32_t max_accesses,
                                           std::pmr::memory_resource* memory) {
  if (accesses_of(program, program.entry) <= max_accesses) return nullptr;
  const auto copy =
      std::allocate_shared<Program>(std::pmr::polymorphic_allocator<Program>(memory), memory);
  *copy = program;
  const NodeId owner = outermost_owner(program);
  const Range list = owner == kNone ? program.entry : program.nodes[owner].body;
  std::vector<NodeId> statements;
  std::set<NameId> copies;
  uint64_t since_cut = 0;
  for (const NodeId id : program.list(list)) {
    const uint64_t here = accesses_of(program, id);
    if (since_cut != 0 && since_cut + here > max_accesses / kPieces && copies.empty()) {
      statements.push_back(static_cast<NodeId>(copy->nodes.size()));
      copy->nodes.push_back(Node{.kind = NodeKind::kBarrier, .ordering = ir::Ordering::kGridSync});
      since_cut = 0;
    }
    statements.push_back(id);
    since_cut += here;
    pass(program, id, copies);
  }
  if (statements.size() == list.count) return nullptr;
  Range& longer = owner == kNone ? copy->entry : copy->nodes[owner].body;
  longer = {static_cast<uint32_t>(copy->lists.size()), static_cast<uint32_t>(statements.size())};
  copy->lists.insert(copy->lists.end(), statements.begin(), statements.end());
  return copy;
}

}  // namespace vyre::grid_sync
