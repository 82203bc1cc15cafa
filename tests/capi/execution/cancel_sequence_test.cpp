// Runs that are ended before their time, and those that nobody holds.
#include <atomic>
#include <thread>

#include "capi/support/each_backend.h"
#include "capi/support/slow_work.h"
#include "support/threads.h"

namespace vyre::test {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr uint64_t kMillisecond = 1000000;

vyre_run_desc run_within(uint64_t timeout_ns) {
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.timeout_ns = timeout_ns;
  return desc;
}

std::string failure_of(const Sequence& sequence) {
  vyre_error* failure = nullptr;
  EXPECT_TRUE(ok(vyre_sequence_get_error(sequence.get(), &failure)));
  return said(failure);
}

Work run(const Sequence& sequence, const vyre_run_desc* desc = nullptr) {
  return made<Work>(vyre_sequence_run_async, sequence.get(), desc);
}

void cancel(const Sequence& sequence) { EXPECT_TRUE(ok(vyre_sequence_cancel(sequence.get()))); }

class SlowRuns {
 public:
  SlowRuns(const Opened& opened, uint32_t groups = 1)
      : n(make_buffer(opened, 4)), out(make_buffer(opened, 4)), sequence(make_sequence(opened)) {
    const vyre_dispatch_desc desc = slow_for(groups);
    add_dispatch(sequence, make_pipeline(opened, kSlow), {bind_buffer(0, n), bind_buffer(1, out)},
                 &desc);
    write(n, kSteps);
  }
  Buffer n, out;
  Sequence sequence;
};

// ---- On the device, where runs are under way behind the call ----

class RecordedRuns : public ::testing::Test {
 protected:
  // Limits are told in the log, too.
  const GatedDevice device_{VYRE_CONTEXT_DESC_DEFAULT};
  const Opened& opened_ = device_.opened();
  const SlowRuns runs_{opened_};
  const Sequence& sequence_ = runs_.sequence;
};

TEST_F(RecordedRuns, AllUnderWayAreCancelled) {
  device_.shut();
  const Work first = run(sequence_);
  EXPECT_TRUE(ok(vyre_sequence_run_async(sequence_.get(), nullptr, nullptr)));
  std::atomic<int> told = 0;
  Threads threads(8, [&](uint32_t number) {
    const auto state = number % 2 == 0 ? wait_for(first) : wait_for(sequence_);
    told += state == VYRE_WORK_FAILED ? 1 : 0;
  });
  std::this_thread::sleep_for(milliseconds(30));  // most wait by now
  EXPECT_EQ(told, 0);
  cancel(sequence_);
  threads.join();
  EXPECT_EQ(told, 8);
  EXPECT_THAT(failure_of(first), HasSubstr("sequence 'steps' was cancelled. Fix: "));
  EXPECT_THAT(failure_of(sequence_), HasSubstr("2012 "));
  EXPECT_EQ(result_of(sequence_).host_ns, VYRE_UNKNOWN);

  // The device has them: nothing of the sequence changes before it is done, and they stay
  // cancelled.
  EXPECT_TRUE(refused(
      vyre_sequence_add_copy(sequence_.get(), runs_.n.get(), 0, runs_.out.get(), 0, 4, nullptr),
      VYRE_ERROR_NOT_READY, {"is under way"}));
  device_.open();
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr)));
  cancel(sequence_);
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_FAILED);
  write(runs_.n, {0});
  EXPECT_TRUE(ok(vyre_sequence_run(sequence_.get(), nullptr, nullptr)));
  EXPECT_EQ(words_of(runs_.out), Words({1}));
}

TEST_F(RecordedRuns, OneIsCancelledAlone) {
  device_.shut();
  const Work first = run(sequence_), second = run(sequence_);
  EXPECT_TRUE(ok(vyre_work_cancel(first.get())));
  EXPECT_EQ(wait_for(first), VYRE_WORK_FAILED);
  EXPECT_EQ(wait_for(second, 0), VYRE_WORK_RUNNING);
  device_.open();
  EXPECT_EQ(wait_for(second), VYRE_WORK_READY);
  cancel(sequence_);
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);  // it had ended
}

TEST_F(RecordedRuns, TheLastIsCancelledByItsWork) {
  device_.shut();
  const Work last = run(sequence_);
  EXPECT_TRUE(ok(vyre_work_cancel(last.get())));
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_FAILED);
}

TEST_F(RecordedRuns, HaveTheirTimeWithAndWithoutAWork) {
  device_.shut();
  const vyre_run_desc desc = run_within(10 * kMillisecond);
  const Work held = run(sequence_, &desc);
  EXPECT_TRUE(ok(vyre_sequence_run_async(sequence_.get(), &desc, nullptr)));
  EXPECT_EQ(wait_for(held), VYRE_WORK_FAILED);
  EXPECT_THAT(failure_of(held), HasSubstr("2006 "));
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_FAILED);
  EXPECT_TRUE(refused(vyre_device_wait_idle(opened_.device.get(), 0, nullptr), VYRE_ERROR_TIMED_OUT,
                      {"sequence 'steps' has not ended within 10 ms"}));
}

// ---- Where the steps run inside the call ----

class EagerRuns : public ::testing::Test {
 protected:
  const Opened opened_ = open_device("cpu-ref");
  const SlowRuns runs_{opened_, kSeconds};
  const Sequence& sequence_ = runs_.sequence;
};

TEST_F(EagerRuns, StopWithinASlice) {
  std::atomic<int> over = 0;
  std::string told[2];
  Threads threads(2, [&](uint32_t number) {
    told[number] = said(vyre_sequence_run(sequence_.get(), nullptr, nullptr));
    ++over;
  });
  while (wait_for(sequence_, 0) != VYRE_WORK_RUNNING) std::this_thread::yield();
  EXPECT_TRUE(refused(vyre_sequence_get_bytes(sequence_.get(), 0, 0, nullptr, 0),
                      VYRE_ERROR_INVALID_ARGUMENT, {}));
  while (over < 2) cancel(sequence_);  // perhaps before the second has begun
  threads.join();
  for (const std::string& text : told) {
    EXPECT_THAT(text, HasSubstr("2012 sequence 'steps' was cancelled. Fix: "));
  }
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_FAILED);
  write(runs_.n, {0});
  EXPECT_TRUE(ok(vyre_sequence_run(sequence_.get(), nullptr, nullptr)));
}

TEST_F(EagerRuns, HaveTheirTime) {
  for (const uint64_t timeout_ns : {uint64_t{0}, 5 * kMillisecond}) {
    const vyre_run_desc desc = run_within(timeout_ns);
    EXPECT_TRUE(refused(vyre_sequence_run(sequence_.get(), &desc, nullptr), VYRE_ERROR_TIMED_OUT,
                        {"sequence 'steps' has not ended within"}));
    const Work held = run(sequence_, &desc);
    EXPECT_EQ(wait_for(held), VYRE_WORK_FAILED);
    EXPECT_THAT(failure_of(held), HasSubstr("2006 "));
  }
  const Sequence small = make_sequence(opened_);  // is over at the first look
  add_dispatch(small, make_pipeline(opened_, kCounter), {bind_buffer(0, runs_.n)});
  const vyre_run_desc desc = run_within(0);
  EXPECT_TRUE(ok(vyre_sequence_run(small.get(), &desc, nullptr)));
}

// ---- Everywhere ----

class EndedRuns : public EachBackend {
 protected:
  const Sequence sequence_ = make_sequence(opened_);
  const Buffer word_ = make_buffer(opened_, 4);
};

VYRE_ON_EACH_BACKEND(EndedRuns);

// Failures of what nobody holds are told in the log, too.
class UnheldRuns : public EachBackend {
 protected:
  UnheldRuns() {
    if (is_table()) return;
    const vyre_context_desc quiet = VYRE_CONTEXT_DESC_INIT;
    opened_ = Opened(&quiet, GetParam());
  }
};

VYRE_ON_EACH_BACKEND(UnheldRuns);

TEST_P(EndedRuns, StayAsTheyAre) {
  add_dispatch(sequence_, make_pipeline(opened_, kCounter), {bind_buffer(0, word_)});
  write(word_, {1});
  const Work work = run(sequence_);
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr)));
  cancel(sequence_);
  EXPECT_EQ(wait_for(work), VYRE_WORK_READY);
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);
  EXPECT_EQ(words_of(word_)[0], 2u);
}

TEST_P(EndedRuns, TellEachItsOwnEnd) {
  add_dispatch(sequence_, make_pipeline(opened_, kUnlucky), {bind_buffer(0, word_)});
  write(word_, {13});
  const Work unlucky = run(sequence_);
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_FAILED);
  write(word_, {1});
  const Work lucky = run(sequence_);
  EXPECT_EQ(wait_for(lucky), VYRE_WORK_READY);
  EXPECT_EQ(wait_for(unlucky), VYRE_WORK_FAILED);
  EXPECT_THAT(failure_of(unlucky), HasSubstr("unlucky"));
}

TEST_P(UnheldRuns, AreToldByTheDevice) {
  const Buffer word = make_buffer(opened_, 4);
  const Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, make_pipeline(opened_, kUnlucky), {bind_buffer(0, word)});
  for (int i = 0; i < 3; ++i) {
    write(word, {i == 1 ? 2u : 13u});
    EXPECT_TRUE(ok(vyre_sequence_run_async(sequence.get(), nullptr, nullptr)));
    uint32_t idle = 0;
    vyre_error* error = vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, &idle);
    if (i == 1) {
      EXPECT_TRUE(ok(error));
    } else {
      EXPECT_TRUE(refused(error, VYRE_ERROR_DISPATCH_FAILED, {"unlucky", "steps"}));
    }
    EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, &idle)));
    EXPECT_EQ(idle, 1u);
  }
}

// The sequence is gone when the device tells it, and two failed.
TEST_P(UnheldRuns, OutliveTheirSequenceToBeTold) {
  const Buffer word = make_buffer(opened_, 4);
  Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, make_pipeline(opened_, kUnlucky), {bind_buffer(0, word)});
  write(word, {13});
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(ok(vyre_sequence_run_async(sequence.get(), nullptr, nullptr)));
  }
  sequence.reset();
  EXPECT_TRUE(refused(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr),
                      VYRE_ERROR_DISPATCH_FAILED, {"unlucky"}));
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr)));
}

// Cancelling comes at any time: beside runs, beside works that are destroyed, beside their end.
TEST_P(EndedRuns, MayBeCancelledMeanwhile) {
  add_dispatch(sequence_, make_pipeline(opened_, kCounter), {bind_buffer(0, word_)});
  std::atomic<bool> over = false;
  std::jthread canceller([&] {
    while (!over) cancel(sequence_);
  });
  on_threads(3, [&](uint32_t number) {
    for (int i = 0; i < 100; ++i) {
      Work work = run(sequence_);
      if (number == 0) continue;  // destroyed at once
      const vyre_work_state state = wait_for(work);
      EXPECT_NE(state, VYRE_WORK_RUNNING);
      if (state == VYRE_WORK_FAILED) {
        EXPECT_EQ(failure_of(work).substr(0, 4), "2012");
      }
      EXPECT_EQ(wait_for(work, 0), state);
    }
  });
  over = true;
  canceller.join();
  EXPECT_TRUE(ok(vyre_sequence_run(sequence_.get(), nullptr, nullptr)));
}

TEST_P(EndedRuns, NeedASequence) {
  EXPECT_TRUE(refused(vyre_sequence_cancel(nullptr), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_sequence_cancel: sequence is NULL"}));
  cancel(sequence_);  // nothing is under way
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);
}

}  // namespace
}  // namespace vyre::test
