#include "grid_sync/split_large.h"

#include <set>
#include <vector>

#include "grid_sync/barrier_facts.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

// A fraction of the limit: what is live at a cut takes accesses too, and the time that drivers
// take grows faster than the kernel.
constexpr uint32_t kPieces = 4;

// Accesses of storage buffers, one for every word of an element.
class Accesses {
 public:
  explicit Accesses(const Program& program) : program_(program) {}

  template <typename Where>  // a statement or a list
  uint64_t of(Where where) const {
    uint64_t sum = 0;
    ir::walk(program_, where, [&](NodeId, const Node& node) {
      if (node.kind == NodeKind::kStore) sum += words_of(node.name);
      ir::for_each_expr(program_, node, [&](ExprId, const Expr& expr) {
        if (expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kAtomic) {
          sum += words_of(expr.name);
        }
      });
    });
    return sum;
  }

 private:
  uint64_t words_of(NameId name) const {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer == kNone || program_.buffers[buffer].access == ir::Access::kWorkgroup) return 0;
    const uint64_t bytes = ir::min_bytes(program_.types, program_.buffers[buffer].element);
    return bytes <= 4 ? 1 : (bytes + 3) / 4;
  }

  const Program& program_;
};

// Asynchronous copies that are under way where the walk over a list stands.
class Copies {
 public:
  explicit Copies(const Program& program) : program_(program) {}

  void pass(NodeId root) {
    ir::walk(program_, root, [&](NodeId, const Node& node) {
      const bool issues = node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
      if (issues) tags_.insert(node.tag);
      if (node.kind == NodeKind::kAsyncWait) tags_.erase(node.tag);
    });
  }

  bool none() const { return tags_.empty(); }

 private:
  const Program& program_;
  std::set<NameId> tags_;
};

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
  const Accesses accesses(program);
  if (accesses.of(program.entry) <= max_accesses) return nullptr;
  const auto copy =
      std::allocate_shared<Program>(std::pmr::polymorphic_allocator<Program>(memory), memory);
  *copy = program;
  const NodeId owner = outermost_owner(program);
  const Range list = owner == kNone ? program.entry : program.nodes[owner].body;
  std::vector<NodeId> statements;
  Copies copies(program);
  uint64_t since_cut = 0;
  for (const NodeId id : program.list(list)) {
    const uint64_t here = accesses.of(id);
    if (since_cut != 0 && since_cut + here > max_accesses / kPieces && copies.none()) {
      statements.push_back(static_cast<NodeId>(copy->nodes.size()));
      copy->nodes.push_back(Node{.kind = NodeKind::kBarrier, .ordering = ir::Ordering::kGridSync});
      since_cut = 0;
    }
    statements.push_back(id);
    since_cut += here;
    copies.pass(id);
  }
  if (statements.size() == list.count) return nullptr;
  Range& longer = owner == kNone ? copy->entry : copy->nodes[owner].body;
  longer = {static_cast<uint32_t>(copy->lists.size()), static_cast<uint32_t>(statements.size())};
  copy->lists.insert(copy->lists.end(), statements.begin(), statements.end());
  return copy;
}

}  // namespace vyre::grid_sync
