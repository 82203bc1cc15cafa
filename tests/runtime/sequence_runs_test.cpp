// Runs that a device has under way, and what becomes of them.
#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <future>
#include <thread>

#include "runtime/dispatch/sequence.h"
#include "scripted_runtime.h"
#include "support/counting_semaphore.h"

namespace vyre::runtime {
namespace {

using test::refuses;
using test::Script;

// What a sequence of the device was asked for, and what it answers.
struct Asked {
  std::atomic<bool> is_over = false;      // all runs
  std::atomic<uint64_t> over_to = 0;      // the runs up to this, else
  std::optional<Status> refusal;          // of runs
  std::vector<uint32_t> grids;            // of the steps that were replaced with runs
  std::vector<backend::SyncPoint> waits;  // of the last run
  std::vector<backend::SyncPoint> signals;
};

// Runs that are under way until they are told to end.
class Endless final : public backend::DeviceSequence {
 public:
  explicit Endless(Asked& asked) : asked_(asked) {}

  Result<uint32_t> add(const backend::Step&) override { return steps_++; }
  Status stage(uint32_t, const backend::Step& step) override {
    staged_grids_.push_back(step.dispatch->grid[0]);
    return {};
  }
  void unstage() noexcept override { staged_grids_.clear(); }
  void replace() override { unstage(); }
  void clear() override { steps_ = 0; }
  Status record() override { return {}; }
  Result<uint64_t> submit(const backend::RunStart& start) override {
    if (start.replaces) std::ranges::copy(staged_grids_, std::back_inserter(asked_.grids));
    unstage();
    asked_.waits.assign(start.wait_points.begin(), start.wait_points.end());
    asked_.signals.assign(start.signal_points.begin(), start.signal_points.end());
    if (asked_.refusal) return Status(asked_.refusal->info());
    return ++runs_;
  }
  Result<bool> wait(uint64_t, backend::Deadline deadline, const backend::Stop& stop) override {
    while (!asked_.is_over && !stop.asked() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
    return asked_.is_over.load();
  }
  uint64_t newest_over() const override {
    return asked_.is_over ? runs_.load() : asked_.over_to.load();
  }
  Status failure_of(uint64_t, uint64_t) override { return {}; }
  Status write(uint32_t, uint64_t, std::span<const std::byte>) override { return {}; }
  Status read(uint64_t, uint32_t, uint64_t, std::span<std::byte>) override { return {}; }
  std::optional<uint64_t> device_ns(uint64_t) const override { return std::nullopt; }

 private:
  Asked& asked_;
  std::vector<uint32_t> staged_grids_;
  uint32_t steps_ = 0;
  std::atomic<uint64_t> runs_ = 0;
};

class RunsUnderWay : public testing::Test {
 protected:
  RunsUnderWay() {
    script_->record = [this] { return std::make_unique<Endless>(asked_); };
    sequence_ = Sequence::create(device_, {}, "steps").take();
  }
  Result<uint32_t> add_read() { return sequence_->add_read({buffer_, 0, 4}); }

  Asked asked_;
  const std::shared_ptr<Script> script_ = Script::of_finished_work();
  std::shared_ptr<Device> device_ = test::scripted_backend(script_);
  const std::shared_ptr<Buffer> buffer_ = Buffer::create(device_, 4, {}).take();
  std::shared_ptr<Sequence> sequence_;
};

TEST_F(RunsUnderWay, LetNothingOfTheSequenceBeChanged) {
  ASSERT_TRUE(add_read().ok());
  std::byte byte{};
  EXPECT_THAT(sequence_->get_bytes(0, 0, {&byte, 1}), refuses(Code::kNotReady, "before any run"));
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(sequence_->get_bytes(0, 0, {&byte, 1}), refuses(Code::kNotReady, "is under way"));
  EXPECT_THAT(sequence_->submit().status(), refuses(Code::kNotReady, "another run has to wait"));
  EXPECT_THAT(add_read().status(), refuses(Code::kNotReady, "adding a read has to wait"));
  EXPECT_THAT(sequence_->update({}), refuses(Code::kNotReady, "changing a dispatch has to wait"));
  EXPECT_FALSE(sequence_->report().host_ns);
  asked_.is_over = true;
  EXPECT_TRUE(sequence_->get_bytes(0, 0, {&byte, 1}).ok());
  EXPECT_TRUE(sequence_->report().host_ns);
}

TEST_F(RunsUnderWay, AreAsManyAsThereAreFlightsWhereTheyCount) {
  sequence_ = Sequence::create(device_, {false, false, 2}, "steps").take();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(sequence_->submit().ok());
  asked_.is_over = true;
  const std::byte byte{};
  ASSERT_TRUE(sequence_->add_write({buffer_, 0, 1}, {&byte, 1}).ok());
  asked_.is_over = false;
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->set_bytes(0, 0, {&byte, 1}).ok());
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(sequence_->submit().status(), refuses(Code::kNotReady, "has 2 runs under way"));
  EXPECT_THAT(sequence_->set_bytes(0, 0, {&byte, 1}),
              refuses(Code::kNotReady, "changing what it writes has to wait"));
  EXPECT_THAT(sequence_->clear(), refuses(Code::kNotReady, "clearing it has to wait"));
  asked_.is_over = true;
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->clear().ok());
}

TEST_F(RunsUnderWay, FailWhenTheirTimeHasPassedAndStayFailed) {
  const auto work = Sequence::start(sequence_, std::chrono::nanoseconds(1)).take();
  EXPECT_THAT(sequence_->wait_for_last(backend::Deadline::max()),
              refuses(Code::kTimedOut, "sequence 'steps' has not ended within 1 ns"));
  asked_.is_over = true;
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_FALSE(sequence_->report().host_ns);
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->wait_for_last({}).ok());
}

TEST_F(RunsUnderWay, AreCancelledTogetherAndStaySo) {
  const auto over = Sequence::start(sequence_).take();
  asked_.is_over = true;
  EXPECT_EQ(over->poll(), backend::PendingState::kReady);
  asked_.is_over = false;
  const auto held = Sequence::start(sequence_).take();
  ASSERT_TRUE(sequence_->submit_unowned().ok());
  asked_.over_to = 1;
  sequence_->cancel();
  EXPECT_EQ(over->poll(), backend::PendingState::kReady);
  EXPECT_EQ(held->poll(), backend::PendingState::kFailed);
  EXPECT_THAT(held->status(), refuses(Code::kCancelled, "sequence 'steps' was cancelled. Fix: "));
  asked_.is_over = true;
  sequence_->cancel();
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kCancelled, "'steps'"));
  EXPECT_FALSE(sequence_->report().host_ns);
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());  // who cancels knows
}

TEST_F(RunsUnderWay, OneIsCancelledAlone) {
  const auto first = Sequence::start(sequence_).take(), second = Sequence::start(sequence_).take();
  EXPECT_TRUE(first->cancel());
  EXPECT_FALSE(first->cancel());
  EXPECT_EQ(first->poll(), backend::PendingState::kFailed);
  EXPECT_EQ(second->poll(), backend::PendingState::kPending);
  asked_.is_over = true;
  EXPECT_FALSE(second->cancel());
  EXPECT_EQ(second->poll(), backend::PendingState::kReady);
}

TEST_F(RunsUnderWay, ThatNobodyHoldsTellThatTheirTimeHasPassed) {
  ASSERT_TRUE(sequence_->submit_unowned(std::chrono::nanoseconds(1)).ok());
  EXPECT_THAT(device_->unowned().take_failure({}), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
}

TEST_F(RunsUnderWay, WithoutTimeAreLookedAtOnce) {
  const auto run = sequence_->submit(std::chrono::nanoseconds(0)).take();
  asked_.is_over = true;
  EXPECT_TRUE(sequence_->wait(run, backend::Deadline::max()).value());
}

// ---- Runs that are refused ----

class RefusedRuns : public RunsUnderWay {
 protected:
  RefusedRuns() {
    asked_.is_over = true;
    EXPECT_TRUE(sequence_->add_dispatch(pipeline_, test::bindings_of({buffer_}), {}).ok());
  }
  Status submit(std::span<const StepUpdate> updates, bool is_refused) {
    asked_.grids.clear();
    asked_.refusal.reset();
    if (is_refused) asked_.refusal = fail(Code::kOutOfHostMemory, "no room. Fix: free some");
    return sequence_->submit({}, updates).status();
  }

  const std::shared_ptr<Pipeline> pipeline_ = test::pipeline_of(device_, test::writes_one());
};

TEST_F(RefusedRuns, LeaveTheStepsAsTheyWere) {
  StepUpdate seven;
  seven.grid = launch::Axes{7, 1, 1};
  EXPECT_THAT(submit({&seven, 1}, true), refuses(Code::kOutOfHostMemory, "no room"));
  EXPECT_THAT(asked_.grids, ElementsAre(7u));
  StepUpdate twice;
  twice.iterations = 2;
  EXPECT_TRUE(submit({&twice, 1}, false).ok());
  EXPECT_THAT(asked_.grids, ElementsAre(1u));
  EXPECT_TRUE(submit({&seven, 1}, false).ok());
  EXPECT_TRUE(submit({&twice, 1}, false).ok());
  EXPECT_THAT(asked_.grids, ElementsAre(7u));
  EXPECT_EQ(sequence_->report().runs, 3u);
}

TEST_F(RefusedRuns, DoNotHideThatABufferWasFreed) {
  const auto other = Buffer::create(device_, 4, {}).take();
  StepUpdate update;
  const auto bindings = test::bindings_of({other});
  update.bindings = bindings;
  ASSERT_TRUE(buffer_->free().ok());
  EXPECT_THAT(submit({&update, 1}, true), refuses(Code::kOutOfHostMemory, "no room"));
  EXPECT_THAT(submit({}, false), refuses(Code::kInvalidArgument, "freed"));
  EXPECT_TRUE(submit({&update, 1}, false).ok());
  EXPECT_TRUE(submit({}, false).ok());
}

// ---- Points ----

class PointsOfRuns : public RunsUnderWay {
 protected:
  PointsOfRuns() {
    ContextOptions options;
    options.own_threads = true;
    device_ = test::scripted_backend(script_, std::move(options));
    sequence_ = Sequence::create(device_, {}, "steps").take();
  }
  void cancel_when(const std::function<bool()>& is_due) {
    while (!is_due()) std::this_thread::yield();
    sequence_->cancel();
  }

  const std::shared_ptr<test::CountingSemaphore> semaphore_ =
      std::make_shared<test::CountingSemaphore>();
  const std::vector<backend::SyncPoint> one_ = {{semaphore_, 1}};
};

// In the call that begins the run, so that neither is there without the other.
TEST_F(PointsOfRuns, AreHandedOverWithTheRun) {
  script_->takes_points = true;
  asked_.is_over = true;
  ASSERT_TRUE(sequence_->submit_unowned({}, {}, {one_, one_}).ok());
  EXPECT_EQ(asked_.waits.size(), 1u);
  EXPECT_EQ(asked_.signals.size(), 1u);
  ASSERT_TRUE(sequence_->run({}, {}, {}).ok());
  EXPECT_TRUE(asked_.waits.empty());
  ASSERT_TRUE(sequence_->run({}, {}, {one_, one_}).ok());
  EXPECT_EQ(asked_.waits.size(), 1u);
  EXPECT_EQ(asked_.signals.size(), 1u);
  EXPECT_EQ(semaphore_->value(), 0u);  // that is the device's
}

TEST_F(PointsOfRuns, OfACancelledRunDoNotHoldUpTheBackground) {
  std::thread canceler([&] { cancel_when([&] { return sequence_->report().runs == 1; }); });
  EXPECT_THAT(sequence_->run({}, {}, {{}, one_}), refuses(Code::kCancelled, "'steps'"));
  canceler.join();
  std::promise<void> ran;
  device_->context().completions().run_later([&] { ran.set_value(); });
  ran.get_future().wait();
  EXPECT_EQ(semaphore_->value(), 0u);  // the device has the run
  asked_.is_over = true;
  EXPECT_TRUE(semaphore_->wait(1, backend::Deadline::max()).value());
}

TEST_F(PointsOfRuns, AreNotWaitedForByTheHostOnceTheRunIsCancelled) {
  const auto moved = std::make_shared<test::CountingSemaphore>();
  std::thread canceler([&] { cancel_when([&] { return semaphore_->waits() > 0; }); });
  EXPECT_THAT(sequence_->run({}, {}, {one_, {{moved, 1}}}), refuses(Code::kCancelled, "'steps'"));
  canceler.join();
  EXPECT_EQ(sequence_->report().runs, 0u);
  EXPECT_EQ(moved->value(), 1u);
  asked_.is_over = true;
  EXPECT_TRUE(sequence_->run({}, {}, {{}, one_}).ok());  // the next one is not
  EXPECT_EQ(semaphore_->value(), 1u);
}

}  // namespace
}  // namespace vyre::runtime
