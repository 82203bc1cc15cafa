// Backends of tables whose device is lost, and opened again, while eight threads use it. Run under
// the thread sanitizer too.
#include <atomic>
#include <latch>

#include "capi/support/plugin_support.h"
#include "support/threads.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

constexpr uint32_t kThreads = 8;

// A table whose device is lost when the test says so.
struct Losable : Scripted {
  Losable() {
    now = this;
    inner = table;
    table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
      if (now->while_compiling) now->while_compiling();
      return now->lost ? gone() : now->inner.compile(device, request, out);
    };
    table.submit = [](void* device, const vyre_plugin_submission* submission, void** out) {
      return now->lost ? gone() : now->inner.submit(device, submission, out);
    };
    table.wait = [](void* device, void* work, uint64_t timeout, vyre_work_state* out_state) {
      if (now->lost) return gone();
      *out_state = VYRE_WORK_RUNNING;
      return now->stalls ? nullptr : now->inner.wait(device, work, timeout, out_state);
    };
    table.get_metrics = [](void* device, vyre_metric_sink* sink) -> vyre_error* {
      now->asked_meanwhile += now->recovers ? 1 : 0;
      return now->inner.get_metrics(device, sink);
    };
    table.get_memory = [](void* device, vyre_memory_usage* out_memory) -> vyre_error* {
      now->asked_meanwhile += now->recovers ? 1 : 0;
      return now->inner.get_memory(device, out_memory);
    };
    table.is_lost = [](void*, uint32_t* out_lost) -> vyre_error* {
      now->asked_meanwhile += now->recovers ? 1 : 0;
      *out_lost = now->lost ? 1 : 0;
      return nullptr;
    };
    table.recover = [](void*) -> vyre_error* {
      ++now->recoveries;
      now->recovers = true;
      if (now->while_recovering) now->while_recovering();
      now->recovers = false;
      const vyre_error_code code = now->failure;
      if (code != VYRE_OK) {
        return vyre_error_create(code, 0, vyre_str("no adapter. Fix: plug it in"));
      }
      now->lost = false;
      return nullptr;
    };
  }
  ~Losable() { now = nullptr; }

  static vyre_error* gone() {
    return vyre_error_create(VYRE_ERROR_DEVICE_LOST, 0, vyre_str("gone. Fix: recover"));
  }

  static inline Losable* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  std::function<void()> while_compiling;
  std::function<void()> while_recovering;
  std::atomic<bool> recovers = false;
  std::atomic<uint32_t> asked_meanwhile = 0;
  std::atomic<bool> lost = false;
  std::atomic<bool> stalls = false;                // work does not end
  std::atomic<vyre_error_code> failure = VYRE_OK;  // of recoveries
  std::atomic<uint32_t> recoveries = 0;            // that were tried
};

bool is_lost(const Opened& opened) { return vyre_device_is_lost(opened.device.get()) == 1; }

std::string error_of(const Work& work) {
  vyre_error* error = nullptr;
  EXPECT_TRUE(ok(vyre_work_get_error(work.get(), &error)));
  return said(error);
}

void expect_that_it_works(const Opened& opened) {
  EXPECT_EQ(increments(make_pipeline(opened, kIncrement), 1, 4), "");
}

class PluginRecovery : public testing::TestWithParam<vyre_plugin_flags> {
 protected:
  PluginRecovery() { losable.table.flags |= GetParam(); }

  Losable losable;
};

// Who waits is told before the table is asked to open its device again.
TEST_P(PluginRecovery, GoesOnWhileEightThreadsWait) {
  {
    const Opened opened = open_table(losable.table);
    const Pipeline pipeline = make_pipeline(opened, kIncrement);
    const Words in(4);
    std::vector<Words> out(kThreads, Words(4));
    std::vector<Work> works;
    losable.stalls = true;
    for (Words& mine : out) {
      works.push_back(begin_dispatch(pipeline, {bind_input(0, in), bind_output(1, mine)}));
    }
    std::latch waiting(kThreads);
    Threads waiters(kThreads, [&](uint32_t i) {
      waiting.count_down();
      EXPECT_EQ(wait_for(works[i]), VYRE_WORK_FAILED);
      EXPECT_THAT(error_of(works[i]),
                  StartsWith("2005 backend 'scripted', wait: gone. Fix: recover"));
    });
    waiting.wait();
    losable.lost = true;
    EXPECT_TRUE(ok(vyre_device_recover(opened.device.get())));
    EXPECT_FALSE(is_lost(opened));
    waiters.join();
    losable.stalls = false;
    EXPECT_THAT(increments(pipeline, 1, 4),
                AllOf(StartsWith("2005 "), HasSubstr("belongs to the device before the recovery")));
    expect_that_it_works(opened);
    EXPECT_EQ(losable.recoveries, 1u);
    EXPECT_EQ(metric_of(opened, VYRE_METRIC_RECOVERIES), 1u);
    EXPECT_EQ(losable.what.live_devices, 1u);
  }
  expect_nothing_left(losable.what);
}

TEST_P(PluginRecovery, OfADeviceThatIsLostWhileCompilingWaitsForTheCompilation) {
  const Opened opened = open_table(losable.table);
  std::latch compiling(1), recovering(1);
  losable.while_compiling = [&] {
    compiling.count_down();
    recovering.wait();
  };
  Threads compiler(1, [&](uint32_t) {
    Pipeline none;
    EXPECT_THAT(said(try_pipeline(opened, kIncrement, &none)),
                StartsWith("2005 backend 'scripted', compile: gone. Fix: recover"));
  });
  compiling.wait();
  losable.lost = true;
  Threads recoverer(1, [&](uint32_t) {
    recovering.count_down();
    EXPECT_TRUE(ok(vyre_device_recover(opened.device.get())));
  });
  compiler.join();
  recoverer.join();
  losable.while_compiling = nullptr;
  expect_that_it_works(opened);
}

// Whatever it fails with, it stays lost, and the next one to ask may have more luck.
TEST_P(PluginRecovery, ThatFailsLeavesTheDeviceLostForTheNext) {
  const Opened opened = open_table(losable.table);
  const Pipeline old = make_pipeline(opened, kIncrement);
  losable.lost = true;
  for (const vyre_error_code code : {VYRE_ERROR_DEVICE_LOST, VYRE_ERROR_NOT_FOUND}) {
    losable.failure = code;
    on_threads(kThreads, [&](uint32_t) {
      EXPECT_THAT(said(vyre_device_recover(opened.device.get())),
                  StartsWith(std::to_string(uint32_t{code}) +
                             " backend 'scripted', recover: no adapter. Fix: plug it in"));
      EXPECT_TRUE(is_lost(opened));
    });
    EXPECT_THAT(increments(old, 1, 4), StartsWith("2005 backend 'scripted', submit: gone"));
  }
  EXPECT_EQ(losable.recoveries, 2 * kThreads);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_RECOVERIES), 0u);
  losable.failure = VYRE_OK;
  on_threads(kThreads,
             [&](uint32_t) { EXPECT_TRUE(ok(vyre_device_recover(opened.device.get()))); });
  EXPECT_EQ(losable.recoveries, 2 * kThreads + 1);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_RECOVERIES), 1u);
  EXPECT_FALSE(is_lost(opened));
  EXPECT_THAT(increments(old, 1, 4), HasSubstr("belongs to the device before the recovery"));
  expect_that_it_works(opened);
}

// Who asks meanwhile is told at once what is known, and the table is left alone.
TEST_P(PluginRecovery, IsNotDisturbedByWhoAsksHowTheDeviceIs) {
  const Opened opened = open_table(losable.table);
  const Buffer buffer = make_buffer(opened, 64);
  losable.lost = true;
  losable.while_recovering = [&] {
    on_threads(1, [&](uint32_t) {
      EXPECT_TRUE(is_lost(opened));
      EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), VYRE_UNKNOWN);
      vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
      EXPECT_TRUE(ok(vyre_device_get_memory(opened.device.get(), &memory)));
      EXPECT_EQ(memory.reserved_bytes, 64u);  // what the library took
    });
  };
  EXPECT_TRUE(ok(vyre_device_recover(opened.device.get())));
  losable.while_recovering = nullptr;
  EXPECT_EQ(losable.asked_meanwhile, 0u);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), 4711u);
}

// A table that was asked to let its device go is still asked what it counts.
TEST_P(PluginRecovery, AShutDownDeviceStillCounts) {
  {
    const Opened opened = open_table(losable.table);
    const Buffer buffer = make_buffer(opened, 64);
    EXPECT_TRUE(ok(vyre_device_shutdown(opened.device.get())));
    EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), 4711u);
    EXPECT_FALSE(is_lost(opened));
    EXPECT_EQ(losable.what.live_devices, 1u);
  }
  expect_nothing_left(losable.what);
}

INSTANTIATE_TEST_SUITE_P(Flags, PluginRecovery, testing::Values(0, VYRE_PLUGIN_ONE_AT_A_TIME));

}  // namespace
}  // namespace vyre::test
