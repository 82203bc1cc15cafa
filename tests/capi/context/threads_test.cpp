// Many threads on the same objects. Run under the thread sanitizer too.
#include "support/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "capi/support/capi_support.h"
#include "vyre_driver_builder.h"

namespace vyre::test {
namespace {

constexpr int kThreads = 8;

class Threads : public testing::TestWithParam<const char*> {};

// One synchronous dispatch; whether any element came out wrong.
bool is_wrong(const Pipeline& pipeline, uint32_t seed, size_t count) {
  return incremented(pipeline, numbers(seed, count)) != numbers(seed + 1, count);
}

TEST_P(Threads, EightDispatchOnOneDevice) {
  const Opened session = open_device(GetParam());
  const Pipeline pipeline = make_pipeline(session, kIncrement);
  std::atomic<size_t> wrong = 0;
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 20; ++round) {
      wrong += is_wrong(pipeline, t * 1000 + round, 64 + t * 100 + round) ? 1 : 0;
    }
  });
  EXPECT_EQ(wrong, 0u);
}

TEST_P(Threads, EightCompileAndDispatchTheirOwn) {
  const Opened session = open_device(GetParam());
  std::atomic<size_t> wrong = 0;
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 3; ++round) {
      const Pipeline pipeline = make_pipeline(session, kIncrement);
      wrong += is_wrong(pipeline, t, 100) ? 1 : 0;
    }
  });
  EXPECT_EQ(wrong, 0u);
}

// Some are waited for, some are destroyed at once, and the last goes with its device.
TEST_P(Threads, EightBeginPipelinesAndLeaveThem) {
  std::atomic<size_t> wrong = 0;
  for (int device = 0; device < 3; ++device) {
    const Opened session = open_device(GetParam(), VYRE_CONTEXT_OWN_THREADS);
    const Program program = load(session.context, kIncrement);
    on_threads(kThreads, [&](uint32_t t) {
      for (uint32_t round = 0; round < 6; ++round) {
        vyre_pipeline* begun = nullptr;
        vyre_work* work = nullptr;
        const bool with_work = round % 2 == 0;
        EXPECT_TRUE(ok(vyre_pipeline_create_async(session.device.get(), program.get(), nullptr,
                                                  &begun, with_work ? &work : nullptr)));
        const Pipeline pipeline(begun);
        const Work owned(work);
        if ((t + round) % 3 != 0) continue;
        vyre_work_state state = VYRE_WORK_RUNNING;
        EXPECT_TRUE(ok(vyre_pipeline_wait(begun, VYRE_FOREVER, &state)));
        EXPECT_EQ(state, VYRE_WORK_READY);
        EXPECT_EQ(vyre_pipeline_get_info(begun)->workgroup[0], 64u);
        wrong += is_wrong(pipeline, t, 100) ? 1 : 0;
      }
    });
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(Builders, EightThreadsAddToOneProgram) {
  const auto context = made<Context>(vyre_context_create, nullptr);
  const auto owner =
      made<Handle<vyre_builder, vyre_builder_destroy>>(vyre_builder_create, context.get());
  vyre_builder* const builder = owner.get();
  const vyre_parameter o = vyre_builder_output(builder, "o", VYRE_TYPE_U32);
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 50; ++round) {
      const vyre_expr place = vyre_builder_u32(builder, 50 * t + round);
      vyre_builder_store(builder, o, place, vyre_builder_u32(builder, round));
    }
  });
  const auto program = made<Program>(vyre_builder_finish, builder);
  // The region around them included.
  EXPECT_EQ(vyre_program_get_info(program.get())->statement_count, 401u);
}

TEST(Errors, EightThreadsShareOne) {
  const Error error(vyre_error_create(VYRE_ERROR_NOT_FOUND, 3, vyre_str("gone. Fix: look")));
  on_threads(kThreads, [&](uint32_t) {
    for (int round = 0; round < 1000; ++round) {
      const Error mine(vyre_error_share(error.get()));
      EXPECT_EQ(text_of(mine.get()), "gone. Fix: look");
      EXPECT_EQ(vyre_error_get_info(mine.get())->native_code, 3);
    }
  });
}

TEST(Contexts, EightThreadsShareTheOneOfNull) {
  on_threads(kThreads, [](uint32_t) {
    for (int round = 0; round < 20; ++round) {
      const Program program = load(nullptr, kIncrement);
      EXPECT_EQ(vyre_program_get_info(program.get())->parameter_count, 2u);
      const auto context = made<Context>(vyre_context_get_shared);
      EXPECT_TRUE(ok(vyre_context_run_callbacks(context.get(), nullptr)));
    }
  });
}

TEST_P(Threads, EightShareOneBuffer) {
  const Opened session = open_device(GetParam());
  const Pipeline pipeline = make_pipeline(session, R"({
    "buffers": [{"name": "sum", "type": "U32", "count": 1, "access": "read_write"}],
    "workgroup_size": [32, 1, 1],
    "body": [{"let": "before", "value": {"atomic": "add", "buffer": "sum", "at": 0, "value": 1}}]
  })");
  const Buffer sum = make_buffer(session, 4);
  on_threads(kThreads, [&](uint32_t) {
    for (int round = 0; round < 10; ++round) {
      EXPECT_TRUE(ok(dispatch(pipeline, {bind_buffer(0, sum)})));
    }
  });
  EXPECT_EQ(words_of(sum)[0], 32u * 10 * kThreads);
}

TEST_P(Threads, EightWaitForOneWork) {
  const Opened session = open_device(GetParam());
  const Pipeline pipeline = make_pipeline(session, kIncrement);
  std::vector<uint32_t> data(10000, 4);
  const Bindings bindings = {bind_input(0, data), bind_output(1, data)};
  for (int round = 0; round < 5; ++round) {
    const Work work = begin_dispatch(pipeline, bindings);
    std::atomic<int> collected = 0;
    on_threads(kThreads, [&](uint32_t t) {
      vyre_work_state state = VYRE_WORK_RUNNING;
      while (state == VYRE_WORK_RUNNING) state = wait_for(work, t * 10000);
      EXPECT_EQ(state, VYRE_WORK_READY);
      collected += Error(collect(work, bindings)) == nullptr ? 1 : 0;
    });
    EXPECT_EQ(collected, 1);
    EXPECT_EQ(data[9999], 5u + static_cast<uint32_t>(round));
  }
}

// A callback that counts and wakes whoever waits for it.
struct Counter {
  std::mutex mutex;
  std::condition_variable changed;
  int calls = 0;

  static void call(void* user, vyre_work_state state) {
    auto* counter = static_cast<Counter*>(user);
    EXPECT_EQ(state, VYRE_WORK_READY);
    const std::lock_guard lock(counter->mutex);
    ++counter->calls;
    counter->changed.notify_all();
  }
  void wait_for(int count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return calls >= count; });
  }
};

TEST_P(Threads, OwnThreadCallsBackForEveryDispatch) {
  Counter counter;
  {
    const Opened session =
        open_device(GetParam(), VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_VULKAN_VALIDATION);
    const Pipeline pipeline = make_pipeline(session, kIncrement);
    std::vector<uint32_t> data(1000, 1);
    std::vector<Work> all(20);
    for (Work& work : all) {
      work = begin_dispatch(pipeline,
                            {bind_input(0, data), vyre_bind_output(1, nullptr, data.size() * 4)});
      ASSERT_TRUE(ok(vyre_work_on_complete(work.get(), &Counter::call, &counter, nullptr)));
    }
    counter.wait_for(20);
  }
  EXPECT_EQ(counter.calls, 20);
}

TEST_P(Threads, UserDataOfDestroyedWorkIsFreedOnce) {
  Counter counter;
  std::atomic<int> freed = 0;
  struct Data {
    Counter* counter;
    std::atomic<int>* freed;
  } data = {&counter, &freed};
  {
    const Opened session =
        open_device(GetParam(), VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_VULKAN_VALIDATION);
    const Pipeline pipeline = make_pipeline(session, kIncrement);
    std::vector<uint32_t> memory(1000, 1);
    for (int round = 0; round < 50; ++round) {
      const Work work = begin_dispatch(
          pipeline, {bind_input(0, memory), vyre_bind_output(1, nullptr, memory.size() * 4)});
      ASSERT_TRUE(ok(vyre_work_on_complete(
          work.get(),
          [](void* user, vyre_work_state state) {
            Counter::call(static_cast<Data*>(user)->counter, state);
          },
          &data, [](void* user) { ++*static_cast<Data*>(user)->freed; })));
    }
  }
  // The thread is joined: whoever was to be called has been called.
  EXPECT_LE(counter.calls, 50);
  EXPECT_EQ(freed, 50);
}

// Without the validation layer: it looks up what it knows of a device without a lock while another
// is made (1.3.239).
TEST_P(Threads, EightMakeAndDestroyContexts) {
  on_threads(kThreads, [&](uint32_t t) {
    for (int i = 0; i < 5; ++i) {
      const Opened session = open_device(GetParam(), VYRE_CONTEXT_DEBUG_LABELS);
      const Pipeline pipeline = make_pipeline(session, kIncrement);
      EXPECT_FALSE(is_wrong(pipeline, t, 10));
    }
  });
}

VYRE_ON_BOTH_BACKENDS(Threads);

}  // namespace
}  // namespace vyre::test
