#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

// Pairs of all |values|: the left column, then the right one.
std::vector<std::vector<uint32_t>> pairs_of(const std::vector<uint32_t>& values) {
  std::vector<uint32_t> left, right;
  for (const uint32_t a : values) {
    for (const uint32_t b : values) {
      left.push_back(a);
      right.push_back(b);
    }
  }
  return {left, right};
}

const std::vector<uint32_t> kWords = {
    0,     1,          2,          3,          31,         32,         33,       255,       65535,
    65536, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 12345678, 0xDEADBEEF};

// Zeros, subnormals, the smallest and largest normals, values around powers of two and one half,
// infinities, NaNs and plain numbers, of both signs.
std::vector<uint32_t> float32() {
  const std::vector<uint32_t> magnitudes = {
      0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x00800001, 0x00FFFFFF, 0x01000000,
      0x33800000, 0x34000000, 0x3EFFFFFF, 0x3F000000, 0x3F000001, 0x3F7FFFFF, 0x3F800000,
      0x3F800001, 0x3FC00000, 0x40000000, 0x40200000, 0x40490FDB, 0x4AFFFFFF, 0x4B000000,
      0x4B7FFFFF, 0x4EFFFFFF, 0x4F000000, 0x4F7FFFFF, 0x4F800000, 0x5F123456, 0x1F654321,
      0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000};
  std::vector<uint32_t> all = magnitudes;
  for (const uint32_t magnitude : magnitudes) all.push_back(magnitude | 0x80000000u);
  return all;
}

// o[i] = op(a[i], b[i]) over all pairs of |values|.
class BinaryTable : public OnBoth {
 protected:
  void expect_equal_tables(const std::vector<uint32_t>& values, DataType operands, DataType result,
                           const std::vector<BinOp>& ops) {
    for (const BinOp op : ops) {
      SCOPED_TRACE(static_cast<int>(op));
      expect_equal_for_all(pairs_of(values), operands, result, [op](Build& b) {
        const auto left = b.load("a", b.gid());
        return b.binary(op, left, b.load("b", b.gid()));
      });
    }
  }
};

// All operators that have a meaning for U32.
std::vector<BinOp> operators_of_u32(bool give_truth) {
  std::vector<BinOp> all;
  for (uint8_t tag = 1; tag <= ir::ops::kLastBinOp; ++tag) {
    const auto op = static_cast<BinOp>(tag);
    const bool has_meaning = (ir::ops::row(op).kinds & ir::ops::kOfU32) != 0;
    if (has_meaning && ir::ops::gives_truth(op) == give_truth) all.push_back(op);
  }
  return all;
}

TEST_F(BinaryTable, U32OperatorsAgreeWithTheOracle) {
  expect_equal_tables(kWords, DataType::kU32, DataType::kU32, operators_of_u32(false));
}

TEST_F(BinaryTable, U32ComparisonsAgreeWithTheOracle) {
  expect_equal_tables(kWords, DataType::kU32, DataType::kBool, operators_of_u32(true));
}

TEST_F(BinaryTable, I32OperatorsAgreeWithTheOracle) {
  expect_equal_tables(kWords, DataType::kI32, DataType::kI32,
                      {BinOp::kAdd, BinOp::kSub, BinOp::kMul, BinOp::kMin, BinOp::kMax});
}

TEST_F(BinaryTable, I32ComparisonsAgreeWithTheOracle) {
  expect_equal_tables(kWords, DataType::kI32, DataType::kBool,
                      {BinOp::kEq, BinOp::kNe, BinOp::kLt, BinOp::kGt, BinOp::kLe, BinOp::kGe});
}

TEST_F(BinaryTable, F32OperatorsAgreeWithTheOracle) {
  expect_equal_tables(
      float32(), DataType::kF32, DataType::kF32,
      {BinOp::kAdd, BinOp::kSub, BinOp::kMul, BinOp::kDiv, BinOp::kMin, BinOp::kMax});
}

TEST_F(BinaryTable, F32ComparisonsAgreeWithTheOracle) {
  expect_equal_tables(float32(), DataType::kF32, DataType::kBool,
                      {BinOp::kEq, BinOp::kNe, BinOp::kLt, BinOp::kGt, BinOp::kLe, BinOp::kGe});
}

// Statically u32 but i32 at run time, as BitAnd of two i32 is: the saturating operators clamp to
// the signed range and the shift keeps the sign.
TEST_F(OnBoth, OperatorsFollowTheKindAtRunTime) {
  for (const BinOp op : {BinOp::kSaturatingAdd, BinOp::kSaturatingSub, BinOp::kSaturatingMul,
                         BinOp::kAbsDiff, BinOp::kShr, BinOp::kMin, BinOp::kLt}) {
    SCOPED_TRACE(static_cast<int>(op));
    expect_equal_for_all(pairs_of(kWords), DataType::kI32, DataType::kU32, [op](Build& b) {
      const auto left = b.bit_and(b.load("a", b.gid()), b.i32(-1));
      const auto right = b.bit_and(b.load("b", b.gid()), b.i32(-1));
      return b.cast(DataType::kU32, b.binary(op, left, right));
    });
  }
}

TEST_F(OnBoth, UnaryWordOperatorsAgreeWithTheOracle) {
  expect_equal_for_all(
      kWords, DataType::kU32, DataType::kU32,
      {UnOp::kNegate, UnOp::kBitNot, UnOp::kPopcount, UnOp::kClz, UnOp::kCtz, UnOp::kReverseBits},
      1);
}

TEST_F(OnBoth, UnaryF32OperatorsAgreeWithTheOracle) {
  expect_equal_for_all(
      float32(), DataType::kF32, DataType::kF32,
      {UnOp::kNegate, UnOp::kAbs, UnOp::kSqrt, UnOp::kInverseSqrt, UnOp::kReciprocal, UnOp::kFloor,
       UnOp::kCeil, UnOp::kRound, UnOp::kTrunc, UnOp::kSign},
      1);
}

TEST_F(OnBoth, TestsOfF32AgreeWithTheOracle) {
  expect_equal_for_all(float32(), DataType::kF32, DataType::kBool,
                       {UnOp::kIsNan, UnOp::kIsInf, UnOp::kIsFinite}, 1);
}

// Triples whose product and sum need one rounding only, subnormal and huge ones too.
TEST_F(OnBoth, FmaRoundsOnce) {
  std::vector<uint32_t> a, b_values, c;
  uint32_t state = 1;
  const auto next = [&] { return state = state * 1664525u + 1013904223u; };
  for (int i = 0; i < 4096; ++i) {
    const uint32_t exponents = next();
    a.push_back((next() & 0x807FFFFFu) | (100u + exponents % 56u) << 23);
    b_values.push_back((next() & 0x807FFFFFu) | (100u + (exponents >> 8) % 56u) << 23);
    // The addend lies near the product, so that rounding has something to decide.
    const uint32_t sum = (a.back() >> 23 & 255u) + (b_values.back() >> 23 & 255u) - 127u;
    c.push_back((next() & 0x807FFFFFu) | (sum + (exponents >> 16) % 60u - 30u) << 23);
  }
  for (const uint32_t x : float32()) {
    for (const uint32_t y : float32()) {
      a.push_back(x);
      b_values.push_back(y);
      c.push_back(float32()[a.size() % float32().size()]);
    }
  }
  expect_equal_for_all({a, b_values, c}, DataType::kF32, DataType::kF32, [](Build& b) {
    const auto x = b.load("a", b.gid()), y = b.load("b", b.gid());
    return b.fma(x, y, b.load("c", b.gid()));
  });
}

// Where the quotient is near the smallest normal number, rounding decides whether it is flushed.
TEST_F(OnBoth, QuotientsAtTheEdgeOfTheNormalRangeAgreeWithTheOracle) {
  std::vector<uint32_t> a, b_values;
  for (uint32_t i = 0; i < 2048; ++i) {
    a.push_back(0x00800000u + i);
    b_values.push_back(0x3F800000u + i + i % 7 - 3);
  }
  expect_equal_for_all({a, b_values}, DataType::kF32, DataType::kF32, [](Build& b) {
    const auto left = b.load("a", b.gid());
    return b.div(left, b.load("b", b.gid()));
  });
}

TEST_F(OnBoth, CastsAgreeWithTheOracle) {
  const std::vector<std::pair<DataType, DataType>> casts = {
      {DataType::kU32, DataType::kF32},  {DataType::kI32, DataType::kF32},
      {DataType::kF32, DataType::kU32},  {DataType::kF32, DataType::kI32},
      {DataType::kF32, DataType::kBool}, {DataType::kU32, DataType::kI32},
      {DataType::kI32, DataType::kU32},  {DataType::kU32, DataType::kBool},
      {DataType::kBool, DataType::kU32}, {DataType::kBool, DataType::kF32}};
  for (const auto& [from, to] : casts) {
    SCOPED_TRACE(concat(static_cast<int>(from), " to ", static_cast<int>(to)));
    const std::vector<uint32_t> values = from == DataType::kF32 ? float32() : kWords;
    const auto cast = [type = to](Build& b) { return b.cast(type, b.load("a", b.gid())); };
    expect_equal_for_all({values}, from, to, cast, 1);
  }
}

TEST_F(OnBoth, ANarrowValueKeepsItsWordUntilItIsStored) {
  Build b({{"o", output(0, 2)}, {"n", in_out(1, 4, DataType::kU8)}});
  const auto narrow = [&] { return b.cast(DataType::kU8, b.u32(300)); };
  expect_equal(b.finish({b.store("o", b.u32(0), b.cast(DataType::kU32, narrow())),
                         b.store("n", b.u32(1), narrow()),
                         b.store("o", b.u32(1), b.cast(DataType::kU32, b.load("n", b.u32(1))))}),
               {Bytes{1, 2, 3, 4}});
}

TEST_F(OnBoth, BytesAreReadAndWrittenOneByOne) {
  Build b(4, {{"a", input(0, 7, DataType::kU8)}, {"o", output(1, 9, DataType::kU8)}});
  expect_equal(b.finish({b.store("o", b.gid(), b.load("a", b.gid()))}),
               {Bytes{1, 200, 3, 255, 5, 128, 7}});
}

TEST_F(OnBoth, AccessesOutOfBoundsReadZeroAndWriteNothing) {
  Build b(8, {{"a", input(0, 3)}, {"rw", in_out(1, 3)}, {"o", output(2, 8)}});
  const auto sum = b.add(b.load("a", b.gid()), b.load("rw", b.gid()));
  const auto old = b.atomic(AtomicOp::kAdd, "rw", b.add(b.gid(), b.u32(2)), b.u32(100));
  expect_equal(
      b.finish({b.store("o", b.gid(), sum), b.store("o", b.u32(0xFFFFFFFF), b.u32(1)), b.barrier(),
                b.let("old", old),
                b.branch(b.equal(b.gid(), b.u32(5)), {b.store("o", b.u32(5), b.var("old"))})}),
      {bytes_of({1, 2, 3}), bytes_of({10, 20, 30})});
}

TEST_F(OnBoth, AtomicsReturnWhatWasThere) {
  Build b(1, {{"x", in_out(0, 8)}, {"o", output(1, 8)}});
  std::vector<NodeId> body;
  const std::vector<AtomicOp> ops = {AtomicOp::kAdd,      AtomicOp::kOr,       AtomicOp::kAnd,
                                     AtomicOp::kXor,      AtomicOp::kMin,      AtomicOp::kMax,
                                     AtomicOp::kExchange, AtomicOp::kLruUpdate};
  for (uint32_t i = 0; i < ops.size(); ++i) {
    body.push_back(b.store("o", b.u32(i), b.atomic(ops[i], "x", b.u32(i), b.u32(0xF0F0F0F0))));
  }
  const auto only_first = b.branch(b.equal(b.gid(), b.u32(0)), body);
  expect_equal(b.finish({only_first}), {bytes_of({1, 2, 0xFFFFFFFF, 4, 5, 6, 7, 0xFFFFFFFF})});
}

TEST_F(OnBoth, CompareExchangeStoresOnlyOverTheExpected) {
  Build b(4, {{"x", in_out(0, 4)}, {"o", output(1, 4)}});
  const auto old = b.atomic(AtomicOp::kCompareExchange, "x", b.gid(), b.u32(99), b.u32(2));
  expect_equal(b.finish({b.store("o", b.gid(), old)}), {bytes_of({1, 2, 3, 2})});
}

// Reversal through workgroup memory; a third of the invocations has ended before the barrier.
TEST_F(OnBoth, EndedInvocationsStillReachBarriers) {
  Build b(48, {{"s", shared(48)}, {"o", output(0, 96)}});
  const auto ends = b.equal(b.mod(b.lid(), b.u32(3)), b.u32(1));
  const auto mirrored = b.sub(b.u32(47), b.lid());
  expect_equal(b.finish({b.store("s", b.lid(), b.gid()), b.branch(ends, {b.leave()}),
                         b.store("s", b.lid(), b.add(b.gid(), b.u32(1000))), b.barrier(),
                         b.store("o", b.gid(), b.load("s", mirrored))}));
}

// The number of trips around a barrier comes from a local that ended invocations compute too.
TEST_F(OnBoth, EndedInvocationsComputeWhatDecidesAboutBarriers) {
  Build b(32, {{"s", shared(32)}, {"o", output(0, 32)}});
  const auto ends = b.less(b.lid(), b.u32(9));
  const auto next = b.mod(b.add(b.lid(), b.u32(1)), b.u32(32));
  const auto counted =
      b.loop("j", b.u32(0), b.u32(3), {b.assign("trips", b.add(b.var("trips"), b.u32(2)))});
  const auto round = b.loop("i", b.u32(0), b.var("trips"),
                            {b.let("seen", b.load("s", next)), b.barrier(),
                             b.store("s", b.lid(), b.add(b.var("seen"), b.var("i"))), b.barrier()});
  expect_equal(b.finish({b.let("trips", b.u32(1)), b.store("s", b.lid(), b.lid()), b.barrier(),
                         b.branch(ends, {b.leave()}), counted, round,
                         b.store("o", b.gid(), b.load("s", b.lid()))}));
}

TEST_F(OnBoth, AReturnInALoopLeavesIt) {
  Build b(8, {{"o", in_out(0, 16)}});
  const auto at = b.equal(b.var("i"), b.gid());
  const auto count = b.store("o", b.gid(), b.add(b.load("o", b.gid()), b.u32(1)));
  expect_equal(
      b.finish({b.loop("i", b.u32(0), b.u32(10),
                       {b.loop("j", b.u32(0), b.u32(2), {count}), b.branch(at, {b.leave()})}),
                b.store("o", b.gid(), b.u32(77))}),
      {Bytes(64)});
}

// Every pair of words that a compiler may take for the two values of a condition.
const std::vector<uint32_t> kOnesAndZeros = {0, 0x80000000, 0x3F800000, 0xBF800000, 1, 0xFFFFFFFF};

TEST_F(OnBoth, AConditionChoosesBetweenConstants) {
  for (const uint32_t yes : kOnesAndZeros) {
    for (const uint32_t no : kOnesAndZeros) {
      Build b(4, {{"a", input(0, 4)}, {"o", output(1, 4)}});
      const auto chosen = b.select(b.load("a", b.gid()), b.u32(yes), b.u32(no));
      expect_equal(b.finish({b.store("o", b.gid(), chosen)}), {bytes_of({0, 1, 0, 7})});
    }
  }
}

TEST_F(OnBoth, AConditionDecidesWhichConstantALocalHas) {
  for (const uint32_t yes : kOnesAndZeros) {
    for (const uint32_t no : kOnesAndZeros) {
      Build b(4, {{"a", input(0, 4)}, {"o", output(1, 4)}});
      const auto first = b.let("v", b.u32(no));
      const auto then = b.branch(b.load("a", b.gid()), {b.assign("v", b.u32(yes))});
      const auto last = b.store("o", b.gid(), b.var("v"));
      expect_equal(b.finish({first, then, last}), {bytes_of({0, 1, 0, 7})});
    }
  }
}

TEST_F(OnBoth, WorkgroupMemoryStartsZeroed) {
  Build b(16, {{"s", shared(100)}, {"few", shared(3)}, {"o", output(0, 64)}});
  const auto sum = b.add(b.load("s", b.add(b.lid(), b.u32(84))), b.load("few", b.lid()));
  expect_equal(b.finish({b.store("o", b.gid(), b.add(sum, b.u32(5))),
                         b.store("s", b.add(b.lid(), b.u32(84)), b.u32(9)),
                         b.store("few", b.lid(), b.u32(9))}));
}

TEST_F(OnBoth, IdsCoverThreeAxes) {
  Build b(2, 4, 2);
  b.buffer("o", output(0, 512));
  const auto scaled = [&](ExprId id, uint32_t factor) { return b.mul(id, b.u32(factor)); };
  const auto index = b.add(b.add(b.gid(0), scaled(b.gid(1), 8)), scaled(b.gid(2), 128));
  const auto local = b.add(b.add(b.lid(0), scaled(b.lid(1), 10)), scaled(b.lid(2), 100));
  const auto group = b.add(b.add(b.wid(0), scaled(b.wid(1), 10)), scaled(b.wid(2), 100));
  expect_equal(b.finish({b.store("o", index, b.add(scaled(group, 1000), local))}));
}

// A loaded truth value is a raw word, a comparison is a truth value: the local may hold either.
TEST_F(OnBoth, ALocalMayHoldTwoKinds) {
  Build b(4, {{"a", input(0, 4, DataType::kBool)}, {"o", output(1, 4)}, {"t", in_out(2, 4)}});
  const auto even = b.equal(b.mod(b.gid(), b.u32(2)), b.u32(0));
  const auto truth = b.select(b.var("x"), b.u32(10), b.u32(20));
  expect_equal(
      b.finish({b.let("x", b.load("a", b.gid())), b.branch(even, {b.assign("x", b.boolean(true))}),
                b.store("o", b.gid(), b.cast(DataType::kU32, b.var("x"))),
                b.store("t", b.gid(), truth)}),
      {bytes_of({5, 6, 0, 0}), Bytes(16)});
}

TEST_F(OnBoth, OperatorsOnTwoKindsTrapOnlyWhereTheyDiffer) {
  const auto program = [] {
    Build b(4, {{"a", input(0, 4, DataType::kBool)}, {"o", output(1, 4)}});
    const auto set = b.equal(b.load("a", b.gid()), b.u32(1));
    const auto kind = b.select(set, b.boolean(true), b.load("a", b.gid()));
    const auto same = b.equal(b.var("x"), b.load("a", b.gid()));
    return b.finish({b.let("x", kind), b.store("o", b.gid(), b.select(same, b.u32(7), b.u32(8)))});
  };
  expect_equal(program(), {bytes_of({5, 6, 0, 2})});
  expect_trap(program(), {bytes_of({5, 6, 1, 2})}, "operands of kind U32 or Bool and U32");
}

TEST_F(OnBoth, AnOperatorWithoutMeaningTrapsOnlyWhereItIsReached) {
  const auto program = [](uint32_t limit) {
    Build b({{"o", output(0, 4)}});
    const auto odd = b.less(b.boolean(true), b.boolean(false));
    return b.finish({b.store("o", b.gid(), b.u32(3)),
                     b.branch(b.less(b.u32(limit), b.gid()),
                              {b.store("o", b.gid(), b.select(odd, b.u32(1), b.u32(2)))})});
  };
  expect_equal(program(100));
  expect_trap(program(2), {}, "operands of kind Bool and Bool");
}

TEST_F(OnBoth, AnIndexThatIsNoU32Traps) {
  const auto program = [](int32_t start) {
    Build b({{"a", input(0, 4)}, {"o", output(1, 4)}});
    const auto index = b.add(b.cast(DataType::kI32, b.gid()), b.i32(start));
    return b.finish({b.store("o", b.gid(), b.load("a", index))});
  };
  expect_equal(program(2), {bytes_of({1, 2, 3, 4})});
  expect_trap(program(-2), {bytes_of({1, 2, 3, 4})},
              "the index of the load at body[0].region.body[0]");
}

TEST_F(OnBoth, AFractionalIndexIsTruncated) {
  Build b({{"a", input(0, 4)}, {"o", output(1, 4)}});
  const auto index = b.add(b.cast(DataType::kF32, b.gid()), b.f32(0.75f));
  expect_equal(b.finish({b.store("o", b.gid(), b.load("a", index))}), {bytes_of({1, 2, 3, 4})});
}

TEST_F(OnBoth, ATrapTellsItsTagAndAddress) {
  Build b({{"o", output(0, 4)}});
  ir::Node node{.kind = NodeKind::kTrap};
  node.exprs[0] = b.u32(41);
  node.tag = b.assembler().name("out of memory");
  const NodeId trap = b.assembler().add(node);
  const auto program = b.finish({b.branch(b.equal(b.gid(), b.u32(2)), {trap})});
  const std::string said =
      "body[0].region.body[0].if.then[0]: trap of U32 41: the program trapped ('out of memory')";
  expect_trap(program, {}, said);
  const auto on_oracle = run(*oracle_, program, {});
  ASSERT_FALSE(on_oracle.ok());
  const auto on_device = run(*device_, program, {});
  ASSERT_FALSE(on_device.ok());
  EXPECT_EQ(on_device.error().text(), on_oracle.error().text());
  EXPECT_EQ(on_device.error().info().path, on_oracle.error().info().path);
}

// 70,000 trips in one invocation: exact, or refused by name; never a silent stop.
TEST_F(OnBoth, LongLoopsNeverEndSilently) {
  Build b({{"n", input(0, 1)}, {"o", in_out(1, 1)}});
  const auto step = b.assign("x", b.add(b.var("x"), b.var("i")));
  const auto program =
      b.finish({b.let("x", b.u32(0)), b.loop("i", b.u32(0), b.load("n", b.u32(0)), {step}),
                b.store("o", b.u32(0), b.var("x"))});
  expect_equal(program, {bytes_of({60000}), Bytes(4)});
  const auto got = run(*device_, program, {bytes_of({70000}), Bytes(4)});
  if (got.ok()) {
    EXPECT_EQ(got.value()[0], bytes_of({70000u / 2 * 69999u}));
  } else {
    EXPECT_THAT(got.error().text(), HasSubstr("the loop at body[0].region.body[1]"));
  }
}

TEST_F(OnBoth, SumsThatOverflowTheLoopVariableEnd) {
  Build b({{"o", output(0, 2)}});
  const auto count = b.assign("x", b.add(b.var("x"), b.u32(1)));
  expect_equal(
      b.finish({b.let("x", b.u32(0)), b.loop("i", b.u32(0xFFFFFFFA), b.u32(0xFFFFFFFF), {count}),
                b.loop("k", b.u32(9), b.u32(3), {b.assign("x", b.u32(100))}),
                b.store("o", b.gid(), b.var("x"))}));
}

}  // namespace
}  // namespace vyre::spirv
