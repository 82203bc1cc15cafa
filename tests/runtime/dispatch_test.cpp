#include "runtime/dispatch/dispatch.h"

#include <gmock/gmock.h>

#include "scripted_runtime.h"
#include "support/counting_semaphore.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;
using test::Build;
using test::Script;

// Every role, declared out of order; written so that it validates.
std::shared_ptr<const ir::Program> mixed(ir::Ordering barrier = ir::Ordering::kSeqCst) {
  Build b(4, {{"out", test::output(6, 16)}, {"io", test::in_out(2, 8)}, {"in", test::input(4, 0)}});
  b.buffer("scratch", test::shared(4));
  return b.finish({b.store("scratch", b.lid(), b.load("in", b.gid())), b.barrier(barrier),
                   b.store("io", b.gid(), b.u32(1)), b.store("out", b.gid(), b.u32(2))});
}

template <typename T>
Binding bind(uint32_t slot, BindKind kind, std::vector<T>& memory) {
  Binding binding;
  binding.slot = slot;
  binding.kind = kind;
  binding.size = memory.size() * sizeof(T);
  auto* bytes = reinterpret_cast<std::byte*>(memory.data());
  if (kind == BindKind::kInput || kind == BindKind::kInOut) binding.input = bytes;
  if (kind == BindKind::kOutput || kind == BindKind::kInOut) binding.output = bytes;
  return binding;
}

class Dispatch : public testing::Test {
 protected:
  std::vector<Binding> bindings() {
    return {bind(6, BindKind::kOutput, out_), bind(4, BindKind::kInput, in_),
            bind(2, BindKind::kInOut, io_)};
  }

  std::shared_ptr<Script> script_ = std::make_shared<Script>();
  std::shared_ptr<Device> backend_ = test::scripted_backend(script_);
  std::vector<uint32_t> in_ = std::vector<uint32_t>(5);
  std::vector<uint32_t> io_ = std::vector<uint32_t>(8);
  std::vector<uint32_t> out_ = std::vector<uint32_t>(16);
};

TEST_F(Dispatch, AProgramWhoseEntryIsNotOfRegionsIsRefusedWhenAPipelineIsMade) {
  test::Build b({{"out", test::output(0, 4)}});
  const auto raw = std::make_shared<const Program>(
      backend_->shared_context(), b.finish_raw({b.store("out", b.gid(), b.u32(1))}));
  const auto pipeline = Pipeline::create(backend_, raw, {});
  ASSERT_THAT(pipeline, test::refuses(Code::kInvalidProgram, "R-REGION"));
  EXPECT_THAT(pipeline.error().text(), testing::HasSubstr("top-level statement is not a region"));
  EXPECT_EQ(script_->workgroup_size, (launch::Axes{0, 0, 0}));  // nothing was compiled
}

TEST_F(Dispatch, HandsTheBackendBuffersInSlotOrder) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  script_->end = PendingState::kReady;
  script_->timing.device_ns = 123;
  const auto report = test::value_of(dispatch(pipeline, bindings(), {}));
  ASSERT_EQ(script_->uses.size(), 4u);  // shared, io, in, out
  EXPECT_EQ(script_->uses[1].size, 32u);
  EXPECT_EQ(script_->uses[1].input.size(), 32u);
  EXPECT_TRUE(script_->uses[1].read_back);
  EXPECT_EQ(script_->uses[2].size, 20u);
  EXPECT_FALSE(script_->uses[2].read_back);
  EXPECT_EQ(script_->uses[3].size, 64u);
  EXPECT_TRUE(script_->uses[3].input.empty());
  EXPECT_EQ(script_->grid, (launch::Axes{4, 1, 1}));
  EXPECT_EQ(report.output_bytes, 96u);
  EXPECT_EQ(report.timing.device_ns, 123u);
  EXPECT_EQ(io_[0], 0x13121110u);   // binding 1 of the plan
  EXPECT_EQ(out_[0], 0x33323130u);  // binding 3
}

// Beside the wait for the end, which looks at the time.
TEST_F(Dispatch, OnlyACallWithoutATimeoutLetsTheDeviceBlock) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  script_->end = PendingState::kReady;
  DispatchOptions limited;
  limited.timeout = std::chrono::hours(1);
  EXPECT_TRUE(dispatch(pipeline, bindings(), {}).ok());
  EXPECT_TRUE(script_->blocking);
  EXPECT_TRUE(dispatch(pipeline, bindings(), limited).ok());
  EXPECT_FALSE(script_->blocking);
  EXPECT_TRUE(dispatch(pipeline, bindings(), {}).ok());
  EXPECT_TRUE(dispatch_async(pipeline, bindings(), {}).ok());
  EXPECT_FALSE(script_->blocking);
}

TEST_F(Dispatch, RefusesGridBarriersOfSeveralWorkgroupsByName) {
  const auto pipeline = test::pipeline_of(backend_, mixed(ir::Ordering::kGridSync));
  script_->end = PendingState::kReady;
  const auto refused = dispatch(pipeline, bindings(), {});
  ASSERT_THAT(refused, test::refuses(Code::kUnsupportedFeature, "grid barrier"));
  EXPECT_THAT(refused.error().text(), HasSubstr("[4, 1, 1]"));
  EXPECT_THAT(refused.error().text(), HasSubstr("'scripted'"));
  DispatchOptions one;
  one.grid = launch::Axes{1, 1, 1};
  EXPECT_TRUE(dispatch(pipeline, bindings(), one).ok());
}

TEST_F(Dispatch, RunsGridBarriersWhereTheBackendHasThem) {
  profile::DeviceProfile profile = test::roomy_profile();
  profile.grid_barrier = true;
  const auto backend = test::scripted_backend(script_, {}, profile);
  const auto pipeline = test::pipeline_of(backend, mixed(ir::Ordering::kGridSync));
  script_->end = PendingState::kReady;
  EXPECT_TRUE(dispatch(pipeline, bindings(), {}).ok());
}

TEST_F(Dispatch, WritesNothingWhenTheWorkFails) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  script_->failure = fail(Code::kDispatchFailed, "trapped. Fix: do not");
  script_->end = PendingState::kFailed;
  const auto failed = dispatch(pipeline, bindings(), {});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().text(), "trapped. Fix: do not");
  EXPECT_EQ(out_[0], 0u);
}

TEST_F(Dispatch, PassesARefusedSubmissionOn) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  script_->refusal = fail(Code::kDeviceLost, "gone. Fix: acquire again");
  EXPECT_EQ(dispatch(pipeline, bindings(), {}).error().code(), Code::kDeviceLost);
  EXPECT_EQ(dispatch_async(pipeline, bindings(), {}).error().code(), Code::kDeviceLost);
}

// Whatever a later pass or the comparison before it fails with, some of the dispatch has run.
TEST_F(Dispatch, ThatFailsAfterAPassMovesItsPoints) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  script_->end = PendingState::kReady;
  for (const Code code : {Code::kOutOfHostMemory, Code::kDeviceLost}) {
    for (const size_t accepted : {size_t{0}, size_t{1}, size_t{2}}) {
      const auto moved = std::make_shared<test::CountingSemaphore>();
      DispatchOptions options;
      options.to_fixpoint = true;
      options.iterations = 3;
      options.points.signals = {{moved, 1}};
      script_->labels.clear();
      script_->accepted = accepted;
      script_->refusal = fail(code, "no room. Fix: free some");
      EXPECT_THAT(dispatch(pipeline, bindings(), options), test::refuses(code, "no room"));
      EXPECT_EQ(script_->labels.size(), accepted);
      const bool is_moved = accepted > 0 && code != Code::kDeviceLost;
      EXPECT_EQ(moved->value(), is_moved ? 1u : 0u) << accepted;
    }
  }
}

TEST_F(Dispatch, StopsWaitingAtItsDeadline) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  DispatchOptions options;
  options.timeout = std::chrono::milliseconds(2);
  options.label = "slow";
  const auto late = dispatch(pipeline, bindings(), options);
  ASSERT_THAT(late, test::refuses(Code::kTimedOut, "'slow' has not ended within 2 ms"));
}

TEST_F(Dispatch, ChecksRoomBeforeItSubmits) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  std::vector<Binding> tight = bindings();
  tight[0].size = 60;
  EXPECT_EQ(dispatch(pipeline, tight, {}).error().code(), Code::kOutputTooSmall);
  EXPECT_TRUE(script_->uses.empty());
}

TEST_F(Dispatch, BindsResidentRangesWithTheirOffset) {
  const auto pipeline = test::pipeline_of(backend_, mixed());
  auto buffer = Buffer::create(backend_, 256).take();
  std::vector<Binding> resident = bindings();
  resident[0] = {};
  resident[0].slot = 6;
  resident[0].kind = BindKind::kBuffer;
  resident[0].buffer = buffer.get();
  resident[0].offset = 128;
  resident[0].size = 64;
  script_->end = PendingState::kReady;
  EXPECT_TRUE(dispatch(pipeline, resident, {}).ok());
  EXPECT_EQ(script_->uses[3].offset, 128u);
  EXPECT_EQ(script_->uses[3].size, 64u);
  EXPECT_NE(script_->uses[3].memory, nullptr);
  EXPECT_FALSE(script_->uses[3].read_back);
}

TEST_F(Dispatch, CompilesForTheCallersWorkgroup) {
  Build b(64, {{"out", test::output(0, 100)}});
  const auto ir = b.finish({b.store("out", b.gid(), b.u32(2))});
  auto context = Context::create({});
  auto program = std::make_shared<const Program>(context, ir);
  PipelineOptions options;
  options.workgroup_size = launch::Axes{10, 1, 1};
  const auto pipeline = Pipeline::create(backend_, program, options).take();
  EXPECT_EQ(script_->workgroup_size, (launch::Axes{10, 1, 1}));
  script_->end = PendingState::kReady;
  std::vector<uint32_t> out(100);
  const std::vector<Binding> bound = {bind(0, BindKind::kOutput, out)};
  EXPECT_EQ(dispatch(pipeline, bound, {}).value().grid, (launch::Axes{10, 1, 1}));
}

TEST_F(Dispatch, NamesThePipelineInItsErrors) {
  auto context = Context::create({});
  auto program = std::make_shared<const Program>(context, mixed());
  PipelineOptions options;
  options.label = "histogram";
  const auto pipeline = Pipeline::create(backend_, program, options).take();
  EXPECT_THAT(dispatch(pipeline, {}, {}).error().text(), HasSubstr("in 'histogram'"));
}

}  // namespace
}  // namespace vyre::runtime
