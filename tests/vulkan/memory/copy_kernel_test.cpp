// Copies on a device that copies by a program.
#include "vulkan/backend/copy_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "vulkan/support/counted.h"
#include "vulkan/support/fault_injection.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

class CopyKernels : public OnDevice {
 protected:
  static constexpr size_t kWords = 4096;
  static constexpr uint64_t kMin = 64;

  // A device that copies kMin bytes and more by the program; counts the other copies.
  static DeviceOptions by_kernel() {
    DeviceOptions options;
    options.patch_device = [](PhysicalDevice& device) { device.quirks.min_copy_by_kernel = kMin; };
    options.patch_functions = [](DeviceTable& table) {
      make_faulty<&DeviceTable::vkCreateComputePipelines>(table);
      CountedCopies::patch(table);
    };
    return options;
  }

  static std::shared_ptr<backend::Memory> filled(backend::Device& backend, uint32_t seed) {
    auto memory = must_allocate(backend, kWords * 4);
    const Words words = counted(kWords, seed);
    EXPECT_TRUE(backend.write(*memory, 0, std::as_bytes(std::span(words))).ok());
    return memory;
  }

  // How many commands a copy that succeeds takes.
  static size_t commands_of(backend::Device& backend, backend::Memory& from, uint64_t from_offset,
                            backend::Memory& to, uint64_t to_offset, uint64_t size) {
    CountedCopies::count = 0;
    EXPECT_TRUE(backend.copy(from, from_offset, to, to_offset, size).ok());
    return CountedCopies::count;
  }
};

TEST_F(CopyKernels, CopyWholeWordsFromAndToAlignedPlaces) {
  const auto backend = open(by_kernel());
  const auto from = filled(*backend, 100);
  for (const uint64_t size : {64u, 68u, 1020u, 1024u, 4096u, 16320u}) {
    const auto to = filled(*backend, 90000);
    EXPECT_EQ(commands_of(*backend, *from, 0, *to, 64, size), 0u);
    const Words words = words_of(*backend, *to);
    for (size_t i = 0; i < kWords; ++i) {
      const bool copied = i >= 16 && i < 16 + size / 4;
      ASSERT_EQ(words[i], copied ? 100 + i - 16 : 90000 + i) << size;
    }
  }
  EXPECT_EQ(backend->counters().device_copies, 6u);
}

TEST_F(CopyKernels, LeaveOtherCopiesToTheCommand) {
  const auto backend = open(by_kernel());
  const auto from = filled(*backend, 1);
  const auto to = must_allocate(*backend, kWords * 4);
  EXPECT_EQ(commands_of(*backend, *from, 0, *to, 0, kMin - 4), 1u);
  EXPECT_EQ(commands_of(*backend, *from, 0, *to, 0, kMin + 1), 1u);
  EXPECT_EQ(commands_of(*backend, *from, 4, *to, 0, kMin), 1u);
  EXPECT_EQ(commands_of(*backend, *from, 0, *to, 4, kMin), 1u);
  EXPECT_EQ(words_of(*backend, *to)[1], 1u);
}

TEST_F(CopyKernels, ThatCannotBeMadeLeaveCopiesToTheCommand) {
  const auto backend = open(by_kernel());
  const auto from = filled(*backend, 1);
  const auto to = must_allocate(*backend, kWords * 4);
  Faults::arm(1, VK_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(commands_of(*backend, *from, 0, *to, 0, kWords * 4), 1u);
  EXPECT_TRUE(Faults::has_struck());
  EXPECT_EQ(words_of(*backend, *to), words_of(*backend, *from));
  EXPECT_EQ(commands_of(*backend, *from, 0, *to, 0, kMin), 1u);
  EXPECT_EQ(Faults::calls, 1);  // it is not tried again
  Faults::disarm();
}

TEST_F(CopyKernels, AreCompiledAheadByWhoAsks) {
  const auto backend = open(by_kernel());
  const auto from = filled(*backend, 1);
  const auto to = must_allocate(*backend, kWords * 4);
  ASSERT_TRUE(backend->prepare().ok());
  Faults::arm(1, VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(commands_of(*backend, *from, 0, *to, 0, kWords * 4), 0u);
  EXPECT_TRUE(backend->grids().get().ok());
  EXPECT_EQ(Faults::calls, 0);
  Faults::disarm();
}

// Copies between three memories and inside one, in sequences, beside a model of them.
TEST_F(CopyKernels, RandomStepsOfSequencesDoWhatAModelDoes) {
  std::mt19937 random(20261123);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  const auto backend = open(by_kernel());
  size_t recorded = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::shared_ptr<backend::Memory>> memories;
    std::vector<Words> model;
    for (uint32_t i = 0; i < 3; ++i) {
      memories.push_back(filled(*backend, 10000 * i));
      model.push_back(words_of(*backend, *memories[i]));
    }
    auto sequence = backend->create_sequence({}).take();
    for (int i = 0; i < 30; ++i) {
      const uint32_t from = below(3), to = below(3), count = 1 + below(kWords / 2);
      const uint32_t room = static_cast<uint32_t>(kWords) / 2 - count;
      const uint32_t unit = below(4) == 0 ? 1 : 16;  // words
      const uint32_t at = below(room + 1) / unit * unit;
      const uint32_t place = kWords / 2 + below(room + 1) / unit * unit;
      backend::Step step;
      step.kind = backend::Step::Kind::kCopy;
      step.from = memories[from];
      step.from_offset = uint64_t{at} * 4;
      step.to = memories[to];
      step.to_offset = uint64_t{place} * 4;
      step.size = uint64_t{count} * 4;
      ASSERT_TRUE(sequence->add(step).ok());
      std::copy_n(model[from].begin() + at, count, model[to].begin() + place);
    }
    CountedCopies::count = 0;
    const uint64_t run = sequence->submit().take();
    recorded += CountedCopies::count;
    ASSERT_TRUE(sequence->wait(run, backend::Deadline::max()).ok());
    for (size_t i = 0; i < 3; ++i) ASSERT_EQ(words_of(*backend, *memories[i]), model[i]) << round;
  }
  EXPECT_EQ(backend->counters().device_copies, 600u);
  EXPECT_GT(recorded, 100u);
  EXPECT_LT(recorded, 500u);
}

}  // namespace
}  // namespace vyre::vulkan
