#include "reducer.h"

#include <algorithm>
#include <set>
#include <utility>

#include "differential/model/tree.h"

namespace vyre::differential {
namespace {

using ir::ExprKind;
using ir::NodeKind;
using List = std::vector<Statement>;

// Calls |visit(list, position)| for each statement in program order, until it says true: the list
// has changed.
template <typename Visit>
bool for_each_place(List& list, const Visit& visit) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (visit(list, i)) return true;
    if (for_each_place(list[i].body, visit) || for_each_place(list[i].otherwise, visit))
      return true;
  }
  return false;
}

// Calls |visit(expression, is_bound)| for each expression that may change, parents first, until it
// says true. A bound of a loop may only become smaller.
template <typename Visit>
bool for_each_expression(Expression& expression, bool is_bound, const Visit& visit) {
  if (expression.pinned) return false;
  if (visit(expression, is_bound)) return true;
  for (Expression& operand : expression.operands) {
    if (for_each_expression(operand, false, visit)) return true;
  }
  return false;
}
template <typename Visit>
bool for_each_expression(List& list, const Visit& visit) {
  return for_each_place(list, [&](List& at, size_t i) {
    const bool is_loop = at[i].record.kind == NodeKind::kLoop;
    for (Expression& operand : at[i].operands) {
      if (for_each_expression(operand, is_loop, visit)) return true;
    }
    return false;
  });
}

bool is_literal(const Expression& expression) {
  const ExprKind kind = expression.record.kind;
  return kind == ExprKind::kLitU32 || kind == ExprKind::kLitI32 || kind == ExprKind::kLitF32 ||
         kind == ExprKind::kLitBool;
}

// What |expression| may become, simplest first.
std::vector<Expression> replacements(const Expression& expression, bool is_bound) {
  const ir::Expr& record = expression.record;
  if (is_literal(expression)) {
    if (record.value == 0) return {};
    if (record.kind == ExprKind::kLitF32) {
      if (record.value == 0x3F800000u) return {};
      return {tree::f32(0x3F800000u)};
    }
    std::vector<Expression> smaller = {tree::literal(record.kind, 0)};
    if (record.value > 1) smaller.push_back(tree::literal(record.kind, 1));
    if (record.value > 3) smaller.push_back(tree::literal(record.kind, record.value / 2));
    return smaller;
  }
  std::vector<Expression> all = {tree::u32(0), tree::u32(1)};
  if (is_bound) return all;
  for (const Expression& other : {tree::i32(1), tree::f32(0x3F800000u), tree::boolean(true)}) {
    all.push_back(other);
  }
  all.insert(all.end(), expression.operands.begin(), expression.operands.end());
  for (const Expression& operand : expression.operands) {
    all.insert(all.end(), operand.operands.begin(), operand.operands.end());
  }
  return all;
}

class Reduction {
 public:
  Reduction(Case sketch, const std::function<bool(const Case&)>& interesting, size_t attempts)
      : best_(std::move(sketch)), interesting_(interesting), left_(attempts) {}

  Case run() {
    for (bool smaller = true; smaller && left_ > 0;) {
      smaller = keep_one_run();
      smaller |= remove_statements();
      smaller |= open_bodies();
      smaller |= keep_values();
      smaller |= drop_buffers();
      smaller |= shrink_launch();
      smaller |= simplify_expressions();
      smaller |= shrink_buffers();
    }
    return std::move(best_);
  }

 private:
  bool accept(Case candidate) {
    if (left_ == 0) return false;
    --left_;
    if (!interesting_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool keep_one_run() {
    for (size_t run = 0; best_.runs > 1 && run < best_.runs; ++run) {
      Case candidate = best_;
      candidate.runs = 1;
      for (DeclaredBuffer& buffer : candidate.buffers) {
        if (!buffer.inputs.empty()) buffer.inputs = {buffer.inputs[run]};
      }
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  // A barrier may go when nothing is left that changes hands at it.
  bool removable(const Statement& statement) const {
    return !statement.pinned ||
           std::none_of(best_.buffers.begin(), best_.buffers.end(),
                        [](const DeclaredBuffer& buffer) { return buffer.changes_hands; });
  }

  // Tries what |edit(list, position)| makes of the statement at |place|; false where it changes
  // nothing.
  template <typename Edit>
  bool try_at(size_t place, const Edit& edit) {
    Case candidate = best_;
    size_t index = 0;
    bool changed = false;
    for_each_place(candidate.body, [&](List& list, size_t i) {
      if (index++ != place) return false;
      changed = edit(list, i);
      return true;
    });
    return changed && accept(std::move(candidate));
  }

  // Calls |attempt| for each place; whether one of them came out smaller.
  template <typename Attempt>
  bool at_all_places(const Attempt& attempt) {
    bool any = false;
    for (size_t place = 0; place < count_statements(best_.body); ++place) any |= attempt(place);
    return any;
  }

  // Runs of statements of one list, long ones first.
  bool remove_statements() {
    bool any = false;
    for (size_t length = count_statements(best_.body); length > 0; length /= 2) {
      for (size_t place = 0; place < count_statements(best_.body);) {
        const bool removed = try_removal(place, length);
        any |= removed;
        place += removed ? 0 : 1;
      }
    }
    return any;
  }

  bool try_removal(size_t place, size_t length) {
    return try_at(place, [&](List& list, size_t i) {
      if (length > 1 && list.size() - i < length) return false;
      const auto first = list.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end = first + static_cast<std::ptrdiff_t>(length);
      const auto last =
          std::remove_if(first, end, [&](const Statement& each) { return removable(each); });
      const bool removed = last != end;
      list.erase(last, end);
      return removed;
    });
  }

  // Puts the body of an If, Loop, Block or Region where it stands.
  bool open_bodies() {
    return at_all_places(
        [&](size_t place) { return try_opening(place, false) || try_opening(place, true); });
  }

  bool try_opening(size_t place, bool otherwise) {
    return try_at(place, [&](List& list, size_t i) {
      List inside = otherwise ? list[i].otherwise : list[i].body;
      if (inside.empty()) return false;
      if (list[i].record.kind == NodeKind::kLoop) {
        inside.insert(inside.begin(), tree::let(list[i].name, list[i].operands[0]));
      }
      const auto at = list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      list.insert(at, inside.begin(), inside.end());
      return true;
    });
  }

  // Of a statement only the value of an operand.
  bool keep_values() {
    return at_all_places([&](size_t place) { return try_value(place, 0) || try_value(place, 1); });
  }

  bool try_value(size_t place, size_t operand) {
    return try_at(place, [&](List& list, size_t i) {
      std::vector<Expression>& operands = list[i].operands;
      if (list[i].record.kind == NodeKind::kLet || operand >= operands.size()) return false;
      if (operands[operand].pinned || operands[operand].operands.empty()) return false;
      list[i] = tree::let(concat("kept", left_), std::move(operands[operand]));
      return true;
    });
  }

  bool drop_buffers() {
    std::set<std::string> used;
    const auto note = [&](const Expression& expression) { used.insert(expression.name); };
    visit_statements(best_.body, [&](const Statement& statement) {
      used.insert({statement.name, statement.name2});
      for (const Expression& operand : statement.operands) visit_expressions(operand, note);
    });
    Case candidate = best_;
    std::erase_if(candidate.buffers,
                  [&](const DeclaredBuffer& buffer) { return !used.contains(buffer.name); });
    return candidate.buffers.size() < best_.buffers.size() && accept(std::move(candidate));
  }

  // Fewer invocations own their elements as before.
  bool shrink_launch() {
    bool any = false;
    for (const auto member : {&Case::grid, &Case::workgroup}) {
      for (size_t axis = 0; axis < 3; ++axis) {
        for (uint32_t size = 1; size < (best_.*member)[axis]; size *= 2) {
          Case candidate = best_;
          (candidate.*member)[axis] = size;
          if (accept(std::move(candidate))) any = true;
        }
      }
    }
    return any;
  }

  bool simplify_expressions() {
    bool any = false;
    size_t size = 0;
    for_each_expression(best_.body, [&](Expression&, bool) { return ++size == 0; });
    for (size_t place = 0; place < size; ++place) {
      bool replaced = false;
      for (size_t which = 0; which < kMaxReplacements && !replaced; ++which) {
        replaced = try_replacement(place, which);
      }
      any |= replaced;
    }
    return any;
  }

  bool try_replacement(size_t place, size_t which) {
    Case candidate = best_;
    size_t index = 0;
    bool replaced = false;
    for_each_expression(candidate.body, [&](Expression& expression, bool is_bound) {
      if (index++ != place) return false;
      std::vector<Expression> list = replacements(expression, is_bound);
      if (which >= list.size()) return true;
      expression = std::move(list[which]);
      return replaced = true;
    });
    return replaced && accept(std::move(candidate));
  }

  bool shrink_buffers() {
    bool any = false;
    for (size_t i = 0; i < best_.buffers.size(); ++i) {
      any |= clear_inputs(i);
      any |= halve(i);
    }
    return any;
  }

  bool clear_inputs(size_t index) {
    Case candidate = best_;
    bool changed = false;
    for (Bytes& bytes : candidate.buffers[index].inputs) {
      for (uint8_t& byte : bytes) changed |= std::exchange(byte, uint8_t{0}) != 0;
    }
    return changed && accept(std::move(candidate));
  }

  bool halve(size_t index) {
    bool any = false;
    for (;;) {
      Case candidate = best_;
      DeclaredBuffer& buffer = candidate.buffers[index];
      const uint32_t count = buffer.record.count;
      if (count < 2) return any;
      buffer.record.count = count / 2;
      for (Bytes& bytes : buffer.inputs)
        bytes.resize((bytes.size() * (count / 2) + count - 1) / count);
      if (!accept(std::move(candidate))) return any;
      any = true;
    }
  }

  static constexpr size_t kMaxReplacements = 17;

  Case best_;
  const std::function<bool(const Case&)>& interesting_;
  size_t left_;
};

}  // namespace

Case reduce(Case sketch, const std::function<bool(const Case&)>& interesting, size_t attempts) {
  return Reduction(std::move(sketch), interesting, attempts).run();
}

}  // namespace vyre::differential
