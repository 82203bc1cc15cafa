#include "runtime/device/unowned_work.h"

#include <gmock/gmock.h>

#include <utility>

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
    work_.add(std::make_unique<FakeWork>(state, concat(name, " failed"), alive_), name, log_);
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

}  // namespace
}  // namespace vyre::runtime
