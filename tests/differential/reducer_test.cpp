#include "differential/judge/reducer.h"

#include <gmock/gmock.h>

#include "differential/generate/generator.h"
#include "differential/model/tree.h"
#include "ir/validate/validate.h"

namespace vyre::differential {
namespace {

using ir::BinOp;
using ir::ExprKind;
using ir::NodeKind;

bool is_valid(const Case& sketch) {
  const auto program = program_of(sketch);
  return program.ok() && ir::validate(*program.value(), {.subgroup_operations = true,
                                                         .distributed_collectives = true})
                             .ok();
}

size_t count(const Case& sketch, NodeKind kind) {
  size_t found = 0;
  visit_statements(sketch.body, [&](const Statement& each) { found += each.record.kind == kind; });
  return found;
}

// Those that may be changed.
size_t count(const Expression& expression, BinOp op) {
  if (expression.pinned) return 0;
  size_t found = expression.record.kind == ExprKind::kBinOp && expression.record.bin_op() == op;
  for (const Expression& operand : expression.operands) found += count(operand, op);
  return found;
}
size_t count(const Case& sketch, BinOp op) {
  size_t found = 0;
  visit_statements(sketch.body, [&](const Statement& statement) {
    for (const Expression& operand : statement.operands) found += count(operand, op);
  });
  return found;
}

// The first program of |seed| for which |interesting| holds.
Case find(uint64_t seed, const std::function<bool(const Case&)>& interesting) {
  for (uint64_t index = 0; index < 1000; ++index) {
    Case sketch = generate(seed, index);
    if (interesting(sketch)) return sketch;
  }
  ADD_FAILURE() << "no program is interesting";
  return {};
}

TEST(Reducer, AMultiplicationAndAnIfAreAllThatRemains) {
  const auto interesting = [](const Case& sketch) {
    return is_valid(sketch) && count(sketch, BinOp::kMul) > 0 && count(sketch, NodeKind::kIf) > 0;
  };
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Case small = reduce(find(seed, interesting), interesting, 20000);
    EXPECT_TRUE(interesting(small));
    EXPECT_LE(count_statements(small.body), 2u) << seed;
    EXPECT_LE(count_expressions(small.body), 4u) << seed;
    EXPECT_EQ(small.buffers.size(), 0u) << seed;
    EXPECT_EQ(small.workgroup, (std::array<uint32_t, 3>{1, 1, 1}));
    EXPECT_EQ(small.grid, (std::array<uint32_t, 3>{1, 1, 1}));
    EXPECT_EQ(small.runs, 1u);
  }
}

TEST(Reducer, AStoreKeepsTheElementThatItsInvocationOwns) {
  const auto interesting = [](const Case& sketch) {
    return is_valid(sketch) && count(sketch, NodeKind::kStore) > 0 && sketch.workgroup[1] > 1;
  };
  const Case small = reduce(find(1, interesting), interesting, 20000);
  ASSERT_EQ(count(small, NodeKind::kStore), 1u);
  visit_statements(small.body, [](const Statement& statement) {
    if (statement.record.kind != NodeKind::kStore) return;
    EXPECT_TRUE(statement.operands[0].pinned);
    EXPECT_FALSE(statement.operands[1].pinned);
    EXPECT_TRUE(statement.operands[1].operands.empty());
  });
}

TEST(Reducer, ABarrierStaysWhileMemoryChangesHands) {
  const auto shared = [](const Case& sketch) {
    return is_valid(sketch) && std::any_of(sketch.buffers.begin(), sketch.buffers.end(),
                                           [](const auto& each) { return each.changes_hands; });
  };
  const auto with_barrier = [&](const Case& sketch) {
    return shared(sketch) && count(sketch, NodeKind::kBarrier) > 0;
  };
  const Case found = find(2, with_barrier);
  size_t top = 0;
  for (const Statement& each : found.body) top += each.record.kind == NodeKind::kBarrier;
  EXPECT_GE(count(reduce(found, shared, 20000), NodeKind::kBarrier), top);
}

TEST(Reducer, NoMoreAttemptsAreMadeThanAllowed) {
  size_t calls = 0;
  reduce(
      generate(3, 3),
      [&](const Case&) {
        ++calls;
        return false;
      },
      50);
  EXPECT_EQ(calls, 50u);
}

TEST(Reducer, WhatIsMinimalIsLeftAlone) {
  Case sketch;
  sketch.body.push_back(tree::let("a", tree::u32(0)));
  const Case same = reduce(sketch, [](const Case& each) { return each.body.size() == 1; });
  EXPECT_EQ(count_statements(same.body), 1u);
}

}  // namespace
}  // namespace vyre::differential
