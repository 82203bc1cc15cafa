// Work that is ended before its time: by a call, by its time limit, from any thread.
#include <atomic>
#include <chrono>
#include <thread>

#include "capi/support/slow_work.h"
#include "support/threads.h"

namespace vyre::test {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr uint64_t kMillisecond = 1000000;

class CancelledWork : public ::testing::TestWithParam<const char*> {
 protected:
  Work start(uint32_t groups, const vyre_binding& out, uint64_t timeout_ns = VYRE_FOREVER) const {
    return begin(slow_for(groups, timeout_ns), out);
  }
  Work hold(uint64_t timeout_ns = VYRE_FOREVER) const {
    return begin(device_.held(timeout_ns), kDropped);
  }
  Work begin(const vyre_dispatch_desc& desc, const vyre_binding& out) const {
    return begin_dispatch(slow_, {bind_input(0, kSteps), out}, &desc);
  }
  Buffer buffer(const Words& words) const {
    Buffer made = make_buffer(opened_, words.size() * 4);
    write(made, words);
    return made;
  }
  void cancel(const Work& work) const { EXPECT_TRUE(ok(vyre_work_cancel(work.get()))); }

  const vyre_binding kDropped = vyre_bind_zeros(1, 4);
  const HoldingDevice device_{GetParam()};
  const Opened& opened_ = device_.opened();
  const Pipeline slow_ = make_pipeline(opened_, kSlow);
  const Pipeline increment_ = make_pipeline(opened_, kIncrement);
};

VYRE_ON_BOTH_BACKENDS(CancelledWork);

// While the work itself goes on.
TEST_P(CancelledWork, TellsAllWhoWait) {
  const Work work = hold();
  std::atomic<int> told = 0;
  Threads threads(8, [&](uint32_t) { told += wait_for(work) == VYRE_WORK_FAILED ? 1 : 0; });
  std::this_thread::sleep_for(milliseconds(30));  // most wait by now
  EXPECT_EQ(told, 0);
  cancel(work);
  threads.join();
  EXPECT_EQ(told, 8);
  EXPECT_THAT(failure_of(work), HasSubstr("the dispatch was cancelled. Fix: "));
  EXPECT_TRUE(refused(collect(work), VYRE_ERROR_CANCELLED, {"the dispatch was cancelled"}));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_TRUE(refused(vyre_work_get_result(work.get(), &result), VYRE_ERROR_CANCELLED, {}));
  cancel(work);  // once more changes nothing
  EXPECT_EQ(wait_for(work, 0), VYRE_WORK_FAILED);
}

TEST_P(CancelledWork, ThatHasEndedStaysAsItIs) {
  Words out(1);
  const Words in = {41};
  const Bindings bindings = {bind_input(0, in), bind_output(1, out)};
  const Work work = begin_dispatch(increment_, bindings);
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr)));
  cancel(work);  // nobody has looked at it
  EXPECT_EQ(wait_for(work), VYRE_WORK_READY);
  cancel(work);
  EXPECT_TRUE(ok(collect(work, bindings)));
  EXPECT_EQ(out[0], 42u);
}

TEST_P(CancelledWork, IsBeforeAllThatComesLater) {
  const Buffer shared = buffer({1});
  Work work = start(kSeconds / 8, bind_buffer(1, shared));
  cancel(work);
  work.reset();
  const Words in = {6};
  EXPECT_TRUE(ok(dispatch(increment_, {bind_input(0, in), bind_buffer(1, shared)})));
  EXPECT_EQ(words_of(shared)[0], 7u);
}

TEST_P(CancelledWork, KeepsWhatTheDeviceUses) {
  Buffer shared = buffer({1});
  Work work = start(kSeconds / 8, bind_buffer(1, shared));
  cancel(work);
  shared.reset();
  work.reset();
  EXPECT_EQ(incremented(increment_, {1, 2, 3}), Words({2, 3, 4}));
}

TEST_P(CancelledWork, MakesItsCallback) {
  const Work work = hold();
  vyre_work_state state = VYRE_WORK_RUNNING;
  const auto note = [](void* user, vyre_work_state told) {
    *static_cast<vyre_work_state*>(user) = told;
  };
  EXPECT_TRUE(ok(vyre_work_on_complete(work.get(), note, &state, nullptr)));
  cancel(work);
  EXPECT_EQ(state, VYRE_WORK_RUNNING);  // not inside the call
  uint32_t ran = 0;
  EXPECT_TRUE(ok(vyre_context_run_callbacks(opened_.context.get(), &ran)));
  EXPECT_EQ(ran, 1u);
  EXPECT_EQ(state, VYRE_WORK_FAILED);
}

// Whoever comes first: it is the one or the other, and stays so.
TEST_P(CancelledWork, MayEndMeanwhile) {
  int ready = 0;
  for (int i = 0; i < 200; ++i) {
    Words out(1);
    const Words in = {1};
    const Bindings bindings = {bind_input(0, in), bind_output(1, out)};
    const Work work = begin_dispatch(increment_, bindings);
    vyre_work_state other = VYRE_WORK_RUNNING;
    Threads threads(2, [&](uint32_t number) {
      if (number == 1) return cancel(work);
      other = wait_for(work);
    });
    const vyre_work_state state = wait_for(work);
    threads.join();
    EXPECT_EQ(state, other);
    EXPECT_EQ(wait_for(work, 0), state);
    vyre_error* error = collect(work, bindings);
    EXPECT_EQ(error == nullptr ? 0u : static_cast<uint32_t>(vyre_error_get_code(error)),
              state == VYRE_WORK_READY ? 0u : static_cast<uint32_t>(VYRE_ERROR_CANCELLED));
    EXPECT_EQ(out[0], state == VYRE_WORK_READY ? 2u : 0u);
    ready += state == VYRE_WORK_READY ? 1 : 0;
    vyre_error_destroy(error);
  }
  std::printf("%d of 200 ended in time\n", ready);
}

// The callback destroys the work, on a thread of the context, while it is cancelled on another.
TEST_P(CancelledWork, MayBeDestroyedByItsCallback) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_OWN_THREADS;
  const Opened opened = open_device(GetParam(), desc);
  const Pipeline increment = make_pipeline(opened, kIncrement);
  for (int i = 0; i < 50; ++i) {
    const Words in = {1};
    struct Shared {
      vyre_work* work;
      std::atomic<bool> cancelled = false, destroyed = false;
    } shared{begin_dispatch(increment, {bind_input(0, in), vyre_bind_zeros(1, 4)}).release()};
    const auto destroy = [](void* user, vyre_work_state) {
      auto& own = *static_cast<Shared*>(user);
      while (!own.cancelled) std::this_thread::yield();
      vyre_work_destroy(own.work);
      own.destroyed = true;
    };
    ASSERT_TRUE(ok(vyre_work_on_complete(shared.work, destroy, &shared, nullptr)));
    EXPECT_TRUE(ok(vyre_work_cancel(shared.work)));
    shared.cancelled = true;
    while (!shared.destroyed) std::this_thread::yield();
  }
}

TEST_P(CancelledWork, ManyThreadsMayCancelIt) {
  for (int i = 0; i < 20; ++i) {
    const Work work = start(20, kDropped);
    on_threads(4, [&](uint32_t number) {
      if (number % 2 == 0) cancel(work);
      EXPECT_NE(wait_for(work), VYRE_WORK_RUNNING);
    });
  }
}

TEST_P(CancelledWork, RunsOutOfTime) {
  const auto begun = std::chrono::steady_clock::now();
  const Work work = hold(20 * kMillisecond);
  EXPECT_EQ(wait_for(work), VYRE_WORK_FAILED);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, milliseconds(20));
  EXPECT_THAT(failure_of(work), HasSubstr("has not ended within 20 ms. Fix: "));
  EXPECT_EQ(failure_of(work).substr(0, 4), "2006");
  const Work looked_at = hold(0);
  EXPECT_EQ(wait_for(looked_at, 0), VYRE_WORK_FAILED);
}

TEST_P(CancelledWork, ThatEndsInTimeKnowsNoLimit) {
  const Work work = start(1, kDropped, UINT64_C(3600000) * kMillisecond);
  EXPECT_EQ(wait_for(work), VYRE_WORK_READY);
}

// A limit holds for work whose handle nobody kept: on the oracle later work is not held up by it.
TEST_P(CancelledWork, RunsOutOfTimeWithoutAHandle) {
  vyre_context_desc quiet = VYRE_CONTEXT_DESC_INIT;
  std::atomic<int> logged = 0;
  quiet.log_user = &logged;
  quiet.log = [](void* user, vyre_log_level level, vyre_string text) {
    const bool late = string_of(text).find("has not ended within") != std::string::npos;
    if (level == VYRE_LOG_ERROR && late) ++*static_cast<std::atomic<int>*>(user);
  };
  const HoldingDevice device(GetParam(), quiet);
  const Opened& opened = device.opened();
  const Pipeline slow = make_pipeline(opened, kSlow);
  const Buffer shared = make_buffer(opened, 4);
  const Bindings bindings = {bind_input(0, kSteps), bind_buffer(1, shared)};
  const vyre_dispatch_desc desc = device.held(5 * kMillisecond);
  EXPECT_TRUE(ok(vyre_dispatch_async(slow.get(), bindings.data(), 2, &desc, nullptr)));
  begin_dispatch(slow, bindings, &desc).reset();
  std::this_thread::sleep_for(milliseconds(10));  // its time is over
  uint32_t idle = 1;
  EXPECT_TRUE(refused(vyre_device_wait_idle(opened.device.get(), 0, &idle), VYRE_ERROR_TIMED_OUT,
                      {"has not ended within 5 ms"}));
  EXPECT_EQ(logged, 1);
  device.let_go();
  (void)words_of(shared);
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened.device.get(), VYRE_FOREVER, &idle)));
}

TEST_P(CancelledWork, ADispatchThatRanOutOfTimeHoldsUpNobodyOnTheOracle) {
  const Buffer shared = buffer({1});
  EXPECT_TRUE(refused(dispatch(slow_, {bind_input(0, kSteps), bind_buffer(1, shared)},
                               device_.held(5 * kMillisecond)),
                      VYRE_ERROR_TIMED_OUT, {"within 5 ms"}));
  device_.let_go();
  (void)words_of(shared);
}

// ---- Waiting for several ----

class ManyWorks : public ::testing::Test {
 protected:
  struct Side {
    explicit Side(const std::string& id) : device(id) {}
    Work begin(const vyre_dispatch_desc& desc) const {
      return begin_dispatch(slow, {bind_input(0, kSteps), vyre_bind_zeros(1, 4)}, &desc);
    }
    Work start(uint32_t groups) const { return begin(slow_for(groups)); }
    Work hold() const { return begin(device.held()); }
    const HoldingDevice device;  // in a context of its own
    const Pipeline slow = make_pipeline(device.opened(), kSlow);
  };

  static size_t any(const std::vector<vyre_work*>& works, uint64_t timeout_ns = VYRE_FOREVER) {
    size_t index = 77;
    EXPECT_TRUE(ok(vyre_work_wait_any(works.data(), works.size(), timeout_ns, &index)));
    return index;
  }
  static size_t all(const std::vector<vyre_work*>& works, uint64_t timeout_ns = VYRE_FOREVER) {
    size_t ended = 77;
    EXPECT_TRUE(ok(vyre_work_wait_all(works.data(), works.size(), timeout_ns, &ended)));
    return ended;
  }

  const Side oracle_{"cpu-ref"}, device_{"vulkan"};
};

TEST_F(ManyWorks, OneOfSeveralDevicesEndsFirst) {
  const Work slow = oracle_.hold(), quick = device_.start(1);
  EXPECT_EQ(any({nullptr, slow.get(), quick.get(), nullptr}), 2u);
  EXPECT_EQ(all({quick.get(), slow.get()}, kMillisecond), 1u);
  EXPECT_EQ(any({slow.get()}, kMillisecond), SIZE_MAX);
  EXPECT_EQ(any({slow.get()}, 0), SIZE_MAX);
  EXPECT_TRUE(ok(vyre_work_cancel(slow.get())));
  EXPECT_EQ(any({slow.get(), quick.get()}), 0u);  // the lowest, and it has failed
  EXPECT_EQ(all({quick.get(), slow.get(), nullptr}), 2u);
}

TEST_F(ManyWorks, OnOneDeviceTheyEndInTheirOrder) {
  for (const Side* side : {&oracle_, &device_}) {
    const Work first = side->start(1), second = side->start(2), third = side->start(1);
    EXPECT_EQ(all({first.get(), nullptr, second.get(), third.get()}), 3u);
    EXPECT_EQ(any({first.get(), second.get(), third.get()}), 0u);
    EXPECT_EQ(any({nullptr, third.get(), third.get()}), 1u);
  }
}

TEST_F(ManyWorks, WhatIsCancelledHasEnded) {
  for (const Side* side : {&oracle_, &device_}) {
    const Work first = side->hold(), second = side->hold();
    std::jthread other([&] {
      std::this_thread::sleep_for(milliseconds(20));
      EXPECT_TRUE(ok(vyre_work_cancel(second.get())));
    });
    EXPECT_EQ(any({first.get(), second.get()}), 1u);
    EXPECT_EQ(all({first.get(), second.get()}, kMillisecond), 1u);
    EXPECT_TRUE(ok(vyre_work_cancel(first.get())));
    EXPECT_EQ(all({first.get(), second.get()}), 2u);
  }
}

TEST_F(ManyWorks, ManyThreadsWaitForTheSame) {
  std::vector<Work> works;
  std::vector<vyre_work*> raw;
  for (int i = 0; i < 8; ++i) {
    works.push_back((i % 2 == 0 ? oracle_ : device_).start(2));
    raw.push_back(works.back().get());
  }
  on_threads(8, [&](uint32_t number) {
    if (number % 2 == 0) {
      EXPECT_EQ(all(raw), 8u);
    } else {
      EXPECT_LT(any(raw), 8u);
    }
  });
}

TEST_F(ManyWorks, AtLeastOneIsThere) {
  size_t out = 5;
  vyre_work* none[] = {nullptr, nullptr};
  const auto no_work = {std::string_view("works has 2 entries and no work")};
  EXPECT_TRUE(refused(vyre_work_wait_any(none, 2, 0, &out), VYRE_ERROR_INVALID_ARGUMENT, no_work));
  EXPECT_EQ(out, 0u);  // as every out argument after an error
  out = 5;
  EXPECT_TRUE(refused(vyre_work_wait_all(none, 2, 0, &out), VYRE_ERROR_INVALID_ARGUMENT, no_work));
  EXPECT_EQ(out, 0u);
  EXPECT_TRUE(refused(vyre_work_wait_any(nullptr, 0, 0, &out), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_work_wait_any: works has 0 entries"}));
  EXPECT_TRUE(refused(vyre_work_wait_all(nullptr, 3, 0, &out), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_work_wait_all: works is NULL"}));
  EXPECT_TRUE(refused(vyre_work_wait_any(none, 2, 0, nullptr), VYRE_ERROR_INVALID_ARGUMENT,
                      {"out_index is NULL"}));
  EXPECT_TRUE(refused(vyre_work_wait_all(none, 2, 0, nullptr), VYRE_ERROR_INVALID_ARGUMENT,
                      {"out_ended is NULL"}));
  EXPECT_TRUE(
      refused(vyre_work_cancel(nullptr), VYRE_ERROR_INVALID_ARGUMENT, {"vyre_work_cancel: work"}));
}

}  // namespace
}  // namespace vyre::test
