#include "spirv/module/value_ranges.h"

#include <algorithm>
#include <random>

#include "spirv/module/code_writer.h"
#include "spirv/support/lower_checked.h"
#include "spirv/support/module_reader.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kMax = UINT32_MAX;

// Code that grows around words of which only the bounds are known.
class ValueRangesOf : public ::testing::Test {
 protected:
  Id between(uint32_t low, uint32_t high) {
    const Id id = module_.allocate();
    ranges_.set(id, {low, high});
    return id;
  }

  void expect_range(Id id, uint32_t low, uint32_t high) {
    const ValueRange range = ranges_.of(id);
    EXPECT_EQ(range.low, low);
    EXPECT_EQ(range.high, high);
  }

  ModuleBuilder module_;
  CodeWriter code_{module_};
  ValueRanges& ranges_ = code_.ranges();
};

TEST_F(ValueRangesOf, ArithmeticThatCannotWrapAround) {
  const Id a = between(10, 20), b = between(3, 5);
  expect_range(code_.word(SpvOpIAdd, a, b), 13, 25);
  expect_range(code_.word(SpvOpISub, a, b), 5, 17);
  expect_range(code_.word(SpvOpIMul, a, b), 30, 100);
  expect_range(code_.word(SpvOpUDiv, a, b), 2, 6);
  expect_range(code_.word(SpvOpUMod, a, b), 0, 4);
  expect_range(code_.word(SpvOpShiftLeftLogical, a, b), 80, 640);
  expect_range(code_.word(SpvOpShiftRightLogical, a, b), 0, 2);
  expect_range(code_.word(SpvOpBitwiseAnd, a, b), 0, 5);
  expect_range(code_.word(SpvOpBitwiseOr, a, b), 10, 31);
  expect_range(code_.word(SpvOpBitwiseXor, a, b), 0, 31);
  expect_range(code_.constant(7), 7, 7);
}

TEST_F(ValueRangesOf, LowBitsThatAreZeroStayZeroWhereAWordWrapsAround) {
  const Id any = between(0, kMax), group = code_.constant(4), eight = code_.constant(8);
  const Id groups = code_.word(SpvOpIMul, any, group);
  EXPECT_EQ(ranges_.zeros(any), 0u);
  EXPECT_EQ(ranges_.zeros(groups), 2u);
  EXPECT_EQ(ranges_.zeros(code_.word(SpvOpIAdd, groups, eight)), 2u);
  EXPECT_EQ(ranges_.zeros(code_.word(SpvOpISub, eight, groups)), 2u);
  EXPECT_EQ(ranges_.zeros(code_.word(SpvOpIAdd, groups, any)), 0u);
  EXPECT_EQ(ranges_.zeros(code_.word(SpvOpBitwiseAnd, any, eight)), 3u);
  EXPECT_EQ(ranges_.zeros(code_.word(SpvOpShiftLeftLogical, groups, between(3, 31))), 5u);
  EXPECT_EQ(ranges_.zeros(code_.word(SpvOpShiftRightLogical, groups, group)), 0u);
}

TEST_F(ValueRangesOf, ArithmeticThatMayWrapAroundIsUnknown) {
  const Id a = between(10, 20), all = between(0, kMax);
  expect_range(code_.word(SpvOpISub, between(3, 12), a), 0, kMax);
  expect_range(code_.word(SpvOpIAdd, all, a), 0, kMax);
  expect_range(code_.word(SpvOpIMul, between(1, 1u << 20), between(1, 1u << 20)), 0, kMax);
  expect_range(code_.word(SpvOpUDiv, a, between(0, 3)), 0, kMax);
  expect_range(code_.word(SpvOpShiftLeftLogical, a, between(0, 32)), 0, kMax);
}

TEST_F(ValueRangesOf, BranchesNarrowWhatTheyCompare) {
  const Id x = between(0, 100), twice = code_.word(SpvOpIMul, x, code_.constant(2));
  const Id small = code_.test(SpvOpULessThan, x, code_.constant(10));
  code_.when(
      small,
      [&] {
        expect_range(x, 0, 9);
        expect_range(twice, 0, 18);
        code_.when(code_.test(SpvOpULessThanEqual, code_.constant(4), x),
                   [&] { expect_range(x, 4, 9); });
        expect_range(x, 0, 9);
      },
      [&] { expect_range(x, 10, 100); });
  expect_range(x, 0, 100);
  expect_range(twice, 0, 200);
}

TEST_F(ValueRangesOf, ConditionsAreTakenApart) {
  const Id x = between(0, 100);
  const Id low = code_.test(SpvOpULessThan, code_.constant(4), x);
  const Id high = code_.test(SpvOpULessThan, x, code_.constant(10));
  const Id is_inside = code_.test(SpvOpLogicalAnd, low, high);
  code_.when(is_inside, [&] { expect_range(x, 5, 9); });
  code_.when(code_.test(SpvOpLogicalNot, is_inside), [&] { expect_range(x, 0, 100); });
  const Id out = code_.test(SpvOpLogicalOr, code_.test(SpvOpLogicalNot, low),
                            code_.test(SpvOpLogicalNot, high));
  code_.when(
      out, [&] { expect_range(x, 0, 100); }, [&] { expect_range(x, 5, 9); });
  code_.when(code_.test(SpvOpIEqual, x, code_.constant(7)), [&] { expect_range(x, 7, 7); });
}

TEST_F(ValueRangesOf, WhatIsComparedAsI32IsAboveZeroOrNegative) {
  const Id x = between(0, kMax), zero = code_.constant(0), minus_one = code_.constant(kMax);
  const auto between_when = [&](SpvOp op, Id a, Id b, uint32_t low, uint32_t high) {
    code_.when(code_.test(op, a, b), [&] { expect_range(x, low, high); });
  };
  between_when(SpvOpSLessThan, zero, x, 1, 0x7FFFFFFF);
  between_when(SpvOpSLessThanEqual, zero, x, 0, 0x7FFFFFFF);
  between_when(SpvOpSLessThan, x, zero, 0x80000000, kMax);
  between_when(SpvOpSLessThan, x, minus_one, 0x80000000, kMax - 1);
  between_when(SpvOpSLessThanEqual, x, minus_one, 0x80000000, kMax);
  between_when(SpvOpSLessThanEqual, x, zero, 0, kMax);
  between_when(SpvOpSLessThan, minus_one, x, 0, kMax);
  code_.when(
      code_.test(SpvOpSLessThanEqual, x, zero), [] {}, [&] { expect_range(x, 1, 0x7FFFFFFF); });
}

TEST_F(ValueRangesOf, WhatIsUnequalToAnEndIsInside) {
  const Id x = between(0, kMax);
  const Id some = code_.test(SpvOpINotEqual, x, code_.constant(0));
  const Id last = code_.test(SpvOpIEqual, code_.constant(kMax), x);
  code_.when(code_.test(SpvOpLogicalAnd, some, code_.test(SpvOpLogicalNot, last)),
             [&] { expect_range(x, 1, kMax - 1); });
  code_.when(code_.test(SpvOpINotEqual, x, code_.constant(5)), [&] { expect_range(x, 0, kMax); });
  EXPECT_TRUE(ranges_.may_be(x, 0));
  code_.when(some, [&] { EXPECT_FALSE(ranges_.may_be(x, 0)); });
}

TEST_F(ValueRangesOf, ASelectJoinsItsNarrowedChoices) {
  const Id next = code_.word(SpvOpIAdd, between(0, 99), code_.constant(30));
  const Id end = code_.constant(100);
  const Id fits = code_.test(SpvOpULessThan, next, end);
  expect_range(code_.select(fits, next, code_.word(SpvOpISub, next, end)), 0, 99);
}

TEST_F(ValueRangesOf, AnOrderSurvivesUnknownBounds) {
  const Id x = between(0, 50), step = between(0, kMax);
  const Id fits = code_.test(SpvOpULessThanEqual, step, x);
  const Id back = code_.word(SpvOpISub, x, step);
  expect_range(back, 0, kMax);
  code_.when(fits, [&] { expect_range(code_.word(SpvOpISub, x, step), 0, 50); });
  const Id length = between(0, kMax), index = between(0, kMax);
  EXPECT_FALSE(ranges_.is_less(index, length));
  code_.when(code_.test(SpvOpULessThan, index, length),
             [&] { EXPECT_TRUE(ranges_.is_less(index, length)); });
  code_.when(code_.test(SpvOpULessThanEqual, index, length),
             [&] { EXPECT_FALSE(ranges_.is_less(index, length)); });
}

TEST_F(ValueRangesOf, ConditionsThatAreAlwaysTheSameAreDecided) {
  const Id x = between(3, 8);
  const Id small = code_.test(SpvOpULessThan, x, code_.constant(9));
  const Id large = code_.test(SpvOpULessThanEqual, code_.constant(9), x);
  EXPECT_EQ(ranges_.decided(small), true);
  EXPECT_EQ(ranges_.decided(large), false);
  EXPECT_EQ(ranges_.decided(code_.test(SpvOpLogicalNot, large)), true);
  EXPECT_EQ(ranges_.decided(code_.test(SpvOpLogicalAnd, small, large)), false);
  EXPECT_EQ(ranges_.decided(code_.test(SpvOpLogicalOr, small, large)), true);
  EXPECT_EQ(ranges_.decided(code_.test(SpvOpIEqual, x, code_.constant(4))), std::nullopt);
  EXPECT_EQ(ranges_.decided(code_.test(SpvOpIEqual, x, code_.constant(2))), false);
  const Id bits = code_.word(SpvOpBitwiseXor, code_.constant(5), code_.constant(6));
  EXPECT_EQ(ranges_.decided(code_.test(SpvOpINotEqual, bits, code_.constant(3))), false);
}

TEST_F(ValueRangesOf, LoopsBoundTheirIndexInside) {
  const Id end = code_.loop(between(2, 3), between(0, 40), code_.constant(1), [&](Id index) {
    expect_range(index, 2, 39);
    return kNoId;
  });
  expect_range(end, 2, kMax);
}

// Code of which the values are computed beside; every answer has to hold for them.
class RandomCode {
 public:
  explicit RandomCode(uint32_t seed) : random_(seed) {}

  void run(uint32_t steps) {
    for (int i = 0; i < 6; ++i) add_input();
    for (uint32_t i = 0; i < steps; ++i) step(0);
  }

 private:
  struct Word {
    Id id;
    uint32_t value;
  };

  uint32_t below(uint32_t end) { return static_cast<uint32_t>(random_()) % end; }
  const Word& any() { return words_[below(static_cast<uint32_t>(words_.size()))]; }

  uint32_t number() {
    constexpr uint32_t kEdges[] = {0, 1, 2, 31, 32, 100, 0x7FFFFFFF, 0x80000000, kMax};
    return below(3) == 0 ? kEdges[below(9)] : static_cast<uint32_t>(random_()) >> below(32);
  }

  void add_input() {
    const uint32_t a = number(), b = number(), c = number();
    const uint32_t low = std::min({a, b, c}), high = std::max({a, b, c});
    const Id id = module_.allocate();
    code_.ranges().set(id, {low, high});
    words_.push_back({id, a ^ b ^ c ^ low ^ high});  // the one in the middle
  }

  void step(uint32_t depth) {
    if (below(8) == 0) words_.push_back(constant());
    if (below(4) == 0) return select();
    if (below(6) == 0 && depth < 5) return branch(depth);
    add(kOps[below(std::size(kOps))]);
  }

  Word constant() {
    const uint32_t value = number();
    return {code_.constant(value), value};
  }

  void add(SpvOp op) {
    const Word a = any(), b = any();
    const bool shifts = op == SpvOpShiftLeftLogical || op == SpvOpShiftRightLogical;
    if ((shifts && b.value > 31) || (b.value == 0 && (op == SpvOpUDiv || op == SpvOpUMod))) return;
    check({code_.word(op, a.id, b.id), value_of(op, a.value, b.value)});
  }

  static uint32_t value_of(SpvOp op, uint32_t a, uint32_t b) {
    if (op == SpvOpIAdd) return a + b;
    if (op == SpvOpISub) return a - b;
    if (op == SpvOpIMul) return a * b;
    if (op == SpvOpUDiv) return a / b;
    if (op == SpvOpUMod) return a % b;
    if (op == SpvOpShiftLeftLogical) return a << b;
    if (op == SpvOpShiftRightLogical) return a >> b;
    if (op == SpvOpBitwiseAnd) return a & b;
    return op == SpvOpBitwiseOr ? a | b : a ^ b;
  }

  struct Test {
    Id id;
    bool holds;
  };

  Test comparison() {
    const Word a = any(), b = any();
    if (below(4) == 0) return {code_.test(SpvOpIEqual, a.id, b.id), a.value == b.value};
    if (below(4) == 0) return {code_.test(SpvOpINotEqual, a.id, b.id), a.value != b.value};
    const auto x = static_cast<int32_t>(a.value), y = static_cast<int32_t>(b.value);
    if (below(4) == 0) return {code_.test(SpvOpSLessThan, a.id, b.id), x < y};
    if (below(4) == 0) return {code_.test(SpvOpSLessThanEqual, a.id, b.id), x <= y};
    if (below(2) == 0) return {code_.test(SpvOpULessThan, a.id, b.id), a.value < b.value};
    return {code_.test(SpvOpULessThanEqual, a.id, b.id), a.value <= b.value};
  }

  Test condition() {
    const Test test = any_condition();
    EXPECT_EQ(code_.ranges().decided(test.id).value_or(test.holds), test.holds);
    return test;
  }

  Test any_condition() {
    const Test a = comparison();
    if (below(3) != 0) return a;
    const Test b = comparison();
    if (below(3) == 0) return {code_.test(SpvOpLogicalNot, a.id), !a.holds};
    if (below(2) == 0) return {code_.test(SpvOpLogicalAnd, a.id, b.id), a.holds && b.holds};
    return {code_.test(SpvOpLogicalOr, a.id, b.id), a.holds || b.holds};
  }

  void select() {
    const Test test = condition();
    const Word yes = any(), no = any();
    check({code_.select(test.id, yes.id, no.id), test.holds ? yes.value : no.value});
  }

  // Only the arm that is executed has anything inside.
  void branch(uint32_t depth) {
    const Test test = condition();
    const size_t before = words_.size();
    const auto work = [&] {
      for (const Word& word : words_) expect_right(word);
      for (int i = 0; i < 6; ++i) step(depth + 1);
    };
    if (test.holds) {
      code_.when(test.id, work);
    } else {
      code_.when(
          test.id, [] {}, work);
    }
    words_.resize(before);
  }

  void check(Word word) {
    expect_right(word);
    words_.push_back(word);
    const Word other = any();
    if (code_.ranges().is_less(word.id, other.id)) {
      EXPECT_LT(word.value, other.value);
    }
    if (words_.size() > 60) words_.erase(words_.begin() + 6, words_.begin() + 30);
  }

  void expect_right(const Word& word) {
    const ValueRange range = code_.ranges().of(word.id);
    EXPECT_LE(range.low, word.value);
    EXPECT_GE(range.high, word.value);
  }

  static constexpr SpvOp kOps[] = {
      SpvOpIAdd,       SpvOpISub,      SpvOpIMul,       SpvOpUDiv,
      SpvOpUMod,       SpvOpBitwiseOr, SpvOpBitwiseXor, SpvOpShiftLeftLogical,
      SpvOpBitwiseAnd, SpvOpISub,      SpvOpIAdd,       SpvOpShiftRightLogical};

  std::mt19937 random_;
  ModuleBuilder module_;
  CodeWriter code_{module_};
  std::vector<Word> words_;
};

TEST(ValueRanges, HoldInRandomCode) {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomCode(seed).run(200);
    if (::testing::Test::HasFailure()) return;
  }
}

// Kernels.

// Instructions of |op| in the module for |program|.
size_t count(const ir::Program& program, const launch::KnownLaunch& known, SpvOp op) {
  auto source = value_of(test::source_of(program));
  source.launch = known;
  const auto module = value_of(lower(source, full_target()));
  EXPECT_EQ(complaints(module.words), "");
  const auto instructions = instructions_of(module.words);
  return static_cast<size_t>(std::count_if(instructions.begin(), instructions.end(),
                                           [=](const Instruction& one) { return one.op == op; }));
}

size_t comparisons(const ir::Program& program, const launch::KnownLaunch& known) {
  return count(program, known, SpvOpULessThan);
}

launch::KnownLaunch of_elements(uint32_t workgroups, uint64_t elements) {
  return {launch::Axes{workgroups, 1, 1}, {elements * 4, elements * 4}};
}

TEST(KnownLaunch, LeavesNoCheckThatAlwaysHolds) {
  Build b(64, {{"a", output(0, 0)}, {"b", output(1, 0)}});
  const auto next = b.add(b.gid(), b.u32(100));
  const auto program =
      b.finish({b.let("next", next),
                b.let("from", b.select(b.less(b.var("next"), b.u32(640)), b.var("next"),
                                       b.sub(b.var("next"), b.u32(640)))),
                b.store("b", b.gid(), b.load("a", b.var("from")))});
  EXPECT_EQ(comparisons(*program, {}), 3u);
  EXPECT_EQ(comparisons(*program, of_elements(10, 640)), 1u);
  EXPECT_EQ(comparisons(*program, of_elements(10, 639)), 3u);
  EXPECT_EQ(comparisons(*program, of_elements(20, 640)), 3u);
}

TEST(KnownLaunch, IsNotNeededBehindAComparisonWithTheLength) {
  Build b(64, {{"a", output(0, 0)}});
  const auto store = b.store("a", b.gid(), b.add(b.load("a", b.gid()), b.u32(1)));
  const auto program = b.finish({b.branch(b.less(b.gid(), b.length("a")), {store})});
  EXPECT_EQ(comparisons(*program, {}), 1u);
}

TEST(KnownLaunch, AnIfThatAlwaysGoesOneWayIsNoBranch) {
  Build b(64, {{"a", output(0, 0)}});
  const auto store = [&](uint32_t value) { return b.store("a", b.gid(), b.u32(value)); };
  const auto is_low = b.less(b.gid(), b.u32(640));
  const auto program = b.finish(
      {b.loop("i", b.u32(0), b.u32(3),
              {b.branch(b.boolean(false), {store(3)}), b.branch(is_low, {store(1)}, {store(2)})})});
  const launch::KnownLaunch known = {launch::Axes{10, 1, 1}, {640 * 4}};
  EXPECT_EQ(count(*program, known, SpvOpSelectionMerge), 0u);
}

}  // namespace
}  // namespace vyre::spirv
