#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>

#include "backend/sequence.h"
#include "vulkan/backend/transfer.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

// Every test runs twice: with memory that host and device share, and with staging copies.
class Dispatches : public OnDevice, public ::testing::WithParamInterface<bool> {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (instance_ == nullptr) return;
    options_.force_staging = GetParam();
    backend_ = open(options_);
    step_ = must_compile(*backend_, step_program());
    xor_ = must_compile(*backend_, xor_program());
  }

  // What is submitted from now on begins when the gate has the value 1.
  std::shared_ptr<backend::Semaphore> shut_gate() {
    auto gate = test::value_of(backend_->create_semaphore());
    const backend::SyncPoint opened[] = {{gate, 1}};
    EXPECT_TRUE(backend_->queue().submit(VK_NULL_HANDLE, nullptr, {opened}).ok());
    return gate;
  }

  DeviceOptions options_;
  std::shared_ptr<VulkanDevice> backend_;
  Compiled step_, xor_;
};

INSTANTIATE_TEST_SUITE_P(Vulkan, Dispatches, ::testing::Bool(), [](const auto& test) {
  return std::string(test.param ? "Staged" : "Shared");
});

Words xored(const Words& a, const Words& b) {
  Words result(a.size());
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), std::bit_xor<>());
  return result;
}

TEST_P(Dispatches, HostBytesGoInAndResultsComeOut) {
  const Words a = counted(1000, 3), b = counted(1000, 77);
  auto pending =
      test::value_of(run(*backend_, xor_, {16, 1, 1}, {input_of(a), input_of(b), output_of(1000)}));
  EXPECT_EQ(words_of(*pending, 2, 1000), xored(a, b));
}

TEST_P(Dispatches, RepeatsAndChangesOfShapeGiveTheirOwnResults) {
  for (const size_t count : {256u, 256u, 100u, 5000u, 256u, 256u}) {
    const Words a = counted(count, static_cast<uint32_t>(count)), b = counted(count, 1);
    const auto groups = static_cast<uint32_t>((count + 63) / 64);
    auto pending = test::value_of(
        run(*backend_, xor_, {groups, 1, 1}, {input_of(a), input_of(b), output_of(count)}));
    EXPECT_EQ(words_of(*pending, 2, count), xored(a, b));
  }
}

TEST_P(Dispatches, SizesAreToldAgainWhenTheirMemoryHasGone) {
  const Words a = counted(256, 3), b = counted(256, 77);
  const auto check = [&] {
    const auto pending =
        test::value_of(run(*backend_, xor_, {4, 1, 1}, {input_of(a), input_of(b), output_of(256)}));
    EXPECT_EQ(words_of(*pending, 2, 256), xored(a, b));
  };
  check();
  backend_->reclaim_memory();
  backend::BufferUse taken = input_of(a);  // what is now where the sizes were
  taken.read_back = true;
  const auto holder = test::value_of(run(*backend_, step_, {4, 1, 1}, {taken}));
  check();
}

TEST_P(Dispatches, StepsThatLackDifferentBuffersAreDifferent) {
  const Words words = counted(256, 5);
  const auto data = must_allocate(*backend_, 1024), out = must_allocate(*backend_, 1024);
  ASSERT_TRUE(backend_->write(*data, 0, std::as_bytes(std::span(words))).ok());
  const auto sequence = test::value_of(backend_->create_sequence({}));
  const std::vector<backend::BufferUse> each[] = {{{}, owned_of(data), owned_of(out)},
                                                  {owned_of(data), {}, owned_of(out)}};
  for (const auto& uses : each) {
    const backend::Dispatch dispatch{{&xor_.executable, 1}, {4, 1, 1}, uses};
    backend::Step step;
    step.dispatch = &dispatch;
    ASSERT_TRUE(sequence->add(step).ok());
  }
  const uint64_t number = test::value_of(sequence->submit());
  EXPECT_TRUE(test::value_of(sequence->wait(number, backend::Deadline::max())));
  EXPECT_EQ(words_of(*backend_, *out), words);
}

TEST_P(Dispatches, OutputsStartZeroedEachTime) {
  const Words a = counted(2000, 1), zeroes(2000, 0);
  ASSERT_TRUE(
      run(*backend_, xor_, {32, 1, 1}, {input_of(a), input_of(zeroes), output_of(2000)}).ok());
  // One workgroup of 64 writes; the rest must not be what the dispatch before left.
  auto pending =
      test::value_of(run(*backend_, xor_, {1, 1, 1}, {input_of(a), input_of(a), output_of(2000)}));
  EXPECT_THAT(words_of(*pending, 2, 2000), Each(0u));
}

TEST_P(Dispatches, ResidentMemoryKeepsItsBytesBetweenDispatches) {
  const auto memory = must_allocate(*backend_, 64 * sizeof(uint32_t));
  EXPECT_THAT(words_of(*backend_, *memory), Each(0u));
  const Words start = counted(64, 5);
  ASSERT_TRUE(backend_->write(*memory, 0, std::as_bytes(std::span(start))).ok());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(run(*backend_, step_, {1, 1, 1}, {owned_of(memory)}).ok());
  }
  Words expected = start;
  for (int i = 0; i < 3; ++i) {
    for (uint32_t& word : expected) word = word * 3 + 1;
  }
  EXPECT_EQ(words_of(*backend_, *memory), expected);
}

TEST_P(Dispatches, WorkSubmittedLaterSeesEarlierWritesWithoutAWait) {
  const auto memory = must_allocate(*backend_, 1 << 16);
  std::vector<std::unique_ptr<backend::DeviceWork>> pending;
  const std::vector<backend::BufferUse> uses = {owned_of(memory)};
  uint32_t expected = 0;
  for (int i = 0; i < 20; ++i) {
    auto submitted = test::value_of(backend_->submit({{&step_.executable, 1}, {256, 1, 1}, uses}));
    pending.push_back(std::move(submitted));
    expected = expected * 3 + 1;
  }
  EXPECT_THAT(words_of(*backend_, *memory), Each(expected));
}

TEST_P(Dispatches, ResidentMemoryCanBeReadBackWithTheDispatch) {
  const auto memory = must_allocate(*backend_, 64 * sizeof(uint32_t));
  backend::BufferUse use = owned_of(memory);
  use.read_back = true;
  auto first = run(*backend_, step_, {1, 1, 1}, {use});
  auto second = run(*backend_, step_, {1, 1, 1}, {use});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_THAT(words_of(*first.value(), 0, 64), Each(1u));
  EXPECT_THAT(words_of(*second.value(), 0, 64), Each(4u));
}

TEST_P(Dispatches, MemoryFreedEarlyLivesUntilTheDeviceIsDone) {
  auto memory = must_allocate(*backend_, 1 << 20);
  auto pending = test::value_of(
      backend_->submit({{&step_.executable, 1}, {4096, 1, 1}, std::vector{owned_of(memory)}}));
  memory.reset();
  pending.reset();
  const auto other = must_allocate(*backend_, 1 << 20);
  EXPECT_THAT(words_of(*backend_, *other), Each(0u));
}

TEST_P(Dispatches, ARangeOfMemoryIsBoundByOffset) {
  const auto memory = must_allocate(*backend_, 1024);
  ASSERT_TRUE(run(*backend_, step_, {1, 1, 1}, {part_of(memory, 512, 16)}).ok());
  const Words words = words_of(*backend_, *memory);
  EXPECT_EQ(std::accumulate(words.begin(), words.end(), 0u), 4u);
  EXPECT_THAT(Words(words.begin() + 128, words.begin() + 132), Each(1u));
}

// Host bytes of several pieces.
TEST_P(Dispatches, LargeHostBytesDoNotWaitForWhatAPointHoldsBack) {
  constexpr size_t kCount = 2 * kPieceBytes / sizeof(uint32_t) + 3;
  constexpr uint32_t kGrid = static_cast<uint32_t>(kCount + 63) / 64;
  const Words words = counted(kCount, 1);
  std::vector<backend::BufferUse> large = {input_of(words)};
  large[0].read_back = true;
  const auto begin = [&] {
    return test::value_of(backend_->submit({{&step_.executable, 1}, {kGrid, 1, 1}, large}));
  };
  const auto check = [&](backend::DeviceWork& work) {
    ASSERT_EQ(work.wait(backend::Deadline::max()), backend::PendingState::kReady);
    const Words result = words_of(work, 0, kCount);
    for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(result[i], words[i] * 3 + 1) << i;
  };
  const std::vector<backend::BufferUse> small = {owned_of(must_allocate(*backend_, 256))};
  const backend::SyncPoint point{test::value_of(backend_->create_semaphore()), 1};
  backend::Dispatch behind{{&step_.executable, 1}, {1, 1, 1}, small};
  behind.options.wait_points = {&point, 1};
  const auto before = begin();
  const auto held = test::value_of(backend_->submit(behind));
  const auto after = begin();
  check(*before);
  EXPECT_TRUE(point.semaphore->signal(point.value).ok());
  check(*after);
  EXPECT_EQ(held->wait(backend::Deadline::max()), backend::PendingState::kReady);
}

TEST_P(Dispatches, NobodyWaitsForMemoryThatAPointHoldsBack) {
  const std::vector<backend::BufferUse> small = {owned_of(must_allocate(*backend_, 256))};
  const backend::SyncPoint point{test::value_of(backend_->create_semaphore()), 1};
  backend::Dispatch behind{{&step_.executable, 1}, {1, 1, 1}, small};
  behind.options.wait_points = {&point, 1};
  const auto held = test::value_of(backend_->submit(behind));
  const auto owner = Refusal::set(*backend_);
  const Words words(size_t{3} << 18, 1);
  const std::vector<backend::BufferUse> large = {input_of(words)};
  EXPECT_THAT(backend_->submit({{&step_.executable, 1}, {1, 1, 1}, large}),
              refuses(Code::kDeviceOutOfMemory, "more are requested"));
  EXPECT_EQ(owner->asked(), 1);
  EXPECT_THAT(backend_->allocate(large[0].size, {}),
              refuses(Code::kDeviceOutOfMemory, "more are requested"));
  EXPECT_EQ(owner->asked(), 2);
  EXPECT_TRUE(point.semaphore->signal(point.value).ok());
  EXPECT_EQ(held->wait(backend::Deadline::max()), backend::PendingState::kReady);
}

TEST_P(Dispatches, AProgramWithoutBuffersRuns) {
  test::Build b;
  const Compiled compiled = must_compile(*backend_, b.finish({b.let("v", b.u32(1))}));
  auto pending = test::value_of(run(*backend_, compiled, {1, 1, 1}, {}));
  EXPECT_TRUE(pending->status().ok());
}

TEST_P(Dispatches, AnEmptyBufferIsLegal) {
  auto pending = test::value_of(run(*backend_, step_, {1, 1, 1}, {output_of(0)}));
  EXPECT_TRUE(pending->read(0, 0, {}).ok());
}

TEST_P(Dispatches, APartialWordIsReturnedAsItCameIn) {
  const std::vector<uint8_t> bytes = {1, 0, 0, 0, 9};
  backend::BufferUse use;
  use.size = bytes.size();
  use.input = std::as_bytes(std::span(bytes));
  use.read_back = true;
  auto pending = test::value_of(run(*backend_, step_, {1, 1, 1}, {use}));
  std::vector<uint8_t> out(5);
  ASSERT_TRUE(pending->read(0, 0, std::as_writable_bytes(std::span(out))).ok());
  EXPECT_THAT(out, ElementsAre(4, 0, 0, 0, 9));
}

TEST_P(Dispatches, AnInputShorterThanItsBufferIsPaddedWithZeroes) {
  const Words half = {7, 7};
  backend::BufferUse use = input_of(half);
  use.size = 16;
  use.read_back = true;
  auto pending = test::value_of(run(*backend_, step_, {1, 1, 1}, {use}));
  EXPECT_THAT(words_of(*pending, 0, 4), ElementsAre(22u, 22u, 1u, 1u));
}

// The grid of the y and z axes, each invocation writing its own place.
std::shared_ptr<const ir::Program> place_program() {
  test::Build b(1, {{"out", test::output(0, 0)}});
  const auto row =
      b.binary(ir::BinOp::kAdd, b.gid(1), b.binary(ir::BinOp::kMul, b.gid(2), b.u32(5)));
  const auto place = b.binary(ir::BinOp::kAdd, b.gid(0), b.binary(ir::BinOp::kMul, row, b.u32(7)));
  return b.finish(
      {b.let("place", place),
       b.store("out", b.var("place"), b.binary(ir::BinOp::kAdd, b.var("place"), b.wid(0)))});
}

TEST_P(Dispatches, AGridOverTheLimitRunsInPieces) {
  options_.patch_device = [](PhysicalDevice& device) {
    device.profile.max_workgroup_count = {3, 2, 2};
  };
  const auto narrow = open(options_);
  const Compiled compiled = must_compile(*narrow, place_program());
  auto pending = test::value_of(run(*narrow, compiled, {7, 5, 3}, {output_of(105)}));
  const Words words = words_of(*pending, 0, 105);
  for (uint32_t i = 0; i < 105; ++i) EXPECT_EQ(words[i], i + i % 7);
}

// xor_program has a coarsened kernel: the workgroups within bounds run it, the others the plain
// one.
TEST_P(Dispatches, WorkgroupsWithinBoundsAndBeyondShareADispatch) {
  options_.min_coarsened_invocations = 1;
  options_.patch_device = [](PhysicalDevice& device) {
    device.profile.max_workgroup_count = {3, 2, 2};
  };
  const auto merging = open(options_);
  const Compiled compiled = must_compile(*merging, xor_program());
  for (const size_t count : {1u, 63u, 64u, 65u, 640u, 700u, 1000u, 1024u}) {
    SCOPED_TRACE(count);
    const Words a = counted(count, 3), b = counted(1000, 77);
    Words expected(1000);
    for (size_t i = 0; i < 1000; ++i) expected[i] = (i < count ? a[i] : 0) ^ b[i];
    auto pending = test::value_of(
        run(*merging, compiled, {16, 1, 1}, {input_of(a), input_of(b), output_of(1000)}));
    EXPECT_EQ(words_of(*pending, 2, 1000), expected);
  }
}

TEST_P(Dispatches, AGridNarrowerThanTheBuffersLeavesTheRestAlone) {
  options_.min_coarsened_invocations = 1;
  const auto merging = open(options_);
  const Compiled compiled = must_compile(*merging, xor_program());
  const Words a = counted(1000, 3), b = counted(1000, 77);
  auto pending = test::value_of(
      run(*merging, compiled, {5, 2, 1}, {input_of(a), input_of(b), output_of(1000)}));
  Words expected = xored(a, b);
  std::fill(expected.begin() + 5 * 64, expected.end(), 0);
  EXPECT_EQ(words_of(*pending, 2, 1000), expected);
}

TEST_P(Dispatches, AGridOverTheDevicesOwnLimitRuns) {
  test::Build b(1, {{"out", test::output(0, 0)}});
  const Compiled compiled = must_compile(*backend_, b.finish({b.store("out", b.gid(), b.gid())}));
  auto pending = test::value_of(run(*backend_, compiled, {70000, 1, 1}, {output_of(70000)}));
  EXPECT_EQ(words_of(*pending, 0, 70000), counted(70000, 0));
}

TEST_P(Dispatches, AnEndlessGridIsRefusedWithItsNumbers) {
  EXPECT_THAT(run(*backend_, step_, {UINT32_MAX, UINT32_MAX, 1}, {output_of(4)}),
              refuses(Code::kUnsupportedFeature, "maxComputeWorkGroupCount"));
}

TEST_P(Dispatches, ABufferOverTheDevicesRangeIsRefusedWithBothNumbers) {
  options_.patch_device = [](PhysicalDevice& device) { device.profile.max_buffer_bytes = 1024; };
  const auto narrow = open(options_);
  const Compiled compiled = must_compile(*narrow, step_program());
  EXPECT_THAT(run(*narrow, compiled, {1, 1, 1}, {output_of(257)}),
              refuses(Code::kUnsupportedFeature, "'data' has 1028 bytes"));
  EXPECT_TRUE(run(*narrow, compiled, {1, 1, 1}, {output_of(256)}).ok());
}

TEST_P(Dispatches, MemoryThatIsOnlyReadMayOverlap) {
  const auto memory = must_allocate(*backend_, 1024);
  const auto part = [&](uint64_t offset) { return part_of(memory, offset, 256); };
  EXPECT_TRUE(run(*backend_, xor_, {1, 1, 1}, {part(0), part(0), part(256)}).ok());
}

TEST_P(Dispatches, AMisalignedOffsetIsRefused) {
  EXPECT_THAT(run(*backend_, step_, {1, 1, 1}, {part_of(must_allocate(*backend_, 64), 4, 16)}),
              refuses(Code::kInvalidArgument, "at offset 4"));
}

TEST_P(Dispatches, ReadingMoreThanWasKeptIsRefused) {
  auto pending = test::value_of(run(*backend_, step_, {1, 1, 1}, {output_of(4)}));
  Words words(5);
  EXPECT_THAT(pending->read(0, 0, std::as_writable_bytes(std::span(words))),
              refuses(Code::kInvalidArgument, "16 were kept"));
  EXPECT_THAT(pending->read(3, 0, std::as_writable_bytes(std::span(words))),
              refuses(Code::kInvalidArgument, "binding 3"));
}

// A loop over data that the compiler cannot see through.
std::shared_ptr<const ir::Program> long_program(uint32_t trips) {
  test::Build b(64, {{"data", test::in_out(0, 0)}});
  const auto next = b.binary(ir::BinOp::kAdd, b.load("data", b.gid()), b.u32(1));
  return b.finish({b.loop("i", b.u32(0), b.u32(trips), {b.store("data", b.gid(), next)})});
}

TEST_P(Dispatches, ADeadlineInThePastPolls) {
  const Compiled compiled = must_compile(*backend_, long_program(5));
  const std::vector<backend::BufferUse> uses = {output_of(1024)};
  const auto gate = shut_gate();
  auto pending = test::value_of(backend_->submit({{&compiled.executable, 1}, {16, 1, 1}, uses}));
  EXPECT_EQ(pending->wait({}), backend::PendingState::kPending);
  Words words(1024);
  EXPECT_THAT(pending->read(0, 0, std::as_writable_bytes(std::span(words))),
              refuses(Code::kInvalidArgument, "before the dispatch has succeeded"));
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  EXPECT_EQ(pending->wait(soon), backend::PendingState::kPending);
  EXPECT_TRUE(gate->signal(1).ok());
  EXPECT_EQ(pending->wait(backend::Deadline::max()), backend::PendingState::kReady);
  EXPECT_THAT(words_of(*pending, 0, 1024), Each(5u));
}

TEST_P(Dispatches, DestroyingPendingWorkDoesNotWait) {
  const Compiled compiled = must_compile(*backend_, long_program(5));
  const std::vector<backend::BufferUse> uses = {output_of(1024)};
  const auto gate = shut_gate();
  auto pending = backend_->submit({{&compiled.executable, 1}, {16, 1, 1}, uses});
  auto after = backend_->submit({{&compiled.executable, 1}, {16, 1, 1}, uses});
  ASSERT_TRUE(pending.ok() && after.ok());
  pending.value().reset();
  EXPECT_EQ(after.value()->wait({}), backend::PendingState::kPending);
  EXPECT_TRUE(gate->signal(1).ok());
}

TEST_P(Dispatches, TimedWorkIsMeasuredByTheDevice) {
  const Compiled compiled = must_compile(*backend_, long_program(1000));
  auto timed = run(*backend_, compiled, {8, 1, 1}, {output_of(512)}, true);
  auto untimed = run(*backend_, compiled, {8, 1, 1}, {output_of(512)}, false);
  ASSERT_TRUE(timed.ok() && untimed.ok());
  const backend::Timing timing = timed.value()->timing();
  EXPECT_GT(timing.host_ns, 0u);
  ASSERT_TRUE(timing.device_ns.has_value());
  EXPECT_GT(*timing.device_ns, 0u);
  EXPECT_LE(*timing.device_ns, timing.host_ns);
  EXPECT_EQ(untimed.value()->timing().device_ns, std::nullopt);
}

TEST_P(Dispatches, ADeviceWithoutTimestampsInventsNoTime) {
  options_.patch_device = [](PhysicalDevice& device) { device.profile.device_timestamps = false; };
  const auto blind = open(options_);
  const Compiled compiled = must_compile(*blind, step_program());
  auto pending = test::value_of(run(*blind, compiled, {1, 1, 1}, {output_of(64)}, true));
  EXPECT_EQ(pending->timing().device_ns, std::nullopt);
}

TEST_P(Dispatches, ADeviceWithoutTimestampsIsNotAskedForThemWhereWorkIsCut) {
  options_.patch_device = [](PhysicalDevice& device) { device.profile.device_timestamps = false; };
  const auto blind = open(options_);
  backend::SubmitPolicy policy = blind->submit_policy().take();
  policy.max_submission_ns = 1;
  ASSERT_TRUE(blind->set_submit_policy(policy).ok());
  const Compiled compiled = must_compile(*blind, step_program());
  auto pending = test::value_of(run(*blind, compiled, {100, 1, 1}, {output_of(6400)}));
  EXPECT_THAT(words_of(*pending, 0, 6400), Each(1u));
}

TEST_P(Dispatches, ALoopThatTheDeviceStopsFailsTheDispatch) {
  const Compiled compiled = must_compile(*backend_, long_program(70000));
  const std::vector<backend::BufferUse> uses = {output_of(64)};
  auto submitted = test::value_of(backend_->submit({{&compiled.executable, 1}, {1, 1, 1}, uses}));
  backend::DeviceWork& pending = *submitted;
  if (!backend_->profile().max_loop_trips) GTEST_SKIP() << "the device runs loops to their end";
  EXPECT_EQ(pending.wait(backend::Deadline::max()), backend::PendingState::kFailed);
  EXPECT_THAT(pending.status(), refuses(Code::kDispatchFailed, "loop"));
  Words words(64);
  EXPECT_THAT(pending.read(0, 0, std::as_writable_bytes(std::span(words))),
              refuses(Code::kInvalidArgument, "before the dispatch has succeeded"));
  // The same executable works afterwards: the trap words start anew.
  EXPECT_THAT(run(*backend_, compiled, {1, 1, 1}, {output_of(0)}),
              refuses(Code::kDispatchFailed, "loop"));
}

TEST_P(Dispatches, ATrapNamesItsPlaceAndValue) {
  test::Build b(1, {{"data", test::in_out(0, 0)}});
  ir::Node trap{.kind = ir::NodeKind::kTrap, .tag = b.assembler().name("out of range")};
  trap.exprs[0] = b.load("data", b.u32(0));
  const auto guard = b.binary(ir::BinOp::kGt, b.load("data", b.u32(0)), b.u32(10));
  const Compiled compiled =
      must_compile(*backend_, b.finish({b.branch(guard, {b.assembler().add(trap)})}));
  const Words good = {10}, bad = {11};
  EXPECT_THAT(run(*backend_, compiled, {1, 1, 1}, {input_of(bad)}),
              refuses(Code::kDispatchFailed, "out of range"));
  EXPECT_THAT(run(*backend_, compiled, {1, 1, 1}, {input_of(bad)}),
              refuses(Code::kDispatchFailed, "11"));
  EXPECT_TRUE(run(*backend_, compiled, {1, 1, 1}, {input_of(good)}).ok());
}

TEST_P(Dispatches, AGridBarrierRunsInOneWorkgroup) {
  test::Build b(64, {{"data", test::in_out(0, 0)}});
  const auto other = b.load("data", b.binary(ir::BinOp::kBitXor, b.gid(), b.u32(63)));
  const Compiled compiled = must_compile(
      *backend_, b.finish({b.store("data", b.gid(), b.gid()), b.barrier(ir::Ordering::kGridSync),
                           b.let("seen", other), b.barrier(ir::Ordering::kGridSync),
                           b.store("data", b.gid(), b.var("seen"))}));
  auto one = test::value_of(run(*backend_, compiled, {1, 1, 1}, {output_of(64)}));
  const Words words = words_of(*one, 0, 64);
  for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(words[i], 63 - i);
}

TEST_P(Dispatches, AWorkgroupOverTheLimitsIsRefusedAtCompilation) {
  const auto program = step_program();
  const Compiled compiled = must_compile(*backend_, program);
  const auto& most = backend_->profile().max_workgroup_size;
  EXPECT_THAT(test::compile(*backend_, {program, compiled.plan, {most[0] + 1, 1, 1}}),
              refuses(Code::kUnsupportedFeature, "axis 0"));
  EXPECT_THAT(test::compile(*backend_, {program, compiled.plan, {most[0], most[1], 1}}),
              refuses(Code::kUnsupportedFeature, "invocations"));
}

TEST_P(Dispatches, TooManyBuffersAreRefusedWithHiddenOnesCounted) {
  test::Build b(1);
  const uint32_t count = backend_->profile().max_parameters + 2;
  for (uint32_t i = 0; i < count; ++i) b.buffer(concat("b", i), test::in_out(i, 1));
  const auto program = b.finish({b.store("b0", b.u32(0), b.u32(1))});
  EXPECT_THAT(compile(*backend_, program),
              refuses(Code::kUnsupportedFeature, "maxPerStageDescriptorStorageBuffers"));
}

TEST_P(Dispatches, AKernelThatTheDriverCompilesForEverIsRefusedWithItsCount) {
  options_.patch_device = [](PhysicalDevice& device) { device.quirks.max_buffer_accesses = 1; };
  const auto slow = open(options_);
  EXPECT_THAT(compile(*slow, xor_program()),
              refuses(Code::kUnsupportedFeature, "number of buffer accesses is "));
}

}  // namespace
}  // namespace vyre::vulkan
