#include "runtime/context/completion_dispatcher.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

#include "support/lent_threads.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;

// Work that ends when it is told to.
class Work : public backend::Waitable {
 public:
  PendingState wait(backend::Deadline) override {
    return over ? PendingState::kReady : PendingState::kPending;
  }
  bool cancel() override { return false; }
  Status status() override { return {}; }
  backend::Timing timing() const override { return {}; }

  std::atomic<bool> over = false;
};

// And keeps the thread that makes it for a while, when it asks.
class SlowForOneThread final : public Work {
 public:
  PendingState wait(backend::Deadline deadline) override {
    if (std::this_thread::get_id() == slow_ && !was_slow_) {
      was_slow_ = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return Work::wait(deadline);
  }
  bool was_slow() const { return was_slow_; }

 private:
  const std::thread::id slow_ = std::this_thread::get_id();
  bool was_slow_ = false;  // of that thread alone
};

// Who polls has the list of what is waited for. Our thread, which finds none then, is told when it
// is back.
TEST(CompletionDispatcher, OurThreadGoesOnAfterAPoll) {
  Work first;
  SlowForOneThread second;
  std::atomic<int> called = 0;
  const auto callback = [&](PendingState) { ++called; };
  CompletionDispatcher dispatcher({}, true);
  dispatcher.watch(std::make_shared<Completion>(&first, callback));
  dispatcher.watch(std::make_shared<Completion>(&second, callback));
  while (!second.was_slow()) dispatcher.poll();
  first.over = second.over = true;
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (called < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  EXPECT_EQ(called, 2);
}

// Ends with the second look at it.
class TwoLooks final : public Work {
 public:
  PendingState wait(backend::Deadline deadline) override {
    const PendingState state = Work::wait(deadline);
    over = true;
    return state;
  }
};

// Uses the dispatcher when it goes, as what is the last to keep a context does.
class UsesItAtLast final : public Completion {
 public:
  UsesItAtLast(backend::Waitable& work, CompletionDispatcher& dispatcher, std::atomic<bool>& gone)
      : Completion(&work, CompletionCallback()), dispatcher_(dispatcher), gone_(gone) {}
  ~UsesItAtLast() {
    dispatcher_.run_later([&gone = gone_] { gone = true; });
  }

 private:
  CompletionDispatcher& dispatcher_;
  std::atomic<bool>& gone_;
};

// What our thread has looked at and then found ended is let go of without a lock.
TEST(CompletionDispatcher, OurThreadMayBeTheLastToKeepWhatItWatches) {
  TwoLooks work;
  std::atomic<bool> gone = false;
  CompletionDispatcher dispatcher({}, true);
  dispatcher.watch(std::make_shared<UsesItAtLast>(work, dispatcher, gone));
  while (!gone) std::this_thread::yield();
}

// ---- Memory that runs out ----

// Over, but the first looks find no memory to say it.
class WithoutMemory final : public Work {
 public:
  PendingState wait(backend::Deadline) override {
    if (++looks <= 3) throw std::bad_alloc();
    return PendingState::kReady;
  }
  std::atomic<int> looks = 0;
};

TEST(CompletionWithoutMemory, IsCalledByOurThreadAllTheSame) {
  WithoutMemory work;
  std::atomic<bool> called = false;
  CompletionDispatcher dispatcher({}, true);
  dispatcher.watch(std::make_shared<Completion>(&work, [&](PendingState) { called = true; }));
  while (!called) std::this_thread::yield();
  EXPECT_EQ(work.looks, 4);
}

TEST(CompletionWithoutMemory, IsCalledByALentThreadAllTheSame) {
  WithoutMemory work;
  bool called = false;
  CompletionDispatcher dispatcher(test::lends([](const std::function<void()>& job) { job(); }),
                                  false);
  dispatcher.watch(std::make_shared<Completion>(&work, [&](PendingState) { called = true; }));
  EXPECT_TRUE(called);
}

TEST(CompletionWithoutMemory, IsCalledByALaterPoll) {
  WithoutMemory work;
  bool called = false;
  CompletionDispatcher dispatcher({}, false);
  dispatcher.watch(std::make_shared<Completion>(&work, [&](PendingState) { called = true; }));
  for (int poll = 0; poll < 3; ++poll) EXPECT_EQ(dispatcher.poll(), 0u);
  EXPECT_EQ(dispatcher.poll(), 1u);
  EXPECT_TRUE(called);
}

TEST(CompletionWithoutMemory, AJobThatThrowsEndsNoThread) {
  std::atomic<bool> ran = false;
  CompletionDispatcher dispatcher({}, true);
  dispatcher.run_later([] { throw std::bad_alloc(); });
  dispatcher.run_later([&] { ran = true; });
  while (!ran) std::this_thread::yield();
}

}  // namespace
}  // namespace vyre::runtime
