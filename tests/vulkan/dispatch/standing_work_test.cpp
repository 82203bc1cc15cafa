#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vulkan/backend/transfer.h"
#include "vulkan/support/on_device.h"

// Calls that return at once, behind work that stands still until the host moves a point.

namespace vyre::vulkan {
namespace {

// Counts waits for the device, which would never end: each moves the point.
struct WaitsForTheDevice {
  static void patch(DeviceTable& table) {
    original = table.vkWaitSemaphores;
    table.vkWaitSemaphores = wait;
    allocate = table.vkAllocateMemory;
    table.vkAllocateMemory = fail_once;
    count = 0;
    fails = false;
  }
  static VKAPI_ATTR VkResult VKAPI_CALL wait(VkDevice device, const VkSemaphoreWaitInfo* info,
                                             uint64_t nanoseconds) {
    ++count;
    (void)gate->signal(1);
    return original(device, info, nanoseconds);
  }
  static VKAPI_ATTR VkResult VKAPI_CALL fail_once(VkDevice device, const VkMemoryAllocateInfo* info,
                                                  const VkAllocationCallbacks* callbacks,
                                                  VkDeviceMemory* memory) {
    if (std::exchange(fails, false)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return allocate(device, info, callbacks, memory);
  }

  static inline PFN_vkWaitSemaphores original = nullptr;
  static inline PFN_vkAllocateMemory allocate = nullptr;
  static inline std::shared_ptr<backend::Semaphore> gate;
  static inline int count = 0;
  static inline bool fails = false;  // the next allocation
};
using Waits = WaitsForTheDevice;

class BehindStandingWork : public OnDevice {
 protected:
  void open_standing(bool staged) {
    DeviceOptions options = vulkan::staged(staged);
    options.patch_functions = Waits::patch;
    options.spin_time = std::chrono::microseconds(0);
    backend_ = open(options);
    xor_ = must_compile(*backend_, xor_program());
    Waits::gate = test::value_of(backend_->create_semaphore());
  }
  void TearDown() override {
    Waits::gate.reset();
    xor_ = {};
    backend_.reset();
    OnDevice::TearDown();
  }

  std::unique_ptr<backend::DeviceWork> submit(const Compiled& compiled, uint32_t groups,
                                              const std::vector<backend::BufferUse>& uses,
                                              backend::SyncPoints waits = {}) {
    backend::Dispatch dispatch{{&compiled.executable, 1}, {groups, 1, 1}, uses};
    dispatch.options.wait_points = waits;
    return test::value_of(backend_->submit(dispatch));
  }
  // Goes on once the point is reached.
  std::unique_ptr<backend::DeviceWork> standing() {
    const backend::SyncPoint point{Waits::gate, 1};
    return submit(xor_, 1, {input_of(ones_), input_of(ones_), output_of(64)}, {&point, 1});
  }
  static void expect_done(backend::DeviceWork& work) {
    ASSERT_EQ(work.wait(backend::Deadline::max()), backend::PendingState::kReady);
  }

  const Words ones_ = Words(64, 1);
  std::shared_ptr<VulkanDevice> backend_;
  Compiled xor_;
};

TEST_F(BehindStandingWork, AKernelIsNotLearnedFrom) {
  open_standing(false);
  backend::SubmitPolicy policy = backend_->submit_policy().take();
  policy.max_submission_ns = 1;
  ASSERT_TRUE(backend_->set_submit_policy(policy).ok());
  const Compiled step = must_compile(*backend_, step_program());
  constexpr size_t kWords = 200 * 64;  // of more workgroups than an unknown kernel begins with
  const auto first = standing();
  const auto second = submit(step, 200, {output_of(kWords)});
  EXPECT_EQ(Waits::count, 0);
  ASSERT_TRUE(Waits::gate->signal(1).ok());
  expect_done(*second);
  expect_done(*first);
  EXPECT_THAT(words_of(*second, 0, kWords), Each(1u));
}

// So that nothing is under way when a point cannot be handed over.
TEST_F(BehindStandingWork, PointsOfWorkInPartsGoWithTheLastOne) {
  open_standing(false);
  backend::SubmitPolicy policy = backend_->submit_policy().take();
  policy.max_submission_ns = 1;
  ASSERT_TRUE(backend_->set_submit_policy(policy).ok());
  const Compiled step = must_compile(*backend_, step_program());
  const std::vector<backend::BufferUse> uses = {output_of(200 * 64)};
  const backend::SyncPoint point{Waits::gate, 5};
  const auto parts = [&](backend::SyncPoints signals) {
    const uint64_t before = *backend_->counters().submissions;
    backend::Dispatch dispatch{{&step.executable, 1}, {200, 1, 1}, uses};
    dispatch.options.signal_points = signals;
    expect_done(*test::value_of(backend_->submit(dispatch)));
    return *backend_->counters().submissions - before;
  };
  (void)parts({});  // to learn what a workgroup costs
  const uint64_t plain = parts({});
  EXPECT_GT(plain, 1u);
  EXPECT_EQ(parts({&point, 1}), plain);
  EXPECT_TRUE(Waits::gate->wait(5, backend::Deadline::max()).value());
}

// Of host bytes that travel in pieces all of them.
TEST_F(BehindStandingWork, LargeInputsAreStaged) {
  open_standing(true);
  const size_t count = 3 * kPieceBytes / 4;
  const auto groups = static_cast<uint32_t>(count / 64);
  const Words left = counted(count, 1), right(count, 0x5555aaaa);
  const std::vector uses = {input_of(left), input_of(right), output_of(count)};
  const auto first = standing();
  auto second = submit(xor_, groups, uses);
  EXPECT_EQ(Waits::count, 0);
  ASSERT_TRUE(Waits::gate->signal(1).ok());
  expect_done(*second);
  const Words result = words_of(*second, 2, count);
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(result[i], left[i] ^ right[i]) << i;
}

TEST_F(BehindStandingWork, MemoryIsReclaimedWithoutAWait) {
  open_standing(true);
  constexpr size_t kMany = size_t{32} << 20 >> 2;  // words of a block of its own
  const auto first = standing();
  Waits::fails = true;
  const auto second = submit(xor_, 1, {input_of(ones_), input_of(ones_), output_of(kMany)});
  EXPECT_FALSE(Waits::fails);
  EXPECT_EQ(Waits::count, 0);
  ASSERT_TRUE(Waits::gate->signal(1).ok());
  expect_done(*second);
}

}  // namespace
}  // namespace vyre::vulkan
