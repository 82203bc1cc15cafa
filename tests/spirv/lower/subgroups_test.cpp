
#include "spirv/support/barrier_check.h"
#include "spirv/support/lower_checked.h"
#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

std::vector<uint32_t> squares(uint32_t count) {
  std::vector<uint32_t> words(count);
  for (uint32_t i = 0; i < count; ++i) words[i] = i * i + 3;
  return words;
}

// What the lowering says about |program|; empty when it lowers it to a valid module in which all
// invocations reach all barriers.
std::string refusal(const ir::Program& program) {
  const auto module = lower_for(program, modest_target());
  if (!module.ok()) {
    EXPECT_EQ(module.error().code(), Code::kUnsupportedFeature);
    return module.error().text();
  }
  EXPECT_EQ(complaints(module.value().words), "");
  EXPECT_THAT(BarrierCheck(module.value().words).problems(), IsEmpty());
  return "";
}

// Programs of one workgroup of |lanes| lanes over 'a', words, and 'o', the output.
class Subgroups : public OnBoth {
 protected:
  static constexpr uint32_t kLanes = 40;  // the second subgroup has eight

  void SetUp() override { start(kLanes); }

  void start(uint32_t x, uint32_t y = 1) {
    lanes_ = x * y;
    built_ = std::make_unique<Build>(Build::Buffers{
        {"a", input(0, lanes_)}, {"o", output(1, lanes_)}, {"w", in_out(2, lanes_)}});
    b().workgroup(x, y);
  }
  Build& b() { return *built_; }

  ExprId less(ExprId left, uint32_t right) { return b().less(left, b().u32(right)); }
  ExprId plus(ExprId left, ExprId right) { return b().add(left, right); }
  ExprId lane() {  // of the workgroup, also in two dimensions
    return plus(b().lid(0), b().mul(b().lid(1), b().u32(lanes_ > 40 ? 8 : lanes_)));
  }
  NodeId out(ExprId value) { return b().store("o", b().gid(), value); }

  std::vector<Bytes> inputs() const {
    return {bytes_of(squares(lanes_)), bytes_of(std::vector<uint32_t>(lanes_))};
  }
  void expect_same(const std::vector<NodeId>& body) {
    const Programs program = b().finish(body);
    EXPECT_EQ(refusal(*program), "");
    expect_equal(program, inputs());
  }
  void expect_refused(const std::vector<NodeId>& body, std::string_view operation,
                      std::string_view why) {
    const std::string text = refusal(*b().finish(body));
    EXPECT_THAT(text, StartsWith(concat(operation, " at body[0].")));
    EXPECT_THAT(text, HasSubstr(std::string(why)));
    EXPECT_THAT(text, HasSubstr("Fix: "));
  }
  void expect_both_fail(const std::vector<NodeId>& body, std::string_view text) {
    expect_trap(b().finish(body), inputs(), text);
  }

 private:
  std::unique_ptr<Build> built_;
  uint32_t lanes_ = 0;
};

TEST_F(Subgroups, AddWordsOfThirtyTwoLanesAndOfTheRest) {
  expect_same({out(b().subgroup_add(b().load("a", b().gid())))});
}

TEST_F(Subgroups, AddFloatsInTheOrderOfTheLanes) {
  const auto value = b().cast(DataType::kF32, b().load("a", b().gid()));
  const auto scaled = b().div(value, b().f32(3e-3f));
  b().buffer("f", output(3, 40, DataType::kF32));
  expect_same({b().let("x", scaled), b().store("f", b().gid(), b().subgroup_add(b().var("x")))});
}

TEST_F(Subgroups, ShuffleByLaneAndGiveZeroOutOfRange) {
  const auto next = plus(b().mod(b().lid(), b().u32(32)), b().u32(3));
  expect_same({out(b().shuffle(b().load("a", b().gid()), next))});
}

TEST_F(Subgroups, BallotTheTruthOfEveryLane) {
  const auto odd = b().bit_and(b().load("a", b().gid()), b().u32(2));
  expect_same({out(b().ballot(odd))});
}

TEST_F(Subgroups, CountLanesLinearlyInTwoDimensions) {
  start(8, 8);
  b().buffer("p", output(3, 64));
  expect_same({b().let("n", lane()), b().store("p", b().var("n"), b().subgroup_add(b().var("n")))});
}

TEST_F(Subgroups, OfLanesThatAnIfSendsElsewhereGiveTheirLocals) {
  expect_same({b().let("x", b().load("a", b().gid())),
               b().branch(less(b().lid(), 5),
                          {b().let("y", b().subgroup_add(b().var("x"))),
                           out(plus(b().var("y"), b().var("x")))},
                          {out(b().ballot(less(b().var("x"), 300)))})});
}

TEST_F(Subgroups, OfLanesThatHaveReturnedGiveTheirLocals) {
  expect_same({b().let("x", b().load("a", b().gid())),
               b().branch(less(b().lid(), 5), {b().leave()}), out(b().subgroup_add(b().var("x")))});
}

TEST_F(Subgroups, FailWhereAReturnedLaneLacksALocal) {
  expect_both_fail({b().branch(less(b().lid(), 5), {b().leave()}),
                    b().let("x", b().load("a", b().gid())), out(b().subgroup_add(b().var("x")))},
                   "SubgroupAdd at body[0].region.body[2], for which a lane of the subgroup lacks");
}

TEST_F(Subgroups, DoNotMindALocalThatOnlyAnotherSubgroupLacks) {
  expect_same({b().branch(less(b().lid(), 32), {b().leave()}),
               b().let("x", b().load("a", b().gid())), out(b().subgroup_add(b().var("x")))});
}

TEST_F(Subgroups, FailWhereAnIfBindsALocalForSomeLanesOnly) {
  expect_both_fail(
      {b().branch(less(b().lid(), 5), {b().let("x", b().lid()), out(b().ballot(b().var("x")))})},
      "SubgroupBallot at body[0].region.body[0].if.then[1], for which a lane");
}

TEST_F(Subgroups, AreFineWhereAnIfIsTakenBySubgroups) {
  const auto number = b().div(b().lid(), b().u32(32));
  expect_same({b().branch(b().equal(number, b().u32(1)),
                          {b().let("x", b().load("a", b().gid())),
                           b().loop("i", b().u32(0), b().u32(3),
                                    {b().assign("x", plus(b().subgroup_add(b().var("x")),
                                                          plus(b().var("i"), b().lid())))}),
                           out(b().var("x"))})});
}

TEST_F(Subgroups, InsideOperandsAreExecutedFirst) {
  const auto sum = b().subgroup_add(plus(b().load("a", b().gid()), b().lid()));
  expect_same({out(b().shuffle(plus(sum, b().lid()), b().u32(7)))});
}

TEST_F(Subgroups, ReduceInLoops) {
  start(64);
  const auto step = b().binary(BinOp::kShl, b().u32(1), b().var("i"));
  const auto other = b().bit_xor(b().lid(), step);
  const auto wrapped = b().mod(other, b().u32(32));
  expect_same({b().let("x", b().load("a", b().gid())),
               b().loop("i", b().u32(0), b().u32(5),
                        {b().let("y", b().shuffle(b().var("x"), wrapped)),
                         b().assign("x", plus(b().var("x"), b().var("y")))}),
               out(b().var("x"))});
}

TEST_F(Subgroups, KeepTheIndexAtWhichALaneHasReturned) {
  expect_same({b().let("sum", b().u32(0)),
               b().loop("i", b().u32(0), b().u32(6),
                        {b().branch(b().equal(b().var("i"), b().lid()), {b().leave()}),
                         b().assign("sum", plus(b().var("sum"), b().subgroup_add(plus(
                                                                    b().var("i"), b().u32(1)))))}),
               out(b().var("sum"))});
}

TEST_F(Subgroups, DecideIfsAndBoundLoops) {
  const auto votes = [&] { return b().ballot(less(b().lid(), 7)); };
  expect_same({b().let("n", b().u32(0)),
               b().branch(b().binary(BinOp::kGt, votes(), b().u32(20)),
                          {b().assign("n", b().u32(9))}, {b().assign("n", b().u32(4))}),
               b().loop("i", b().u32(0), b().mod(votes(), b().u32(5)),
                        {b().assign("n", plus(b().var("n"), b().var("i")))}),
               out(b().var("n"))});
}

TEST_F(Subgroups, LoadWhatAllLanesStoredARoundBefore) {
  const auto mirrored = b().sub(b().u32(39), b().lid());
  expect_same({b().store("w", b().lid(), b().load("a", b().gid())),
               b().let("s", b().subgroup_add(b().load("w", mirrored))),
               b().store("w", b().lid(), b().u32(1)), out(b().var("s"))});
}

TEST_F(Subgroups, AreFineRoundsApartWhenLocalsAreSettled) {
  expect_same({b().let("x", b().load("a", b().gid())),
               b().branch(less(b().lid(), 3), {b().assign("x", b().u32(1000))}),
               b().let("y", b().subgroup_add(b().var("x"))), out(b().var("y"))});
}

TEST_F(Subgroups, OfMixedKindsFail) {
  const auto mixed = b().select(less(b().lid(), 3), b().u32(1), b().f32(2.0f));
  expect_both_fail({b().let("x", mixed), b().let("y", b().subgroup_add(b().var("x")))},
                   "lanes of kind U32 or F32 in SubgroupAdd at body[0].region.body[1]");
}

TEST_F(Subgroups, OfOneKindThatOnlyTheRunTellsAreFine) {
  for (const uint32_t limit : {0u, 40u}) {
    start(kLanes);
    const auto mixed = b().select(less(b().lid(), limit), b().u32(1), b().f32(2.0f));
    b().buffer("f", output(3, 40, DataType::kF32));
    expect_same(
        {b().let("x", mixed), b().let("y", b().subgroup_add(b().var("x"))),
         b().let("z", b().shuffle(b().var("x"), b().u32(2))),
         b().store("f", b().gid(), b().select(b().boolean(true), b().var("y"), b().var("z")))});
  }
}

TEST_F(Subgroups, OfOtherKindsFail) {
  expect_both_fail({b().let("y", b().subgroup_add(less(b().lid(), 3)))},
                   "SubgroupAdd of Bool at body[0].region.body[0]");
  start(kLanes);
  expect_both_fail({b().let("y", b().shuffle(b().i32(-3), b().u32(0)))},
                   "SubgroupShuffle of I32 at body[0].region.body[0]");
}

TEST_F(Subgroups, OfNoLaneFail) {
  expect_both_fail({b().let("y", b().shuffle(b().u32(1), b().i32(-1)))},
                   "the lane of the SubgroupShuffle at body[0].region.body[0]");
}

TEST_F(Subgroups, AreRefusedWhereALocalIsNotSettled) {
  expect_refused(
      {b().branch(less(b().lid(), 3), {b().let("p", b().u32(1)), b().let("q", b().u32(2))}),
       b().let("x", b().load("a", b().gid())), out(b().subgroup_add(b().var("x")))},
      "SubgroupAdd", "local 'x'");
}

TEST_F(Subgroups, AreRefusedWhereLanesElsewhereGoOn) {
  expect_refused(
      {b().let("x", b().lid()),
       b().branch(less(b().lid(), 3), {b().let("p", b().u32(1)), b().let("q", b().u32(2)),
                                       out(b().subgroup_add(b().var("x")))}),
       b().assign("x", b().u32(9))},
      "SubgroupAdd", "local 'x'");
}

TEST_F(Subgroups, AreRefusedInLoopsOfDifferentLengths) {
  expect_refused({b().loop("i", b().u32(0), b().lid(), {out(b().ballot(b().lid()))})},
                 "SubgroupBallot", "a bound of the Loop at body[0].region.body[0] depends on");
}

// All lanes come as often, those included that have returned.
TEST_F(Subgroups, StandInLoopsThatABufferBoundsWhichIsOnlyRead) {
  for (const bool some_return : {false, true}) {
    start(kLanes);
    const auto returns = less(b().lid(), some_return ? 5 : 0);
    const auto read = b().shuffle(b().var("x"), b().u32(7));
    expect_same({b().let("x", b().load("a", b().gid())), b().let("sum", b().u32(0)),
                 b().branch(returns, {b().leave()}),
                 b().loop("i", b().u32(0), b().load("a", b().wid()),
                          {b().assign("sum", plus(plus(b().var("sum"), b().var("i")), read))}),
                 out(b().var("sum"))});
  }
}

TEST_F(Subgroups, AreRefusedInLoopsThatABufferBoundsWhichIsWritten) {
  expect_refused(
      {b().loop("i", b().u32(0), b().load("w", b().u32(0)), {out(b().ballot(b().lid()))}),
       b().store("w", b().lid(), b().u32(1))},
      "SubgroupBallot", "depends on a load of 'w', which may differ");
}

TEST_F(Subgroups, AreRefusedInLoopsThatEachLaneReadsABoundFor) {
  expect_refused(
      {b().loop("i", b().u32(0), b().load("a", b().lid()), {out(b().ballot(b().lid()))})},
      "SubgroupBallot", "depends on the local id, which may differ");
}

TEST_F(Subgroups, AreRefusedBehindLoopsOfDifferentLengths) {
  expect_refused(
      {b().loop("i", b().u32(0), b().lid(), {out(b().lid())}), out(b().ballot(b().lid()))},
      "SubgroupBallot", "any number of rounds apart");
}

TEST_F(Subgroups, AreRefusedWhenTheOperandHoldsAnAtomic) {
  const auto ticket = b().atomic(AtomicOp::kAdd, "w", b().u32(0), b().u32(1));
  expect_refused({out(b().subgroup_add(ticket))}, "SubgroupAdd", "atomic");
}

TEST_F(Subgroups, AreRefusedWhenTheStatementWritesWhatTheyLoad) {
  expect_refused({b().store("w", b().lid(), b().subgroup_add(b().load("w", b().lid())))},
                 "SubgroupAdd", "memory that the kernel writes");
}

// A compiler that is slow over accesses would write the loop out.
TEST_F(Subgroups, LoopOverFourLanesAtATimeWhereTheCompilerIsSlow) {
  const auto program = b().finish({out(b().subgroup_add(b().lid()))});
  const auto controls = [&](const Target& target) {
    std::vector<uint32_t> found;
    const auto module = test::value_of(lower_for(*program, target));
    EXPECT_FALSE(module.can_trap);
    for (const Instruction& instruction : instructions_of(module.words)) {
      if (instruction.op == SpvOpLoopMerge) found.push_back(instruction.operands[2]);
    }
    return found;
  };
  Target slow = full_target();
  slow.max_buffer_accesses = 1000;
  slow.max_loop_trips = 65535;
  EXPECT_THAT(controls(slow), ElementsAre(SpvLoopControlDontUnrollMask));
  EXPECT_THAT(controls(full_target()), ElementsAre(SpvLoopControlMaskNone));
}

TEST_F(Subgroups, CountInTheLimitOfWorkgroupMemory) {
  Target target = full_target();
  target.workgroup_memory_bytes = 40 * 8 - 1;
  EXPECT_THAT(lower_for(*b().finish({out(b().ballot(b().lid()))}), target),
              refuses(Code::kUnsupportedFeature, "320 bytes"));
}

}  // namespace
}  // namespace vyre::spirv
