#include "ir/build/evaluation.h"

#include <algorithm>
#include <compare>

namespace vyre::ir {
namespace {

using Nature = Draft::Nature;

constexpr uint32_t kLast = UINT32_MAX;

// When something is evaluated: in which step, and there by rank. The step's own doing is last.
struct Moment {
  uint32_t step = kLast;
  uint32_t rank = kLast;
  auto operator<=>(const Moment&) const = default;
};

bool is_exchange(const Draft::Value& value) { return value.nature == Nature::kExchange; }

// Goes through the steps from the last to the first. So all that uses a value is decided before it,
// and so is all that was said behind it: what of that is evaluated first must not change the value.
class Planner {
 public:
  explicit Planner(const Draft& draft)
      : draft_(draft),
        plan_(draft.values.size(), Evaluation::kNever),
        uses_(draft.values.size()),
        assigned_(draft.bindings.size()) {}

  std::vector<Evaluation> run() {
    for (step_ = static_cast<uint32_t>(draft_.steps.size()); step_-- > 0;) {
      const Draft::Step& step = draft_.steps[step_];
      using enum Draft::Step::Kind;
      if (step.kind == kValue) value(step.index);
      if (step.kind == kStatement || step.kind == kBegin) statement(draft_.statements[step.index]);
    }
    return std::move(plan_);
  }

 private:
  // The uses of a value, all of which stand behind it.
  struct Uses {
    uint32_t count = 0;
    uint32_t rank = 0;  // among the operands of one statement, as they are evaluated; 0: none yet
    uint32_t step = 0;  // in which the last one is evaluated
    uint32_t block = 0;
    bool repeats = false;   // a loop that the value stands in front of uses it in each round
    bool by_lanes = false;  // a subgroup operation evaluates it, once for each invocation
  };

  // Who uses a value.
  struct User {
    uint32_t step;
    uint32_t block;
    bool by_lanes = false;
  };

  void statement(const Draft::Statement& statement) {
    const Node& node = statement.node;
    for_each_value(node, [&](uint32_t operand) { unranked_.push_back(operand); });
    rank();
    note(node);
    for_each_value(node, [&](uint32_t operand) { use(operand, {step_, statement.block}); });
  }

  void value(uint32_t index) {
    const Draft::Value& value = draft_.values[index];
    if (value.nature == Nature::kFree) {
      plan_[index] = Evaluation::kRepeated;
      return;
    }
    if (uses_[index].count == 0 && value.nature != Nature::kEffect) return;
    if (uses_[index].rank == 0) {
      unranked_.push_back(index);
      rank();
    }
    const bool kept = must_keep(index);
    plan_[index] = kept ? Evaluation::kKept : in_use(value.nature);
    evaluate(index, kept);
  }

  static Evaluation in_use(Nature nature) {
    return nature == Nature::kVariable ? Evaluation::kRepeated : Evaluation::kInUse;
  }

  void evaluate(uint32_t index, bool kept) {
    const Draft::Value& value = draft_.values[index];
    Uses& uses = uses_[index];
    if (kept) uses = {uses.count, uses.rank, step_, value.made.block};
    note(value, {uses.step, uses.rank});
    const User user{uses.step, uses.block, uses.by_lanes || is_exchange(value)};
    for_each_operand(draft_, value.expr, [&](uint32_t operand) { use(operand, user); });
  }

  // Ranks falling from the last that is evaluated to the first, without recursion: values nest as
  // deep as somebody says. A second use adds nothing, for what is used twice is kept.
  void rank() {
    while (!unranked_.empty()) {
      const uint32_t index = unranked_.back();
      unranked_.pop_back();
      const Draft::Value& value = draft_.values[index];
      if (value.nature == Nature::kFree || uses_[index].rank != 0) continue;
      uses_[index].rank = --last_rank_;
      for_each_operand(draft_, value.expr, [&](uint32_t operand) { unranked_.push_back(operand); });
    }
  }

  void use(uint32_t index, const User& user) {
    const uint32_t loops = draft_.blocks[draft_.values[index].made.block].loops;
    Uses& uses = uses_[index];
    ++uses.count;
    uses.block = user.block;
    uses.by_lanes = uses.by_lanes || user.by_lanes;
    uses.step = std::max(uses.step, user.step);
    if (draft_.blocks[user.block].loops == loops) return;
    uses.repeats = true;
    uses.step = std::max(uses.step, end_of_loop(user.block, loops));
  }

  // Of the outermost loop around |block| that has |loops| loops around itself.
  uint32_t end_of_loop(uint32_t block, uint32_t loops) const {
    uint32_t body = draft_.blocks[block].loop;
    while (draft_.blocks[body].loops > loops + 1) {
      body = draft_.blocks[draft_.blocks[body].place.block].loop;
    }
    return draft_.blocks[body].end;
  }

  bool must_keep(uint32_t index) const {
    const Draft::Value& value = draft_.values[index];
    const Uses& uses = uses_[index];
    const Moment moment{uses.step, uses.rank};
    if (value.nature == Nature::kVariable) return assigned_[value.expr.name] < moment;
    if (uses.count != 1 || uses.repeats) return true;
    switch (value.nature) {
      case Nature::kFree:
      case Nature::kVariable:
      case Nature::kPure:
        return false;
      case Nature::kMayFail:
        return branch_ < moment;
      case Nature::kLoad:
        return draft_.is_written(value.expr.name) && effect_ < moment;
      case Nature::kExchange:
        return std::min({effect_, branch_, assignment_}) < moment;
      case Nature::kEffect:
        return uses.by_lanes || std::min({effect_, branch_, read_}) < moment;
    }
    return true;
  }

  void note(const Draft::Value& value, const Moment& moment) {
    if (value.nature == Nature::kEffect) effect_ = std::min(effect_, moment);
    const bool loads = value.nature == Nature::kLoad && draft_.is_written(value.expr.name);
    if (loads || is_exchange(value)) read_ = std::min(read_, moment);
  }

  void note(const Node& node) {
    const Moment moment{step_, kLast};
    switch (node.kind) {
      case NodeKind::kLet:
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        return;
      case NodeKind::kAssign:
        assigned_[node.name] = assignment_ = moment;
        return;
      case NodeKind::kIf:
      case NodeKind::kLoop:
      case NodeKind::kReturn:
        branch_ = moment;
        return;
      case NodeKind::kStore:
      case NodeKind::kBarrier:
      case NodeKind::kAsyncLoad:
      case NodeKind::kAsyncStore:
      case NodeKind::kAsyncWait:
      case NodeKind::kAllReduce:
      case NodeKind::kAllGather:
      case NodeKind::kReduceScatter:
      case NodeKind::kBroadcast:
        effect_ = moment;
        return;
      case NodeKind::kTrap:
      case NodeKind::kResume:
      case NodeKind::kIndirectDispatch:
      case NodeKind::kOpaque:
        effect_ = branch_ = moment;
        return;
    }
  }

  const Draft& draft_;
  std::vector<Evaluation> plan_;
  std::vector<Uses> uses_;
  uint32_t step_ = 0;
  uint32_t last_rank_ = kLast;
  std::vector<uint32_t> unranked_;

  // Of what is said behind this step, the first that is evaluated.
  Moment effect_;                 // and may change memory
  Moment read_;                   // and reads what something changes
  Moment branch_;                 // and decides what runs behind it
  Moment assignment_;             // and gives a variable another value
  std::vector<Moment> assigned_;  // by binding
};

}  // namespace

std::vector<Evaluation> plan_evaluation(const Draft& draft) { return Planner(draft).run(); }

}  // namespace vyre::ir
