#include <functional>

#include "oracle.h"

namespace vyre::reference {
namespace {

// Lane 0 runs |body|, lane 1 |length| statements of one step each; then both draw a ticket.
// True when lane 0 is first, which is so as long as its body takes no more steps.
bool costs_at_most(const std::function<Build::Nodes(Build&)>& body, uint32_t length) {
  Build b(2, {{"out", output(0, 2)}, {"next", in_out(1, 1)}});
  Build::Nodes waiting;
  for (uint32_t i = 0; i < length; ++i) waiting.push_back(b.let("w" + std::to_string(i), b.u32(0)));
  const auto program =
      b.finish({b.branch(b.equal(b.lid(), b.u32(0)), body(b), waiting),
                b.store("out", b.lid(), b.atomic(AtomicOp::kAdd, "next", b.u32(0), b.u32(1)))});
  return Oracle().words(program, 0)[0] == 0;
}

uint32_t cost_of(const std::function<Build::Nodes(Build&)>& body) {
  uint32_t length = 0;
  while (!costs_at_most(body, length)) ++length;
  return length;
}

TEST(Steps, AStatementIsOneStep) {
  EXPECT_EQ(cost_of([](Build& b) { return Build::Nodes{b.let("x", b.u32(1))}; }), 1u);
}

TEST(Steps, LeavingAScopeIsAStep) {
  EXPECT_EQ(cost_of([](Build& b) { return Build::Nodes{b.block({b.let("x", b.u32(1))})}; }), 3u);
  EXPECT_EQ(cost_of([](Build& b) { return Build::Nodes{b.region("r", {})}; }), 2u);
}

TEST(Steps, ABranchOpensAScopeEvenWhenNothingIsInIt) {
  EXPECT_EQ(cost_of([](Build& b) { return Build::Nodes{b.branch(b.boolean(false), {})}; }), 2u);
  EXPECT_EQ(cost_of([](Build& b) {
              return Build::Nodes{b.branch(b.boolean(true), {b.let("x", b.u32(1))})};
            }),
            3u);
}

TEST(Steps, ALoopCostsItsHeaderBodyAndLeavePerTrip) {
  const auto loop = [](uint32_t trips) {
    return [=](Build& b) {
      return Build::Nodes{b.loop("i", b.u32(0), b.u32(trips), {b.let("x", b.u32(1))})};
    };
  };
  EXPECT_EQ(cost_of(loop(0)), 2u);
  EXPECT_EQ(cost_of(loop(1)), 5u);
  EXPECT_EQ(cost_of(loop(3)), 11u);
}

TEST(Steps, TicketsGoToLanesInOrderAndGroupByGroup) {
  Build b(4, {{"out", output(0, 8)}, {"next", in_out(1, 1)}});
  const auto program =
      b.finish({b.store("out", b.gid(), b.atomic(AtomicOp::kAdd, "next", b.u32(0), b.u32(1)))});
  EXPECT_THAT(Oracle().words(program, 0, {}, {2, 1, 1}), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Steps, GroupsRunXFirst) {
  Build b({{"out", output(0, 4)}, {"next", in_out(1, 1)}});
  const auto index = b.add(b.wid(0), b.mul(b.wid(1), b.u32(2)));
  const auto program =
      b.finish({b.store("out", index, b.atomic(AtomicOp::kAdd, "next", b.u32(0), b.u32(1)))});
  EXPECT_THAT(Oracle().words(program, 0, {}, {2, 2, 1}), ElementsAre(0, 1, 2, 3));
}

TEST(Steps, TheLastLaneWinsAStore) {
  Build b(3, {{"out", output(0, 1)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.lid())});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(2));
}

// Each lane hands its number to its neighbor through workgroup memory.
TEST(Barriers, MakeLanesWaitForTheSlowest) {
  Build b(4, {{"out", output(0, 4)}, {"s", shared(4)}});
  const auto neighbor = b.mod(b.add(b.lid(), b.u32(1)), b.u32(4));
  const auto program = b.finish({b.loop("i", b.u32(0), b.lid(), {}), b.store("s", b.lid(), b.lid()),
                                 b.barrier(), b.store("out", b.lid(), b.load("s", neighbor))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(1, 2, 3, 0));
}

TEST(Barriers, DoNotWaitForLanesThatReturned) {
  Build b(4, {{"out", output(0, 4)}});
  const auto program = b.finish({b.branch(b.binary(BinOp::kGe, b.lid(), b.u32(2)), {b.leave()}),
                                 b.region("r", {b.barrier()}), b.store("out", b.lid(), b.u32(7))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(7, 7, 0, 0));
}

TEST(Barriers, UnderABranchThatLanesTakeDifferentlyFail) {
  Build b(2, {{"out", output(0, 2)}});
  const auto program = b.finish({b.branch(b.equal(b.lid(), b.u32(0)), {b.barrier()})});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("body[0].region.body[0]: this branch"));
}

TEST(Barriers, UnderABranchThatChangesBetweenTripsFail) {
  Build b(2, {{"out", output(0, 2)}});
  const auto program = b.finish(
      {b.loop("i", b.u32(0), b.u32(2), {b.branch(b.equal(b.var("i"), b.u32(1)), {b.barrier()})})});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("went both ways"));
}

TEST(Barriers, InARegionAreNotSeenByTheBranchAroundIt) {
  Build b(2, {{"out", output(0, 2)}});
  const auto program =
      b.finish({b.branch(b.equal(b.lid(), b.u32(0)), {b.region("r", {b.barrier()})}),
                b.store("out", b.lid(), b.u32(5))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(5, 5));
}

TEST(GridBarriers, ShowEveryGroupWhatAllOthersWrote) {
  Build b(2, {{"a", in_out(0, 6)}, {"out", output(1, 6)}});
  const auto mirrored = b.sub(b.u32(5), b.gid());
  const auto program = b.finish({b.store("a", b.gid(), b.gid()), b.barrier(ir::Ordering::kGridSync),
                                 b.store("out", b.gid(), b.load("a", mirrored))});
  EXPECT_THAT(Oracle().words(program, 1, {}, {3, 1, 1}), ElementsAre(5, 4, 3, 2, 1, 0));
}

TEST(GridBarriers, KeepLocalsAndWorkgroupMemory) {
  Build b(2, {{"out", output(0, 4)}, {"s", shared(2)}});
  const auto program =
      b.finish({b.let("x", b.gid()), b.store("s", b.lid(), b.add(b.gid(), b.u32(10))),
                b.barrier(ir::Ordering::kGridSync),
                b.store("out", b.gid(), b.add(b.var("x"), b.load("s", b.lid())))});
  EXPECT_THAT(Oracle().words(program, 0, {}, {2, 1, 1}), ElementsAre(10, 12, 14, 16));
}

TEST(GridBarriers, DoNotWaitForGroupsThatEnded) {
  Build b({{"out", output(0, 3)}});
  const auto program =
      b.finish({b.branch(b.equal(b.wid(), b.u32(1)), {b.leave()}),
                b.barrier(ir::Ordering::kGridSync), b.store("out", b.wid(), b.u32(1))});
  EXPECT_THAT(Oracle().words(program, 0, {}, {3, 1, 1}), ElementsAre(1, 0, 1));
}

TEST(GridBarriers, MixedWithWorkgroupBarriersFail) {
  Build b(2, {{"out", output(0, 1)}});
  const auto program =
      b.finish({b.branch(b.equal(b.lid(), b.u32(0)), {b.region("a", {b.barrier()})},
                         {b.region("b", {b.barrier(ir::Ordering::kGridSync)})})});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("some invocations wait for the grid"));
}

TEST(GridBarriers, OverMoreStateThanFitsAreRefused) {
  Build b(64, {{"out", output(0, 1)}});
  const auto program = b.finish({b.barrier(ir::Ordering::kGridSync)});
  const auto result = Oracle().run(program, 0, {}, {1u << 25, 1, 1});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code(), Code::kCooperativeResidency);
}

}  // namespace
}  // namespace vyre::reference
