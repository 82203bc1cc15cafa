#include "runtime/device/unowned_work.h"

#include <gmock/gmock.h>

#include <latch>
#include <utility>

#include "support/threads.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;
using testing::ElementsAre;

class FakeWork final : public backend::Waitable {
 public:
  FakeWork(const PendingState& state, std::string failure, int& alive)
      : state_(state), failure_(std::move(failure)), alive_(alive) {
    ++alive_;
  }
  ~FakeWork() override { --alive_; }

  PendingState wait(backend::Deadline) override { return state_; }
  bool cancel() override { return state_ == PendingState::kPending; }
  Status status() override { return fail(Code::kDeviceLost, failure_); }
  backend::Timing timing() const override { return {}; }

 private:
  const PendingState& state_;
  const std::string failure_;
  int& alive_;
};

class WorkOfNobody : public testing::Test {
 protected:
  void add(const PendingState& state, const std::string& name) {
    add(std::make_unique<FakeWork>(state, concat(name, " failed"), alive_), name);
  }
  void add(std::unique_ptr<backend::Waitable> work, const std::string& name) {
    UnownedWork::Place place = UnownedWork::make_place(name);
    place.put(std::move(work));
    work_.add(std::move(place), log_);
  }
  Status take_failure() { return work_.take_failure(log_); }

  // Calls back, as a host may.
  const LogSink log_ = [this](LogLevel level, std::string_view text) {
    EXPECT_EQ(level, LogLevel::kError);
    logged_.emplace_back(text);
    const bool ok = !std::exchange(calls_back_, false) || take_failure().ok();
    EXPECT_TRUE(ok);
  };
  std::vector<std::string> logged_;
  bool calls_back_ = false;
  int alive_ = 0;
  PendingState first_ = PendingState::kPending, second_ = PendingState::kPending;
  UnownedWork work_;
};

TEST_F(WorkOfNobody, TheFirstFailureIsKeptAndAllAreLogged) {
  add(first_, "a");
  add(second_, "b");
  EXPECT_TRUE(take_failure().ok());
  EXPECT_EQ(alive_, 2);
  second_ = PendingState::kFailed;
  const PendingState ready = PendingState::kReady;
  add(ready, "c");
  first_ = PendingState::kFailed;
  const Status failure = take_failure();
  EXPECT_EQ(failure.code(), Code::kDeviceLost);
  EXPECT_EQ(failure.text(), "b failed");
  EXPECT_EQ(failure.info().label, "b");
  EXPECT_THAT(logged_, ElementsAre("b failed", "a failed"));
  EXPECT_EQ(alive_, 0);
  EXPECT_TRUE(take_failure().ok());
}

TEST_F(WorkOfNobody, TheLogMayAskForTheFailure) {
  add(first_, "a");
  first_ = PendingState::kFailed;
  calls_back_ = true;
  EXPECT_EQ(take_failure().text(), "a failed");
}

TEST_F(WorkOfNobody, WhatIsForgottenIsLookedAtOnceMore) {
  add(first_, "a");
  add(second_, "b");
  first_ = PendingState::kFailed;
  work_.forget(log_);
  EXPECT_EQ(alive_, 0);
  EXPECT_THAT(logged_, ElementsAre("a failed"));
  EXPECT_EQ(take_failure().text(), "a failed");
}

// Keeps the thread that waits for it.
class HeldWork final : public backend::Waitable {
 public:
  explicit HeldWork(std::latch& inside, std::latch& until) : inside_(inside), until_(until) {}

  PendingState wait(backend::Deadline) override {
    inside_.count_down();
    until_.wait();
    return PendingState::kReady;
  }
  bool cancel() override { return false; }
  Status status() override { return {}; }
  backend::Timing timing() const override { return {}; }

 private:
  std::latch& inside_;
  std::latch& until_;
};

TEST_F(WorkOfNobody, HasNotEndedForASecondWaiterEither) {
  std::latch inside(1), until(1);
  const PendingState ready = PendingState::kReady;
  add(ready, "before");
  add(std::make_unique<HeldWork>(inside, until), "held");
  test::Threads first(1,
                      [&](uint32_t) { EXPECT_TRUE(work_.wait(backend::Deadline::max(), log_)); });
  inside.wait();
  EXPECT_FALSE(work_.wait(backend::Deadline(), log_));
  add(ready, "behind");
  test::Threads second(1,
                       [&](uint32_t) { EXPECT_TRUE(work_.wait(backend::Deadline::max(), log_)); });
  until.count_down();
  first.join();
  second.join();
  EXPECT_TRUE(work_.wait(backend::Deadline(), log_));
}

TEST_F(WorkOfNobody, ThatIsForgottenStaysForWhoWaitsForIt) {
  std::latch inside(1), until(1);
  add(std::make_unique<HeldWork>(inside, until), "held");
  test::Threads waiter(1,
                       [&](uint32_t) { EXPECT_TRUE(work_.wait(backend::Deadline::max(), log_)); });
  inside.wait();
  add(first_, "a");
  work_.forget(log_);
  EXPECT_EQ(alive_, 0);
  until.count_down();
  waiter.join();
  EXPECT_TRUE(work_.wait(backend::Deadline(), log_));
}

}  // namespace
}  // namespace vyre::runtime
