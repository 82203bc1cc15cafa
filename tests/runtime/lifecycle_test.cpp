#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "runtime/dispatch/dispatch.h"
#include "scripted_runtime.h"
#include "support/threads.h"

namespace vyre::runtime {
namespace {

constexpr auto kBefore = "belongs to the device before the recovery. Fix: create it again";

using Four = std::array<uint8_t, 4>;

class Lifecycle : public testing::Test {
 protected:
  std::shared_ptr<Buffer> buffer(bool restorable = false) {
    return test::value_of(Buffer::create(backend_, 4, {restorable}));
  }
  static Status write(Buffer& buffer, const Four& bytes) {
    return buffer.write(0, std::as_bytes(std::span(bytes)));
  }
  static Result<Four> read(Buffer& buffer) {
    Four bytes = {};
    VYRE_RETURN_IF_ERROR(buffer.read(0, std::as_writable_bytes(std::span(bytes))));
    return bytes;
  }
  static void expect_holds(Buffer& buffer, const Four& bytes) {
    const auto have = test::value_of(read(buffer));
    EXPECT_EQ(have, bytes);
  }
  static void expect_refused(const Status& status, Code code, const std::string& text) {
    EXPECT_THAT(status, test::refuses(code, text));
  }
  void lose_and_recover() {
    device_->script().lost = true;
    EXPECT_TRUE(backend_->is_lost());
    const Status status = backend_->recover();
    EXPECT_TRUE(status.ok()) << status.text();
    EXPECT_FALSE(backend_->is_lost());
  }
  void TearDown() override { EXPECT_EQ(device_->script().strangers, 0); }

  std::shared_ptr<test::ScriptedDevice> device_ = test::losable_device();
  std::shared_ptr<Device> backend_ = std::make_shared<Device>(Context::create({}), device_);
};

TEST_F(Lifecycle, AfterARecoveryOldObjectsAreRefusedByName) {
  const auto old = buffer();
  const auto old_pipeline = test::pipeline_of(backend_, test::copies());
  lose_and_recover();
  expect_refused(write(*old, {1, 2, 3, 4}), Code::kDeviceLost, kBefore);
  expect_refused(read(*old).status(), Code::kDeviceLost, "buffer #");
  expect_refused(test::dispatch_on(old_pipeline, {buffer(), buffer()}), Code::kDeviceLost,
                 "the pipeline");
  const auto pipeline = test::pipeline_of(backend_, test::copies());
  expect_refused(test::dispatch_on(pipeline, {buffer(), old}), Code::kDeviceLost, kBefore);
  EXPECT_TRUE(old->free().ok());
  const auto from = buffer(), to = buffer();
  EXPECT_TRUE(write(*from, {1, 2, 3, 4}).ok());
  EXPECT_TRUE(test::dispatch_on(pipeline, {from, to}).ok());
  expect_holds(*to, {1, 2, 3, 4});
}

// What compares is of the device too.
TEST_F(Lifecycle, RepetitionUntilNothingChangesWorksAfterARecovery) {
  DispatchOptions options;
  options.iterations = 5;
  options.to_fixpoint = true;
  const auto run_new = [&] {
    const auto pipeline = test::pipeline_of(backend_, test::copies());
    return test::dispatch_on(pipeline, {buffer(), buffer()}, options);
  };
  EXPECT_TRUE(run_new().ok());
  EXPECT_EQ(backend_->counters().kernels_compiled, 2u);
  const auto old_pipeline = test::pipeline_of(backend_, test::copies());
  lose_and_recover();
  expect_refused(test::dispatch_on(old_pipeline, {buffer(), buffer()}, options), Code::kDeviceLost,
                 kBefore);
  EXPECT_TRUE(run_new().ok());
  EXPECT_EQ(backend_->counters().kernels_compiled, 5u);
}

TEST_F(Lifecycle, ARestorableBufferHasWhatTheHostWroteLast) {
  const auto kept = buffer(true), untouched = buffer(true), other = buffer(true);
  const auto pipeline = test::pipeline_of(backend_, test::copies());
  EXPECT_TRUE(write(*kept, {1, 2, 3, 4}).ok());
  const std::byte nine{9};
  EXPECT_TRUE(kept->write(2, {&nine, 1}).ok());
  EXPECT_TRUE(write(*other, {5, 5, 5, 5}).ok());
  EXPECT_TRUE(test::dispatch_on(pipeline, {kept, other}).ok());
  for (int i = 0; i < 3; ++i) {
    lose_and_recover();
    expect_holds(*kept, {1, 2, 9, 4});
    expect_holds(*untouched, {0, 0, 0, 0});
    expect_holds(*other, {5, 5, 5, 5});  // not what the program wrote
  }
  const auto again = test::pipeline_of(backend_, test::copies());
  lose_and_recover();
  const auto newest = test::pipeline_of(backend_, test::copies());
  EXPECT_TRUE(test::dispatch_on(newest, {kept, other}).ok());
  expect_holds(*other, {1, 2, 9, 4});
}

TEST_F(Lifecycle, AWriteThatFailsIsNotKept) {
  const auto kept = buffer(true);
  EXPECT_TRUE(write(*kept, {1, 2, 3, 4}).ok());
  device_->script().lost = true;
  expect_refused(write(*kept, {5, 6, 7, 8}), Code::kDeviceLost, "lost");
  ASSERT_TRUE(backend_->recover().ok());
  expect_holds(*kept, {1, 2, 3, 4});
}

TEST_F(Lifecycle, AFreedRestorableBufferStaysFreed) {
  const auto kept = buffer(true);
  EXPECT_TRUE(kept->free().ok());
  lose_and_recover();
  expect_refused(read(*kept).status(), Code::kInvalidArgument, "was freed");
  expect_refused(kept->free(), Code::kInvalidArgument, "was freed already");
}

TEST_F(Lifecycle, ARecoveryOfAnotherAdapterLeavesTheBackendLost) {
  const auto kept = buffer(true);
  device_->script().recovery_failure = fail(Code::kDeviceLost, "another adapter. Fix: none");
  device_->script().lost = true;
  expect_refused(backend_->recover(), Code::kDeviceLost, "another adapter");
  EXPECT_TRUE(backend_->is_lost());
  expect_refused(read(*kept).status(), Code::kDeviceLost, "is lost");
  device_->script().recovery_failure = {};
  EXPECT_TRUE(backend_->recover().ok());
  expect_holds(*kept, {0, 0, 0, 0});
}

TEST_F(Lifecycle, OfABackendWithoutRecoveryIsRefusedByName) {
  const auto script = std::make_shared<test::Script>();
  expect_refused(test::scripted_backend(script)->recover(), Code::kUnsupportedFeature,
                 "'scripted' lacks the feature 'recovery'");
}

TEST_F(Lifecycle, AfterAShutdownEveryUseIsRefusedByName) {
  const auto made = buffer(true), other = buffer();
  const auto pipeline = test::pipeline_of(backend_, test::copies());
  ASSERT_TRUE(backend_->shutdown().ok());
  EXPECT_TRUE(device_->script().is_shut_down);
  const std::string text = "device 'losable' was shut down";
  const auto refused = [&](const Status& status) {
    expect_refused(status, Code::kInvalidArgument, text);
  };
  refused(backend_->shutdown());
  refused(backend_->with_raw([](auto& raw) { return raw.prepare(); }));
  refused(
      backend_->with_raw([](auto& raw) { return raw.wait_idle(backend::Deadline()); }).status());
  refused(backend_->recover());
  refused(Buffer::create(backend_, 4).status());
  refused(write(*made, {1, 2, 3, 4}));
  refused(read(*made).status());
  refused(test::dispatch_on(pipeline, {made, other}));
  auto program = std::make_shared<const Program>(Context::create({}), test::copies());
  refused(Pipeline::create(backend_, program, {}).status());
  EXPECT_TRUE(made->free().ok());
  EXPECT_EQ(backend_->counters().buffers_alive, 1u);
}

TEST_F(Lifecycle, CountsWhatGoesThroughTheRuntime) {
  const auto from = buffer();
  {
    const auto to = buffer(true);
    const auto pipeline = test::pipeline_of(backend_, test::copies());
    EXPECT_TRUE(write(*from, {1, 2, 3, 4}).ok());
    EXPECT_TRUE(test::dispatch_on(pipeline, {from, to}).ok());
    EXPECT_TRUE(test::dispatch_on(pipeline, {from, to}).ok());
    EXPECT_TRUE(read(*to).ok());
    EXPECT_EQ(backend_->counters().buffers_alive, 2u);
  }
  lose_and_recover();
  const backend::Counters counters = backend_->counters();
  EXPECT_EQ(counters.dispatches, 2u);
  EXPECT_EQ(counters.split_dispatches, 0u);
  EXPECT_EQ(counters.kernels_compiled, 1u);
  EXPECT_EQ(counters.buffers_alive, 1u);
  EXPECT_EQ(counters.uploaded_bytes, 4u);
  EXPECT_EQ(counters.downloaded_bytes, 4u);
  EXPECT_EQ(counters.recoveries, 1u);
  EXPECT_EQ(counters.submissions, std::nullopt);  // only the backend could know
}

// What the backend counts as a stranger would be used after it is gone.
TEST_F(Lifecycle, ARecoveryWaitsForCallsAndCallsForIt) {
  const auto kept = buffer(true);
  ASSERT_TRUE(write(*kept, {1, 2, 3, 4}).ok());
  std::atomic<bool> stop = false;
  test::Threads threads(8, [&](uint32_t i) {
    while (!stop) {
      auto mine = Buffer::create(backend_, 4);
      const auto lost = [](const Status& status) {
        EXPECT_TRUE(status.ok() || status.code() == Code::kDeviceLost) << status.text();
      };
      if (mine.ok()) lost(write(*mine.value(), {1, 1, 1, 1}));
      const auto bytes = read(*kept);
      if (bytes.ok()) {
        EXPECT_EQ(bytes.value(), (Four{1, 2, 3, 4}));
      } else {
        EXPECT_EQ(bytes.error().code(), Code::kDeviceLost);
      }
      if (i < 2) lost(backend_->recover());
    }
  });
  for (int cycle = 0; cycle < 200; ++cycle) {
    device_->script().lost = true;
    EXPECT_TRUE(backend_->recover().ok());
  }
  stop = true;
  threads.join();
  expect_holds(*kept, {1, 2, 3, 4});
}

TEST_F(Lifecycle, AShutdownWaitsForCallsAndEndsThem) {
  std::atomic<int> ended = 0;
  test::Threads threads(8, [&](uint32_t) {
    for (;;) {
      auto mine = Buffer::create(backend_, 4);
      if (!mine.ok()) break;
      (void)write(*mine.value(), {1, 1, 1, 1});
    }
    ++ended;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(backend_->shutdown().ok());
  threads.join();
  EXPECT_EQ(ended, 8);
}

// Whatever the backend, a buffer of one is no buffer of the other.
TEST_F(Lifecycle, ABufferOfOneBackendOnAnotherIsRefused) {
  const auto other = std::make_shared<Device>(Context::create({}), test::losable_device());
  auto external = test::value_of(Buffer::create(other, 4));
  const auto pipeline = test::pipeline_of(backend_, test::copies());
  expect_refused(test::dispatch_on(pipeline, {external, buffer()}), Code::kInvalidArgument,
                 "belongs to another device");
}

}  // namespace
}  // namespace vyre::runtime
