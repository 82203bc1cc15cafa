#include "oracle.h"

namespace vyre::reference {
namespace {

TEST(Failures, NameStatementOperatorAndValues) {
  Build b({{"out", output(0, 1, DataType::kI32)}});
  const auto program =
      b.finish({b.branch(b.boolean(true), {b.store("out", b.u32(0), b.div(b.i32(7), b.i32(0)))})});
  EXPECT_THAT(Oracle().failure(program),
              AllOf(HasSubstr("body[0].region.body[0].if.then[0]: div of I32 7, I32 0"),
                    HasSubstr("in invocation (0, 0, 0)")));
}

TEST(Failures, NameTheInvocation) {
  Build b(4, {{"out", output(0, 1)}});
  const auto program =
      b.finish({b.branch(b.equal(b.gid(), b.u32(6)), {b.let("x", b.div(b.i32(1), b.i32(0)))})});
  EXPECT_THAT(Oracle().failure(program, {}, {2, 1, 1}), HasSubstr("in invocation (6, 0, 0)"));
}

TEST(Failures, OfTrapsCarryAddressAndTag) {
  Build b({{"out", output(0, 1)}});
  ir::Node trap{.kind = ir::NodeKind::kTrap, .tag = b.assembler().name("bad header")};
  trap.exprs[0] = b.u32(42);
  const auto program = b.finish({b.assembler().add(trap)});
  EXPECT_THAT(Oracle().failure(program), AllOf(HasSubstr("U32 42"), HasSubstr("'bad header'")));
}

TEST(Failures, StopAnUnusableIndex) {
  Build b({{"in", input(0, 1)}, {"out", output(1, 1)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.load("in", b.i32(-1)))});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("load of buffer 'in' of I32 -1: the index"));
}

TEST(Failures, OfNamesComeOnlyWhenReached) {
  Build b({{"out", output(0, 1)}});
  const auto program = b.finish({b.branch(b.boolean(false), {b.assign("nobody", b.u32(1))}),
                                 b.store("out", b.u32(0), b.u32(3))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(3));
  Build reached({{"out", output(0, 1)}});
  const auto failing = reached.finish({reached.assign("nobody", reached.u32(1))});
  EXPECT_THAT(Oracle().failure(failing), HasSubstr("('nobody')"));
}

TEST(Failures, OfExtensionsAndOtherRanksComeOnlyWhenReached) {
  const auto program = [](bool reached) {
    Build b({{"out", output(0, 1)}});
    ir::Node gather{.kind = ir::NodeKind::kAllReduce, .op = 1, .name = b.assembler().name("out")};
    gather.number = 7;
    ir::Node opaque{.kind = ir::NodeKind::kOpaque, .name = b.assembler().name("vendor.wait")};
    return b.finish(
        {b.branch(b.boolean(reached), {b.let("x", b.opaque("vyre.literal.u64", {}))}),
         b.branch(b.boolean(false), {b.assembler().add(gather), b.assembler().add(opaque)}),
         b.store("out", b.u32(0), b.u32(3))});
  };
  EXPECT_THAT(Oracle().words(program(false), 0), ElementsAre(3));
  EXPECT_THAT(Oracle().failure(program(true)),
              AllOf(HasSubstr("('vyre.literal.u64')"), HasSubstr("extension")));
}

TEST(Failures, OfOtherRanksNameTheBuffer) {
  Build b({{"out", output(0, 1)}});
  ir::Node broadcast{.kind = ir::NodeKind::kBroadcast, .name = b.assembler().name("out")};
  broadcast.root = 2;
  EXPECT_THAT(Oracle().failure(b.finish({b.assembler().add(broadcast)})),
              AllOf(HasSubstr("other ranks"), HasSubstr("('out')")));
}

TEST(Failures, OfANameAfterItsScope) {
  Build b({{"out", output(0, 1)}});
  const auto program =
      b.finish({b.block({b.let("x", b.u32(1))}), b.store("out", b.u32(0), b.var("x"))});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("not bound here ('x')"));
}

TEST(Failures, OfALoopVariableThatIsAssigned) {
  Build b({{"out", output(0, 1)}});
  const auto program = b.finish({b.loop("i", b.u32(0), b.u32(1), {b.assign("i", b.u32(1))})});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("loop variable ('i')"));
}

TEST(Loops, RunFromTheFirstToBeforeTheLast) {
  Build b({{"out", output(0, 2)}});
  const auto program =
      b.finish({b.let("sum", b.u32(0)),
                b.loop("i", b.u32(3), b.u32(6), {b.assign("sum", b.add(b.var("sum"), b.var("i")))}),
                b.loop("i", b.u32(6), b.u32(3), {b.assign("sum", b.u32(0))}),
                b.store("out", b.u32(0), b.var("sum"))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(12, 0));
}

TEST(Loops, ReachTheHighestBound) {
  Build b({{"out", output(0, 1)}});
  const auto program = b.finish(
      {b.loop("i", b.u32(0xFFFFFFFE), b.u32(0xFFFFFFFF), {b.store("out", b.u32(0), b.var("i"))})});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(0xFFFFFFFE));
}

TEST(Assignments, ReachTheLocalOutsideAScope) {
  Build b({{"out", output(0, 1)}});
  const auto program = b.finish({b.let("x", b.u32(1)), b.region("r", {b.assign("x", b.u32(2))}),
                                 b.assign("x", b.var("x")), b.store("out", b.u32(0), b.var("x"))});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(2));
}

TEST(Selects, EvaluateBothValues) {
  Build b({{"out", output(0, 1)}, {"n", in_out(1, 1)}});
  const auto ticket = b.atomic(AtomicOp::kAdd, "n", b.u32(0), b.u32(1));
  const auto program =
      b.finish({b.store("out", b.u32(0), b.select(b.boolean(true), b.u32(5), ticket))});
  EXPECT_THAT(Oracle().words(program, 1), ElementsAre(1));
}

struct Refusal {
  const char* name;
  ProgramPtr (*make)(Build&);
  const char* text;
};

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, ComeAtCompilationAndByName) {
  Build b({{"out", output(0, 1)}});
  const auto executable = Oracle().compile(GetParam().make(b));
  ASSERT_FALSE(executable.ok());
  EXPECT_EQ(executable.error().code(), Code::kUnsupportedFeature);
  EXPECT_THAT(executable.error().text(), AllOf(HasSubstr(GetParam().text), HasSubstr("Fix: ")));
}

INSTANTIATE_TEST_SUITE_P(
    All, Refusals,
    testing::Values(Refusal{"call",
                            [](Build& b) { return b.finish({b.let("x", b.call("math.abs", {}))}); },
                            "call of 'math.abs'"},
                    Refusal{"workgroup",
                            [](Build& b) { return b.workgroup(1u << 16, 2).finish({b.leave()}); },
                            "workgroup size [65536, 2, 1]"}),
    [](const auto& refusal) { return std::string(refusal.param.name); });

TEST(Subgroups, TakeAllLanesAsTheyWereAtTheStartOfTheRound) {
  Build b(4, {{"out", output(0, 4)}});
  const auto program = b.finish(
      {b.let("x", b.add(b.lid(), b.u32(1))),
       b.branch(b.less(b.lid(), b.u32(2)), {b.store("out", b.lid(), b.subgroup_add(b.var("x")))})});
  EXPECT_THAT(Oracle().words(program, 0), ElementsAre(10, 10, 0, 0));
}

TEST(Subgroups, FailWhenALaneLacksTheName) {
  Build b(2, {{"out", output(0, 2)}});
  const auto program = b.finish(
      {b.branch(b.equal(b.lid(), b.u32(0)),
                {b.let("x", b.u32(1)), b.store("out", b.lid(), b.subgroup_add(b.var("x")))})});
  EXPECT_THAT(Oracle().failure(program), HasSubstr("not bound here ('x')"));
}

TEST(Subgroups, BallotSetsABitPerLane) {
  Build b(40, {{"out", output(0, 40)}});
  const auto odd = b.equal(b.mod(b.lid(), b.u32(2)), b.u32(1));
  const auto program = b.finish({b.store("out", b.lid(), b.ballot(odd))});
  const Words words = Oracle().words(program, 0);
  EXPECT_EQ(words[0], 0xAAAAAAAAu);
  EXPECT_EQ(words[39], 0xAAu);
}

}  // namespace
}  // namespace vyre::reference
