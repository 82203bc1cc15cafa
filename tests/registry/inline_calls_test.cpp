#include <gmock/gmock.h>

#include "ir/json/write.h"
#include "ir/validate/validate.h"
#include "registry/ops/called_ops.h"
#include "support/ops.h"
#include "support/refuses.h"

namespace vyre::registry {
namespace {

using ir::BinOp;
using ir::DataType;
using test::Build;
using test::composed;
using test::Composition;

OpDef twice() {
  return composed("test.twice", 1, DataType::kU32, [](Composition& b) -> Build::Nodes {
    return {b.result(b.binary(BinOp::kMul, b.arg("a"), b.u32(2)))};
  });
}

// Starts at nothing and stores in a branch, so that its result needs a variable.
OpDef clamped() {
  return composed("test.clamped", 1, DataType::kU32, [](Composition& b) -> Build::Nodes {
    return {b.let("x", b.arg("a")),
            b.branch(b.binary(BinOp::kLt, b.var("x"), b.u32(10)), {b.result(b.var("x"))})};
  });
}

Build kernel() {
  Build b({{"in", test::input(0, 0)}, {"sum", test::in_out(1, 0)}, {"out", test::output(2, 8)}});
  return b;
}

TEST(InlineCalls, AProgramWithoutThemComesBackAsItIs) {
  Build b = kernel();
  const auto program = b.finish({b.store("out", b.gid(), b.call("test.other", {}))});
  EXPECT_EQ(test::inlined(program, test::frozen({twice()})), program);
}

TEST(InlineCalls, AnArgumentAndAResultAreBoundBeforeTheStatement) {
  Build b = kernel();
  const auto program = b.finish({b.store("out", b.gid(), b.call("test.twice", {b.gid()}))});
  const auto expanded = test::inlined(program, test::frozen({twice()}));
  const auto root = expanded->nodes[expanded->list(expanded->entry)[0]];
  const auto body = expanded->list(root.body);
  ASSERT_EQ(body.size(), 3u);
  EXPECT_EQ(expanded->nodes[body[0]].kind, ir::NodeKind::kLet);
  EXPECT_EQ(expanded->nodes[body[1]].kind, ir::NodeKind::kLet);
  EXPECT_EQ(expanded->nodes[body[2]].kind, ir::NodeKind::kStore);
  EXPECT_FALSE(calls_ops(*expanded));
}

TEST(InlineCalls, ResultsStoredInABranchBeginAtZero) {
  Build b = kernel();
  const auto program = b.finish({b.store("out", b.gid(), b.call("test.clamped", {b.gid()}))});
  const auto expanded = test::inlined(program, test::frozen({clamped()}));
  EXPECT_TRUE(ir::find_violations(*expanded).valid());
  EXPECT_THAT(ir::write_json(*expanded), HasSubstr("\"assign\""));
}

TEST(InlineCalls, NothingMovesOverAnAtomic) {
  Build b = kernel();
  const auto atomic = [&] { return b.atomic(ir::AtomicOp::kAdd, "sum", b.u32(0), b.u32(1)); };
  const auto sum = b.binary(BinOp::kAdd, b.binary(BinOp::kAdd, b.load("in", b.u32(0)), atomic()),
                            b.call("test.twice", {atomic()}));
  const auto expanded =
      test::inlined(b.finish({b.store("out", atomic(), sum)}), test::frozen({twice()}));
  const auto body = expanded->list(expanded->nodes[expanded->list(expanded->entry)[0]].body);
  // index, load, first atomic, argument with the second atomic, result, store.
  ASSERT_EQ(body.size(), 6u);
  const auto value_kind = [&](size_t i) {
    return expanded->exprs[expanded->nodes[body[i]].exprs[0]].kind;
  };
  EXPECT_EQ(value_kind(0), ir::ExprKind::kAtomic);
  EXPECT_EQ(value_kind(1), ir::ExprKind::kLoad);
  EXPECT_EQ(value_kind(2), ir::ExprKind::kAtomic);
  EXPECT_EQ(value_kind(3), ir::ExprKind::kCast);
  EXPECT_EQ(expanded->nodes[body[5]].kind, ir::NodeKind::kStore);
}

TEST(InlineCalls, LocalsOfTwoCallsAndOfTheCallerDoNotMeet) {
  Build b = kernel();
  const auto program =
      b.finish({b.let("x", b.u32(1)), b.let("%0", b.u32(2)),
                b.let("y", b.call("test.clamped", {b.call("test.clamped", {b.var("x")})})),
                b.store("out", b.gid(), b.binary(BinOp::kAdd, b.var("%0"), b.var("y")))});
  EXPECT_TRUE(ir::find_violations(*test::inlined(program, test::frozen({clamped()}))).valid());
}

TEST(InlineCalls, CallsOfOtherOpsStay) {
  Build b = kernel();
  OpDef host = test::op_def("test.host", {"u32"}, {"u32"});
  const auto program =
      b.finish({b.store("out", b.gid(), b.call("test.host", {b.call("test.twice", {b.gid()})}))});
  std::vector<OpDef> ops;
  ops.push_back(twice());
  ops.push_back(std::move(host));
  const auto expanded = test::inlined(program, test::frozen(std::move(ops)));
  EXPECT_TRUE(calls_ops(*expanded));
  EXPECT_THAT(ir::write_json(*expanded), Not(HasSubstr("test.twice")));
}

TEST(InlineCalls, CallsThatAreLeftToTheDeviceStay) {
  Build b = kernel();
  const auto program = b.finish(
      {b.store("out", b.gid(), b.call("test.twice", {b.call("test.clamped", {b.gid()})}))});
  std::vector<OpDef> ops;
  ops.push_back(twice());
  ops.push_back(clamped());
  const auto snapshot = test::frozen(std::move(ops));
  const std::vector<std::string> left = {"test.twice"};
  const auto expanded =
      test::value_of(inline_calls(program, {*snapshot, left}, std::pmr::get_default_resource()));
  EXPECT_THAT(ir::write_json(*expanded), HasSubstr("test.twice"));
  EXPECT_THAT(ir::write_json(*expanded), Not(HasSubstr("test.clamped")));
}

Status failure(std::shared_ptr<const ir::Program> program, const test::Snapshots& snapshot) {
  return inline_calls(std::move(program), {*snapshot}, std::pmr::get_default_resource()).status();
}

TEST(InlineCalls, RefusesGrowthBeyondTheLimitByName) {
  std::vector<OpDef> ops;
  ops.push_back(twice());
  for (uint32_t i = 0; i < 24; ++i) {
    const std::string callee = i == 0 ? "test.twice" : concat("test.", i - 1);
    ops.push_back(
        composed(concat("test.", i), 1, DataType::kU32, [&](Composition& b) -> Build::Nodes {
          const auto left = b.call(callee, {b.arg("a")});
          const auto right = b.call(callee, {b.arg("a")});
          return {b.result(b.binary(BinOp::kAdd, left, right))};
        }));
  }
  Build b = kernel();
  const Status refused = failure(b.finish({b.store("out", b.gid(), b.call("test.23", {b.gid()}))}),
                                 test::frozen(std::move(ops)));
  ASSERT_THAT(refused,
              vyre::test::refuses(Code::kInvalidProgram, "1048576 statements and expressions"));
  EXPECT_THAT(refused.text(), HasSubstr("'test.23'"));
}

TEST(InlineCalls, RefusesACallInsideASubgroupOperation) {
  Build b = kernel();
  const auto value = b.subgroup_add(b.call("test.twice", {b.gid()}));
  const Status refused =
      failure(b.finish({b.store("out", b.gid(), value)}), test::frozen({twice()}));
  ASSERT_THAT(refused, vyre::test::refuses(Code::kUnsupportedFeature,
                                           "'test.twice' is called inside the operand"));
}

TEST(CalledOps, AreTheSameWhileTheirObjectsAre) {
  Build b = kernel();
  const auto program = b.finish({b.store("out", b.gid(), b.call("test.twice", {b.gid()}))});
  const auto first = test::frozen({twice()});
  Builder builder;
  builder.add(*first);
  builder.add(clamped());
  const auto grown = builder.freeze().take();
  EXPECT_TRUE(*CalledOps::of(*program, *first) == *CalledOps::of(*program, *grown));
  EXPECT_FALSE(*CalledOps::of(*program, *first) ==
               *CalledOps::of(*program, *test::frozen({twice()})));
}

TEST(CalledOps, DoNotKeepTheSnapshot) {
  Build b = kernel();
  const auto program = b.finish({b.store("out", b.gid(), b.call("test.twice", {b.gid()}))});
  auto snapshot = test::frozen({twice()});
  const std::weak_ptr<const Snapshot> gone = snapshot;
  const auto called = CalledOps::of(*program, *snapshot);
  snapshot = nullptr;
  EXPECT_TRUE(gone.expired());
  EXPECT_EQ(called->signature("test.twice")->inputs.size(), 1u);
}

}  // namespace
}  // namespace vyre::registry
