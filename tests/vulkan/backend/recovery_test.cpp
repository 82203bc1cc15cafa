#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "runtime/dispatch/dispatch.h"
#include "support/threads.h"
#include "vulkan/support/on_losing_device.h"

namespace vyre::vulkan {
namespace {

constexpr auto kBefore = "belongs to the device before the recovery. Fix: create it again";

class Recovery : public OnLosingDevice {
 protected:
  std::shared_ptr<backend::Device> open_lost(const DeviceOptions& options = losing()) {
    auto backend = open(options);
    const Compiled compiled = must_compile(*backend, xor_program());
    EXPECT_THAT(lose(*backend, compiled, At::kSubmit), refuses(Code::kDeviceLost, ""));
    return backend;
  }

  static std::shared_ptr<backend::Device> recovered(backend::Device& lost) {
    return test::value_of(lost.recover());
  }

  static void expect_right_results(backend::Device& backend) {
    const Compiled compiled = must_compile(backend, xor_program());
    auto done = test::value_of(run(backend, compiled, {1, 1, 1}, host_uses(kOnes, kTwos)));
    EXPECT_THAT(words_of(*done, 2, 64), Each(3u));
    const auto memory = must_allocate(backend, 256);
    const Compiled step = must_compile(backend, step_program());
    ASSERT_TRUE(run(backend, step, {1, 1, 1}, {owned_of(memory)}).ok());
    EXPECT_THAT(words_of(backend, *memory), Each(1u));
  }
};

TEST_F(Recovery, GivesRightResultsAgain) {
  const auto lost = open_lost();
  const auto fresh = recovered(*lost);
  EXPECT_TRUE(lost->device_lost());
  EXPECT_FALSE(fresh->device_lost());
  EXPECT_EQ(fresh->id(), lost->id());
  EXPECT_EQ(fresh->profile(), lost->profile());
  expect_right_results(*fresh);
  EXPECT_EQ(fresh->counters().device_losses, 1u);
  EXPECT_EQ(lost->counter_source(), fresh->counter_source());
}

TEST_F(Recovery, KeepsTheSubmitPolicy) {
  const auto backend = open(losing());
  backend::SubmitPolicy policy = backend->submit_policy().take();
  policy.max_submission_ns = 4711;
  ASSERT_TRUE(backend->set_submit_policy(policy).ok());
  EXPECT_THAT(lose(*backend, must_compile(*backend, xor_program()), At::kSubmit),
              refuses(Code::kDeviceLost, ""));
  EXPECT_EQ(recovered(*backend)->submit_policy().take().max_submission_ns, 4711u);
}

TEST_F(Recovery, FailsWorkThatWasUnderWay) {
  const auto backend = open(losing());
  const Compiled compiled = must_compile(*backend, xor_program());
  const auto work = stalled(*backend, compiled, host_uses(kOnes, kTwos));
  EXPECT_THAT(lose(*backend, compiled, At::kAllocate), refuses(Code::kDeviceLost, ""));
  const auto fresh = recovered(*backend);
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  Status status = work->status();
  EXPECT_EQ(status.info().native_code, VK_ERROR_DEVICE_LOST);
  EXPECT_THAT(status, refuses(Code::kDeviceLost, "is lost"));
  expect_right_results(*fresh);
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
  }
};

TEST_F(OtherAdapter, IsRefusedByItsIdentity) {
  expect_refused([](PhysicalDevice& device) { device.id = "vulkan:another"; },
                 "its identity was vulkan:");
}

TEST_F(OtherAdapter, IsRefusedByItsLimits) {
  expect_refused([](PhysicalDevice& device) { device.profile.max_parameters = 7; },
                 "its number of parameters was ");
  expect_refused([](PhysicalDevice& device) { device.profile.int64 = false; },
                 "different in its features");
}

TEST_F(Recovery, AHundredTimesWithWorkUnderWay) {
  std::shared_ptr<backend::Device> backend = open(losing());
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
    backend = recovered(*backend);
    ASSERT_NE(backend, nullptr) << cycle;
    expect_right_results(*backend);
  }
  EXPECT_EQ(backend->counters().device_losses, 100u);
  EXPECT_EQ(backend->counters().kernels_alive, 0u);
}

// Through what callers hold: pipelines and buffers of the runtime.
class RecoveryOfObjects : public OnLosingDevice {
 protected:
  void open_all() {
    backend_ = std::make_shared<runtime::Device>(runtime::Context::create({}), open(losing()));
  }
  Result<std::shared_ptr<runtime::Pipeline>> try_pipeline() {
    auto program =
        std::make_shared<const runtime::Program>(runtime::Context::create({}), step_program());
    return runtime::Pipeline::create(backend_, program, {});
  }
  std::shared_ptr<runtime::Pipeline> pipeline() { return test::value_of(try_pipeline()); }
  static runtime::Binding whole(const std::shared_ptr<runtime::Buffer>& data) {
    runtime::Binding binding;
    binding.kind = runtime::BindKind::kBuffer;
    binding.buffer = data.get();
    binding.size = runtime::kWholeSize;
    return binding;
  }
  static Status step(const std::shared_ptr<runtime::Pipeline>& pipeline,
                     const std::shared_ptr<runtime::Buffer>& data) {
    const runtime::Binding binding = whole(data);
    return runtime::dispatch(pipeline, {&binding, 1}, {}).status();
  }
  Status lose(At where) {
    return backend_->with_raw([&](backend::Device& raw) -> Status {
      return OnLosingDevice::lose(raw, must_compile(raw, xor_program()), where);
    });
  }
  std::shared_ptr<runtime::Buffer> buffer(bool restorable) {
    return test::value_of(runtime::Buffer::create(backend_, 256, {restorable}));
  }
  Status step_new_words() {
    VYRE_ASSIGN_OR_RETURN(const auto pipeline, try_pipeline());
    VYRE_ASSIGN_OR_RETURN(const auto data, runtime::Buffer::create(backend_, 256));
    VYRE_RETURN_IF_ERROR(step(pipeline, data));
    Words words(64);
    VYRE_RETURN_IF_ERROR(data->read(0, std::as_writable_bytes(std::span(words))));
    EXPECT_THAT(words, Each(1u));
    return {};
  }
  static void expect_words(runtime::Buffer& buffer, uint32_t value) {
    Words words(64);
    const Status status = buffer.read(0, std::as_writable_bytes(std::span(words)));
    ASSERT_TRUE(status.ok()) << status.text();
    EXPECT_THAT(words, Each(value));
  }

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
    EXPECT_THAT(lose(where), refuses(Code::kDeviceLost, ""));
    EXPECT_TRUE(backend_->is_lost());
    EXPECT_THAT(step(old, kept), refuses(Code::kDeviceLost, ""));
    ASSERT_TRUE(backend_->recover().ok());
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

TEST_F(RecoveryOfObjects, OfADeviceThatIsNotLostChangesNothing) {
  open_all();
  const auto data = buffer(false);
  EXPECT_TRUE(backend_->recover().ok());
  expect_words(*data, 0);
  EXPECT_EQ(backend_->counters().recoveries, 0u);
}

TEST_F(RecoveryOfObjects, GoesOnBesideOtherCalls) {
  open_all();
  std::atomic<bool> stop = false;
  std::atomic<int> right = 0;
  test::Threads threads(4, [&](uint32_t) {
    while (!stop) {
      const Status status = step_new_words();
      if (status.ok()) ++right;
      EXPECT_TRUE(status.ok() || status.code() == Code::kDeviceLost) << status.text();
    }
  });
  for (int cycle = 0; cycle < 20; ++cycle) {
    const int before = right;
    while (right == before) std::this_thread::yield();
    Losses::lose_at(At::kSubmit);
    while (!backend_->is_lost()) std::this_thread::yield();
    EXPECT_TRUE(backend_->recover().ok());
  }
  stop = true;
  threads.join();
  EXPECT_TRUE(step_new_words().ok());
  EXPECT_EQ(backend_->counters().recoveries, 20u);
}

// Found by the compilation itself.
TEST_F(RecoveryOfObjects, OfADeviceThatIsLostWhileCompiling) {
  open_all();
  const auto old = pipeline();
  const auto data = buffer(false);
  EXPECT_THAT(lose(At::kCompile), refuses(Code::kDeviceLost, "vkCreateComputePipelines"));
  EXPECT_TRUE(backend_->is_lost());
  EXPECT_THAT(step(old, data), refuses(Code::kDeviceLost, "is lost"));
  ASSERT_TRUE(backend_->recover().ok());
  EXPECT_TRUE(step(pipeline(), buffer(false)).ok());
}

// It stays lost, with all that was made before, until a later recovery.
TEST_F(RecoveryOfObjects, OfADeviceThatIsLostWhileRecovering) {
  open_all();
  const auto old = pipeline();
  const auto kept = buffer(true);
  ASSERT_TRUE(kept->write(0, std::as_bytes(std::span(kTwos))).ok());
  EXPECT_THAT(lose(At::kSubmit), refuses(Code::kDeviceLost, ""));
  for (int i = 0; i < 2; ++i) {
    Losses::lose_at(At::kOpen);
    EXPECT_THAT(backend_->recover(), refuses(Code::kDeviceLost, "vkCreateSemaphore"));
    EXPECT_TRUE(backend_->is_lost());
    EXPECT_THAT(step(old, kept), refuses(Code::kDeviceLost, "is lost"));
    EXPECT_EQ(Losses::devices(), 1u);
  }
  EXPECT_EQ(backend_->counters().recoveries, 0u);
  EXPECT_EQ(backend_->counters().device_losses, 3u);
  ASSERT_TRUE(backend_->recover().ok());
  EXPECT_FALSE(backend_->is_lost());
  EXPECT_THAT(step(old, kept), refuses(Code::kDeviceLost, kBefore));
  expect_words(*kept, 2);
}

TEST_F(RecoveryOfObjects, GoesOnWhileEightThreadsWait) {
  constexpr uint32_t kThreads = 8;
  open_all();
  const auto old = pipeline();
  std::vector<std::shared_ptr<runtime::Work>> works;
  Losses::stall(true);
  for (uint32_t i = 0; i < kThreads; ++i) {
    const auto data = buffer(false);
    const runtime::Binding binding = whole(data);
    works.push_back(runtime::dispatch_async(old, {&binding, 1}, {}).take());
  }
  Losses::stall(false);
  std::latch waiting(kThreads);
  test::Threads waiters(kThreads, [&](uint32_t i) {
    waiting.count_down();
    EXPECT_EQ(works[i]->wait(backend::Deadline::max()), backend::PendingState::kFailed);
    EXPECT_THAT(works[i]->status(), refuses(Code::kDeviceLost, "is lost"));
  });
  waiting.wait();
  EXPECT_THAT(lose(At::kAllocate), refuses(Code::kDeviceLost, ""));
  ASSERT_TRUE(backend_->recover().ok());
  EXPECT_TRUE(step(pipeline(), buffer(false)).ok());
  waiters.join();
  EXPECT_EQ(backend_->counters().device_losses, 1u);
}

// What was made with it keeps it open.
TEST_F(RecoveryOfObjects, TheLostDeviceIsClosedWithTheLastObjectOfIt) {
  open_all();
  auto old = buffer(false);
  EXPECT_THAT(lose(At::kSubmit), refuses(Code::kDeviceLost, ""));
  ASSERT_TRUE(backend_->recover().ok());
  EXPECT_EQ(Losses::devices(), 2u);
  old.reset();
  EXPECT_EQ(Losses::devices(), 1u);
}

TEST_F(RecoveryOfObjects, AShutDownDeviceIsClosedWithTheLastObjectOfIt) {
  open_all();
  auto old = buffer(false);
  ASSERT_TRUE(backend_->shutdown().ok());
  EXPECT_EQ(Losses::devices(), 1u);
  EXPECT_GT(backend_->counters().device_bytes.value(), 0u);
  old.reset();
  EXPECT_EQ(Losses::devices(), 0u);
  EXPECT_EQ(backend_->counters().device_bytes, 0u);
  EXPECT_FALSE(backend_->is_lost());
}

TEST_F(RecoveryOfObjects, AShutDownBackendFinishesItsWorkAndRefusesTheRest) {
  open_all();
  const auto data = buffer(false);
  const auto pipe = pipeline();
  const runtime::Binding binding = whole(data);
  auto pending = test::value_of(runtime::dispatch_async(pipe, {&binding, 1}, {}));
  ASSERT_TRUE(backend_->shutdown().ok());
  EXPECT_EQ(pending->poll(), backend::PendingState::kReady);
  EXPECT_THAT(backend_->with_raw([](auto& raw) { return raw.wait_idle(backend::Deadline::max()); }),
              refuses(Code::kInvalidArgument, "was shut down"));
  EXPECT_THAT(step(pipe, data), refuses(Code::kInvalidArgument, "was shut down"));
}

}  // namespace
}  // namespace vyre::vulkan
