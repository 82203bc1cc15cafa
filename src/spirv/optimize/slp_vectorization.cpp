#include <algorithm>

#include "spirv/optimize/optimizations.h"

// Superword-level vectorization.
//
// A list of statements that loads four elements of a buffer one beside the other loads them at
// once: of storage where the kernel writes nothing there, of workgroup memory where no store to it,
// no barrier and no statement with a body comes between. Four stores to such elements, one
// statement behind the other, happen at once. Each index is a local that never changes and a
// number. Whether the first is a multiple of four is looked at when the list is lowered.

namespace vyre::spirv {
namespace {

constexpr size_t kMaxOpen = 16;  // groups of a list, of which one is looked for
constexpr uint8_t kWhole = (1 << kCoarsening) - 1;

class GroupFinder {
 public:
  GroupFinder(const Program& program, std::span<const ExprId> parameters, const Analysis& analysis,
              const GroupedBuffers& buffers)
      : program_(program),
        parameters_(parameters),
        analysis_(analysis),
        buffers_(buffers),
        seen_(program.exprs.size()),
        lonely_(program.buffers.size()),
        repeated_(program.buffers.size()) {}

  VectorGroups run() {
    walk(program_.entry);
    VectorGroups groups;
    groups.buffers.resize(program_.buffers.size());
    for (const Candidate& candidate : found_) {
      const uint32_t buffer = candidate.buffer;
      const bool spoiled = buffers_.shared[buffer] ? repeated_[buffer] : lonely_[buffer];
      if (!spoiled) add(candidate, groups);
    }
    return groups;
  }

 private:
  struct Candidate {
    uint32_t buffer;
    VectorGroups::Group group;
    uint8_t seen = 0;                                      // places, one bit each
    std::vector<std::pair<ExprId, uint32_t>> places = {};  // of loads
    NodeId store = ir::kNone;                              // or the first of four statements
  };
  struct Index {
    VectorGroups::Group group;
    uint32_t place;
  };

  void walk(Range range) {
    std::vector<Candidate> open;
    const auto list = program_.list(range);
    NodeId stored_until = 0;  // of this list: statements before are part of groups
    for (NodeId i = 0; i < list.size(); ++i) {
      const Node& node = program_.nodes[list[i]];
      ir::for_each_operand(node, [&](ExprId expr) { expression(expr, open); });
      if (node.kind == NodeKind::kStore && i >= stored_until) {
        stored_until = i + stores(list.subspan(i));
      }
      spoil(node, open);
      for (const ir::Body& body : ir::bodies(node)) walk(body.range);
      if (analysis_.kills[list[i]]) close(open, kAll);  // what follows is not for all lanes
    }
    close(open, kAll);
  }

  // What |node| does may change what is loaded behind it.
  void spoil(const Node& node, std::vector<Candidate>& open) {
    if (node.kind == NodeKind::kLet || node.kind == NodeKind::kAssign) return;
    const uint32_t stored =
        node.kind == NodeKind::kStore ? program_.find_buffer(node.name) : ir::kNone;
    close(open, [&](const Candidate& candidate) {
      return stored == ir::kNone ? analysis_.written[candidate.buffer] : candidate.buffer == stored;
    });
    if (!ir::is_collective(node.kind) && node.kind != NodeKind::kIndirectDispatch) return;
    lonely(node.name);
    lonely(node.name2);
  }

  void lonely(NameId name) {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer != ir::kNone) lonely_[buffer] = true;
  }

  void expression(ExprId id, std::vector<Candidate>& open) {
    const Expr& expr = program_.exprs[id];
    ir::for_each_operand(program_, expr, [&](ExprId operand) { expression(operand, open); });
    if (expr.kind == ExprKind::kAtomic) lonely(expr.name);
    if (expr.kind != ExprKind::kLoad) return;
    const uint32_t buffer = program_.find_buffer(expr.name);
    if (seen_[id]) repeated_[buffer] = true;
    seen_[id] = true;
    const auto index = index_of(expr.operands[0]);
    const bool is_still = buffers_.storage[buffer] && !analysis_.written[buffer];
    if (!index || !(is_still || buffers_.shared[buffer])) return lonely(expr.name);
    Candidate& candidate = candidate_of(buffer, index->group, open);
    candidate.seen |= static_cast<uint8_t>(1 << index->place);
    candidate.places.emplace_back(id, index->place);
  }

  Candidate& candidate_of(uint32_t buffer, const VectorGroups::Group& group,
                          std::vector<Candidate>& open) {
    const auto found = std::ranges::find_if(open, [&](const Candidate& candidate) {
      return candidate.buffer == buffer && candidate.group == group;
    });
    if (found != open.end()) return *found;
    if (open.size() == kMaxOpen) {
      close(open.front());
      open.erase(open.begin());
    }
    return open.emplace_back(Candidate{buffer, group});
  }

  void close(const Candidate& candidate) {
    if (candidate.seen != kWhole) {
      lonely_[candidate.buffer] = true;
    } else {
      found_.push_back(candidate);
    }
  }

  template <typename Which>
  void close(std::vector<Candidate>& open, Which which) {
    for (const Candidate& candidate : open) {
      if (which(candidate)) close(candidate);
    }
    std::erase_if(open, which);
  }

  // How many statements from the first of |list| on, which is a store, happen at once.
  NodeId stores(std::span<const NodeId> list) {
    const Node& first = program_.nodes[list[0]];
    const uint32_t buffer = program_.find_buffer(first.name);
    const auto start = index_of(first.exprs[0]);
    const auto belongs = [&](uint32_t place) {
      const Node& node = program_.nodes[list[place]];
      if (node.kind != NodeKind::kStore || program_.find_buffer(node.name) != buffer) return false;
      const auto index = index_of(node.exprs[0]);
      return index && index->group == start->group && index->place == place &&
             is_still(node.exprs[1]);
    };
    const bool suits = buffers_.storage[buffer] || buffers_.shared[buffer];
    bool all = start && suits && list.size() >= kCoarsening;
    for (uint32_t place = 0; all && place < kCoarsening; ++place) all = belongs(place);
    if (!all) {
      lonely_[buffer] = true;
      return 1;
    }
    Candidate candidate{buffer, start->group};
    candidate.store = list[0];
    found_.push_back(std::move(candidate));
    return kCoarsening;
  }

  // Whether it is the same before other stores and behind them.
  bool is_still(ExprId root) const {
    return !ir::any_expr(program_, root, [&](ExprId, const Expr& expr) {
      return expr.kind == ExprKind::kAtomic ||
             (expr.kind == ExprKind::kLoad && analysis_.written[program_.find_buffer(expr.name)]);
    });
  }

  std::optional<Index> index_of(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kVar) return beyond(id, 0);
    if (expr.kind != ExprKind::kBinOp || expr.bin_op() != BinOp::kAdd) return std::nullopt;
    const auto [a, b] = std::pair(expr.operands[0], expr.operands[1]);
    if (const auto offset = literal(program_, parameters_, b)) return beyond(a, *offset);
    const auto offset = literal(program_, parameters_, a);
    return offset ? beyond(b, *offset) : std::nullopt;
  }

  std::optional<Index> beyond(ExprId variable, uint32_t offset) const {
    const NodeId local = analysis_.declaration[variable];
    if (local == ir::kNone || analysis_.assigned[local]) return std::nullopt;
    if (analysis_.kinds[local] != KindSet(Kind::kU32)) return std::nullopt;
    const uint32_t place = offset % kCoarsening;
    return Index{{local, offset - place}, place};
  }

  static constexpr auto kAll = [](const Candidate&) { return true; };

  static void add(const Candidate& candidate, VectorGroups& groups) {
    const auto number = static_cast<uint32_t>(groups.all.size());
    groups.all.push_back(candidate.group);
    groups.buffers[candidate.buffer] = true;
    for (const auto& [load, place] : candidate.places) {
      const bool is_first = load == candidate.places.front().first;
      groups.loads.emplace(load, VectorGroups::Place{number, place, is_first});
    }
    if (candidate.store != ir::kNone) groups.stores.emplace(candidate.store, number);
  }

  const Program& program_;
  const std::span<const ExprId> parameters_;
  const Analysis& analysis_;
  const GroupedBuffers& buffers_;
  std::vector<bool> seen_;      // loads
  std::vector<bool> lonely_;    // by buffer: some access is part of no group
  std::vector<bool> repeated_;  // by buffer: one load stands at several places
  std::vector<Candidate> found_;
};

}  // namespace

GroupedBuffers grouped_buffers(const Program& program, const launch::BindingPlan& plan,
                               const launch::KnownLaunch& launch) {
  GroupedBuffers buffers;
  buffers.shared.resize(program.buffers.size());
  buffers.storage.resize(program.buffers.size());
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    const launch::PlannedBinding& binding = plan.bindings[i];
    const ir::Buffer& buffer = program.buffers[binding.buffer];
    const bool is_shared = binding.role == launch::Role::kShared;
    const uint64_t bytes =
        is_shared ? uint64_t{buffer.count} * kElementBytes : launch.bytes_of(i).value_or(0);
    const Element element = ir::element_of(program.types, buffer.element, program.semantics);
    const bool is_word = element.stride == kElementBytes && !loaded_kinds(element).merged();
    if (!is_word || bytes == 0 || bytes % (kCoarsening * kElementBytes) != 0) continue;
    (is_shared ? buffers.shared : buffers.storage)[binding.buffer] = true;
  }
  return buffers;
}

VectorGroups find_vector_groups(const Program& program, const launch::BindingPlan& plan,
                                const launch::KnownLaunch& launch,
                                std::span<const ExprId> parameters, const Analysis& analysis) {
  if (analysis.subgroups.any || !analysis.copies.empty()) return {};
  const GroupedBuffers buffers = grouped_buffers(program, plan, launch);
  return GroupFinder(program, parameters, analysis, buffers).run();
}

}  // namespace vyre::spirv
