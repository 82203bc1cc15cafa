#include "ir/analysis/equal_exprs.h"

#include <gmock/gmock.h>

#include "support/build.h"

namespace vyre::ir {
namespace {

using testing::Each;

class EqualExprs : public testing::Test {
 protected:
  using Pairs = std::vector<std::pair<ExprId, ExprId>>;

  // Of each pair, which becomes a statement, whether its two are found to be equal.
  std::vector<bool> equal(const Pairs& pairs, const std::vector<ExprId>& apart = {}) {
    std::vector<NodeId> statements;
    for (const auto& [left, right] : pairs) statements.push_back(b_.store("o", left, right));
    const auto program = b_.finish(statements);
    const auto first = find_equal_exprs(*program, apart);
    std::vector<bool> result;
    for (const auto& [left, right] : pairs) result.push_back(first[left] == first[right]);
    return result;
  }
  ExprId ticket() { return b_.atomic(AtomicOp::kAdd, "a", b_.u32(0), b_.u32(1)); }

  test::Build b_{{"a", test::in_out(0, 8)}, {"o", test::in_out(1, 8)}};
};

TEST_F(EqualExprs, AreOfOneKindWithEqualOperands) {
  const auto sum = [&] { return b_.add(b_.load("a", b_.gid()), b_.u32(7)); };
  EXPECT_THAT(equal({{sum(), sum()}}), Each(true));
}

TEST_F(EqualExprs, DifferByOperatorBufferNumberAxisAndOrder) {
  const auto one = [&] { return b_.u32(1); };
  const auto two = [&] { return b_.u32(2); };
  EXPECT_THAT(equal({{b_.add(one(), two()), b_.sub(one(), two())},
                     {b_.load("a", one()), b_.load("o", one())},
                     {one(), two()},
                     {one(), b_.i32(1)},
                     {b_.gid(0), b_.gid(1)},
                     {b_.sub(one(), two()), b_.sub(two(), one())}}),
              Each(false));
}

TEST_F(EqualExprs, HoldNoAtomicAndNoOperationOfSubgroups) {
  EXPECT_THAT(equal({{ticket(), ticket()},
                     {b_.add(ticket(), b_.u32(1)), b_.add(ticket(), b_.u32(1))},
                     {b_.subgroup_add(b_.u32(1)), b_.subgroup_add(b_.u32(1))}}),
              Each(false));
}

TEST_F(EqualExprs, KeepLiteralsApartThatGetTheirBitsLater) {
  const ExprId first = b_.u32(0), second = b_.u32(0);
  EXPECT_THAT(equal({{b_.add(first, b_.u32(1)), b_.add(second, b_.u32(1))}}, {first, second}),
              Each(false));
}

}  // namespace
}  // namespace vyre::ir
