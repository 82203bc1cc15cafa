#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "support/threads.h"
#include "vulkan/support/counted.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 40;

class Threads : public OnDevice {};

using FenceWaits = CountedCalls<&DeviceTable::vkWaitForFences>;

void dispatch_many(backend::Device& backend, const Compiled& compiled, uint32_t seed) {
  for (uint32_t round = 0; round < kRounds; ++round) {
    const Words a(200, seed * 1000 + round), b(200, 0x5555);
    auto pending = run(backend, compiled, {4, 1, 1}, {input_of(a), input_of(b), output_of(200)});
    ASSERT_TRUE(pending.ok()) << pending.error().text();
    EXPECT_THAT(words_of(*pending.value(), 2, 200), Each((seed * 1000 + round) ^ 0x5555));
  }
}

// However fast the device is, this is not over when it is waited for.
void block_once(VulkanDevice& backend, const Compiled& compiled) {
  const auto gate = test::value_of(backend.create_semaphore());
  const backend::SyncPoint opened[] = {{gate, 1}};
  EXPECT_TRUE(backend.queue().submit(VK_NULL_HANDLE, nullptr, {opened}).ok());
  const Words a(64, 1);
  const std::vector<backend::BufferUse> uses = {input_of(a), input_of(a), output_of(64)};
  const auto pending = test::value_of(backend.submit({{&compiled.executable, 1}, {1, 1, 1}, uses}));
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  EXPECT_EQ(pending->wait(soon), backend::PendingState::kPending);
  EXPECT_TRUE(gate->signal(1).ok());
  EXPECT_EQ(pending->wait(backend::Deadline::max()), backend::PendingState::kReady);
}

TEST_F(Threads, ShareABackendAndAnExecutable) {
  for (const bool staging : {false, true}) {
    const auto backend = open(staged(staging));
    const Compiled compiled = must_compile(*backend, xor_program());
    test::on_threads(kThreads, [&](uint32_t thread) { dispatch_many(*backend, compiled, thread); });
  }
}

// Each waits for the fence of its own submission, or all wait for the timeline.
TEST_F(Threads, BlockWithAndWithoutFences) {
  for (const bool fences : {false, true}) {
    DeviceOptions options;
    options.spin_time = std::chrono::microseconds(0);
    options.patch_device = [&](PhysicalDevice& device) {
      device.quirks.wakes_all_at_timelines = fences;
    };
    options.patch_functions = FenceWaits::patch;
    const auto backend = open(options);
    const Compiled compiled = must_compile(*backend, xor_program());
    test::on_threads(kThreads, [&](uint32_t thread) { dispatch_many(*backend, compiled, thread); });
    block_once(*backend, compiled);
    EXPECT_EQ(FenceWaits::count > 0, fences);
  }
}

TEST_F(Threads, CompileAndAllocateWhileOthersDispatch) {
  const auto backend = open();
  test::on_threads(kThreads, [&](uint32_t) {
    for (int round = 0; round < 4; ++round) {
      const Compiled compiled = must_compile(*backend, step_program());
      const auto memory = must_allocate(*backend, 4096);
      for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(run(*backend, compiled, {16, 1, 1}, {owned_of(memory)}).ok());
      }
      EXPECT_THAT(words_of(*backend, *memory), Each(4u));
    }
  });
}

TEST_F(Threads, LeaveWorkBehindWithoutWaiting) {
  auto backend = open();
  const Compiled compiled = must_compile(*backend, xor_program());
  const Words a(512, 1);
  test::on_threads(kThreads, [&](uint32_t) {
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<backend::BufferUse> uses = {input_of(a), input_of(a), output_of(512)};
      auto pending = backend->submit({{&compiled.executable, 1}, {8, 1, 1}, uses});
      ASSERT_TRUE(pending.ok()) << pending.error().text();
    }
  });
  backend.reset();
}

}  // namespace
}  // namespace vyre::vulkan
