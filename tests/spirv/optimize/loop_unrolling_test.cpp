#include <functional>

#include "spirv/support/optimized.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kLanes = 16;

// A loop that adds up elements of workgroup memory, and what else it does.
struct Summing {
  using Index = std::function<ExprId(Build&)>;
  using Statement = std::function<NodeId(Build&)>;

  Index index = [](Build& b) {
    const auto row = b.bit_and(b.lid(), b.u32(3));
    return b.add(b.mul(row, b.u32(16)), b.var("k"));
  };
  uint32_t from = 0, to = 16;
  uint32_t elements = 64;
  DataType type = DataType::kU32;
  bool end_is_data = false;
  bool in_branch = false;
  Statement also = nullptr;  // behind the sum, in the loop
};

Programs summing(const Summing& how) {
  Build b(kLanes);
  b.buffer("a", input(0, 64, how.type)).buffer("n", in_out(1, 16));
  b.buffer("o", output(2, kLanes, how.type));
  b.buffer("x", shared(how.elements, how.type)).buffer("y", shared(16));
  const auto place = [&] { return b.add(b.lid(), b.mul(b.var("i"), b.u32(kLanes))); };
  const auto zero = how.type == DataType::kF32 ? b.f32(0) : b.u32(0);
  const auto sum = b.add(b.var("sum"), b.load("x", how.index(b)));
  const auto more = b.assign("sum", sum);
  Build::Nodes body = {how.in_branch ? b.branch(b.binary(BinOp::kNe, b.var("k"), b.lid()), {more})
                                     : more};
  if (how.also) body.push_back(how.also(b));
  const auto end = how.end_is_data ? b.load("n", b.u32(0)) : b.u32(how.to);
  return b.finish({b.loop("i", b.u32(0), b.u32(4), {b.store("x", place(), b.load("a", place()))}),
                   b.barrier(), b.let("sum", zero), b.loop("k", b.u32(how.from), end, body),
                   b.store("o", b.lid(), b.var("sum"))});
}

// How many vectors of four words are loaded.
size_t rows_in(const Programs& program, OptimizationMode how = OptimizationMode::kAutomatic) {
  Words words;
  uint32_t vector = 0;
  size_t rows = 0;
  for (const Instruction& one : words_of(program, how, words)) {
    if (one.op == SpvOpTypeVector && one.operands[2] == 4) vector = one.operands[0];
    rows += one.op == SpvOpLoad && one.operands[0] == vector ? 1 : 0;
  }
  return rows;
}

Bytes lengths() { return bytes_of(std::vector<uint32_t>(16, 16)); }

class UnrolledLoads : public Optimized {
 protected:
  void expect_rows(const Summing& how, size_t rows) {
    const auto program = summing(how);
    EXPECT_EQ(rows_in(program, OptimizationMode::kAutomatic), rows);
    EXPECT_EQ(rows_in(program, OptimizationMode::kAll), rows);
    EXPECT_EQ(rows_in(program, OptimizationMode::kNone), 0u);
    expect_same(program, {numbers(64), lengths()});
  }
  // Loops over f32 have a subnormal-free form too.
  void expect_row(const Summing& how) { expect_rows(how, how.type == DataType::kF32 ? 2 : 1); }
  void expect_no_row(const Summing& how) { expect_rows(how, 0); }
};

// |fixed| and the trip.
Summing::Index beside(std::function<ExprId(Build&)> fixed) {
  return [fixed](Build& b) { return b.add(b.var("k"), fixed(b)); };
}

TEST_F(UnrolledLoads, NeighborsInWorkgroupMemoryAreLoadedTogether) {
  expect_row({});
  expect_row({.index = [](Build& b) { return b.var("k"); }, .from = 8, .to = 60});
  expect_row({.index = beside([](Build& b) { return b.u32(48); })});
  expect_row({.index = beside([](Build& b) { return b.binary(BinOp::kShl, b.lid(), b.u32(2)); }),
              .to = 4});
}

TEST_F(UnrolledLoads, OfF32KeepEveryBit) {
  expect_row({.type = DataType::kF32});
  expect_row({.index = [](Build& b) { return b.var("k"); }, .to = 64, .type = DataType::kF32});
}

TEST_F(UnrolledLoads, StatementsBetweenTheLoadsKeepTheirOrder) {
  expect_row({.also = [](Build& b) { return b.store("y", b.lid(), b.var("sum")); }});
  expect_row({.also = [](Build& b) {
    return b.branch(b.less(b.var("k"), b.lid()),
                    {b.assign("sum", b.bit_xor(b.var("sum"), b.var("k")))});
  }});
}

TEST_F(UnrolledLoads, BeginAtMultiplesOfFour) {
  expect_no_row({.index = beside([](Build& b) { return b.u32(2); })});
  expect_no_row({.index = beside([](Build& b) { return b.lid(); })});
  expect_no_row({.from = 2});
  expect_no_row({.to = 15});
  expect_no_row({.elements = 66});
}

TEST_F(UnrolledLoads, ElementsThatAreNotNeighborsAreNone) {
  expect_no_row({.index = [](Build& b) { return b.mul(b.var("k"), b.u32(4)); }});
  expect_no_row({.index = [](Build& b) { return b.add(b.var("k"), b.var("k")); }});
  expect_no_row({.index = beside([](Build& b) { return b.mul(b.load("y", b.lid()), b.u32(4)); })});
}

TEST_F(UnrolledLoads, IndicesThatMayBeOutOfBoundsHaveNone) {
  expect_no_row({.index = beside([](Build& b) { return b.mul(b.lid(), b.u32(16)); })});
  expect_no_row({.to = 68});
}

TEST_F(UnrolledLoads, IndicesThatMayWrapAroundHaveNone) {
  expect_no_row({.index = beside([](Build& b) { return b.u32(0xFFFFFFF8u); })});
  expect_no_row(
      {.index = beside([](Build& b) { return b.sub(b.mul(b.lid(), b.u32(4)), b.u32(4)); })});
}

TEST_F(UnrolledLoads, NoRowCrossesAStoreOrABarrier) {
  expect_no_row({.also = [](Build& b) {
    const auto next = b.add(b.var("k"), b.u32(1));
    return b.branch(b.equal(b.lid(), b.u32(20)), {b.store("x", next, b.var("sum"))});
  }});
  expect_no_row({.also = [](Build& b) { return b.barrier(); }});
}

TEST_F(UnrolledLoads, NoRowCrossesAnAtomic) {
  expect_no_row({.also = [](Build& b) {
    return b.let("old", b.atomic(AtomicOp::kAdd, "n", b.lid(), b.var("sum")));
  }});
}

TEST_F(UnrolledLoads, NothingIsLoadedThatAProgramMayNotReach) {
  expect_no_row({.in_branch = true});
  expect_no_row({.end_is_data = true});
}

// A lane's own stores come between where they hit the row.
TEST_F(UnrolledLoads, OwnStoresInTheLoopAreSeen) {
  Build b(4, {{"o", output(0, 4)}, {"x", shared(32)}});
  const auto row = [&] { return b.add(b.mul(b.lid(), b.u32(8)), b.var("k")); };
  const auto sum = b.add(b.var("sum"), b.load("x", row()));
  const auto next = b.add(row(), b.u32(1));
  const auto program = b.finish(
      {b.let("sum", b.u32(1)),
       b.loop("k", b.u32(0), b.u32(4), {b.assign("sum", sum), b.store("x", next, b.var("sum"))}),
       b.store("o", b.lid(), b.var("sum"))});
  EXPECT_EQ(rows_in(program), 0u);
  expect_same(program);
}

}  // namespace
}  // namespace vyre::spirv
