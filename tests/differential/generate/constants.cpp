#include "constants.h"

#include "differential/model/tree.h"

namespace vyre::differential {

using ir::BinOp;
using ir::ExprKind;
using ir::UnOp;

Expression KnownValues::leaf() {
  const uint32_t weights[] = {35, 40, 20, 5};
  switch (random_.weighted(weights)) {
    case 1: {
      const auto local = scope_.find([](const Local& each) { return each.known; });
      if (local) return tree::var(local->name);
      return tree::u32(random_.below(5));
    }
    case 2:
      return tree::length(memory_.name(memory_.to_measure()));
    case 3:
      for (uint32_t axis = 0; axis < 3; ++axis) {
        if (case_.grid[axis] == 1) return tree::id(ExprKind::kWorkgroupId, axis);
      }
      [[fallthrough]];
    default:
      return tree::u32(random_.below(5));
  }
}

Expression KnownValues::word(uint32_t depth) {
  if (depth == 0) return leaf();
  const uint32_t weights[] = {30, 45, 10, 8, 7};
  switch (random_.weighted(weights)) {
    case 1:
      return operation(depth);
    case 2: {
      Expression decision = condition(depth - 1);
      Expression yes = word(depth - 1);
      return tree::node(ExprKind::kSelect, {std::move(decision), std::move(yes), word(depth - 1)});
    }
    case 3: {
      static constexpr UnOp kOps[] = {UnOp::kBitNot, UnOp::kPopcount, UnOp::kClz, UnOp::kCtz};
      const UnOp op = random_.pick(kOps);
      return tree::unary(op, word(depth - 1));
    }
    case 4:
      return sign_detour(depth);
    default:
      return leaf();
  }
}

Expression KnownValues::operation(uint32_t depth) {
  static constexpr BinOp kOps[] = {BinOp::kAdd, BinOp::kSub,        BinOp::kMul,     BinOp::kMin,
                                   BinOp::kMax, BinOp::kBitOr,      BinOp::kBitAnd,  BinOp::kBitXor,
                                   BinOp::kShl, BinOp::kShr,        BinOp::kAbsDiff, BinOp::kDiv,
                                   BinOp::kMod, BinOp::kWrappingAdd};
  const BinOp op = random_.pick(kOps);
  Expression left = word(depth - 1);
  const bool divides = op == BinOp::kDiv || op == BinOp::kMod;
  Expression right = divides ? tree::u32(random_.between(1, 4)) : word(depth - 1);
  return tree::binary(op, std::move(left), std::move(right));
}

Expression KnownValues::sign_detour(uint32_t depth) {
  static constexpr BinOp kOps[] = {BinOp::kAdd, BinOp::kSub, BinOp::kMul, BinOp::kBitXor};
  const BinOp op = random_.pick(kOps);
  Expression left = tree::cast("I32", word(depth - 1));
  return tree::cast("U32", tree::binary(op, std::move(left), tree::i32(random_.below(7) - 3)));
}

Expression KnownValues::condition(uint32_t depth) {
  static constexpr BinOp kOps[] = {BinOp::kLt, BinOp::kGt, BinOp::kLe,
                                   BinOp::kGe, BinOp::kEq, BinOp::kNe};
  const uint32_t weights[] = {65, depth > 0 ? 12u : 0, depth > 0 ? 10u : 0, 8, 5};
  switch (random_.weighted(weights)) {
    case 1: {
      const BinOp op = random_.percent(50) ? BinOp::kAnd : BinOp::kOr;
      Expression left = condition(depth - 1);
      return tree::binary(op, std::move(left), condition(depth - 1));
    }
    case 2:
      return tree::unary(UnOp::kLogicalNot, condition(depth - 1));
    case 3: {
      const BinOp op = random_.pick(kOps);
      Expression left = tree::cast("I32", word(depth));
      return tree::binary(op, std::move(left), tree::i32(random_.below(6) - 2));
    }
    case 4:
      return tree::boolean(random_.percent(70));
    default: {
      const BinOp op = random_.pick(kOps);
      Expression left = word(depth);
      return tree::binary(op, std::move(left), word(depth));
    }
  }
}

Expression KnownValues::bound(uint32_t most) {
  if (random_.percent(40)) return tree::u32(random_.between(1, most));
  Expression value = word(1);
  if (random_.percent(40)) return tree::binary(BinOp::kMin, std::move(value), tree::u32(most));
  return tree::binary(BinOp::kMod, std::move(value), tree::u32(most + 1));
}

Expression KnownValues::unknown_truth() {
  case_.features.insert("grid.unknown_condition");
  Expression id = tree::id(ExprKind::kWorkgroupId, 0);
  if (random_.percent(50)) return tree::binary(BinOp::kLt, std::move(id), tree::u32(100));
  Expression length = tree::cast("F32", tree::length(memory_.name(memory_.to_measure())));
  return tree::binary(BinOp::kGe, std::move(length), tree::f32(0));
}

}  // namespace vyre::differential
