#include "ir/analysis/equal_exprs.h"

#include <map>

#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

// An expression whose operands are told by the first ones that are equal to them.
using Key = std::array<uint32_t, 6>;

bool stands_apart(ExprKind kind) {
  return kind == ExprKind::kAtomic || kind == ExprKind::kCall || kind == ExprKind::kOpaque ||
         is_subgroup_operation(kind);
}

class EqualFinder {
 public:
  EqualFinder(const Program& program, std::span<const ExprId> apart)
      : program_(program), first_(program.exprs.size(), kNone) {
    for (const ExprId id : apart) first_[id] = id;
  }

  std::vector<ExprId> run() {
    for (const Node& node : program_.nodes) {
      for_each_operand(node, [&](ExprId root) { visit(root); });
    }
    return std::move(first_);
  }

 private:
  void visit(ExprId id) {
    if (first_[id] != kNone) return;
    const Expr& expr = program_.exprs[id];
    for_each_operand(program_, expr, [&](ExprId operand) { visit(operand); });
    first_[id] = stands_apart(expr.kind) ? id : known_.try_emplace(key_of(expr), id).first->second;
  }

  Key key_of(const Expr& expr) const {
    Key key = {uint32_t{static_cast<uint8_t>(expr.kind)} << 8 | expr.op, expr.value, expr.name};
    for (uint32_t i = 0; i < 3; ++i) {
      const bool has = i < operand_count(expr.kind) && expr.operands[i] != kNone;
      key[3 + i] = has ? first_[expr.operands[i]] : kNone;
    }
    return key;
  }

  const Program& program_;
  std::vector<ExprId> first_;
  std::map<Key, ExprId> known_;
};

}  // namespace

std::vector<ExprId> find_equal_exprs(const Program& program, std::span<const ExprId> apart) {
  return EqualFinder(program, apart).run();
}

}  // namespace vyre::ir
