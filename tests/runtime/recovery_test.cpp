// A device that is lost, and opened again, while eight threads use it. Nothing in here sleeps: run
// it under the thread sanitizer too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>

#include "runtime/dispatch/sequence.h"
#include "scripted_runtime.h"
#include "support/threads.h"

namespace vyre::runtime {
namespace {

using test::refuses;

constexpr uint32_t kThreads = 8;
constexpr auto kBefore = "belongs to the device before the recovery. Fix: create it again";

class Recovery : public testing::Test {
 protected:
  std::shared_ptr<Buffer> buffer() { return test::value_of(Buffer::create(device_, 4)); }
  std::shared_ptr<Work> begin() {
    return test::value_of(dispatch_async(test::pipeline_of(device_, test::copies()),
                                         test::bindings_of({buffer(), buffer()}), {}));
  }
  Status compile() {
    auto program = std::make_shared<const Program>(Context::create({}), test::copies());
    return Pipeline::create(device_, program, {}).status();
  }
  void expect_that_it_works() {
    const auto pipeline = test::pipeline_of(device_, test::copies());
    EXPECT_TRUE(test::dispatch_on(pipeline, {buffer(), buffer()}).ok());
  }
  void TearDown() override { EXPECT_EQ(script_->strangers, 0); }

  const std::shared_ptr<test::Script> script_ = test::Script::of_finished_work();
  const std::shared_ptr<Device> device_ =
      std::make_shared<Device>(Context::create({}), test::losable_device(script_));
};

// Who waits for work is not inside the device, so a recovery waits for none of them; each is told
// what its own device said.
TEST_F(Recovery, GoesOnWhileEightThreadsWait) {
  std::vector<std::shared_ptr<Work>> works;
  for (uint32_t i = 0; i < kThreads; ++i) works.push_back(begin());
  script_->begin_again();
  test::Threads waiters(kThreads, [&](uint32_t i) {
    EXPECT_EQ(works[i]->wait(backend::Deadline::max()), backend::PendingState::kFailed);
    EXPECT_THAT(works[i]->status(), refuses(Code::kDeviceLost, "the old device is lost"));
  });
  script_->wait_for_waiting(kThreads);
  script_->lost = true;
  EXPECT_TRUE(device_->recover().ok());
  EXPECT_FALSE(device_->is_lost());
  for (const auto& work : works) {
    EXPECT_THAT(work->check_current(), refuses(Code::kDeviceLost, kBefore));
  }
  script_->failure = fail(Code::kDeviceLost, "the old device is lost. Fix: none");
  script_->finish(backend::PendingState::kFailed);
  waiters.join();
  script_->finish(backend::PendingState::kReady);
  expect_that_it_works();
}

// It waits for those inside the device, who find the loss there.
TEST_F(Recovery, OfADeviceThatIsLostWhileCompilingWaitsForTheCompilation) {
  std::latch compiling(1), recovering(1);
  script_->while_compiling = [&] {
    compiling.count_down();
    recovering.wait();
  };
  test::Threads compiler(
      1, [&](uint32_t) { EXPECT_THAT(compile(), refuses(Code::kDeviceLost, "device is lost")); });
  compiling.wait();
  script_->lost = true;
  test::Threads recoverer(1, [&](uint32_t) {
    recovering.count_down();
    EXPECT_TRUE(device_->recover().ok());
  });
  compiler.join();
  recoverer.join();
  EXPECT_EQ(device_->counters().kernels_compiled, 0u);
  script_->while_compiling = nullptr;
  expect_that_it_works();
}

// Those that wait for one another's kernel as well.
TEST_F(Recovery, EightThreadsCompileOneProgramOnADeviceThatIsLost) {
  std::latch compiling(1);
  std::atomic<bool> is_first = true;
  script_->while_compiling = [&] {
    if (is_first.exchange(false)) compiling.count_down();
  };
  script_->lost = true;
  test::Threads compilers(kThreads, [&](uint32_t) {
    const Status status = compile();
    EXPECT_TRUE(status.ok() || status.code() == Code::kDeviceLost) << status.text();
  });
  compiling.wait();
  EXPECT_TRUE(device_->recover().ok());
  compilers.join();
  expect_that_it_works();
}

TEST_F(Recovery, OfADeviceThatIsLostAtOnceCanBeRepeated) {
  script_->lost = script_->is_lost_again = true;
  EXPECT_TRUE(device_->recover().ok());
  EXPECT_TRUE(device_->is_lost());
  EXPECT_THAT(Buffer::create(device_, 4).status(), refuses(Code::kDeviceLost, "device is lost"));
  script_->is_lost_again = false;
  EXPECT_TRUE(device_->recover().ok());
  EXPECT_FALSE(device_->is_lost());
  EXPECT_EQ(device_->counters().recoveries, 2u);
  expect_that_it_works();
}

// The first to succeed recovers for all.
TEST_F(Recovery, ThatFailsLeavesTheDeviceLostForTheNext) {
  const auto old = buffer();
  script_->lost = true;
  script_->recovery_failure = fail(Code::kDeviceLost, "another adapter. Fix: none");
  test::on_threads(kThreads, [&](uint32_t) {
    EXPECT_THAT(device_->recover(), refuses(Code::kDeviceLost, "another adapter"));
    EXPECT_TRUE(device_->is_lost());
    EXPECT_THAT(Buffer::create(device_, 4).status(), refuses(Code::kDeviceLost, "is lost"));
  });
  std::byte byte{};
  EXPECT_THAT(old->read(0, {&byte, 1}), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_EQ(device_->counters().recoveries, 0u);
  script_->recovery_failure = {};
  test::on_threads(kThreads, [&](uint32_t) {
    EXPECT_TRUE(device_->recover().ok());
    EXPECT_FALSE(device_->is_lost());
  });
  EXPECT_EQ(device_->counters().recoveries, 1u);
  EXPECT_THAT(old->read(0, {&byte, 1}), refuses(Code::kDeviceLost, kBefore));
  expect_that_it_works();
}

TEST_F(Recovery, ThatRunsOutOfMemoryLeavesTheDeviceLostForTheNext) {
  script_->lost = true;
  script_->while_recovering = [] { throw std::bad_alloc(); };
  EXPECT_THROW((void)device_->recover(), std::bad_alloc);
  script_->while_recovering = nullptr;
  EXPECT_THAT(Buffer::create(device_, 4).status(), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_TRUE(device_->recover().ok());
  expect_that_it_works();
}

// Memory is asked for while no lock of the buffer is held: the owner of a budget may free it.
TEST_F(Recovery, ABufferMayBeFreedWhileItIsRestored) {
  const auto kept = test::value_of(Buffer::create(device_, 4, {.restorable = true}));
  script_->lost = true;
  EXPECT_TRUE(device_->recover().ok());
  script_->while_allocating = [&] { EXPECT_TRUE(kept->free().ok()); };
  std::byte byte{};
  EXPECT_THAT(kept->read(0, {&byte, 1}), refuses(Code::kInvalidArgument, "was freed"));
}

TEST_F(Recovery, ABufferIsRestoredOnce) {
  const auto kept = test::value_of(Buffer::create(device_, 4, {.restorable = true}));
  const std::byte bytes[] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  EXPECT_TRUE(kept->write(0, bytes).ok());
  script_->lost = true;
  EXPECT_TRUE(device_->recover().ok());
  std::shared_ptr<backend::Memory> meanwhile;
  script_->while_allocating = [&] {
    meanwhile = test::value_of(kept->memory(device_->generation()));
  };
  EXPECT_EQ(test::value_of(kept->memory(device_->generation())), meanwhile);
  std::byte byte{};
  EXPECT_TRUE(kept->read(2, {&byte, 1}).ok());
  EXPECT_EQ(byte, std::byte{3});
}

TEST_F(Recovery, IsNotWaitedForByWhoAsksHowTheDeviceIs) {
  script_->lost = true;
  script_->while_recovering = [&] {
    test::on_threads(kThreads, [&](uint32_t) {
      EXPECT_TRUE(device_->is_lost());
      EXPECT_EQ(device_->counters().recoveries, 0u);
    });
  };
  EXPECT_TRUE(device_->recover().ok());
}

TEST_F(Recovery, LeavesASequenceFromBeforeToBeRefused) {
  auto sequence = Sequence::create(device_, {}, "mine").take();
  ASSERT_TRUE(sequence->add_write({buffer(), 0, 4}, std::vector<std::byte>(4)).ok());
  ASSERT_TRUE(sequence->submit().ok());
  script_->lost = true;
  ASSERT_TRUE(sequence->submit().ok());
  const auto kLost = "step 0: the device is lost";
  EXPECT_THAT(sequence->wait_for_last({}), refuses(Code::kDeviceLost, kLost));
  EXPECT_TRUE(device_->recover().ok());
  EXPECT_THAT(sequence->wait_for_last({}), refuses(Code::kDeviceLost, kLost));
  const auto kDuring = "'losable' was recovered during the call. Fix: do it again with objects";
  EXPECT_THAT(sequence->submit().status(), refuses(Code::kDeviceLost, kDuring));
  EXPECT_THAT(sequence->record(), refuses(Code::kDeviceLost, kDuring));
  EXPECT_THAT(sequence->add_read({buffer(), 0, 4}), refuses(Code::kDeviceLost, kBefore));
}

}  // namespace
}  // namespace vyre::runtime
