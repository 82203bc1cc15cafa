#include <algorithm>
#include <utility>

#include "ir/math/fold.h"
#include "spirv/optimize/optimizations.h"

// What workgroup memory has to hold at first.
//
// An element that is loaded only where every lane has stored to it before the last barrier need not
// be zero when the kernel starts. Which elements are stored and loaded is found by doing it: for
// indices made of literals, local ids and trips of loops between literals, for each lane and trip.
// A load of any other index needs the whole buffer. Only stores that all lanes come to count.

namespace vyre::spirv {
namespace {

constexpr uint64_t kMaxSteps = 1u << 18;  // for all indices together, a few milliseconds
constexpr int kMaxNested = 64;            // operators and locals in an index
constexpr uint32_t kMaxElements = 1u << 14;

// The value of an index for one lane in one trip of each loop around it.
class IndexValue {
 public:
  using Trip = std::pair<NodeId, uint32_t>;  // of a loop

  IndexValue(const Program& program, const Analysis& analysis, std::span<const ExprId> parameters,
             uint64_t& steps)
      : program_(program), analysis_(analysis), parameters_(parameters), steps_(steps) {}

  std::array<uint32_t, 3> lane = {};
  std::vector<Trip> trips;

  std::optional<uint32_t> literal(ExprId id) const {
    return spirv::literal(program_, parameters_, id);
  }

  std::optional<uint32_t> of(ExprId id, int nested = 0) const {
    if (++steps_ > kMaxSteps || nested > kMaxNested) return std::nullopt;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kLitU32) return literal(id);
    if (expr.kind == ExprKind::kLocalId && expr.op < 3) return lane[expr.op];
    if (expr.kind == ExprKind::kVar) return of_local(analysis_.declaration[id], nested);
    if (expr.kind != ExprKind::kBinOp) return std::nullopt;
    const auto a = of(expr.operands[0], nested + 1);
    const auto b = a ? of(expr.operands[1], nested + 1) : std::nullopt;
    return b ? result(expr.bin_op(), *a, *b) : std::nullopt;
  }

 private:
  std::optional<uint32_t> of_local(NodeId local, int nested) const {
    if (local == ir::kNone) return std::nullopt;
    const auto trip = std::ranges::find(trips, local, &Trip::first);
    if (trip != trips.end()) return trip->second;
    const Node& node = program_.nodes[local];
    const bool is_bound = node.kind == NodeKind::kLet && !analysis_.assigned[local];
    const bool is_word = analysis_.kinds[local] == KindSet(Kind::kU32);
    return is_bound && is_word ? of(node.exprs[0], nested + 1) : std::nullopt;
  }

  // Takes the result of an operator: that of an index is a word.
  struct Word {
    using Result = std::optional<uint32_t>;

    Result operator()(uint32_t value) const { return value; }
    Result operator()(bool) const { return std::nullopt; }
    static Result nothing() { return std::nullopt; }
  };

  // Of arithmetic, bits and shifts: what indices are made of.
  static std::optional<uint32_t> result(BinOp op, uint32_t a, uint32_t b) {
    const bool by_zero = b == 0 && ir::ops::has(op, ir::ops::kDivides);
    return op <= BinOp::kShr && !by_zero ? ir::fold(op, a, b, Word()) : std::nullopt;
  }

  const Program& program_;
  const Analysis& analysis_;
  const std::span<const ExprId> parameters_;
  uint64_t& steps_;
};

class ContentsFinder {
 public:
  ContentsFinder(const Program& program, const launch::BindingPlan& plan,
                 const std::array<uint32_t, 3>& size, std::span<const ExprId> parameters,
                 const Analysis& analysis)
      : program_(program), size_(size), index_(program, analysis, parameters, steps_) {
    waits_ = ir::flag_upward(
        program, [](NodeId, const Node& node) { return node.kind == NodeKind::kBarrier; });
    contents_.resize(program.buffers.size(), InitialContents::kZero);
    known_.resize(program.buffers.size());
    for (const launch::PlannedBinding& binding : plan.bindings) {
      if (binding.role != launch::Role::kShared) continue;
      const uint32_t count = program.buffers[binding.buffer].count;
      contents_[binding.buffer] = InitialContents::kUnused;
      known_[binding.buffer].stored.resize(count <= kMaxElements ? count : 0);
      known_[binding.buffer].visible = known_[binding.buffer].stored;
    }
  }

  // |stores_count|: no lane ends before it comes to the stores.
  std::vector<InitialContents> run(bool stores_count) {
    walk(program_.entry, stores_count);
    return std::move(contents_);
  }

 private:
  struct Known {                // by element
    std::vector<bool> stored;   // by all lanes that do so
    std::vector<bool> visible;  // and before the last barrier
  };

  // |all|: every lane executes the list.
  void walk(Range range, bool all) {
    for (const NodeId id : program_.list(range)) statement(id, program_.nodes[id], all);
  }

  void statement(NodeId id, const Node& node, bool all) {
    ir::for_each_expr(program_, node, [&](ExprId, const Expr& expr) { expression(expr); });
    switch (node.kind) {
      case NodeKind::kStore:
        return store(node, all);
      case NodeKind::kIf:
        walk(node.body, false);
        return walk(node.otherwise, false);
      case NodeKind::kLoop:
        return loop(id, node, all);
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        return walk(node.body, all);
      case NodeKind::kBarrier:
        if (all) show_stores();
        return;
      case NodeKind::kLet:
      case NodeKind::kAssign:
        return;
      default:  // collectives and what traps
        need_all(node.name);
        need_all(node.name2);
    }
  }

  // Whether there is time for work on so many elements.
  bool spend(size_t elements) {
    steps_ += elements / 64 + 1;
    return steps_ <= kMaxSteps;
  }

  void show_stores() {
    for (Known& known : known_) {
      if (spend(known.stored.size())) known.visible = known.stored;
    }
  }

  void loop(NodeId id, const Node& node, bool all) {
    const auto first = index_.literal(node.exprs[0]), end = index_.literal(node.exprs[1]);
    const bool runs = first && end && *first < *end;
    if (!runs || waits_[id]) return walk(node.body, runs && all);  // its first trip
    loops_.push_back({id, *first, *end});
    walk(node.body, all);
    loops_.pop_back();
  }

  void expression(const Expr& expr) {
    if (expr.kind == ExprKind::kLoad) load(program_.find_buffer(expr.name), expr.operands[0]);
    if (expr.kind == ExprKind::kAtomic) need_all(expr.name);
  }

  void need_all(NameId name) {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer != ir::kNone) contents_[buffer] = InitialContents::kZero;
  }

  void store(const Node& node, bool all) {
    const uint32_t buffer = program_.find_buffer(node.name);
    if (contents_[buffer] == InitialContents::kUnused) contents_[buffer] = InitialContents::kAny;
    if (contents_[buffer] == InitialContents::kZero || !all || !spend(known_[buffer].stored.size()))
      return;
    std::vector<bool>& stored = known_[buffer].stored;
    std::vector<bool> now = stored;
    const bool known = for_each_index(node.exprs[0], [&](uint32_t index) {
      if (index < now.size()) now[index] = true;
    });
    if (known) stored = std::move(now);
  }

  void load(uint32_t buffer, ExprId index) {
    if (contents_[buffer] == InitialContents::kZero) return;
    const std::vector<bool>& visible = known_[buffer].visible;
    spend(visible.size());
    bool has_all = !visible.empty();
    const bool known = has_all && for_each_index(index, [&](uint32_t element) {
                         has_all &= element >= visible.size() || visible[element];
                       });
    if (!known) has_all = !visible.empty() && std::ranges::find(visible, false) == visible.end();
    contents_[buffer] = has_all ? InitialContents::kAny : InitialContents::kZero;
  }

  // Calls |visit| with the index of every lane and trip; whether they are known, lanes included.
  template <typename Visit>
  bool for_each_index(ExprId index, Visit visit) {
    if (size_[0] == 0) return false;
    const uint32_t plane = size_[0] * size_[1];
    for (uint32_t lane = 0; lane < plane * size_[2]; ++lane) {
      index_.lane = {lane % size_[0], lane % plane / size_[0], lane / plane};
      if (!for_each_trip(0, index, visit)) return false;
    }
    return true;
  }

  template <typename Visit>
  bool for_each_trip(size_t depth, ExprId index, Visit visit) {
    if (depth == loops_.size()) {
      const auto value = index_.of(index);
      if (value) visit(*value);
      return value.has_value();
    }
    const Loop& loop = loops_[depth];
    index_.trips.emplace_back(loop.id, 0);
    bool known = true;
    for (uint32_t trip = loop.first; known && trip < loop.end; ++trip) {
      index_.trips.back().second = trip;
      known = for_each_trip(depth + 1, index, visit);
    }
    index_.trips.pop_back();
    return known;
  }

  struct Loop {
    NodeId id;
    uint32_t first, end;
  };

  const Program& program_;
  const std::array<uint32_t, 3> size_;
  uint64_t steps_ = 0;
  IndexValue index_;
  std::vector<Loop> loops_;  // that are open and do not wait, the outermost first
  std::vector<bool> waits_;  // by NodeId: holds a barrier
  std::vector<InitialContents> contents_;
  std::vector<Known> known_;  // by buffer
};

}  // namespace

std::optional<uint32_t> literal(const Program& program, std::span<const ExprId> parameters,
                                ExprId id) {
  const Expr& expr = program.exprs[id];
  const bool is_fixed = std::ranges::find(parameters, id) == parameters.end();
  return expr.kind == ExprKind::kLitU32 && is_fixed ? std::optional(expr.value) : std::nullopt;
}

std::vector<InitialContents> find_initial_contents(
    const Program& program, const launch::BindingPlan& plan,
    const std::optional<std::array<uint32_t, 3>>& size, std::span<const ExprId> parameters,
    bool may_end, const Analysis& analysis) {
  const bool any_ends = std::ranges::find(analysis.kills, true) != analysis.kills.end();
  const bool plain = !analysis.subgroups.any && analysis.copies.empty();
  const bool stores_count = size && plain && !may_end && !any_ends;
  const std::array<uint32_t, 3> lanes = size.value_or(std::array<uint32_t, 3>{});
  return ContentsFinder(program, plan, lanes, parameters, analysis).run(stores_count);
}

}  // namespace vyre::spirv
