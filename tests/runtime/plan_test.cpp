#include "runtime/dispatch/plan.h"

#include "scripted_runtime.h"

namespace vyre::runtime {
namespace {

using test::Build;

std::shared_ptr<Device> device_that(bool cuts) {
  const auto raw = std::make_shared<test::ScriptedDevice>("scripted");
  raw->can.runs_segments = cuts;
  return std::make_shared<Device>(Context::create({}), raw);
}

// Stores, waits for all workgroups where |barrier| says so, and stores again.
std::shared_ptr<const ir::Program> waits(ir::Ordering barrier) {
  Build b(4, {{"in", test::input(1, 0)}, {"io", test::in_out(2, 8)}, {"out", test::output(3, 16)}});
  ir::Buffer rest = test::in_out(4, 0);
  rest.access = ir::Access::kWriteOnly;
  b.buffer("rest", rest);
  return b.finish({b.store("io", b.gid(), b.load("in", b.gid())), b.barrier(barrier),
                   b.store("out", b.gid(), b.load("io", b.u32(0))),
                   b.store("rest", b.gid(), b.u32(1))});
}

Binding input(uint64_t size, const std::byte* bytes = nullptr) {
  return {.slot = 1, .kind = BindKind::kInput, .input = bytes, .size = size};
}

TEST(DispatchPlan, HasTheOutputsAndTheGridWithoutHostMemory) {
  const auto pipeline = test::pipeline_of(device_that(true), waits(ir::Ordering::kSeqCst));
  const Binding bindings[] = {input(12)};
  const DispatchPlan plan = test::value_of(plan_dispatch(*pipeline, bindings, {}));
  EXPECT_EQ(plan.grid, (launch::Axes{4, 1, 1}));
  EXPECT_EQ(plan.workgroup_size, (launch::Axes{4, 1, 1}));
  ASSERT_EQ(plan.outputs.size(), 3u);
  EXPECT_EQ(plan.outputs[0].bytes, 32u);
  EXPECT_EQ(plan.outputs[1].bytes, 64u);
  EXPECT_EQ(plan.outputs[2].bytes, 0u);  // its size is known when it is bound
  EXPECT_FALSE(plan.cut);
  EXPECT_FALSE(plan.refusal);
}

TEST(DispatchPlan, TellsTheCutOfAProgramWithGridBarriers) {
  const auto pipeline = test::pipeline_of(device_that(true), waits(ir::Ordering::kGridSync));
  const DispatchPlan plan = test::value_of(plan_dispatch(*pipeline, {}, {}));
  ASSERT_TRUE(plan.cut);
  EXPECT_EQ(plan.cut->plan.segments.size(), 2u);
  EXPECT_THAT(plan.cut->text, HasSubstr("2 segments"));
  EXPECT_FALSE(plan.refusal);
}

TEST(DispatchPlan, SaysWhyThereIsNoCut) {
  const auto pipeline = test::pipeline_of(device_that(false), waits(ir::Ordering::kGridSync));
  const DispatchPlan plan = test::value_of(plan_dispatch(*pipeline, {}, {}));
  EXPECT_FALSE(plan.cut);
  ASSERT_TRUE(plan.refusal);
  EXPECT_EQ(plan.refusal->code, Code::kUnsupportedFeature);
  EXPECT_THAT(plan.refusal->text, HasSubstr("has a grid barrier at which it is not to wait"));
}

TEST(DispatchPlan, RefusesABindingThatNoParameterHas) {
  const auto pipeline = test::pipeline_of(device_that(true), waits(ir::Ordering::kSeqCst));
  const Binding bindings[] = {{.slot = 99, .kind = BindKind::kZeros, .size = 4}};
  EXPECT_THAT(plan_dispatch(*pipeline, bindings, {}), test::refuses(Code::kNotFound, "99"));
}

}  // namespace
}  // namespace vyre::runtime
