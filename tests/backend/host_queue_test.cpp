#include "backend/host_queue.h"

#include <functional>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "support/allocations.h"
#include "support/counting_semaphore.h"
#include "support/matchers.h"

namespace vyre::backend {
namespace {

// Notes in |log| that it was advanced, and ends after |steps|.
class NotedJob final : public HostJob {
 public:
  NotedJob(std::vector<std::string>& log, std::string name, int steps = 1)
      : log_(log), name_(std::move(name)), steps_(steps) {}

 private:
  bool advance(Deadline) override {
    log_.push_back(name_);
    if (--steps_ == 0) end(PendingState::kReady);
    return false;
  }

  std::vector<std::string>& log_;
  const std::string name_;
  int steps_;
};

// Goes on until it is stopped.
class EndlessJob final : public HostJob {
 public:
  explicit EndlessJob(Deadline limit = Deadline::max()) { set_limit(limit); }

 private:
  bool advance(Deadline) override {
    if (Status status = stopped(); !status.ok()) end(PendingState::kFailed, std::move(status));
    return false;
  }
};

// Does something when it is moved.
class Listener final : public Semaphore {
 public:
  explicit Listener(std::function<void()> told) : told_(std::move(told)) {}

 private:
  Result<bool> wait(uint64_t, Deadline) override { return true; }
  Status signal(uint64_t) override {
    told_();
    return {};
  }
  const void* owner() const override { return this; }

  const std::function<void()> told_;
};

class RefusedJob final : public HostJob {
  Status begin() override { return fail(Code::kDispatchFailed, "refused. Fix: none"); }
  bool advance(Deadline) override { return true; }
};

class HostJobs : public testing::Test {
 protected:
  std::shared_ptr<HostJob> start(std::vector<HostMemory*> memories, std::string name,
                                 int steps = 1) {
    auto job = std::make_shared<NotedJob>(log_, std::move(name), steps);
    EXPECT_TRUE(queue_.start(job, memories).ok());
    return job;
  }

  HostQueue queue_;
  HostMemory a_, b_;
  std::vector<std::string> log_;
};

TEST_F(HostJobs, WhatUsesTheSameMemoryRunsInOrderAndOtherWorkNotAtAll) {
  start({&a_}, "first", 2);
  start({&b_}, "other");
  const auto last = start({&a_}, "last");
  HostJob::run_until(last, Deadline::max());
  EXPECT_THAT(log_, ElementsAre("first", "first", "last"));
  EXPECT_TRUE(last->done());
}

TEST_F(HostJobs, APastDeadlineRunsOneStep) {
  const auto first = start({&a_}, "first");
  const auto last = start({&a_}, "last");
  HostJob::run_until(last, Deadline());
  EXPECT_THAT(log_, ElementsAre("first"));
  EXPECT_FALSE(last->done());
}

TEST_F(HostJobs, AllAreCarriedOnUntilADeadline) {
  const auto first = start({&a_}, "first", 2);
  const auto other = start({&b_}, "other");
  EXPECT_FALSE(queue_.run_until(Deadline()));
  EXPECT_THAT(log_, ElementsAre("first"));
  EXPECT_TRUE(queue_.run_until(Deadline::max()));
  EXPECT_THAT(log_, ElementsAre("first", "first", "other"));
  EXPECT_TRUE(queue_.run_until(Deadline()));
}

TEST_F(HostJobs, ATransferComesAfterWorkOnItsMemory) {
  start({&a_}, "before");
  ASSERT_TRUE(queue_
                  .transfer({&a_},
                            [&]() -> Status {
                              log_.emplace_back("transfer");
                              return {};
                            })
                  .ok());
  EXPECT_THAT(log_, ElementsAre("before", "transfer"));
  EXPECT_EQ(a_.last_job, nullptr);
}

// However many transfers there are, none of those that come later.
TEST_F(HostJobs, WorkComesAfterTheTransfersUnderWay) {
  std::latch moving(1), known(1);
  const auto move = [&](std::string name, std::latch* begun, std::latch* until) {
    (void)queue_.transfer({&a_}, [&]() -> Status {
      if (begun != nullptr) begun->count_down();
      if (until != nullptr) until->wait();
      log_.push_back(std::move(name));
      return {};
    });
  };
  std::jthread first([&] { move("first", &moving, &known); });
  moving.wait();
  std::jthread starter([&] { HostJob::run_until(start({&a_}, "work"), Deadline::max()); });
  while (queue_.unfinished().empty()) std::this_thread::yield();
  std::jthread later([&] { move("later", nullptr, nullptr); });
  known.count_down();
  for (std::jthread* one : {&first, &starter, &later}) one->join();
  EXPECT_THAT(log_, ElementsAre("first", "work", "later"));
}

TEST_F(HostJobs, WhatNobodyKeepsIsGone) {
  { const auto job = start({}, "dropped"); }
  const auto kept = start({}, "kept");
  EXPECT_THAT(queue_.unfinished(), ElementsAre(kept));
}

TEST_F(HostJobs, WhatCannotBeginHasFailedForThoseBehindIt) {
  const auto refused = std::make_shared<RefusedJob>();
  HostMemory* const memories[] = {&a_};
  EXPECT_FALSE(queue_.start(refused, memories).ok());
  EXPECT_EQ(refused->state(), PendingState::kFailed);
  const auto next = start({&a_}, "next");
  HostJob::run_until(next, Deadline::max());
  EXPECT_THAT(log_, ElementsAre("next"));
}

TEST_F(HostJobs, WhoWaitsForACanceledOneIsToldThoughAnotherThreadCarriesOnWhatIsBeforeIt) {
  const auto endless = std::make_shared<EndlessJob>();
  HostMemory* const memories[] = {&a_};
  ASSERT_TRUE(queue_.start(endless, memories).ok());
  const auto next = start({&a_}, "next");
  std::jthread first([&] { HostJob::run_until(endless, Deadline::max()); });
  std::jthread second(
      [&] { EXPECT_EQ(HostJob::wait_for(next, Deadline::max()), PendingState::kPending); });
  EXPECT_TRUE(next->cancel());
  second.join();
  EXPECT_FALSE(next->done());  // its turn has not come
  EXPECT_TRUE(endless->cancel());
  first.join();
  EXPECT_EQ(endless->state(), PendingState::kFailed);
  EXPECT_EQ(endless->status().code(), Code::kCancelled);
  EXPECT_FALSE(endless->cancel());
  const auto last = start({&a_}, "last");
  HostJob::run_until(last, Deadline::max());
  EXPECT_THAT(log_, ElementsAre("next", "last"));  // what it does with that is the job's business
}

// As another thread may carry it on to its end, which the call then has brought about.
TEST_F(HostJobs, WhatEndsWhileItIsCanceledHadNotEnded) {
  const auto job = std::make_shared<EndlessJob>();
  const auto listener =
      std::make_shared<Listener>([&] { HostJob::run_until(job, Deadline::max()); });
  const SyncPoint points[] = {{listener, 1}};
  job->set_points({}, points);
  ASSERT_TRUE(queue_.start(job, {}).ok());
  EXPECT_TRUE(job->cancel());
  EXPECT_EQ(job->state(), PendingState::kFailed);
  EXPECT_FALSE(job->cancel());
}

TEST_F(HostJobs, StopBehindTheirLimit) {
  const auto job =
      std::make_shared<EndlessJob>(std::chrono::steady_clock::now() + std::chrono::milliseconds(3));
  ASSERT_TRUE(queue_.start(job, {}).ok());
  EXPECT_EQ(HostJob::wait_for(job, Deadline::max()), PendingState::kFailed);
  EXPECT_EQ(job->status().code(), Code::kTimedOut);
}

TEST_F(HostJobs, ALongChainThatNeverRanGoesWithoutRecursion) {
  for (int i = 0; i < 100000; ++i) start({&a_}, "link");
  a_.last_job = nullptr;
  EXPECT_TRUE(queue_.unfinished().empty());
}

// ---- Giving back while the heap gives nothing ----

TEST_F(HostJobs, GivingBackATreeAllocatesNothing) {
  HostMemory c, d;
  for (HostMemory* memory : {&a_, &b_, &c, &d}) start({memory}, "leaf");
  start({&a_, &c}, "branch");
  start({&b_, &d}, "branch");
  start({&a_, &b_}, "root");
  std::shared_ptr<HostJob> root = std::move(a_.last_job);
  b_.last_job = c.last_job = d.last_job = nullptr;
  {
    const test::FailingAllocations none(0);
    root = nullptr;
  }
  EXPECT_TRUE(queue_.unfinished().empty());
}

TEST_F(HostJobs, GivingUpWhatWaitsAllocatesNothing) {
  const auto point = std::make_shared<test::CountingSemaphore>();
  const auto waiting = std::make_shared<NotedJob>(log_, "waiting");
  const SyncPoint wait{point, 1};
  waiting->set_points({&wait, 1}, {});
  HostMemory* const memories[] = {&a_};
  ASSERT_TRUE(queue_.start(waiting, memories).ok());
  const auto behind = start({&a_}, "");
  {
    const test::FailingAllocations none(0);
    queue_.give_up();
  }
  EXPECT_EQ(waiting->state(), PendingState::kFailed);
  EXPECT_TRUE(behind->done());
}

// ---- Points of jobs that are canceled ----

// Of which something is under way until it is told to stop, or |over|.
class JobAtWork final : public HostJob {
 public:
  int stopped = 0;
  bool over = false;
  std::latch* inside = nullptr;
  std::latch* until = nullptr;

 private:
  bool is_under_way() const override { return true; }
  void stop_under_way() override { ++stopped; }
  bool advance(Deadline) override {
    if (inside != nullptr) {
      inside->count_down();
      until->wait();
      inside = nullptr;
    }
    if (over) end(PendingState::kReady);
    return false;
  }
};

class PointsOfJobs : public HostJobs {
 protected:
  void start_with_points(const std::shared_ptr<HostJob>& job, std::vector<SyncPoint> waits = {}) {
    const SyncPoint signal{signal_, 1};
    job->set_points(waits, {&signal, 1});
    ASSERT_TRUE(queue_.start(job, {}).ok());
  }
  const std::shared_ptr<test::CountingSemaphore> wait_ =
      std::make_shared<test::CountingSemaphore>();
  const std::shared_ptr<test::CountingSemaphore> signal_ =
      std::make_shared<test::CountingSemaphore>();
};

TEST_F(PointsOfJobs, AreReachedWhenACanceledOneIsBegunNoMore) {
  const auto job = std::make_shared<NotedJob>(log_, "job");
  start_with_points(job, {{wait_, 1}});
  EXPECT_TRUE(job->cancel());
  EXPECT_TRUE(signal_->has_reached(1));
}

// Though another thread was at it meanwhile, and has turned away.
TEST_F(PointsOfJobs, AreReachedWhenACanceledOneIsCarriedOnNoMore) {
  const auto job = std::make_shared<NotedJob>(log_, "job");
  start_with_points(job, {{wait_, 1}});
  std::jthread waiter([&] { (void)HostJob::wait_for(job, Deadline::max()); });
  wait_->wait_for_waiting();
  EXPECT_TRUE(job->cancel());
  waiter.join();
  EXPECT_TRUE(signal_->has_reached(1));
}

TEST_F(PointsOfJobs, WaitForWhatIsUnderWay) {
  const auto job = std::make_shared<JobAtWork>();
  start_with_points(job);
  EXPECT_TRUE(job->cancel());
  EXPECT_EQ(job->stopped, 1);
  EXPECT_EQ(HostJob::wait_for(job, Deadline()), PendingState::kPending);
  EXPECT_FALSE(signal_->has_reached(1));
  job->over = true;
  EXPECT_EQ(HostJob::wait_for(job, Deadline()), PendingState::kReady);
  EXPECT_TRUE(signal_->has_reached(1));
}

// By who advances it, when that is not who cancels it.
TEST_F(PointsOfJobs, WhatIsUnderWayIsToldByOneThread) {
  const auto job = std::make_shared<JobAtWork>();
  std::latch inside(1), until(1);
  job->inside = &inside;
  job->until = &until;
  start_with_points(job);
  std::jthread waiter([&] { (void)HostJob::wait_for(job, Deadline::max()); });
  inside.wait();
  EXPECT_TRUE(job->cancel());
  EXPECT_EQ(job->stopped, 0);
  until.count_down();
  waiter.join();
  EXPECT_GE(job->stopped, 1);
}

}  // namespace
}  // namespace vyre::backend
