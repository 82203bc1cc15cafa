#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <tuple>

#include "support/threads.h"
#include "vulkan/support/on_losing_device.h"

namespace vyre::vulkan {
namespace {

constexpr uint32_t kWaiters = 8;

// Where it is lost, and whether bytes of the host are staged where memory is shared too.
using Loss = std::tuple<Losses::At, bool>;

std::string name_of_loss(const Loss& loss) {
  const auto [where, staged] = loss;
  return name_of(where) + (staged ? "Staged" : "");
}

class LostWhile : public OnLosingDevice, public ::testing::WithParamInterface<Loss> {
 protected:
  static At where() { return std::get<0>(GetParam()); }
  std::shared_ptr<VulkanDevice> open_losing() { return open(losing(std::get<1>(GetParam()))); }

  static Status wait_for(backend::DeviceWork& pending) {
    EXPECT_EQ(pending.wait(backend::Deadline::max()), backend::PendingState::kFailed);
    return pending.status();
  }
  static Status read(backend::Device& backend, backend::Memory& memory) {
    Words words(64);
    return backend.read(memory, 0, std::as_writable_bytes(std::span(words)));
  }
};

INSTANTIATE_TEST_SUITE_P(Vulkan, LostWhile,
                         ::testing::Combine(::testing::ValuesIn(kEverywhere), ::testing::Bool()),
                         [](const auto& test) { return name_of_loss(test.param); });

// Half of them wait for dispatches, half read memory that a dispatch writes. None of that ends.
TEST_P(LostWhile, IsToldToEightWaitingThreads) {
  const auto backend = open_losing();
  const Compiled compiled = must_compile(*backend, xor_program());
  const Compiled step = must_compile(*backend, step_program());
  const auto memory = must_allocate(*backend, 256);
  std::vector<std::unique_ptr<backend::DeviceWork>> works;
  for (uint32_t i = 0; i < kWaiters / 2; ++i) {
    works.push_back(stalled(*backend, compiled, host_uses(kOnes, kTwos)));
  }
  works.push_back(stalled(*backend, step, {owned_of(memory)}));
  test::Threads waiters(kWaiters, [&](uint32_t i) {
    const Status status = i < kWaiters / 2 ? wait_for(*works[i]) : read(*backend, *memory);
    EXPECT_THAT(status, refuses(Code::kDeviceLost, ""));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // most block in the driver by now
  if (where() == At::kWait) {
    Losses::lose_at(At::kWait);  // found by one of those that wait
  } else {
    EXPECT_THAT(lose(*backend, compiled, where()), refuses(Code::kDeviceLost, ""));
  }
  waiters.join();
  EXPECT_TRUE(Losses::has_lost());
  EXPECT_EQ(backend->counters().device_losses, 1u);
}

TEST_P(LostWhile, TheLossStaysUntilTheEnd) {
  const auto backend = open_losing();
  const Compiled compiled = must_compile(*backend, xor_program());
  const auto memory = must_allocate(*backend, 256);
  const auto other = must_allocate(*backend, 256);
  EXPECT_FALSE(backend->device_lost());
  EXPECT_THAT(lose(*backend, compiled, where()), refuses(Code::kDeviceLost, "Fix: "));
  EXPECT_TRUE(backend->device_lost());
  Words words(64);
  const auto bytes = std::as_writable_bytes(std::span(words));
  EXPECT_THAT(backend->allocate(16, {}), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(backend->write(*memory, 0, bytes), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(backend->read(*memory, 0, bytes), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(backend->copy(*memory, 0, *other, 0, 16), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(compile(*backend, step_program()), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(run(*backend, compiled, {1, 1, 1}, host_uses(kOnes, kTwos)),
              refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(backend->prepare(), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_THAT(backend->wait_idle(backend::Deadline::max()), refuses(Code::kDeviceLost, "is lost"));
  EXPECT_TRUE(backend->shutdown().ok());
}

TEST_P(LostWhile, EverythingIsDestroyedWithWorkUnderWay) {
  auto backend = open_losing();
  Compiled compiled = must_compile(*backend, xor_program());
  const Compiled step = must_compile(*backend, step_program());
  auto memory = must_allocate(*backend, 256);
  auto left = stalled(*backend, compiled, host_uses(kOnes, kTwos));
  auto dropped = stalled(*backend, step, {owned_of(memory)});
  EXPECT_THAT(lose(*backend, compiled, where()), refuses(Code::kDeviceLost, ""));
  dropped.reset();
  memory.reset();
  compiled = {};
  backend.reset();
  EXPECT_EQ(left->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  EXPECT_THAT(left->status(), refuses(Code::kDeviceLost, "is lost"));
}

// What was done before is done; a device that is lost gives nothing any more.
TEST_P(LostWhile, WorkThatHadEndedIsReady) {
  const auto backend = open_losing();
  const Compiled compiled = must_compile(*backend, xor_program());
  auto done = test::value_of(run(*backend, compiled, {1, 1, 1}, host_uses(kOnes, kTwos)));
  EXPECT_THAT(lose(*backend, compiled, where()), refuses(Code::kDeviceLost, ""));
  EXPECT_THAT(words_of(*done, 2, 64), ::testing::Each(3u));
}

}  // namespace
}  // namespace vyre::vulkan
