#include "runtime/work/work.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "scripted_runtime.h"
#include "support/lent_threads.h"
#include "support/threads.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;
using std::chrono::milliseconds;
using test::Script;

constexpr backend::Deadline kForever = backend::Deadline::max();

backend::Deadline in(milliseconds time) { return deadline_after(time); }

class PendingWork : public testing::Test {
 protected:
  std::shared_ptr<Work> start(ContextOptions options = {}, const DispatchOptions& how = {}) {
    backend_ = test::scripted_backend(script_, std::move(options));
    const auto pipeline = test::pipeline_of(backend_, test::writes_one());
    return test::value_of(dispatch_async(pipeline, {}, how));
  }

  std::shared_ptr<Script> script_ = std::make_shared<Script>();
  std::shared_ptr<Device> backend_;
};

TEST_F(PendingWork, OneOfManyThreadsWaitsForTheDevice) {
  const auto pending = start();
  std::atomic<int> ready = 0;
  test::Threads threads(
      6, [&](uint32_t) { ready += pending->wait(kForever) == PendingState::kReady ? 1 : 0; });
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(pending->poll(), PendingState::kPending);  // polls while others wait
  script_->finish(PendingState::kReady);
  threads.join();
  EXPECT_EQ(ready, 6);
  EXPECT_EQ(script_->max_waiting, 1u);
}

TEST_F(PendingWork, AFollowerTakesOverWhenTheLeaderGivesUp) {
  const auto pending = start();
  std::thread leader(
      [&] { EXPECT_EQ(pending->wait(in(milliseconds(20))), PendingState::kPending); });
  std::this_thread::sleep_for(milliseconds(5));
  std::thread follower([&] { EXPECT_EQ(pending->wait(kForever), PendingState::kReady); });
  leader.join();
  script_->finish(PendingState::kReady);
  follower.join();
}

TEST_F(PendingWork, AWaitWithoutMemoryLeavesItToOthers) {
  const auto pending = start();
  script_->while_waiting = [] { throw std::bad_alloc(); };
  EXPECT_THROW((void)pending->wait(kForever), std::bad_alloc);
  script_->while_waiting = nullptr;
  script_->finish(PendingState::kReady);
  EXPECT_EQ(pending->wait(kForever), PendingState::kReady);
  EXPECT_TRUE(pending->collect({}).ok());
}

TEST_F(PendingWork, AFollowerTakesOverWhenTheLeaderHasNoMemory) {
  const auto pending = start();
  std::atomic<int> looks = 0;
  script_->while_waiting = [&] {
    if (looks++ != 0) return;
    std::this_thread::sleep_for(milliseconds(20));
    throw std::bad_alloc();
  };
  std::thread leader([&] { EXPECT_THROW((void)pending->wait(kForever), std::bad_alloc); });
  while (looks == 0) std::this_thread::yield();
  std::thread follower([&] { EXPECT_EQ(pending->wait(kForever), PendingState::kReady); });
  leader.join();
  script_->finish(PendingState::kReady);
  follower.join();
}

TEST_F(PendingWork, IsCancelledForAllWhoWait) {
  const auto pending = start();
  std::atomic<int> failed = 0;
  test::Threads threads(
      6, [&](uint32_t) { failed += pending->wait(kForever) == PendingState::kFailed ? 1 : 0; });
  script_->wait_for_waiting(1);
  EXPECT_TRUE(pending->cancel());
  threads.join();
  EXPECT_EQ(failed, 6);
  EXPECT_THAT(pending->status(), test::refuses(Code::kCancelled, "the dispatch was cancelled"));
  script_->finish(PendingState::kReady);
  EXPECT_FALSE(pending->cancel());
  EXPECT_EQ(pending->poll(), PendingState::kFailed);
  EXPECT_EQ(script_->canceled, 1u);
}

TEST_F(PendingWork, IsNotCancelledOnceItHasEnded) {
  const auto pending = start();
  script_->finish(PendingState::kReady);
  EXPECT_FALSE(pending->cancel());  // nobody has looked
  EXPECT_EQ(pending->poll(), PendingState::kReady);
  EXPECT_FALSE(pending->cancel());
  EXPECT_EQ(script_->canceled, 1u);
}

TEST_F(PendingWork, IsCancelledBehindItsTime) {
  DispatchOptions options;
  options.timeout = milliseconds(2);
  const auto pending = start({}, options);
  EXPECT_EQ(pending->wait(kForever), PendingState::kFailed);
  EXPECT_THAT(pending->status(), test::refuses(Code::kTimedOut, "within 2 ms"));
  EXPECT_EQ(script_->canceled, 1u);
  script_->finish(PendingState::kReady);
  EXPECT_EQ(pending->poll(), PendingState::kFailed);
}

TEST_F(PendingWork, ThatWasOverBeforeALookHasEndedInTime) {
  DispatchOptions options;
  options.timeout = std::chrono::nanoseconds(1);
  const auto pending = start({}, options);
  script_->finish(PendingState::kReady);
  EXPECT_EQ(pending->poll(), PendingState::kReady);
}

TEST_F(PendingWork, ThatTellsItsOwnTimeOutHasTheTextOfTheCall) {
  DispatchOptions options;
  options.timeout = std::chrono::hours(1);
  const auto pending = start({}, options);
  script_->failure = fail(Code::kTimedOut, "late. Fix: none");
  script_->finish(PendingState::kFailed);
  EXPECT_EQ(pending->poll(), PendingState::kFailed);
  EXPECT_THAT(pending->status(), test::refuses(Code::kTimedOut, "within 3600 s"));
}

TEST_F(PendingWork, AFailureWithoutAReasonIsOurs) {
  const auto pending = start();
  script_->finish(PendingState::kFailed);
  EXPECT_EQ(pending->wait(in(milliseconds(0))), PendingState::kFailed);
  EXPECT_EQ(pending->status().code(), Code::kInternal);
  EXPECT_EQ(pending->collect({}).code(), Code::kInternal);
}

TEST_F(PendingWork, DeadlinesReachToTheEndOfTheClock) {
  EXPECT_EQ(deadline_after(std::chrono::nanoseconds::max()), backend::Deadline::max());
  EXPECT_LT(deadline_after(milliseconds(1)), backend::Deadline::max());
}

TEST_F(PendingWork, PollingMakesDueCallbacksOnly) {
  const auto pending = start();
  int called = 0;
  ASSERT_TRUE(pending->on_complete([&](PendingState) { ++called; }).ok());
  CompletionDispatcher& completions = backend_->context().completions();
  EXPECT_EQ(completions.poll(), 0u);
  EXPECT_EQ(completions.poll(), 0u);
  script_->finish(PendingState::kFailed);
  EXPECT_EQ(completions.poll(), 1u);
  EXPECT_EQ(completions.poll(), 0u);
  EXPECT_EQ(called, 1);
}

TEST_F(PendingWork, WhatACallbackHoldsIsFreedWhenItWillNotCome) {
  auto held = std::make_shared<int>(0);
  auto pending = start();
  ASSERT_TRUE(pending->on_complete([held](PendingState) {}).ok());
  EXPECT_EQ(held.use_count(), 2);
  pending.reset();
  EXPECT_EQ(held.use_count(), 1);
}

TEST_F(PendingWork, ALentThreadStopsWaitingWhenTheWorkIsGivenUp) {
  std::function<void()> job;
  ContextOptions options;
  options.run_job = test::lends([&](std::function<void()> work) { job = std::move(work); });
  auto pending = start(std::move(options));
  ASSERT_TRUE(pending->on_complete([](PendingState) { ADD_FAILURE() << "called"; }).ok());
  std::thread zero_copy(job);
  std::this_thread::sleep_for(milliseconds(5));
  pending.reset();  // the work never ends
  zero_copy.join();
}

TEST_F(PendingWork, TheOwnThreadIsJoinedWithoutWaitingForTheWork) {
  ContextOptions options;
  options.own_threads = true;
  auto pending = start(std::move(options));
  ASSERT_TRUE(pending->on_complete([](PendingState) { ADD_FAILURE() << "called"; }).ok());
  std::this_thread::sleep_for(milliseconds(5));
  backend_.reset();
  pending.reset();
}

// A callback on the own thread may drop the last owner of everything.
TEST_F(PendingWork, TheOwnThreadMayDestroyTheContext) {
  std::atomic<bool> done = false;
  {
    ContextOptions options;
    options.own_threads = true;
    auto pending = std::make_shared<std::shared_ptr<Work>>(start(std::move(options)));
    backend_.reset();
    std::shared_ptr<Work>& work = *pending;
    const auto keep = work;  // until on_complete has returned
    ASSERT_TRUE(work->on_complete([pending, &done](PendingState) {
                      pending->reset();
                      done = true;
                    })
                    .ok());
  }
  script_->finish(PendingState::kReady);
  while (!done) std::this_thread::yield();
}

TEST_F(PendingWork, ReportsTimesAtTheEnd) {
  const auto pending = start();
  EXPECT_THAT(pending->report().error().text(), HasSubstr("has not ended"));
  script_->timing = {50, std::nullopt};
  script_->finish(PendingState::kReady);
  EXPECT_EQ(pending->wait(in(milliseconds(0))), PendingState::kReady);
  EXPECT_EQ(pending->report().value().timing.host_ns, 50u);
  EXPECT_FALSE(pending->report().value().timing.device_ns);
}

}  // namespace
}  // namespace vyre::runtime
