#include "oracle.h"

namespace vyre::reference {
namespace {

constexpr ir::TypeId kU32Type = ir::scalar(DataType::kU32);

TEST(Loads, OutOfBoundsGiveZero) {
  Build b({{"in", input(0, 1)}, {"out", output(1, 2)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.load("in", b.u32(1))),
                                 b.store("out", b.u32(1), b.load("in", b.u32(0xFFFFFFFF)))});
  EXPECT_THAT(Oracle().words(program, 1, {{0, {9}}}), ElementsAre(0, 0));
}

TEST(Loads, OfF32AreCanonical) {
  Build b({{"in", input(0, 4, DataType::kF32)}, {"out", output(1, 4, DataType::kF32)}});
  const auto program = b.finish(
      {b.loop("i", b.u32(0), b.u32(4), {b.store("out", b.var("i"), b.load("in", b.var("i")))})});
  EXPECT_THAT(Oracle().words(program, 1, {{0, {0xFFC12345, 0x80000001, 0x00800000, 0x80000000}}}),
              ElementsAre(0x7FC00000, 0x80000000, 0x00800000, 0x80000000));
}

TEST(Loads, OfBoolGiveTheRawWord) {
  Build b({{"in", input(0, 1, DataType::kBool)}, {"out", output(1, 1)}});
  const auto program =
      b.finish({b.store("out", b.u32(0), b.cast(kU32Type, b.load("in", b.u32(0))))});
  EXPECT_THAT(Oracle().words(program, 1, {{0, {5}}}), ElementsAre(5));
}

TEST(Loads, OfI8AreZeroExtended) {
  Build b({{"in", input(0, 4, DataType::kI8)}, {"out", output(1, 1, DataType::kI32)}});
  const auto program =
      b.finish({b.store("out", b.u32(0), b.cast(DataType::kI32, b.load("in", b.u32(3))))});
  EXPECT_THAT(Oracle().words(program, 1, {{0, {0xFF000000}}}), ElementsAre(255));
}

TEST(Stores, OutOfBoundsAreDropped) {
  Build b({{"out", in_out(0, 2)}});
  const auto program = b.finish({b.store("out", b.u32(2), b.u32(7))});
  EXPECT_THAT(Oracle().words(program, 0, {{0, {1, 2}}}), ElementsAre(1, 2));
}

TEST(Stores, NarrowValuesKeepTheirNeighbors) {
  Build b({{"out", in_out(0, 4, DataType::kU8)}});
  const auto program = b.finish({b.store("out", b.u32(1), b.cast(DataType::kU8, b.u32(300)))});
  EXPECT_THAT(Oracle().words(program, 0, {{0, {0x11111111}}}), ElementsAre(0x11112C11));
}

TEST(Stores, OfABoolWriteOneOrZero) {
  Build b({{"out", output(0, 2, DataType::kBool)}});
  const auto program = b.finish({b.store("out", b.u32(1), b.less(b.u32(1), b.u32(2)))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(0, 1));
}

TEST(Lengths, ComeFromTheBytesSupplied) {
  Build b({{"in", input(0, 0)}, {"out", output(1, 1)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.length("in"))});
  EXPECT_THAT(Oracle().words(program, 1, {{0, {1, 2, 3}}}), ElementsAre(3));
}

TEST(WorkgroupMemory, StartsZeroedInEveryGroup) {
  Build b({{"out", output(0, 3)}, {"s", shared(1)}});
  const auto program =
      b.finish({b.store("out", b.wid(), b.load("s", b.u32(0))), b.store("s", b.u32(0), b.u32(9))});
  EXPECT_THAT(Oracle().words(program, 0, {}, {3, 1, 1}), ElementsAre(0, 0, 0));
}

TEST(WorkgroupMemory, OverTheLimitIsRefusedByName) {
  Build b({{"out", output(0, 1)}, {"huge", shared((64u << 20) / 4 + 1)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.u32(1))});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("workgroup buffer 'huge'"));
}

struct AtomicCase {
  AtomicOp op;
  uint32_t old, operand, result;
};

class Atomics : public testing::TestWithParam<AtomicCase> {};

TEST_P(Atomics, ReturnTheOldWordAndWriteTheNew) {
  const AtomicCase& c = GetParam();
  Build b({{"a", in_out(0, 2)}});
  const auto expected = c.op == AtomicOp::kCompareExchange ? b.u32(c.old) : ir::kNone;
  const auto program =
      b.finish({b.store("a", b.u32(1), b.atomic(c.op, "a", b.u32(0), b.u32(c.operand), expected))});
  EXPECT_THAT(Oracle().words(program, 0, {{0, {c.old, 0}}}), ElementsAre(c.result, c.old));
}

INSTANTIATE_TEST_SUITE_P(All, Atomics,
                         testing::Values(AtomicCase{AtomicOp::kAdd, 0xFFFFFFFF, 3, 2},
                                         AtomicCase{AtomicOp::kOr, 5, 2, 7},
                                         AtomicCase{AtomicOp::kAnd, 7, 5, 5},
                                         AtomicCase{AtomicOp::kXor, 7, 5, 2},
                                         AtomicCase{AtomicOp::kMin, 7, 0xFFFFFFFF, 7},
                                         AtomicCase{AtomicOp::kMax, 7, 0xFFFFFFFF, 0xFFFFFFFF},
                                         AtomicCase{AtomicOp::kExchange, 7, 5, 5},
                                         AtomicCase{AtomicOp::kCompareExchange, 7, 5, 5},
                                         AtomicCase{AtomicOp::kLruUpdate, 7, 9, 9}));

TEST(AtomicOperations, CompareExchangeKeepsAnotherValue) {
  Build b({{"a", in_out(0, 1)}});
  const auto program = b.finish(
      {b.let("x", b.atomic(AtomicOp::kCompareExchange, "a", b.u32(0), b.u32(5), b.u32(8)))});
  EXPECT_THAT(Oracle().words(program, 0, {{0, {7}}}), ElementsAre(7));
}

TEST(AtomicOperations, OutOfBoundsGiveZeroAndWriteNothing) {
  Build b({{"a", in_out(0, 2)}, {"out", output(1, 1)}});
  const auto program =
      b.finish({b.store("out", b.u32(0), b.atomic(AtomicOp::kAdd, "a", b.u32(2), b.u32(5)))});
  EXPECT_THAT(Oracle().words(program, 1, {{0, {7, 7}}}), ElementsAre(0));
}

TEST(AtomicOperations, WithoutAMeaningFail) {
  Build b({{"a", in_out(0, 1)}});
  const auto program =
      b.finish({b.let("x", b.atomic(AtomicOp::kFetchNand, "a", b.u32(0), b.u32(5)))});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("atomic operator"));
}

TEST(AtomicOperations, OnWorkgroupMemoryFail) {
  Build b({{"out", output(0, 1)}, {"s", shared(1)}});
  const auto program = b.finish({b.let("x", b.atomic(AtomicOp::kAdd, "s", b.u32(0), b.u32(5)))});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("atomics work on U32 storage only ('s')"));
}

}  // namespace
}  // namespace vyre::reference
