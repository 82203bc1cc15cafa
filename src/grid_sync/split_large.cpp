#include <algorithm>
#include <set>

#include "grid_sync/split.h"
#include "ir/analysis/equal_exprs.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

// A fraction of the limit: what is live at a cut takes accesses too, and the time that drivers
// take grows with the square of the kernel.
constexpr uint32_t kPieces = 8;

uint64_t words_of(const Program& program, NameId name) {
  const uint32_t buffer = program.find_buffer(name);
  if (buffer == kNone || program.buffers[buffer].access == ir::Access::kWorkgroup) return 0;
  const uint64_t bytes = ir::min_bytes(program.types, program.buffers[buffer].element);
  return bytes <= 4 ? 1 : (bytes + 3) / 4;
}

// Counts accesses of storage buffers, one for every word of an element. What is equal within one
// expression, by |equal|, is one access.
class AccessCount {
 public:
  explicit AccessCount(std::vector<ExprId> equal) : equal_(std::move(equal)) {}

  // In a statement or a list. |program| has the same expressions.
  template <typename Where>
  uint64_t of(const Program& program, Where where) const {
    uint64_t sum = 0;
    ir::walk(program, where, [&](NodeId, const Node& node) {
      if (node.kind == NodeKind::kStore) sum += words_of(program, node.name);
      ir::for_each_operand(node, [&](ExprId root) { sum += of_expression(program, root); });
    });
    return sum;
  }

 private:
  uint64_t of_expression(const Program& program, ExprId root) const {
    uint64_t sum = 0;
    std::set<ExprId> counted;
    ir::for_each_expr(program, root, [&](ExprId id, const Expr& expr) {
      const bool accesses = expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kAtomic;
      const ExprId first = equal_.empty() ? id : equal_[id];
      if (accesses && counted.insert(first).second) sum += words_of(program, expr.name);
    });
    return sum;
  }

  const std::vector<ExprId> equal_;
};

// |copies|: asynchronous ones that are under way before |statement|, then those behind it.
void pass(const Program& program, NodeId statement, std::set<NameId>& copies) {
  ir::walk(program, statement, [&](NodeId, const Node& node) {
    const bool issues = node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
    if (issues) copies.insert(node.tag);
    if (node.kind == NodeKind::kAsyncWait) copies.erase(node.tag);
  });
}

bool is_plain(const Node& node) {
  return node.kind == NodeKind::kBlock || node.kind == NodeKind::kRegion;
}

// Whether lanes that do not come to |statement|, an If, may end before it: nothing inside waits for
// them.
bool may_end_before(const Program& program, NodeId statement) {
  const Node& node = program.nodes[statement];
  if (node.kind != NodeKind::kIf || node.otherwise.count != 0) return false;
  bool waits = false;
  ir::walk(program, statement,
           [&](NodeId, const Node& inside) { waits |= inside.kind == NodeKind::kBarrier; });
  return !waits && std::ranges::all_of(program.exprs, [](const Expr& expr) {
    return !ir::is_subgroup_operation(expr.kind);
  });
}

// Makes places in a program to cut it at, into pieces of so many accesses.
class Splitter {
 public:
  Splitter(Program& program, const AccessCount& accesses, uint64_t piece)
      : program_(program), accesses_(accesses), piece_(piece) {}

  // Whether there is a place.
  bool run() {
    open();
    std::vector<NodeId> statements;
    std::set<NameId> copies;
    uint64_t since_cut = 0;
    for (const NodeId id : statements_) {
      const uint64_t here = accesses_.of(program_, id);
      if (since_cut != 0 && since_cut + here > piece_ && copies.empty()) {
        statements.push_back(add({.kind = NodeKind::kBarrier, .ordering = Ordering::kGridSync}));
        since_cut = 0;
      }
      statements.push_back(id);
      since_cut += here;
      pass(program_, id, copies);
    }
    if (statements.size() == statements_.size()) return false;
    (owner_ == kNone ? program_.entry : program_.nodes[owner_].body) = list(statements);
    return true;
  }

 private:
  using Ordering = ir::Ordering;

  // Finds the statements that a cut may be between, which all invocations reach that have not
  // ended: those of the innermost list that the others only lead to. An If at its end, which is too
  // long for one piece, ends who fails its condition.
  void open() {
    Range list = program_.entry;
    do {
      take(list);
    } while (!statements_.empty() && enter(statements_.back(), list));
  }

  // Whether the list inside |last| is gone into, which is |list| then.
  bool enter(NodeId last, Range& list) {
    const bool plain = is_plain(program_.nodes[last]);
    const bool is_only = statements_.size() == 1;
    if (!(plain && is_only) && accesses_.of(program_, last) <= piece_) return false;
    if (!plain && !may_end_before(program_, last)) return false;
    list = program_.nodes[last].body;
    if (plain && is_only) owner_ = last;
    if (plain) statements_.pop_back();
    if (!plain) end_who_fails(last);
    return true;
  }

  void take(Range list) {
    const auto taken = program_.list(list);
    statements_.insert(statements_.end(), taken.begin(), taken.end());
  }

  void end_who_fails(NodeId branch) {
    const NodeId end = add({.kind = NodeKind::kReturn});
    program_.nodes[branch].body = {};
    program_.nodes[branch].otherwise = list({end});
  }

  NodeId add(const Node& node) {
    program_.nodes.push_back(node);
    return static_cast<NodeId>(program_.nodes.size() - 1);
  }

  Range list(const std::vector<NodeId>& statements) {
    const Range range = {static_cast<uint32_t>(program_.lists.size()),
                         static_cast<uint32_t>(statements.size())};
    program_.lists.insert(program_.lists.end(), statements.begin(), statements.end());
    return range;
  }

  Program& program_;
  const AccessCount& accesses_;
  const uint64_t piece_;
  NodeId owner_ = kNone;  // of the list that |statements_| replaces; kNone: the program
  std::vector<NodeId> statements_;
};

}  // namespace

std::shared_ptr<const Program> split_large(const Program& program, uint32_t max_accesses,
                                           std::pmr::memory_resource* memory) {
  const AccessCount plainly({});  // most programs are short, whatever of them is equal
  if (plainly.of(program, program.entry) <= max_accesses) return nullptr;
  const AccessCount accesses(ir::find_equal_exprs(program, {}));
  if (accesses.of(program, program.entry) <= max_accesses) return nullptr;
  const auto copy =
      std::allocate_shared<Program>(std::pmr::polymorphic_allocator<Program>(memory), memory);
  *copy = program;
  return Splitter(*copy, accesses, max_accesses / kPieces).run() ? copy : nullptr;
}

}  // namespace vyre::grid_sync
