// Many threads on the same objects. Run under the thread sanitizer too.
#include "support/threads.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "capi/support/capi_support.h"

namespace vyre::test {
namespace {

constexpr int kThreads = 8;

class Threads : public testing::TestWithParam<const char*> {};

// One synchronous dispatch; whether any element came out wrong.
bool is_wrong(vyre_pipeline* pipeline, uint32_t seed, size_t count) {
  return incremented(pipeline, numbers(seed, count)) != numbers(seed + 1, count);
}

TEST_P(Threads, EightDispatchOnOneBackend) {
  Session session(GetParam());
  const Pipeline pipeline = session.pipeline(kIncrement);
  std::atomic<size_t> wrong = 0;
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 20; ++round) {
      wrong += is_wrong(pipeline.get(), t * 1000 + round, 64 + t * 100 + round) ? 1 : 0;
    }
  });
  EXPECT_EQ(wrong, 0u);
}

TEST_P(Threads, EightCompileAndDispatchTheirOwn) {
  Session session(GetParam());
  std::atomic<size_t> wrong = 0;
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 3; ++round) {
      const Pipeline pipeline = session.pipeline(kIncrement);
      wrong += is_wrong(pipeline.get(), t, 100) ? 1 : 0;
    }
  });
  EXPECT_EQ(wrong, 0u);
}

TEST(Builders, EightThreadsAddToOneProgram) {
  vyre_context* context = nullptr;
  vyre_builder* builder = nullptr;
  ASSERT_TRUE(ok(vyre_context_create(nullptr, &context)));
  ASSERT_TRUE(ok(vyre_builder_create(context, &builder)));
  vyre_builder_declare_output(builder, 0, vyre_str("o"), vyre_str("U32"));
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 50; ++round) {
      const vyre_expr place = vyre_builder_u32(builder, 50 * t + round);
      vyre_builder_store(builder, vyre_str("o"), place, vyre_builder_u32(builder, round));
    }
  });
  vyre_program* program = nullptr;
  EXPECT_TRUE(ok(vyre_builder_finish(builder, &program)));
  vyre_program_info info = VYRE_PROGRAM_INFO_INIT;
  EXPECT_TRUE(ok(vyre_program_get_info(program, &info)));
  EXPECT_EQ(info.statement_count, 401u);  // the region around them included
  vyre_program_destroy(program);
  vyre_builder_destroy(builder);
  vyre_context_destroy(context);
}

TEST_P(Threads, EightShareOneBuffer) {
  Session session(GetParam());
  const Pipeline pipeline = session.pipeline(R"({
    "buffers": [{"name": "sum", "type": "U32", "count": 1, "access": "read_write"}],
    "workgroup_size": [32, 1, 1],
    "body": [{"let": "before", "value": {"atomic": "add", "buffer": "sum", "at": 0, "value": 1}}]
  })");
  vyre_buffer* sum = nullptr;
  ASSERT_TRUE(ok(vyre_buffer_create(session.backend(), 4, &sum)));
  const vyre_binding binding = vyre_bind_buffer(0, sum);
  on_threads(kThreads, [&](uint32_t) {
    for (int round = 0; round < 10; ++round) {
      EXPECT_TRUE(ok(vyre_dispatch(pipeline.get(), &binding, 1, nullptr, nullptr)));
    }
  });
  uint32_t value = 0;
  EXPECT_TRUE(ok(vyre_buffer_read(sum, 0, &value, 4)));
  EXPECT_EQ(value, 32u * 10 * kThreads);
  vyre_buffer_destroy(sum);
}

TEST_P(Threads, EightWaitForOnePendingObject) {
  Session session(GetParam());
  const Pipeline pipeline = session.pipeline(kIncrement);
  std::vector<uint32_t> data(10000, 4);
  const std::array bindings = {vyre_bind_input(0, data.data(), data.size() * 4),
                               vyre_bind_output(1, data.data(), data.size() * 4)};
  for (int round = 0; round < 5; ++round) {
    vyre_pending* pending = nullptr;
    ASSERT_TRUE(ok(vyre_dispatch_async(pipeline.get(), bindings.data(), 2, nullptr, &pending)));
    std::atomic<int> collected = 0;
    on_threads(kThreads, [&](uint32_t t) {
      int32_t state = VYRE_PENDING;
      while (state == VYRE_PENDING) {
        EXPECT_TRUE(ok(vyre_pending_wait(pending, t * 10000, &state)));
      }
      EXPECT_EQ(state, VYRE_READY);
      vyre_error* error = vyre_pending_collect(pending, bindings.data(), 2);
      collected += vyre_error_consume(error) == VYRE_OK ? 1 : 0;
    });
    EXPECT_EQ(collected, 1);
    vyre_pending_destroy(pending);
    EXPECT_EQ(data[9999], 5u + static_cast<uint32_t>(round));
  }
}

// A callback that counts and wakes whoever waits for it.
struct Counter {
  std::mutex mutex;
  std::condition_variable changed;
  int calls = 0;

  static void call(void* user, int32_t state) {
    auto* counter = static_cast<Counter*>(user);
    EXPECT_EQ(state, VYRE_READY);
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
    Session session(GetParam(), VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_VULKAN_VALIDATION);
    const Pipeline pipeline = session.pipeline(kIncrement);
    std::vector<uint32_t> data(1000, 1);
    const std::array bindings = {vyre_bind_input(0, data.data(), data.size() * 4),
                                 vyre_bind_output(1, nullptr, data.size() * 4)};
    std::vector<vyre_pending*> all(20);
    for (vyre_pending*& pending : all) {
      ASSERT_TRUE(ok(vyre_dispatch_async(pipeline.get(), bindings.data(), 2, nullptr, &pending)));
      ASSERT_TRUE(ok(vyre_pending_on_complete(pending, &Counter::call, &counter, nullptr)));
    }
    counter.wait_for(20);
    for (vyre_pending* pending : all) vyre_pending_destroy(pending);
  }
  EXPECT_EQ(counter.calls, 20);
}

TEST_P(Threads, UserDataOfDestroyedPendingObjectsIsFreedOnce) {
  Counter counter;
  std::atomic<int> freed = 0;
  struct Data {
    Counter* counter;
    std::atomic<int>* freed;
  } data = {&counter, &freed};
  {
    Session session(GetParam(), VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_VULKAN_VALIDATION);
    const Pipeline pipeline = session.pipeline(kIncrement);
    std::vector<uint32_t> memory(1000, 1);
    const std::array bindings = {vyre_bind_input(0, memory.data(), memory.size() * 4),
                                 vyre_bind_output(1, nullptr, memory.size() * 4)};
    for (int round = 0; round < 50; ++round) {
      vyre_pending* pending = nullptr;
      ASSERT_TRUE(ok(vyre_dispatch_async(pipeline.get(), bindings.data(), 2, nullptr, &pending)));
      ASSERT_TRUE(ok(vyre_pending_on_complete(
          pending,
          [](void* user, int32_t state) {
            Counter::call(static_cast<Data*>(user)->counter, state);
          },
          &data, [](void* user) { ++*static_cast<Data*>(user)->freed; })));
      vyre_pending_destroy(pending);
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
      Session session(GetParam(), VYRE_CONTEXT_DEBUG_LABELS);
      const Pipeline pipeline = session.pipeline(kIncrement);
      EXPECT_FALSE(is_wrong(pipeline.get(), t, 10));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Backends, Threads, testing::Values("cpu-ref", "vulkan"),
                         [](const auto& tested) {
                           return std::string(tested.param) == "cpu-ref" ? "Oracle" : "Vulkan";
                         });

}  // namespace
}  // namespace vyre::test
