#include <set>

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "spirv/analysis/analysis.h"

// Asynchronous copies.
//
// A copy takes its bytes where it is issued and writes them where its tag is waited for. A kernel
// has no memory for any number of bytes, so it moves them at one of the two places:
//   1. at the wait, when nobody writes the source, or when no lane does so while its copy is
//      pending and no barrier stands between: what other lanes write then they write at any time;
//   2. at the issue, when no lane touches the destination while its copy is pending and no barrier
//      stands between;
//   3. or it keeps the bytes, when a literal tells that they are few.
// Which copies may be pending is found by one walk: an issue adds itself, a wait ends all of its
// tag. What a loop may leave pending is taken to be pending in the whole of its body.

namespace vyre::spirv {
namespace {

constexpr uint32_t kMaxKeptBytes = 256;

bool is_issue(const Node& node) {
  return node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
}

class CopyFinder {
 public:
  CopyFinder(const Program& program, Analysis& analysis) : program_(program), analysis_(analysis) {}

  Status run() {
    Pending pending;
    walk(program_.entry, pending);
    for (const Site& site : sites_) VYRE_RETURN_IF_ERROR(decide(site));
    return {};
  }

 private:
  // What happens while a copy may be pending.
  struct Site {
    NodeId issue;
    uint32_t source;
    uint32_t destination;
    bool barrier = false;
    bool source_written = false;
    bool destination_touched = false;
  };
  using Pending = std::set<uint32_t>;  // sites

  // Afterwards |pending| is what may be pending at the end.
  void walk(Range range, Pending& pending) {
    for (const NodeId id : program_.list(range)) {
      const Node& node = program_.nodes[id];
      if (!pending.empty()) note(node, pending);
      if (is_issue(node)) issue(id, node, pending);
      if (node.kind == NodeKind::kAsyncWait) end_tag(node.tag, pending);
      walk_bodies(node, pending);
    }
  }

  void walk_bodies(const Node& node, Pending& pending) {
    if (!ir::has_body(node.kind)) return;
    const Pending before = pending;
    walk(node.body, pending);
    if (node.kind == NodeKind::kIf) {
      Pending other = before;
      walk(node.otherwise, other);
      pending.insert(other.begin(), other.end());
    }
    if (node.kind != NodeKind::kLoop) return;
    Pending carried = pending;
    std::erase_if(carried, [&](uint32_t site) { return before.contains(site); });
    if (!carried.empty()) {
      ir::walk(program_, node.body, [&](NodeId, const Node& inside) { note(inside, carried); });
    }
    pending.insert(before.begin(), before.end());
  }

  void issue(NodeId id, const Node& node, Pending& pending) {
    Site site{id, program_.find_buffer(node.name), program_.find_buffer(node.name2)};
    if (site.source == ir::kNone || site.destination == ir::kNone) return;  // a trap
    pending.insert(static_cast<uint32_t>(sites_.size()));
    by_tag_[node.tag].push_back(id);
    sites_.push_back(site);
  }

  void end_tag(NameId tag, Pending& pending) const {
    std::erase_if(pending,
                  [&](uint32_t site) { return program_.nodes[sites_[site].issue].tag == tag; });
  }

  // What |node| itself does to what is pending, without the statements inside it.
  void note(const Node& node, const Pending& pending) {
    if (node.kind == NodeKind::kBarrier) {
      for (const uint32_t site : pending) sites_[site].barrier = true;
    }
    if (node.kind == NodeKind::kStore) note_write(program_.find_buffer(node.name), pending);
    if (ir::is_collective(node.kind)) {
      note_read(program_.find_buffer(node.name), pending);
      if (node.name2 != ir::kNone) note_write(program_.find_buffer(node.name2), pending);
    }
    if (is_issue(node)) note_copy(node, pending);
    if (node.kind == NodeKind::kAsyncWait) note_wait(node, pending);
    ir::for_each_expr(program_, node, [&](ExprId, const Expr& expr) { note(expr, pending); });
  }

  void note(const Expr& expr, const Pending& pending) {
    ir::for_each_buffer(expr, [&](NameId name, ir::BufferUse use) {
      if (use == ir::BufferUse::kRead) note_read(program_.find_buffer(name), pending);
      if (use == ir::BufferUse::kUpdated) note_write(program_.find_buffer(name), pending);
    });
    if (ir::is_subgroup_operation(expr.kind)) {
      for (const uint32_t site : pending) sites_[site].barrier = true;
    }
  }

  void note_copy(const Node& issue, const Pending& pending) {
    note_read(program_.find_buffer(issue.name), pending);
    note_write(program_.find_buffer(issue.name2), pending);
  }

  // Of other tags: those of the same tag end here.
  void note_wait(const Node& wait, const Pending& pending) {
    Pending others = pending;
    end_tag(wait.tag, others);
    const auto found = by_tag_.find(wait.tag);
    if (others.empty() || found == by_tag_.end()) return;
    for (const NodeId issue : found->second) note_copy(program_.nodes[issue], others);
  }

  void note_read(uint32_t buffer, const Pending& pending) {
    for (const uint32_t site : pending) {
      if (sites_[site].destination == buffer) sites_[site].destination_touched = true;
    }
  }

  void note_write(uint32_t buffer, const Pending& pending) {
    note_read(buffer, pending);
    for (const uint32_t site : pending) {
      if (sites_[site].source == buffer) sites_[site].source_written = true;
    }
  }

  Status decide(const Site& site) {
    const Node& node = program_.nodes[site.issue];
    const bool apart = site.source != site.destination;
    const bool still = !analysis_.written[site.source] || !(site.source_written || site.barrier);
    const bool untouched = !(site.destination_touched || site.barrier);
    const Expr& size = program_.exprs[node.exprs[1]];
    Copy copy{node.tag, site.source, site.destination};
    if (apart && still) {
      copy.moves = Moves::kAtWait;
    } else if (apart && untouched) {
      copy.moves = Moves::kAtIssue;
    } else if (size.kind == ExprKind::kLitU32 && size.value <= kMaxKeptBytes) {
      copy.moves = Moves::kKept;
      copy.kept_bytes = size.value;
    } else {
      return refuse(site, node);
    }
    analysis_.copy_of[site.issue] = static_cast<uint32_t>(analysis_.copies.size());
    analysis_.copies.push_back(copy);
    return {};
  }

  Status refuse(const Site& site, const Node& node) const {
    const auto name = [&](NameId id) { return ir::display_name(program_.names[id]); };
    const std::string_view what = node.kind == NodeKind::kAsyncLoad ? "AsyncLoad" : "AsyncStore";
    return fail(Code::kUnsupportedFeature, what, " at ", ir::statement_path(program_, site.issue),
                ": ", name(node.name), " may be written and ", name(node.name2),
                " touched before tag ", name(node.tag), " is waited for, and a kernel keeps ",
                kMaxKeptBytes,
                " bytes of a copy at most. Fix: wait earlier, give a literal size up to ",
                kMaxKeptBytes, ", or run the program on the CPU oracle");
  }

  const Program& program_;
  Analysis& analysis_;
  std::vector<Site> sites_;
  std::unordered_map<NameId, std::vector<NodeId>> by_tag_;
};

}  // namespace

Status find_async_copies(const Program& program, Analysis& analysis) {
  return CopyFinder(program, analysis).run();
}

}  // namespace vyre::spirv
