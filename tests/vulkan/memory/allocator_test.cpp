#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vulkan/support/counted.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

class DeviceMemory : public OnDevice {};

DeviceOptions counting() {
  DeviceOptions options;
  options.patch_functions = CountedMemory::patch;
  return options;
}

TEST_F(DeviceMemory, SmallAllocationsShareABlock) {
  const auto backend = open(counting());
  std::vector<std::shared_ptr<backend::Memory>> all;
  for (int i = 0; i < 100; ++i) all.push_back(must_allocate(*backend, 1000));
  EXPECT_EQ(CountedMemory::allocations(), 1);
}

TEST_F(DeviceMemory, IsReusedAndGivenBack) {
  const auto backend = open(counting());
  const int before = CountedMemory::live();
  for (int i = 0; i < 10; ++i) {
    const auto large = must_allocate(*backend, uint64_t{32} << 20);
    EXPECT_LE(CountedMemory::live(), before + 2);  // the one before may still be zeroed
  }
  backend->reclaim_memory();
  EXPECT_EQ(CountedMemory::live(), before);
}

TEST_F(DeviceMemory, StartsZeroedAlsoWhenItWasUsedBefore) {
  for (const bool staging : {false, true}) {
    const auto backend = open(staged(staging));
    const Words ones(512, 1);
    auto memory = must_allocate(*backend, 2048);
    ASSERT_TRUE(backend->write(*memory, 0, std::as_bytes(std::span(ones))).ok());
    EXPECT_THAT(words_of(*backend, *memory), Each(1u));
    memory.reset();
    memory = must_allocate(*backend, 2048);
    EXPECT_THAT(words_of(*backend, *memory), Each(0u));
  }
}

TEST_F(DeviceMemory, MoreThanTheHeapIsRefusedWithBothNumbers) {
  const auto backend = open();
  const uint64_t total = backend->profile().device_memory_bytes;
  EXPECT_THAT(backend->allocate(total + 4096, {}),
              refuses(Code::kDeviceOutOfMemory, concat("requested ", total + 4096)));
  EXPECT_THAT(backend->allocate(UINT64_MAX, {}), refuses(Code::kDeviceOutOfMemory, "available "));
  EXPECT_NE(must_allocate(*backend, 64), nullptr);
}

TEST_F(DeviceMemory, RunsOutWhenTheHeapIsFullAndRecovers) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    for (VkMemoryHeap& heap : device.memory.memoryHeaps) heap.size = uint64_t{40} << 20;
  };
  const auto backend = open(options);
  auto first = must_allocate(*backend, uint64_t{24} << 20);
  EXPECT_THAT(backend->allocate(uint64_t{24} << 20, {}),
              refuses(Code::kDeviceOutOfMemory, "requested 25165824"));
  first.reset();
  EXPECT_NE(must_allocate(*backend, uint64_t{24} << 20), nullptr);
}

TEST_F(DeviceMemory, WhatIdleStagingHoldsIsThereForOthers) {
  for (const bool staging : {false, true}) {
    DeviceOptions options = staged(staging);
    options.patch_device = [](PhysicalDevice& device) {
      for (VkMemoryHeap& heap : device.memory.memoryHeaps) heap.size = uint64_t{100} << 20;
    };
    const auto backend = open(options);
    const Compiled compiled = must_compile(*backend, step_program());
    const size_t words = (size_t{20} << 20) / sizeof(uint32_t);
    ASSERT_TRUE(run(*backend, compiled, {1, 1, 1}, {output_of(words)}).ok());
    EXPECT_NE(must_allocate(*backend, uint64_t{70} << 20), nullptr);
  }
}

TEST_F(DeviceMemory, WhatTheDriverRefusesSaysWhatWasAskedFor) {
  DeviceOptions options;
  options.patch_functions = [](DeviceTable& table) {
    table.vkAllocateMemory = [](VkDevice, const VkMemoryAllocateInfo*, const VkAllocationCallbacks*,
                                VkDeviceMemory*) { return VK_ERROR_OUT_OF_DEVICE_MEMORY; };
  };
  const auto backend = open(options);
  const auto refused = backend->allocate(uint64_t{64} << 20, {});
  EXPECT_THAT(refused, refuses(Code::kDeviceOutOfMemory, "requested 67108864 bytes"));
  EXPECT_EQ(refused.error().info().native_code, VK_ERROR_OUT_OF_DEVICE_MEMORY);
}

// Says yes, and frees what it holds first.
struct FreeingOwner final : backend::BudgetOwner {
  bool allows(uint64_t, uint64_t) override {
    ++asked;
    held.reset();
    return true;
  }
  std::shared_ptr<backend::Memory> held;
  int asked = 0;
};

uint64_t reserved(const VulkanDevice& device) { return *device.memory_usage().value().reserved; }

TEST_F(DeviceMemory, WhatTheOwnerOfTheBudgetFreesIsUsed) {
  constexpr uint64_t kHalf = uint64_t{512} << 10;  // of a first block
  const auto backend = open();
  const auto owner = std::make_shared<FreeingOwner>();
  owner->held = backend->allocate(kHalf, {.unfilled = true}).take();
  const auto other = backend->allocate(kHalf, {.unfilled = true}).take();
  const uint64_t before = reserved(*backend);
  backend->memory_account()->set_budget({before, owner});
  const auto third = test::value_of(backend->allocate(kHalf, {.unfilled = true}));
  EXPECT_EQ(owner->asked, 1);
  EXPECT_EQ(reserved(*backend), before);
}

// What is kept for later requests is not held against a budget.
TEST_F(DeviceMemory, EmptyBlocksMakeRoomWithinABudget) {
  const auto backend = open(counting());
  const int before = CountedMemory::live();
  must_allocate(*backend, 1000).reset();
  backend->reclaim_memory();
  ASSERT_GT(CountedMemory::live(), before);  // it is kept
  backend->memory_account()->set_budget({*backend->memory_usage().value().reserved, nullptr});
  const auto own = backend->allocate(4096, {.unfilled = true, .dedicated = true});
  EXPECT_TRUE(own.ok()) << own.error().text();
}

TEST_F(DeviceMemory, EmptyBlocksMakeRoomInTheHeap) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    for (VkMemoryHeap& heap : device.memory.memoryHeaps) heap.size = uint64_t{4} << 20;
  };
  const auto backend = open(options);
  must_allocate(*backend, 1000).reset();
  backend->reclaim_memory();
  EXPECT_NE(must_allocate(*backend, uint64_t{7} << 19), nullptr);
}

// Agrees, and counts how often it was asked.
struct Permissive final : backend::BudgetOwner {
  bool allows(uint64_t, uint64_t) override {
    ++asked;
    return true;
  }
  int asked = 0;
};

// Memory that the owner of the budget has agreed to, and the driver has only at the second try.
TEST_F(DeviceMemory, TheOwnerOfABudgetIsAskedForTheSecondTryToo) {
  static std::atomic<int> refusals;
  static PFN_vkAllocateMemory allocate;
  refusals = 0;
  DeviceOptions options;
  options.patch_functions = [](DeviceTable& table) {
    allocate = table.vkAllocateMemory;
    table.vkAllocateMemory = [](VkDevice device, const VkMemoryAllocateInfo* info,
                                const VkAllocationCallbacks* callbacks, VkDeviceMemory* memory) {
      if (refusals-- > 0) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
      return allocate(device, info, callbacks, memory);
    };
  };
  const auto backend = open(options);
  const auto owner = std::make_shared<Permissive>();
  backend->memory_account()->set_budget({0, owner});
  refusals = 1;
  const auto memory = backend->allocate(uint64_t{32} << 20, {.unfilled = true});
  EXPECT_TRUE(memory.ok()) << memory.error().text();
  EXPECT_EQ(owner->asked, 2);
}

TEST_F(DeviceMemory, LargeTransfersGoThroughStagingInChunks) {
  const auto backend = open(staged(true));
  constexpr size_t kWords = (size_t{40} << 20) / sizeof(uint32_t) + 3;
  const auto memory = must_allocate(*backend, kWords * sizeof(uint32_t));
  const Words words = counted(kWords, 11);
  ASSERT_TRUE(backend->write(*memory, 0, std::as_bytes(std::span(words))).ok());
  EXPECT_TRUE(words_of(*backend, *memory) == words);
}

TEST_F(DeviceMemory, APartIsWrittenAndReadInPlace) {
  for (const bool staging : {false, true}) {
    const auto backend = open(staged(staging));
    const auto memory = must_allocate(*backend, 64);
    const Words part = {5, 6};
    ASSERT_TRUE(backend->write(*memory, 8, std::as_bytes(std::span(part))).ok());
    Words whole(16, 0);
    whole[2] = 5;
    whole[3] = 6;
    EXPECT_EQ(words_of(*backend, *memory), whole);
  }
}

TEST_F(DeviceMemory, ARepeatedDispatchMakesNoVulkanObjects) {
  const auto backend = open(counting());
  const Compiled compiled = must_compile(*backend, xor_program());
  const Words a(256, 1), b(256, 2);
  const auto once = [&] {
    ASSERT_TRUE(
        run(*backend, compiled, {4, 1, 1}, {input_of(a), input_of(b), output_of(256)}).ok());
  };
  once();
  const int before = CountedMemory::allocations();
  for (int i = 0; i < 10; ++i) once();
  EXPECT_EQ(CountedMemory::allocations(), before);
}

TEST_F(DeviceMemory, IdleStagingMemoryIsCapped) {
  const auto backend = open(counting());
  const Compiled compiled = must_compile(*backend, step_program());
  for (const size_t megabytes : {100u, 120u, 90u, 110u}) {
    const size_t words = (megabytes << 20) / sizeof(uint32_t);
    ASSERT_TRUE(run(*backend, compiled, {1, 1, 1}, {output_of(words)}).ok());
    // A slot of its own for the next size.
    backend->submissions().collect();
  }
  EXPECT_LE(CountedMemory::live(), 4);
}

}  // namespace
}  // namespace vyre::vulkan
