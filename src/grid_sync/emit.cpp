#include "grid_sync/emit.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "grid_sync/segment_builder.h"

namespace vyre::grid_sync {
namespace {

void mix(uint64_t& hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 29;
}

bool same_names(const ir::NameTable& a, const ir::NameTable& b) {
  if (a.size() != b.size()) return false;
  for (NameId id = 0; id < a.size(); ++id) {
    if (a[id] != b[id]) return false;
  }
  return true;
}

// Whether two segments have equal records in equal order, literals bit for bit. Equal segments
// have equal hashes. Their buffers are not looked at: those of one plan are the same.
bool same_code(const Program& a, const Program& b) {
  return a.entry == b.entry && std::ranges::equal(a.exprs, b.exprs) &&
         std::ranges::equal(a.nodes, b.nodes) && std::ranges::equal(a.lists, b.lists) &&
         std::ranges::equal(a.payload, b.payload) && same_names(a.names, b.names);
}

// Whether a failure of the segment may be told by the statement that failed.
bool tells_places(const Program& program) {
  const auto divides = [](const Expr& expr) {
    const auto op = static_cast<BinOp>(expr.op);
    return expr.kind == ExprKind::kBinOp && (op == BinOp::kDiv || op == BinOp::kMod);
  };
  const auto traps = [](const Node& node) { return node.kind == NodeKind::kTrap; };
  return std::ranges::any_of(program.exprs, divides) || std::ranges::any_of(program.nodes, traps);
}

uint64_t hash_of(const Program& program) {
  uint64_t hash = program.nodes.size();
  for (const Expr& expr : program.exprs) {
    mix(hash, (uint64_t{expr.value} << 32) | expr.name);
    mix(hash, (static_cast<uint64_t>(expr.kind) << 8) | expr.op);
  }
  for (const Node& node : program.nodes) {
    mix(hash, (static_cast<uint64_t>(node.kind) << 32) | node.name);
  }
  return hash;
}

class Emitter {
 public:
  Emitter(const Parts& parts, size_t max_programs, std::pmr::memory_resource* memory, Plan& plan)
      : in_(parts), max_programs_(max_programs), memory_(memory), plan_(plan), levels_(1) {}

  void run() {
    begin(nullptr);
    size_t cut = 0;
    for (size_t i = 0; i < in_.path.steps.size(); ++i) {
      const Step& step = in_.path.steps[i];
      if (step.kind == Step::Kind::kStatement) statement(step.node, cut < in_.live.cuts.size());
      if (step.kind == Step::Kind::kOpen) open(step, in_.live.opens_value[i]);
      if (step.kind == Step::Kind::kClose) close();
      if (step.kind != Step::Kind::kCut) continue;
      const Cut& here = in_.live.cuts[cut++];
      save(here);
      end();
      if (plan_.programs.size() > max_programs_) return;
      begin(&here);
    }
    end();
  }

 private:
  // A scope that is open where the walk stands.
  struct Level {
    NodeId scope = kNone;
    uint32_t value = 0;                 // of a loop's variable
    std::vector<NodeId> declared = {};  // in order
  };

  std::string_view name_of(NodeId declaration) const {
    return in_.program.names[in_.program.nodes[declaration].name];
  }

  // One segment.

  void begin(const Cut* before) {
    declared_here_.clear();
    segment_.emplace(in_.program, in_.hidden, in_.max_parameters, memory_);
    if (!in_.hidden.buffers.empty()) number_invocation();
    if (before == nullptr && in_.hidden.dead != kNone) mark_alive();
    if (before != nullptr) restore_workgroup(*before);
    for (size_t i = 0; i < levels_.size(); ++i) {
      if (i > 0) segment_->open();
      if (before == nullptr) continue;
      for (const NodeId local : levels_[i].declared) restore(local, levels_[i], *before);
    }
  }

  void end() {
    SegmentCode code = segment_->finish();
    plan_.words.insert(plan_.words.end(), segment_->words().begin(), segment_->words().end());
    plan_.segments.push_back(index_of(std::move(code)));
    segment_.reset();
  }

  uint32_t index_of(SegmentCode code) {
    const uint64_t hash = hash_of(*code.program);
    const auto [first, last] = by_hash_.equal_range(hash);
    const auto same = std::find_if(first, last, [&](const auto& entry) {
      const SegmentCode& other = plan_.programs[entry.second];
      return other.parameters == code.parameters && same_code(*other.program, *code.program) &&
             (other.origins == code.origins || !tells_places(*code.program));
    });
    if (same != last) return same->second;
    const auto index = static_cast<uint32_t>(plan_.programs.size());
    by_hash_.emplace(hash, index);
    plan_.programs.push_back(std::move(code));
    return index;
  }

  // Steps.

  void statement(NodeId id, bool has_cut_behind) {
    if (in_.program.nodes[id].kind == NodeKind::kLet) {
      levels_.back().declared.push_back(id);
      declared_here_.push_back(id);
    }
    segment_->copy(id, has_cut_behind);
  }

  void open(const Step& step, bool needs_value) {
    segment_->open();
    levels_.push_back({step.node, step.value});
    if (in_.program.nodes[step.node].kind != NodeKind::kLoop) return;
    levels_.back().declared.push_back(step.node);
    if (needs_value) segment_->let(name_of(step.node), loop_value(levels_.back()));
  }

  void close() {
    segment_->close();
    levels_.pop_back();
  }

  // Locals.

  ExprId loop_value(const Level& level) { return segment_->known({DataType::kU32, level.value}); }

  ExprId place_of(const SpillBuffers::Place& place) {
    const ExprId invocation = segment_->local(in_.hidden.invocation);
    if (place.first == 0) return invocation;
    return segment_->binary(BinOp::kAdd, invocation, segment_->number(place.first));
  }

  void restore(NodeId local, const Level& level, const Cut& cut) {
    const Node& node = in_.program.nodes[local];
    if (std::ranges::binary_search(cut.recomputed, local)) {
      const bool is_loop = node.kind == NodeKind::kLoop;
      segment_->let(name_of(local),
                    is_loop ? loop_value(level) : segment_->copy_value(node.exprs[0]), local);
    }
    const auto known = cut.known.find(local);
    if (known != cut.known.end()) segment_->let(name_of(local), segment_->known(known->second));
    if (std::ranges::binary_search(cut.spilled, local)) load(local);
  }

  void load(NodeId local) {
    const SpillBuffers::Place& place = in_.hidden.locals.at(local);
    const ExprId kept = segment_->load(in_.hidden.buffers[place.buffer].name, place_of(place));
    const bool is_truth = in_.facts.kept[local]->is_truth;
    segment_->let(name_of(local),
                  is_truth ? segment_->binary(BinOp::kNe, kept, segment_->number(0)) : kept);
  }

  // Whether its place holds something else by now.
  bool may_have_changed(NodeId local) const {
    return in_.facts.assigned[local] ||
           std::ranges::find(declared_here_, local) != declared_here_.end();
  }

  void save(const Cut& cut) {
    for (const NodeId local : cut.spilled) {
      if (!may_have_changed(local)) continue;
      const SpillBuffers::Place& place = in_.hidden.locals.at(local);
      const ExprId index = place_of(place);
      const ExprId value = segment_->local(name_of(local));
      const bool is_truth = in_.facts.kept[local]->is_truth;
      segment_->store(in_.hidden.buffers[place.buffer].name, index,
                      is_truth ? segment_->cast(DataType::kU32, value) : value);
    }
    if (cut.shared.empty()) return;
    segment_->workgroup_barrier();
    for (const uint32_t buffer : cut.shared) copy_workgroup_memory(buffer, true, cut.may_be_dead);
  }

  // The number in an order in which x runs fastest, of |axes| with these sizes.
  ExprId linear(ExprKind axes, const std::array<uint32_t, 3>& sizes) {
    ExprId sum = segment_->id(axes, 0);
    uint32_t step = sizes[0];
    for (uint32_t axis = 1; axis < 3; ++axis) {
      if (sizes[axis] > 1) {
        const ExprId part =
            segment_->binary(BinOp::kMul, segment_->id(axes, axis), segment_->number(step));
        sum = segment_->binary(BinOp::kAdd, sum, part);
      }
      step *= sizes[axis];
    }
    return sum;
  }

  void number_invocation() {
    const auto lanes = static_cast<uint32_t>(lanes_of(in_.launch));
    segment_->let(in_.hidden.lane, linear(ExprKind::kLocalId, in_.launch.workgroup_size));
    const ExprId first = segment_->binary(
        BinOp::kMul, linear(ExprKind::kWorkgroupId, in_.launch.grid), segment_->number(lanes));
    segment_->let(in_.hidden.invocation,
                  segment_->binary(BinOp::kAdd, first, segment_->local(in_.hidden.lane)));
  }

  // At the start, for the case that the program runs several times.
  void mark_alive() {
    segment_->store(in_.hidden.buffers[in_.hidden.dead].name,
                    segment_->local(in_.hidden.invocation), segment_->number(0));
  }

  // Workgroup memory. All invocations take part in loading it, dead ones too; storing it is shared
  // between all, or done by each in full when some of them may be dead.

  void restore_workgroup(const Cut& cut) {
    for (const uint32_t buffer : cut.shared) copy_workgroup_memory(buffer, false, false);
    if (!cut.shared.empty()) segment_->workgroup_barrier();
    if (!cut.may_be_dead) return;
    const ExprId mark = segment_->load(in_.hidden.buffers[in_.hidden.dead].name,
                                       segment_->local(in_.hidden.invocation));
    segment_->open_if(segment_->binary(BinOp::kNe, mark, segment_->number(0)));
    segment_->leave();
    segment_->close();
  }

  void copy_workgroup_memory(uint32_t buffer, bool saves, bool each_in_full) {
    const uint32_t count = in_.program.buffers[buffer].count;
    const auto lanes = each_in_full ? 1 : static_cast<uint32_t>(lanes_of(in_.launch));
    const std::string_view index = in_.hidden.index;
    const uint32_t trips = count / lanes + (count % lanes != 0 ? 1 : 0);
    segment_->open();
    segment_->open_loop(index, segment_->number(0), segment_->number(trips));
    const auto element = [&] {
      if (each_in_full) return segment_->local(index);
      const ExprId first =
          segment_->binary(BinOp::kMul, segment_->local(index), segment_->number(lanes));
      return segment_->binary(BinOp::kAdd, first, segment_->local(in_.hidden.lane));
    };
    segment_->open_if(segment_->binary(BinOp::kLt, element(), segment_->number(count)));
    const ExprId group = segment_->binary(
        BinOp::kMul, linear(ExprKind::kWorkgroupId, in_.launch.grid), segment_->number(count));
    const ExprId kept = segment_->binary(BinOp::kAdd, group, element());
    const std::string_view memory = in_.program.names[in_.program.buffers[buffer].name];
    const std::string_view copy = in_.hidden.buffers[in_.hidden.shared.at(buffer)].name;
    if (saves) {
      segment_->store(copy, kept, segment_->load(memory, element()));
    } else {
      segment_->store(memory, element(), segment_->load(copy, kept));
    }
    for (int i = 0; i < 3; ++i) segment_->close();
  }

  const Parts& in_;
  const size_t max_programs_;
  std::pmr::memory_resource* memory_;
  Plan& plan_;
  std::optional<SegmentBuilder> segment_;
  std::vector<Level> levels_;
  std::vector<NodeId> declared_here_;                    // in this segment
  std::unordered_multimap<uint64_t, uint32_t> by_hash_;  // programs of the plan
};

}  // namespace

void emit(const Parts& parts, size_t max_programs, std::pmr::memory_resource* memory, Plan& plan) {
  Emitter(parts, max_programs, memory, plan).run();
}

}  // namespace vyre::grid_sync
