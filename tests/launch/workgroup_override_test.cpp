#include "launch/geometry.h"
#include "launch/program_facts.h"
#include "launch/unlimited.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::launch {
namespace {

using test::Build;

constexpr Axes kWanted = {128, 1, 1};

// What |body| reports as the observer of another workgroup size.
std::string_view observer(Build& build, ir::ExprId value) {
  build.workgroup(64);
  return workgroup_size_observer(*build.finish({build.let("x", value)}), kWanted);
}

TEST(WorkgroupOverride, AProgramThatReadsOnlyInvocationIdsCannotTell) {
  Build build;
  EXPECT_EQ(observer(build, build.gid()), "");
}

TEST(WorkgroupOverride, IdsAndSubgroupOperationsTell) {
  Build local, workgroup, sum, size, call;
  EXPECT_EQ(observer(local, local.lid()), "local ids");
  EXPECT_EQ(observer(workgroup, workgroup.wid()), "workgroup ids");
  EXPECT_EQ(observer(sum, sum.subgroup_add(sum.u32(1))), "subgroup operations");
  EXPECT_EQ(observer(size, size.subgroup_size()), "subgroup operations");
  EXPECT_EQ(observer(call, call.call("math::subgroup_sum", {})), "subgroup operations");
}

TEST(WorkgroupOverride, BarriersTell) {
  for (const ir::Ordering ordering : {ir::Ordering::kSeqCst, ir::Ordering::kGridSync}) {
    Build build(64);
    EXPECT_EQ(workgroup_size_observer(*build.finish({build.barrier(ordering)}), kWanted),
              "barriers");
  }
}

TEST(WorkgroupOverride, WhatNeedsAllInvocationsOfAWorkgroup) {
  Build plain(64), memory(64), barrier(64), sum(64);
  const auto ids = {plain.let("x", plain.lid()), plain.let("y", plain.wid())};
  EXPECT_EQ(whole_workgroup_user(*plain.finish(ids)), "");
  memory.buffer("tile", test::shared(64));
  EXPECT_EQ(whole_workgroup_user(*memory.finish({})), "workgroup memory");
  EXPECT_EQ(whole_workgroup_user(*barrier.finish({barrier.barrier(ir::Ordering::kGridSync)})),
            "barriers");
  EXPECT_EQ(whole_workgroup_user(*sum.finish({sum.let("x", sum.subgroup_add(sum.u32(1)))})),
            "subgroup operations");
}

TEST(WorkgroupOverride, WorkgroupMemoryKeepsItsShape) {
  Build build(64);
  build.buffer("tile", test::shared(64));
  const auto program = build.finish({});
  const auto size = effective_workgroup_size(*program, program->workgroup_size, kWanted);
  ASSERT_FALSE(size.ok());
  EXPECT_EQ(size.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(size.error().text(),
              HasSubstr("[128, 1, 1] cannot replace the program's [64, 1, 1]"));
  EXPECT_THAT(size.error().text(), HasSubstr("workgroup memory"));
  EXPECT_EQ(effective_workgroup_size(*program, program->workgroup_size, Axes{64, 1, 1}).value(),
            (Axes{64, 1, 1}))
      << "the size it already has is no override";
}

TEST(WorkgroupOverride, InvocationIdsTellWhenTheDimensionsChange) {
  Build build(64);
  const auto program = build.finish({build.let("x", build.gid())});
  EXPECT_THAT(std::string(workgroup_size_observer(*program, {8, 8, 1})),
              HasSubstr("invocation ids"));
  EXPECT_EQ(workgroup_size_observer(*program, {32, 1, 1}), "");
}

TEST(WorkgroupOverride, ASpecializedSizeTakesThePlaceOfTheDeclaredOne) {
  Build build(64);
  build.buffer("out", test::output(0, 256));
  const auto program = build.finish({build.store("out", build.gid(), build.lid())});
  const Axes own = {16, 1, 1};
  EXPECT_EQ(effective_workgroup_size(*program, own, std::nullopt).value(), own);
  EXPECT_EQ(effective_workgroup_size(*program, own, own).value(), own);
  const auto other = effective_workgroup_size(*program, own, Axes{64, 1, 1});
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().text(),
              HasSubstr("[64, 1, 1] cannot replace the program's [16, 1, 1]"));
}

TEST(WorkgroupOverride, ADecidedSizeIsNotAskedAboutAgain) {
  Build build(64);
  build.buffer("out", test::output(0, 256));
  const auto program = build.finish({build.store("out", build.gid(), build.lid())});
  const BindingPlan plan = BindingPlan::create(*program).take();
  const Axes decided = {16, 1, 1};
  EXPECT_FALSE(effective_workgroup_size(*program, program->workgroup_size, decided).ok());
  Launch launch;
  EXPECT_TRUE(plan_launch(*program, plan, {{1024}}, decided, {}, unlimited(), launch).ok());
  EXPECT_EQ(launch.workgroup_size, (Axes{16, 1, 1}));
  EXPECT_EQ(launch.grid, (Axes{16, 1, 1}));
}

TEST(WorkgroupOverride, ZeroAxesAreRefused) {
  Build build(64);
  const auto size = effective_workgroup_size(*build.finish({}), Axes{64, 1, 1}, Axes{0, 1, 1});
  ASSERT_FALSE(size.ok());
  EXPECT_THAT(size.error().text(), HasSubstr("zero axis"));
}

}  // namespace
}  // namespace vyre::launch
