#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "runtime/dispatch/dispatch.h"
#include "vulkan/support/on_losing_device.h"

namespace vyre::vulkan {
namespace {

class Recovery : public OnLosingDevice {
 protected:
  std::shared_ptr<VulkanDevice> open_lost(const DeviceOptions& options = losing()) {
    auto backend = open(options);
    const Compiled compiled = must_compile(*backend, xor_program());
    EXPECT_THAT(lose(*backend, compiled, At::kSubmit), refuses(Code::kDeviceLost, ""));
    return backend;
  }

  static void expect_right_results(backend::Device& backend) {
    const Compiled compiled = must_compile(backend, xor_program());
    auto done = run(backend, compiled, {1, 1, 1}, host_uses(kOnes, kTwos));
    ASSERT_TRUE(done.ok()) << done.error().text();
    EXPECT_THAT(words_of(*done.value(), 2, 64), Each(3u));
    const auto memory = must_allocate(backend, 256);
    const Compiled step = must_compile(backend, step_program());
    ASSERT_TRUE(run(backend, step, {1, 1, 1}, {owned_of(memory)}).ok());
    EXPECT_THAT(words_of(backend, *memory), Each(1u));
  }
};

TEST_F(Recovery, GivesRightResultsAgain) {
  const auto backend = open_lost();
  ASSERT_TRUE(backend->recover().ok());
  EXPECT_FALSE(backend->device_lost());
  expect_right_results(*backend);
  EXPECT_EQ(backend->counters().recoveries, 1u);
}

TEST_F(Recovery, OfADeviceThatIsNotLostChangesNothing) {
  const auto backend = open(losing());
  const auto memory = must_allocate(*backend, 256);
  EXPECT_TRUE(backend->recover().ok());
  EXPECT_THAT(words_of(*backend, *memory), Each(0u));
  EXPECT_EQ(backend->counters().recoveries, 0u);
}

TEST_F(Recovery, FailsWorkThatWasUnderWay) {
  const auto backend = open(losing());
  const Compiled compiled = must_compile(*backend, xor_program());
  const auto work = stalled(*backend, compiled, host_uses(kOnes, kTwos));
  EXPECT_THAT(lose(*backend, compiled, At::kAllocate), refuses(Code::kDeviceLost, ""));
  ASSERT_TRUE(backend->recover().ok());
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  EXPECT_THAT(work->status(), refuses(Code::kDeviceLost, "is lost"));
  expect_right_results(*backend);
}

// What another adapter would say, from the second opening on.
class OtherAdapter : public Recovery {
 protected:
  void expect_refused(std::function<void(PhysicalDevice&)> change, const std::string& text) {
    DeviceOptions options = losing();
    options.patch_device = [change, opened = 0](PhysicalDevice& device) mutable {
      if (opened++ > 0) change(device);
    };
    const auto backend = open_lost(options);
    EXPECT_THAT(backend->recover(), refuses(Code::kDeviceLost, text));
    EXPECT_TRUE(backend->device_lost());
    EXPECT_EQ(backend->counters().recoveries, 0u);
  }
};

TEST_F(OtherAdapter, IsRefusedByItsIdentity) {
  expect_refused([](PhysicalDevice& device) { device.info.id = "vulkan:another"; },
                 "its identity was vulkan:");
}

TEST_F(OtherAdapter, IsRefusedByItsLimits) {
  expect_refused([](PhysicalDevice& device) { device.info.profile.max_buffers = 7; },
                 "its number of buffers was ");
  expect_refused([](PhysicalDevice& device) { device.info.profile.int64 = false; },
                 "different in its features");
}

TEST_F(Recovery, IsRefusedWhereTheDeviceIsNotOursToOpen) {
  auto opened = OpenDevice::open(instance_, instance_->devices()[0], losing());
  ASSERT_TRUE(opened.ok());
  VulkanDevice backend(opened.take());
  const Compiled compiled = must_compile(backend, xor_program());
  EXPECT_THAT(lose(backend, compiled, At::kSubmit), refuses(Code::kDeviceLost, ""));
  EXPECT_THAT(backend.recover(), refuses(Code::kUnsupportedFeature, "'recovery'"));
  EXPECT_TRUE(backend.device_lost());
}

TEST_F(Recovery, AHundredTimesWithWorkUnderWay) {
  const auto backend = open(losing());
  for (size_t cycle = 0; cycle < 100; ++cycle) {
    const Compiled compiled = must_compile(*backend, xor_program());
    const auto first = stalled(*backend, compiled, host_uses(kOnes, kTwos));
    const auto dropped = stalled(*backend, compiled, host_uses(kOnes, kTwos));
    std::thread waiter(
        [&] { EXPECT_EQ(first->wait(backend::Deadline::max()), backend::PendingState::kFailed); });
    const At where = kEverywhere[cycle % 4];
    if (where == At::kWait) {
      Losses::lose_at(where);
    } else {
      EXPECT_THAT(lose(*backend, compiled, where), refuses(Code::kDeviceLost, ""));
    }
    waiter.join();
    ASSERT_TRUE(backend->recover().ok()) << cycle;
    expect_right_results(*backend);
  }
  EXPECT_EQ(backend->counters().device_losses, 100u);
  EXPECT_EQ(backend->counters().recoveries, 100u);
  EXPECT_EQ(backend->counters().kernels_alive, 0u);
}

// Through what callers hold: pipelines and buffers of the runtime.
class RecoveryOfObjects : public Recovery {
 protected:
  void open_all() {
    device_ = open(losing());
    backend_ = std::make_shared<runtime::Device>(runtime::Context::create({}), device_);
  }
  std::shared_ptr<runtime::Pipeline> pipeline() {
    auto program =
        std::make_shared<const runtime::Program>(runtime::Context::create({}), step_program());
    auto made = runtime::Pipeline::create(backend_, program, {});
    EXPECT_TRUE(made.ok()) << made.error().text();
    return made.take();
  }
  static Status step(const std::shared_ptr<runtime::Pipeline>& pipeline,
                     const std::shared_ptr<runtime::Buffer>& data) {
    runtime::Binding binding;
    binding.kind = runtime::BindKind::kBuffer;
    binding.buffer = data;
    binding.size = runtime::kWholeSize;
    return runtime::dispatch(pipeline, {&binding, 1}, {}).status();
  }
  std::shared_ptr<runtime::Buffer> buffer(bool restorable) {
    auto made = runtime::Buffer::create(backend_, 256, {restorable});
    EXPECT_TRUE(made.ok()) << made.error().text();
    return made.take();
  }
  static void expect_words(runtime::Buffer& buffer, uint32_t value) {
    Words words(64);
    const Status status = buffer.read(0, std::as_writable_bytes(std::span(words)));
    ASSERT_TRUE(status.ok()) << status.text();
    EXPECT_THAT(words, Each(value));
  }

  std::shared_ptr<VulkanDevice> device_;
  std::shared_ptr<runtime::Device> backend_;
};

TEST_F(RecoveryOfObjects, RestoresTheRestorableAndRefusesTheOthersByName) {
  open_all();
  const auto kept = buffer(true), ordinary = buffer(false);
  ASSERT_TRUE(kept->write(0, std::as_bytes(std::span(kTwos))).ok());
  const auto old = pipeline();
  ASSERT_TRUE(step(old, kept).ok());
  expect_words(*kept, 7);
  for (const At where : kEverywhere) {
    EXPECT_THAT(lose(*device_, must_compile(*device_, xor_program()), where),
                refuses(Code::kDeviceLost, ""));
    EXPECT_TRUE(backend_->is_lost());
    EXPECT_THAT(step(old, kept), refuses(Code::kDeviceLost, ""));
    ASSERT_TRUE(backend_->recover().ok());
    const auto kBefore = "belongs to the device before the recovery. Fix: create it again";
    EXPECT_THAT(step(old, kept), refuses(Code::kDeviceLost, kBefore));
    const auto fresh = pipeline();
    EXPECT_THAT(step(fresh, ordinary), refuses(Code::kDeviceLost, kBefore));
    Words words(64);
    const auto bytes = std::as_writable_bytes(std::span(words));
    EXPECT_THAT(ordinary->read(0, bytes), refuses(Code::kDeviceLost, kBefore));
    EXPECT_THAT(ordinary->write(0, bytes), refuses(Code::kDeviceLost, kBefore));
    expect_words(*kept, 2);
    EXPECT_TRUE(step(fresh, kept).ok());
    expect_words(*kept, 7);
  }
  EXPECT_EQ(backend_->counters().recoveries, 4u);
  EXPECT_EQ(backend_->counters().device_losses, 4u);
}

TEST_F(RecoveryOfObjects, GoesOnBesideOtherCalls) {
  open_all();
  std::atomic<bool> stop = false;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (!stop) {
        const auto raw = backend_->use(backend_->generation());
        if (!raw.ok()) continue;
        auto compiled = compile(*raw.value(), xor_program());
        if (!compiled.ok()) continue;
        auto done = run(*raw.value(), compiled.value(), {1, 1, 1}, host_uses(kOnes, kTwos));
        if (!done.ok()) {
          EXPECT_EQ(done.error().code(), Code::kDeviceLost) << done.error().text();
          continue;
        }
        EXPECT_THAT(words_of(*done.value(), 2, 64), Each(3u));
        ++right;
      }
    });
  }
  for (int cycle = 0; cycle < 20; ++cycle) {
    const int before = right;
    while (right == before) std::this_thread::yield();
    Losses::lose_at(At::kSubmit);
    while (!backend_->is_lost()) std::this_thread::yield();
    ASSERT_TRUE(backend_->recover().ok());
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  expect_right_results(*device_);
}

TEST_F(RecoveryOfObjects, AShutDownBackendFinishesItsWorkAndRefusesTheRest) {
  open_all();
  const auto data = buffer(false);
  const auto pipe = pipeline();
  runtime::Binding binding;
  binding.kind = runtime::BindKind::kBuffer;
  binding.buffer = data;
  binding.size = runtime::kWholeSize;
  auto pending = runtime::dispatch_async(pipe, {&binding, 1}, {});
  ASSERT_TRUE(pending.ok());
  ASSERT_TRUE(backend_->shutdown().ok());
  EXPECT_EQ(pending.value()->poll(), backend::PendingState::kReady);
  EXPECT_THAT(device_->flush(), refuses(Code::kInvalidArgument, "was shut down"));
  EXPECT_THAT(device_->allocate(4, {}), refuses(Code::kInvalidArgument, "was shut down"));
  EXPECT_THAT(step(pipe, data), refuses(Code::kInvalidArgument, "was shut down"));
}

}  // namespace
}  // namespace vyre::vulkan
