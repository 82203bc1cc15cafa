#include "spirv/support/lower_checked.h"
#include "spirv/support/on_device_and_oracle.h"

// Signed divisions without a result: failures, or 0 where the pipeline asks for it; and those that
// cannot be without one, which cost nothing.

namespace vyre::spirv {
namespace {

constexpr uint32_t kMin = 0x80000000, kMinusOne = 0xFFFFFFFF;
constexpr BinOp kDivisions[] = {BinOp::kDiv, BinOp::kMod};
// The last three have no result.
const std::vector<uint32_t> kDividends = {7, 0xFFFFFFF9, kMin, 0, kMin, 7, 0xFFFFFFF9, kMin};
const std::vector<uint32_t> kDivisors = {0xFFFFFFFE, 2, 1, 5, 3, 0, 0, kMinusOne};

class SignedDivision : public OnBoth {
 protected:
  static Build build(uint32_t count = 1) {
    Build b(4, {{"a", input(0, count, DataType::kI32)}, {"b", input(1, count, DataType::kI32)}});
    b.buffer("o", output(2, count, DataType::kI32));
    return b;
  }

  static ExprId quotient(Build& b, BinOp op, ExprId left, ExprId right) {
    return b.cast(DataType::kI32, b.binary(op, left, right));
  }

  // o[id] = a[id] op b[id]
  static Programs elementwise(BinOp op, uint32_t count) {
    Build b = build(count);
    const auto value = quotient(b, op, b.load("a", b.gid()), b.load("b", b.gid()));
    return b.finish({b.branch(b.less(b.gid(), b.length("o")), {b.store("o", b.gid(), value)})});
  }

  Result<std::vector<Bytes>> run_defined(backend::Device& device, const Programs& program,
                                         const std::vector<Bytes>& inputs) {
    return test::PublishedRun(program, inputs).division_gives_zero().run(device);
  }

  void expect_alike(const Programs& program, const std::vector<Bytes>& inputs) {
    const auto on_oracle = run(*oracle_, program, inputs);
    ASSERT_FALSE(on_oracle.ok());
    for (const auto& device : {device_, modest_}) {
      const auto got = run(*device, program, inputs);
      ASSERT_FALSE(got.ok());
      EXPECT_EQ(got.error().code(), on_oracle.error().code());
      EXPECT_EQ(got.error().text(), on_oracle.error().text());
      EXPECT_EQ(got.error().info().path, on_oracle.error().info().path);
      EXPECT_EQ(got.error().info().trap_tag, on_oracle.error().info().trap_tag);
      EXPECT_EQ(got.error().info().trap_address, on_oracle.error().info().trap_address);
      EXPECT_EQ(got.error().info().trap_lane, on_oracle.error().info().trap_lane);
    }
  }

  // Whether the kernel of o[0] = |value| can trap.
  template <typename Value>
  static bool can_trap(Value value, const Target& target = full_target()) {
    Build b = build();
    const auto stored = b.cast(DataType::kI32, value(b));
    return lowered(*b.finish({b.store("o", b.u32(0), stored)}), target).can_trap;
  }

  // Whether that of if (|guard|(b[0])) o[0] = a[0] / b[0] can.
  template <typename Guard>
  static bool guarded_can_trap(Guard guard) {
    Build b = build();
    const auto by = [&] { return b.var("by"); };
    const auto value = quotient(b, BinOp::kDiv, b.load("a", b.u32(0)), by());
    return lowered(*b.finish({b.let("by", b.load("b", b.u32(0))),
                              b.branch(guard(b, by), {b.store("o", b.u32(0), value)})}))
        .can_trap;
  }
};

TEST_F(SignedDivision, WithoutAResultFailsOnTheDeviceAsOnTheOracle) {
  for (const BinOp op : kDivisions) {
    for (size_t i = 5; i < kDividends.size(); ++i) {
      SCOPED_TRACE(i);
      expect_alike(elementwise(op, 1), {bytes_of({kDividends[i]}), bytes_of({kDivisors[i]})});
    }
  }
}

TEST_F(SignedDivision, TellsTheStatementAsTheOracleDoes) {
  Build b = build();
  const auto value = quotient(b, BinOp::kMod, b.load("a", b.u32(0)), b.load("b", b.u32(0)));
  const auto inside = b.loop("i", b.u32(0), b.u32(2), {b.store("o", b.u32(0), value)});
  const Programs program =
      b.finish({b.let("x", b.u32(1)), b.branch(b.equal(b.var("x"), b.u32(1)), {inside})});
  const std::vector<Bytes> inputs = {bytes_of({kMin}), bytes_of({kMinusOne})};
  expect_alike(program, inputs);
  EXPECT_THAT(run(*device_, program, inputs),
              refuses(Code::kDispatchFailed,
                      "body[0].region.body[1].if.then[0].loop.body[0]: mod of I32 -2147483648, I32 "
                      "-1: the smallest I32 divided by -1 in invocation (0, 0, 0). Fix: "));
}

TEST_F(SignedDivision, ThatHasAResultIsTheOracles) {
  const std::vector<uint32_t> a(kDividends.begin(), kDividends.end() - 3);
  const std::vector<uint32_t> b(kDivisors.begin(), kDivisors.end() - 3);
  for (const BinOp op : kDivisions) expect_equal(elementwise(op, 5), {bytes_of(a), bytes_of(b)});
}

TEST_F(SignedDivision, GivesZeroWhereThePipelineAsksForIt) {
  const std::vector<Bytes> inputs = {bytes_of(kDividends), bytes_of(kDivisors)};
  const std::vector<uint32_t> quotients = {0xFFFFFFFD, 0xFFFFFFFD, kMin, 0, 0xD5555556, 0, 0, kMin};
  const std::vector<uint32_t> remainders = {1, kMinusOne, 0, 0, 0xFFFFFFFE, 0, 0, 0};
  for (const auto& device : {oracle_, device_, modest_}) {
    EXPECT_EQ(value_of(run_defined(*device, elementwise(BinOp::kDiv, 8), inputs))[0],
              bytes_of(quotients));
    EXPECT_EQ(value_of(run_defined(*device, elementwise(BinOp::kMod, 8), inputs))[0],
              bytes_of(remainders));
  }
}

TEST_F(SignedDivision, IsNoTrapWhereNobodyComesToIt) {
  Build b = build();
  const auto zero = b.load("b", b.u32(0));
  const auto value = quotient(b, BinOp::kDiv, b.load("a", b.u32(0)), zero);
  expect_equal(b.finish({b.branch(b.equal(b.load("a", b.u32(0)), b.i32(1)), {b.leave()}),
                         b.store("o", b.u32(0), value)}),
               {bytes_of({1}), bytes_of({0})});
}

// Both arms of a Select are evaluated, on the oracle too.
TEST_F(SignedDivision, InAnArmThatASelectDoesNotTakeFails) {
  Build b = build();
  const auto by = [&] { return b.load("b", b.u32(0)); };
  const auto value = quotient(b, BinOp::kDiv, b.load("a", b.u32(0)), by());
  const auto safe = b.select(b.equal(by(), b.i32(0)), b.i32(1), value);
  expect_alike(b.finish({b.store("o", b.u32(0), safe)}), {bytes_of({7}), bytes_of({0})});
}

// By U32 there is a result for 0.
TEST_F(SignedDivision, OfAValueWhoseKindTheRunTellsFailsOnlyForI32) {
  Build b = build();
  const auto is_signed = [&] { return b.equal(b.load("a", b.u32(0)), b.i32(7)); };
  const auto left = b.select(is_signed(), b.i32(9), b.u32(9));
  const auto right =
      b.select(is_signed(), b.load("b", b.u32(0)), b.cast(DataType::kU32, b.load("b", b.u32(0))));
  const auto value = b.cast(DataType::kI32, b.binary(BinOp::kDiv, left, right));
  const Programs program = b.finish({b.store("o", b.u32(0), value)});
  expect_equal(program, {bytes_of({1}), bytes_of({0})});
  expect_equal(program, {bytes_of({7}), bytes_of({2})});
  expect_alike(program, {bytes_of({7}), bytes_of({0})});
}

TEST_F(SignedDivision, ByWhatIsKnownCostsNothing) {
  const auto by = [](auto divisor) {
    return [divisor](Build& b) { return b.div(b.load("a", b.u32(0)), divisor(b)); };
  };
  const auto loaded = [](Build& b) { return b.load("b", b.u32(0)); };
  EXPECT_TRUE(can_trap(by(loaded)));
  EXPECT_FALSE(can_trap(by([](Build& b) { return b.i32(3); })));
  EXPECT_FALSE(can_trap(by([](Build& b) { return b.i32(-2); })));
  EXPECT_TRUE(can_trap(by([](Build& b) { return b.i32(-1); })));
  EXPECT_FALSE(can_trap(by([&](Build& b) { return b.binary(BinOp::kMax, loaded(b), b.i32(1)); })));
  EXPECT_FALSE(can_trap([&](Build& b) {
    const auto odd = b.cast(DataType::kI32, b.binary(BinOp::kBitOr, loaded(b), b.i32(1)));
    return b.mod(b.i32(100), odd);
  }));
  EXPECT_FALSE(can_trap([](Build& b) { return b.mod(b.load("a", b.u32(0)), b.i32(10)); }));
  Target plain = full_target();
  plain.optimizations = OptimizationMode::kNone;
  EXPECT_FALSE(can_trap(by([](Build& b) { return b.i32(3); }), plain));
}

TEST_F(SignedDivision, BehindAGuardCostsNothing) {
  const auto above_zero = [](Build& b, auto by) { return b.less(b.i32(0), by()); };
  const auto from_one = [](Build& b, auto by) { return b.binary(BinOp::kGe, by(), b.i32(1)); };
  const auto below = [](Build& b, auto by) { return b.less(by(), b.i32(-1)); };
  const auto neither = [](Build& b, auto by) {
    return b.binary(BinOp::kAnd, b.binary(BinOp::kNe, by(), b.i32(0)),
                    b.binary(BinOp::kNe, by(), b.i32(-1)));
  };
  EXPECT_FALSE(guarded_can_trap(above_zero));
  EXPECT_FALSE(guarded_can_trap(from_one));
  EXPECT_FALSE(guarded_can_trap(below));
  EXPECT_FALSE(guarded_can_trap(neither));
  const auto negative = [](Build& b, auto by) { return b.less(by(), b.i32(0)); };
  const auto any = [](Build& b, auto by) { return b.less(by(), b.i32(5)); };
  EXPECT_TRUE(guarded_can_trap(negative));  // MIN / -1
  EXPECT_TRUE(guarded_can_trap(any));
}

TEST_F(SignedDivision, ThatGivesZeroCannotTrap) {
  const Programs program = elementwise(BinOp::kDiv, 4);
  auto source = value_of(test::source_of(*program));
  EXPECT_TRUE(value_of(lower(source, full_target())).can_trap);
  source.division_gives_zero = true;
  const Module module = value_of(lower(source, full_target()));
  EXPECT_FALSE(module.can_trap);
  EXPECT_EQ(complaints(module.words), "");
}

// The guard says that the length is not 0, and a coarsened kernel has no guard.
TEST_F(SignedDivision, BehindAGuardThatCoarsenedKernelsLackIsRight) {
  constexpr uint32_t kCount = 1024;
  Build b(128, {{"a", input(0, 0, DataType::kI32)}});
  b.buffer("o", output(1, kCount, DataType::kI32));
  const auto length = b.cast(DataType::kI32, b.length("a"));
  const auto value = quotient(b, BinOp::kDiv, b.load("a", b.gid()), length);
  const Programs program =
      b.finish({b.branch(b.less(b.gid(), b.length("a")), {b.store("o", b.gid(), value)})});
  lowered(*program);
  expect_equal(program, {numbers(kCount)});
}

// Of four neighbors that one invocation does the work of, and of those behind them.
TEST_F(SignedDivision, OfACoarsenedKernelFailsAsOnTheOracle) {
  constexpr uint32_t kCount = 10;
  for (const BinOp op : kDivisions) {
    const Programs program = elementwise(op, kCount);
    EXPECT_FALSE(lowered(*program).coarsened_words.empty());
    const std::vector<uint32_t> ones(kCount, 1);
    expect_equal(program, {numbers(kCount), bytes_of(ones)});
    for (uint32_t lane = 0; lane < kCount; ++lane) {
      SCOPED_TRACE(lane);
      std::vector<uint32_t> divisors = ones;
      divisors[lane] = 0;
      expect_alike(program, {numbers(kCount), bytes_of(divisors)});
    }
  }
}

// Places are told by one list, whichever kernel comes there.
TEST_F(SignedDivision, OfSeveralInACoarsenedKernelIsToldByItsStatement) {
  Build b = build(8);
  b.buffer("p", output(3, 8, DataType::kI32));
  const auto left = [&] { return b.load("a", b.gid()); };
  const auto by = [&] { return b.sub(b.load("b", b.gid()), b.i32(1)); };
  const auto quotients = b.add(quotient(b, BinOp::kDiv, left(), b.load("b", b.gid())),
                               quotient(b, BinOp::kMod, left(), b.load("b", b.gid())));
  const Programs program =
      b.finish({b.store("o", b.gid(), b.cast(DataType::kI32, quotients)),
                b.branch(b.less(b.gid(), b.length("p")),
                         {b.store("p", b.gid(), quotient(b, BinOp::kMod, left(), by()))})});
  const Module module = lowered(*program);
  EXPECT_FALSE(module.coarsened_words.empty());
  EXPECT_EQ(module.trap_sites.size(), 3u);
  std::vector<uint32_t> divisors(8, 3);
  expect_equal(program, {numbers(8), bytes_of(divisors)});
  for (const uint32_t other : {0u, 1u}) {
    divisors[6] = other;
    expect_alike(program, {numbers(8), bytes_of(divisors)});
  }
}

// The plain kernel knows from its guard that the length is not 0.
TEST_F(SignedDivision, OnlyACoarsenedKernelLooksAtHasAPlaceToo) {
  Build b(4, {{"a", input(0, 0, DataType::kI32)}, {"b", input(1, 9, DataType::kI32)}});
  b.buffer("o", output(2, 9, DataType::kI32));
  const auto length = b.cast(DataType::kI32, b.length("a"));
  const auto value = b.add(quotient(b, BinOp::kDiv, b.load("a", b.gid()), length),
                           quotient(b, BinOp::kMod, b.load("a", b.gid()), b.load("b", b.gid())));
  const Programs program = b.finish({b.branch(
      b.less(b.gid(), b.length("a")), {b.store("o", b.gid(), b.cast(DataType::kI32, value))})});
  const Module module = lowered(*program);
  EXPECT_FALSE(module.coarsened_words.empty());
  EXPECT_EQ(module.trap_sites.size(), 2u);
  for (const TrapSite& site : module.trap_sites) EXPECT_EQ(site.path, module.trap_sites[0].path);
  std::vector<uint32_t> divisors(9, 2);
  expect_equal(program, {numbers(9), bytes_of(divisors)});
  divisors[2] = 0;
  expect_alike(program, {numbers(9), bytes_of(divisors)});
}

// A lane that has returned takes part in what all do, without a value that could fail.
TEST_F(SignedDivision, OfLanesThatHaveReturnedIsNoTrap) {
  Build b = build(4);
  const auto by = b.sub(b.cast(DataType::kI32, b.length("b")), b.i32(4));
  const auto rounds = b.cast(DataType::kU32, quotient(b, BinOp::kDiv, b.i32(8), by));
  expect_equal(
      b.finish({b.store("o", b.lid(), b.i32(1)), b.branch(b.less(b.lid(), b.u32(4)), {b.leave()}),
                b.let("rounds", rounds), b.loop("i", b.u32(0), b.var("rounds"), {b.barrier()})}),
      {numbers(4), numbers(4)});
}

}  // namespace
}  // namespace vyre::spirv
