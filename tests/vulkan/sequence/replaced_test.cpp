#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "backend/sequence.h"
#include "vulkan/support/on_device.h"

// What a sequence keeps of steps that others have taken the place of.

namespace vyre::vulkan {
namespace {

constexpr uint64_t kBytes = uint64_t{1} << 20;

class ReplacedSteps : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    backend_ = open();
    step_ = must_compile(*backend_, step_program());
    sequence_ = test::value_of(backend_->create_sequence({}));
  }
  void TearDown() override {
    sequence_.reset();
    step_ = {};
    backend_.reset();
    OnDevice::TearDown();
  }

  // With a block to itself, so that the bytes of the device tell whether it is there.
  std::shared_ptr<backend::Memory> memory() {
    return test::value_of(backend_->allocate(kBytes, {.dedicated = true}));
  }
  template <typename Take>
  void with_dispatch(const std::shared_ptr<backend::Memory>& on, Take take) {
    const std::vector<backend::BufferUse> uses = {owned_of(on)};
    const backend::Dispatch dispatch{{&step_.executable, 1}, {1, 1, 1}, uses};
    backend::Step step;
    step.dispatch = &dispatch;
    take(step);
  }
  void add(const std::shared_ptr<backend::Memory>& on) {
    with_dispatch(on, [&](const auto& step) { EXPECT_TRUE(sequence_->add(step).ok()); });
  }
  void replace(const std::shared_ptr<backend::Memory>& on) {
    with_dispatch(on, [&](const auto& step) {
      EXPECT_TRUE(sequence_->stage(0, step).ok());
      sequence_->replace();
    });
  }
  void run() {
    const uint64_t number = test::value_of(sequence_->submit());
    EXPECT_TRUE(sequence_->wait(number, backend::Deadline::max()).ok());
  }
  uint64_t bytes() const { return *backend_->counters().device_bytes; }

  std::shared_ptr<VulkanDevice> backend_;
  Compiled step_;
  std::unique_ptr<backend::DeviceSequence> sequence_;
};

TEST_F(ReplacedSteps, LetGoOfTheirMemoryWhenNothingIsUnderWay) {
  auto first = memory(), second = memory();
  add(first);
  run();
  ASSERT_TRUE(backend_->wait_idle(backend::Deadline::max()).ok());
  const uint64_t before = bytes();
  replace(second);
  first.reset();
  EXPECT_EQ(bytes(), before - kBytes);
  run();
  run();
  EXPECT_EQ(words_of(*backend_, *second)[0], 4u);
}

TEST_F(ReplacedSteps, LetGoOfTheirMemoryWhenTheyAreCleared) {
  auto first = memory(), second = memory();
  add(first);
  run();
  ASSERT_TRUE(backend_->wait_idle(backend::Deadline::max()).ok());
  const uint64_t before = bytes();
  sequence_->clear();
  first.reset();
  EXPECT_EQ(bytes(), before - kBytes);
}

// That of the first run lies in the place of the last but one.
TEST_F(ReplacedSteps, AreMovedWhereAnEarlierOneIsLeft) {
  const auto first = memory(), second = memory();
  const std::array to_first = {backend::Rebinding::Buffer{first.get(), 0}};
  const std::array to_second = {backend::Rebinding::Buffer{second.get(), 0}};
  EXPECT_FALSE(sequence_->add_again({to_first, {}}));  // nothing was cleared
  add(first);
  EXPECT_FALSE(sequence_->restage(0, {to_second, {}}));
  run();
  replace(second);
  run();
  ASSERT_TRUE(sequence_->restage(0, {to_first, {}}));
  sequence_->replace();
  run();
  EXPECT_EQ(words_of(*backend_, *first)[0], 4u);
  EXPECT_EQ(words_of(*backend_, *second)[0], 1u);

  sequence_->clear();
  ASSERT_TRUE(sequence_->add_again({to_second, {}}));
  run();
  EXPECT_EQ(words_of(*backend_, *second)[0], 4u);
}

TEST_F(ReplacedSteps, AreNotAddedAgainWithoutTheirKernel) {
  const auto first = memory();
  const std::array to_first = {backend::Rebinding::Buffer{first.get(), 0}};
  add(first);
  run();
  sequence_->clear();
  step_ = {};
  EXPECT_FALSE(sequence_->add_again({to_first, {}}));
}

}  // namespace
}  // namespace vyre::vulkan
