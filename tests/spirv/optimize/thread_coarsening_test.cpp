#include "spirv/support/lower_checked.h"
#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

using ir::Ordering;

// Counts with whole vectors, with a remainder, and shorter than one vector.
const std::vector<uint32_t> kCounts = {1, 3, 4, 7, 16, 61, 64, 67};

bool merges(const ir::Program& program, const Target& target = full_target()) {
  return !lowered(program, target).coarsened_words.empty();
}

class ElementwisePrograms : public OnBoth {
 protected:
  void expect_merged(const Programs& program, const std::vector<Bytes>& inputs) {
    EXPECT_TRUE(merges(*program));
    expect_equal(program, inputs);
  }
};

Programs exclusive_or(uint32_t count) {
  Build b(16, {{"a", input(0, count)}, {"b", input(1, count)}, {"o", output(2, count)}});
  const auto value = b.bit_xor(b.load("a", b.gid()), b.load("b", b.gid()));
  return b.finish({b.store("o", b.gid(), value)});
}

TEST_F(ElementwisePrograms, LoadAndStoreWholeVectors) {
  EXPECT_TRUE(merges(*exclusive_or(64)));
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    expect_equal(exclusive_or(count), {numbers(count), numbers(count)});
  }
}

TEST_F(ElementwisePrograms, StopAtTheShortestBuffer) {
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    Build b(16, {{"a", input(0, count)}, {"b", input(1, 64)}, {"o", output(2, 67)}});
    const auto value = b.add(b.load("a", b.gid()), b.load("b", b.gid()));
    expect_merged(b.finish({b.store("o", b.gid(), value)}), {numbers(count), numbers(64)});
  }
}

TEST_F(ElementwisePrograms, MayBeGuardedByALength) {
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    Build b(16, {{"a", input(0, count)}, {"o", output(1, 67)}});
    const auto inside = b.less(b.var("i"), b.var("n"));
    const auto twice = b.mul(b.load("a", b.var("i")), b.u32(2));
    expect_merged(b.finish({b.let("i", b.gid()), b.let("n", b.length("a")),
                            b.branch(inside, {b.store("o", b.var("i"), twice)},
                                     {b.store("o", b.var("i"), b.u32(77))})}),
                  {numbers(count)});
  }
}

TEST_F(ElementwisePrograms, MayReturnEarlyBeyondALength) {
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    Build b(16, {{"a", input(0, count)}, {"o", output(1, 67)}});
    const auto beyond = b.binary(BinOp::kLe, b.length("a"), b.gid());
    expect_merged(b.finish({b.branch(beyond, {b.leave()}),
                            b.store("o", b.gid(), b.sub(b.load("a", b.gid()), b.u32(1)))}),
                  {numbers(count)});
  }
}

TEST_F(ElementwisePrograms, MayBeGuardedByANumber) {
  for (const uint32_t bound : {1024u, 1037u, 4000u}) {
    SCOPED_TRACE(bound);
    Build b(64, {{"a", input(0, 1100)}, {"o", output(1, 1100)}});
    const auto inside = b.binary(BinOp::kGt, b.u32(bound), b.gid());
    expect_merged(b.finish({b.branch(inside, {b.store("o", b.gid(), b.load("a", b.gid()))})}),
                  {numbers(1100)});
  }
}

TEST_F(ElementwisePrograms, SeeWhatTheyStored) {
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    Build b(16, {{"a", in_out(0, count)}, {"o", output(1, count)}});
    const auto more = b.add(b.load("a", b.gid()), b.u32(3));
    const auto square = b.mul(b.load("a", b.gid()), b.load("a", b.gid()));
    expect_merged(b.finish({b.store("a", b.gid(), more), b.store("o", b.gid(), square),
                            b.store("a", b.gid(), b.bit_xor(b.load("o", b.gid()), b.u32(5)))}),
                  {numbers(count)});
  }
}

// The neighbors of an element that is not stored may be stored by their own invocations.
TEST_F(ElementwisePrograms, StoreSomeElementsOnly) {
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    Build b(16, {{"a", in_out(0, count)}, {"o", output(1, count)}});
    const auto odd = b.equal(b.mod(b.gid(), b.u32(2)), b.u32(1));
    expect_merged(
        b.finish({b.let("x", b.load("a", b.gid())),
                  b.branch(odd, {b.store("a", b.gid(), b.u32(9)), b.assign("x", b.u32(1))}),
                  b.store("o", b.gid(), b.var("x"))}),
        {numbers(count)});
  }
}

TEST_F(ElementwisePrograms, MayReadOtherElementsAndCount) {
  for (const uint32_t count : kCounts) {
    SCOPED_TRACE(count);
    Build b(16, {{"a", input(0, count)}, {"table", input(1, 5)}, {"o", output(2, count)}});
    b.buffer("sum", in_out(3, 2));
    const auto entry = b.mod(b.load("a", b.gid()), b.u32(7));
    const auto add = b.atomic(AtomicOp::kAdd, "sum", b.mod(b.gid(), b.u32(2)), b.load("a", b.gid()),
                              ir::kNone, Ordering::kRelaxed);
    expect_merged(b.finish({b.store("o", b.gid(), b.load("table", entry)), b.let("before", add)}),
                  {numbers(count), numbers(5), numbers(2)});
  }
}

TEST_F(ElementwisePrograms, HoldNarrowElementsBesideVectors) {
  Build b(16, {{"a", input(0, 61, DataType::kU8)}, {"f", input(1, 61, DataType::kF32)}});
  b.buffer("o", output(2, 61, DataType::kU8)).buffer("p", output(3, 61, DataType::kF32));
  const auto program = b.finish(
      {b.store("o", b.gid(), b.add(b.cast(DataType::kU32, b.load("a", b.gid())), b.u32(1))),
       b.store("p", b.gid(), b.add(b.load("f", b.gid()), b.f32(0.5f)))});
  EXPECT_TRUE(merges(*program));
  Bytes bytes(61);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 37);
  expect_equal(program, {bytes, numbers(61)});
}

TEST(Coarsening, IsKnownBeforeAWorkgroupIsChosen) {
  const auto can = [](const std::shared_ptr<const ir::Program>& program) {
    return can_coarsen(*program, value_of(launch::BindingPlan::create(*program)));
  };
  EXPECT_TRUE(can(exclusive_or(64)));
  Build b(1, {{"o", output(0, 64)}});
  EXPECT_FALSE(
      can(b.finish({b.loop("k", b.u32(0), b.u32(3), {b.store("o", b.gid(), b.var("k"))})})));
}

// What must stay one invocation for one element.
TEST(KeptApart, WhereInvocationsWaitOrDiffer) {
  const auto with = [](auto body) {
    Build b(16, {{"o", output(0, 64)}});
    return b.finish(body(b));
  };
  const auto own_store = [](Build& b, ExprId value) { return b.store("o", b.gid(), value); };
  EXPECT_TRUE(merges(*with([&](Build& b) { return Build::Nodes{own_store(b, b.gid())}; })));
  EXPECT_FALSE(merges(*with([&](Build& b) { return Build::Nodes{own_store(b, b.lid())}; })));
  EXPECT_FALSE(merges(*with([&](Build& b) { return Build::Nodes{own_store(b, b.gid(1))}; })));
  EXPECT_FALSE(merges(*with([&](Build& b) {
    return Build::Nodes{b.barrier(), own_store(b, b.gid())};
  })));
  EXPECT_FALSE(merges(*with([&](Build& b) {
    return Build::Nodes{b.loop("k", b.u32(0), b.u32(3), {own_store(b, b.var("k"))})};
  })));
  EXPECT_FALSE(merges(*with([&](Build& b) {
    return Build::Nodes{b.branch(b.equal(b.gid(), b.u32(3)), {b.leave()}), own_store(b, b.gid())};
  })));
  EXPECT_FALSE(merges(*with([&](Build& b) {
    return Build::Nodes{own_store(b, b.gid()), b.store("o", b.u32(0), b.u32(1))};
  })));
}

TEST(KeptApart, WhereAGuardCutsOffMostElements) {
  Build b(16, {{"few", output(0, 2)}, {"o", output(1, 64)}});
  const auto program =
      b.finish({b.branch(b.less(b.gid(), b.length("few")), {b.store("few", b.u32(0), b.u32(1))}),
                b.store("o", b.gid(), b.gid())});
  EXPECT_FALSE(merges(*program));
}

// Bit i: buffer i is overwritten.
uint32_t overwritten(const std::shared_ptr<const ir::Program>& program,
                     const Target& target = full_target()) {
  const std::vector<bool> buffers = lowered(*program, target).rules.overwritten;
  uint32_t bits = 0;
  for (size_t i = 0; i < buffers.size(); ++i) bits |= buffers[i] ? 1u << i : 0u;
  return bits;
}

// Buffers a and o of equal counts.
template <typename Body>
std::shared_ptr<const ir::Program> between(Body body) {
  Build b(16, {{"a", input(0, 0)}, {"o", in_out(1, 0)}});
  return b.finish(body(b));
}

TEST(Overwritten, AreBuffersThatAllInvocationsStoreToAndNobodyLoads) {
  EXPECT_EQ(overwritten(exclusive_or(64)), 4u);
  EXPECT_EQ(overwritten(between([](Build& b) {
              return Build::Nodes{b.store("o", b.gid(), b.load("a", b.gid())),
                                  b.store("o", b.gid(), b.u32(1))};
            })),
            2u);
}

TEST(Overwritten, WithinTheBoundsOfGuards) {
  const auto program = between([](Build& b) {
    return Build::Nodes{
        b.branch(b.less(b.gid(), b.length("a")), {b.store("o", b.gid(), b.load("a", b.gid()))})};
  });
  EXPECT_EQ(overwritten(program), 2u);
  EXPECT_EQ(lowered(*program, full_target()).rules.overwritten_within, std::vector<uint32_t>{0});
}

TEST(Overwritten, WhetherAKernelIsMergedOrNot) {
  Target target = full_target();
  target.min_coarsened_invocations = 0;
  EXPECT_EQ(overwritten(exclusive_or(64), target), 4u);
  target.optimizations = OptimizationMode::kNone;
  EXPECT_EQ(overwritten(exclusive_or(64), target), 0u);
}

TEST(Overwritten, NotWhereAStoreIsConditionalOrElsewhere) {
  EXPECT_EQ(overwritten(between([](Build& b) {
              return Build::Nodes{b.branch(b.equal(b.gid(), b.u32(3)),
                                           {b.store("o", b.gid(), b.load("a", b.gid()))})};
            })),
            0u);
  EXPECT_EQ(overwritten(between([](Build& b) {
              return Build::Nodes{b.store("o", b.u32(3), b.load("a", b.gid()))};
            })),
            0u);
}

TEST(Overwritten, NotWhereAnInvocationLoadsOrCounts) {
  EXPECT_EQ(overwritten(between([](Build& b) {
              return Build::Nodes{b.store("o", b.gid(), b.load("o", b.gid()))};
            })),
            0u);
  EXPECT_EQ(overwritten(between([](Build& b) {
              const auto add =
                  b.atomic(AtomicOp::kAdd, "o", b.gid(), b.u32(1), ir::kNone, Ordering::kRelaxed);
              return Build::Nodes{b.store("o", b.gid(), b.u32(1)), b.let("before", add)};
            })),
            0u);
}

// One beyond the bounds may run before those within them.
TEST(Overwritten, NotWhereAnInvocationBeyondTheBoundsLoads) {
  EXPECT_EQ(overwritten(between([](Build& b) {
              return Build::Nodes{b.branch(b.less(b.gid(), b.length("a")),
                                           {b.store("o", b.gid(), b.load("a", b.gid()))},
                                           {b.let("first", b.load("o", b.u32(0)))})};
            })),
            0u);
}

// A second pipeline that never runs would only cost its compilation.
TEST(KeptApart, WhereALaunchHasTooFewElements) {
  const auto program = exclusive_or(16);
  auto source = value_of(test::source_of(*program));
  for (const uint64_t elements : {15u, 16u}) {
    source.launch.bytes = {4 * elements, std::nullopt, 4 * elements};
    const auto module = value_of(lower(source, full_target()));
    EXPECT_EQ(!module.coarsened_words.empty(), elements == 16);
  }
}

TEST(KeptApart, WhereTooFewInvocationsWouldBeLeft) {
  Target target = full_target();
  target.min_coarsened_invocations = 5;
  EXPECT_FALSE(merges(*exclusive_or(64), target));
  target.min_coarsened_invocations = 4;
  EXPECT_TRUE(merges(*exclusive_or(64), target));
  target.min_coarsened_invocations = 0;
  EXPECT_FALSE(merges(*exclusive_or(64), target));
}

}  // namespace
}  // namespace vyre::spirv
