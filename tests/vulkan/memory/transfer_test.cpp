#include "vulkan/backend/transfer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "vulkan/support/counted.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

using Bytes = std::vector<std::byte>;

class Transfer : public OnDevice {};

DeviceOptions counting_copies(bool staging) {
  DeviceOptions options = staged(staging);
  options.patch_functions = CountedCopies::patch;
  return options;
}

Bytes pattern(size_t size) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + (i >> 9));
  return bytes;
}

std::span<std::byte> next(backend::Pieces& pieces) { return pieces.next().take(); }

// Writes |bytes| piece by piece; the number of pieces.
size_t fill(backend::Device& device, backend::Memory& memory, uint64_t offset, const Bytes& bytes) {
  const auto pieces = device.fill(memory, offset, bytes.size()).take();
  size_t at = 0, count = 0;
  for (auto piece = next(*pieces); !piece.empty(); piece = next(*pieces), ++count) {
    std::memcpy(piece.data(), bytes.data() + at, piece.size());
    at += piece.size();
  }
  return count;
}

size_t drain(backend::Device& device, backend::Memory& memory, uint64_t offset, size_t size,
             Bytes& bytes) {
  const auto pieces = device.drain(memory, offset, size).take();
  size_t count = 0;
  for (auto piece = next(*pieces); !piece.empty(); piece = next(*pieces), ++count) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  }
  return count;
}

TEST_F(Transfer, MemoryThatTheHostReachesIsFilledAndDrainedWithoutACopy) {
  VYRE_SKIP_UNLESS_MEMORY_IS_SHARED();
  const auto backend = open(counting_copies(false));
  const Bytes bytes = pattern((size_t{40} << 20) + 5);
  const auto memory = backend->allocate(bytes.size(), {.unfilled = true}).take();
  Bytes back;
  EXPECT_EQ(fill(*backend, *memory, 0, bytes), 1u);
  EXPECT_EQ(drain(*backend, *memory, 0, bytes.size(), back), 1u);
  EXPECT_TRUE(back == bytes);
  EXPECT_EQ(CountedCopies::count, 0u);
}

TEST_F(Transfer, OtherMemoryGoesThroughOneCopyOfStagingPieceByPiece) {
  const auto backend = open(counting_copies(true));
  const Bytes bytes = pattern((size_t{40} << 20) + 5);
  const auto memory = must_allocate(*backend, bytes.size() + 3);
  constexpr size_t kPieces = (size_t{40} << 20) / kPieceBytes + 1;
  Bytes back;
  EXPECT_EQ(fill(*backend, *memory, 3, bytes), kPieces);
  EXPECT_EQ(CountedCopies::count, kPieces);
  EXPECT_EQ(drain(*backend, *memory, 3, bytes.size(), back), kPieces);
  EXPECT_TRUE(back == bytes);
  EXPECT_EQ(CountedCopies::count, 2 * kPieces);
}

// Both inputs, and the result, which is read in parts.
TEST_F(Transfer, LargeHostBytesOfADispatchTravelPieceByPiece) {
  const auto backend = open(counting_copies(true));
  const Compiled compiled = must_compile(*backend, xor_program());
  const size_t count = 2 * kPieceBytes / 4 + 3;
  const Words left = counted(count, 1), right(count, 0x5555aaaa);
  const auto uses = std::vector{input_of(left), input_of(right), output_of(count)};
  for (int round = 0; round < 2; ++round) {
    CountedCopies::count = 0;
    auto pending = test::value_of(
        run(*backend, compiled, {static_cast<uint32_t>(count + 63) / 64, 1, 1}, uses));
    if (round == 0) {  // later ones find some recorded already
      EXPECT_EQ(CountedCopies::count, 6u);
    }
    const Words result = words_of(*pending, 2, count);
    if (round == 0) {
      EXPECT_EQ(CountedCopies::count, 9u);
    }
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(result[i], left[i] ^ right[i]) << i;
    Words tail(2);
    const auto bytes = std::as_writable_bytes(std::span(tail));
    ASSERT_TRUE(pending->read(2, (count - 2) * 4, bytes).ok());
    EXPECT_EQ(tail, Words(result.end() - 2, result.end()));
    EXPECT_FALSE(pending->read(2, (count - 1) * 4, bytes).ok());
  }
}

TEST_F(Transfer, AWalkThatEndsEarlyMovesNoMore) {
  for (const bool staging : {false, true}) {
    const auto backend = open(counting_copies(staging));
    const auto memory = must_allocate(*backend, uint64_t{40} << 20);
    EXPECT_FALSE(next(*backend->fill(*memory, 0, memory->size()).take()).empty());
    EXPECT_FALSE(next(*backend->drain(*memory, 0, memory->size()).take()).empty());
    EXPECT_EQ(backend->counters().uploaded_bytes, 0u);
    EXPECT_EQ(backend->counters().downloaded_bytes, 0u);
    EXPECT_TRUE(words_of(*backend, *memory) == Words(static_cast<size_t>(memory->size()) / 4, 0));
  }
}

TEST_F(Transfer, CopiesOnTheDeviceBetweenRanges) {
  for (const bool staging : {false, true}) {
    const auto backend = open(counting_copies(staging));
    const auto first = must_allocate(*backend, 64);
    const auto second = must_allocate(*backend, 64);
    const Words words = counted(16, 1);
    ASSERT_TRUE(backend->write(*first, 0, std::as_bytes(std::span(words))).ok());
    ASSERT_TRUE(backend->copy(*first, 8, *second, 60, 4).ok());
    Words expected(16, 0);
    expected[15] = 3;
    EXPECT_EQ(words_of(*backend, *second), expected);
  }
}

backend::Step write_of(std::shared_ptr<backend::Memory> memory, uint64_t offset,
                       std::span<const std::byte> bytes) {
  backend::Step step{.kind = backend::Step::Kind::kWrite, .bytes = bytes};
  step.to = std::move(memory);
  step.to_offset = offset;
  step.size = bytes.size();
  return step;
}

std::unique_ptr<backend::Waitable> start(VulkanDevice& device, const backend::Step& step) {
  return test::value_of(device.transfer(step, true));
}

TEST_F(Transfer, SmallWritesInARowShareASubmission) {
  const auto device = open(staged(true));
  const auto memory = must_allocate(*device, 4096);
  ASSERT_TRUE(device->wait_idle(backend::Deadline::max()).ok());
  const uint64_t before = *device->counters().submissions;
  const Words words = counted(1024, 7);
  std::vector<std::unique_ptr<backend::Waitable>> works;
  for (size_t i = 0; i < 64; ++i) {
    const auto bytes = std::as_bytes(std::span(words).subspan(16 * i, 16));
    works.push_back(start(*device, write_of(memory, 64 * i, bytes)));
  }
  EXPECT_EQ(*device->counters().submissions, before);
  EXPECT_EQ(works[5]->wait(backend::Deadline::max()), backend::PendingState::kReady);
  EXPECT_EQ(*device->counters().submissions, before + 1);
  EXPECT_EQ(words_of(*device, *memory), words);
  EXPECT_EQ(works[63]->wait(backend::Deadline()), backend::PendingState::kReady);
  EXPECT_EQ(works[0]->submission(), works[63]->submission());
}

TEST_F(Transfer, WritesOfTheSameBytesKeepTheirOrderAndComeBeforeWhatIsBehind) {
  const auto device = open(staged(true));
  const auto memory = must_allocate(*device, 64), other = must_allocate(*device, 64);
  const Words first = counted(16, 1), second = counted(8, 100);
  (void)start(*device, write_of(memory, 0, std::as_bytes(std::span(first))));
  (void)start(*device, write_of(memory, 32, std::as_bytes(std::span(second))));
  backend::Step copy{.kind = backend::Step::Kind::kCopy};
  copy.from = memory;
  copy.to = other;
  copy.size = 64;
  (void)start(*device, copy);
  (void)start(*device, write_of(memory, 0, std::as_bytes(std::span(second))));
  Words expected = first;
  std::copy(second.begin(), second.end(), expected.begin() + 8);
  EXPECT_EQ(words_of(*device, *other), expected);
  std::copy(second.begin(), second.end(), expected.begin());
  EXPECT_EQ(words_of(*device, *memory), expected);
}

TEST_F(Transfer, ASmallWriteNeedsNoMoreThanItsBytes) {
  const auto device = open(staged(true));
  const auto memory = must_allocate(*device, 64);
  ASSERT_TRUE(device->wait_idle(backend::Deadline::max()).ok());
  const auto owner = Refusal::set(*device, 4096);
  const Words words = counted(16, 7);
  const auto work = start(*device, write_of(memory, 0, std::as_bytes(std::span(words))));
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kReady);
  EXPECT_EQ(owner->asked(), 0);
  EXPECT_EQ(words_of(*device, *memory), words);
}

// An idle dispatch has the last of what |device| may take.
void fill_with_idle_memory(VulkanDevice& device) {
  constexpr size_t kIdleWords = (size_t{20} << 20) / sizeof(uint32_t);
  const Compiled compiled = must_compile(device, step_program());
  EXPECT_TRUE(run(device, compiled, {1, 1, 1}, {output_of(kIdleWords)}).ok());
  (void)Refusal::set(device);
}

TEST_F(Transfer, WhatIdleContextsHoldIsThereForTransfersAndSteps) {
  const Bytes bytes = pattern(size_t{12} << 20);
  for (const bool writes : {true, false}) {
    for (const bool recorded : {true, false}) {
      const auto device = open(staged(true));
      const auto memory = must_allocate(*device, bytes.size());
      fill_with_idle_memory(*device);
      backend::Step step{.kind = backend::Step::Kind::kRead};
      step.from = memory;
      step.size = bytes.size();
      if (writes) step = write_of(memory, 0, bytes);
      if (recorded) {
        const auto sequence = test::value_of(device->create_sequence({}));
        EXPECT_TRUE(sequence->add(step).ok()) << writes;
      } else {
        EXPECT_EQ(start(*device, step)->wait(backend::Deadline::max()),
                  backend::PendingState::kReady);
      }
    }
  }
}

TEST_F(Transfer, AWriteThatIsCanceledInTimeNeverRuns) {
  const auto device = open(staged(true));
  const auto memory = must_allocate(*device, 64), other = must_allocate(*device, 64);
  const Words words = counted(16, 1);
  const auto write = [&](const auto& to) {
    return start(*device, write_of(to, 0, std::as_bytes(std::span(words))));
  };
  const auto kept = write(memory), canceled = write(other);
  EXPECT_TRUE(canceled->cancel());
  EXPECT_EQ(words_of(*device, *memory), words);
  EXPECT_THAT(words_of(*device, *other), Each(0u));
  EXPECT_FALSE(kept->cancel());  // it is over, though nobody has waited for it
}

// A device that takes no more while |fails|.
struct FullQueue {
  static void patch(DeviceTable& table) {
    original = table.vkQueueSubmit;
    table.vkQueueSubmit = [](VkQueue queue, uint32_t count, const VkSubmitInfo* infos,
                             VkFence fence) -> VkResult {
      return fails ? VK_ERROR_OUT_OF_HOST_MEMORY : original(queue, count, infos, fence);
    };
  }
  static inline PFN_vkQueueSubmit original = nullptr;
  static inline bool fails = false;
};

class LostWrites : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    DeviceOptions options = staged(true);
    options.patch_functions = FullQueue::patch;
    device_ = open(options);
    memory_ = must_allocate(*device_, 64);
    other_ = must_allocate(*device_, 64);
  }
  void TearDown() override {
    FullQueue::fails = false;
    memory_.reset();
    other_.reset();
    device_.reset();
    OnDevice::TearDown();
  }
  std::unique_ptr<backend::Waitable> write() {
    return start(*device_, write_of(memory_, 0, std::as_bytes(std::span(words_))));
  }
  Status copy() { return device_->copy(*memory_, 0, *other_, 0, 64); }

  const Words words_ = counted(16, 1);
  std::shared_ptr<VulkanDevice> device_;
  std::shared_ptr<backend::Memory> memory_, other_;
};

TEST_F(LostWrites, AreToldToWhatComesBehind) {
  const auto work = write();
  FullQueue::fails = true;
  EXPECT_THAT(copy(), refuses(Code::kOutOfHostMemory, "writes ahead of it were not submitted: "));
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  FullQueue::fails = false;
  EXPECT_THAT(words_of(*device_, *other_), Each(0u));
  (void)write();
  EXPECT_TRUE(copy().ok());
  EXPECT_EQ(words_of(*device_, *other_), words_);
}

// Whoever made the device take them.
TEST_F(LostWrites, AreToldToWhatComesBehindWhenTheirOwnersKnow) {
  const auto work = write();
  FullQueue::fails = true;
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  (void)device_->wait_idle(backend::Deadline());
  FullQueue::fails = false;
  const auto next = write();  // of another batch, which comes through
  EXPECT_THAT(copy(), refuses(Code::kOutOfHostMemory, "writes ahead of it were not submitted: "));
  EXPECT_EQ(next->wait(backend::Deadline::max()), backend::PendingState::kReady);
  EXPECT_TRUE(copy().ok());
  EXPECT_EQ(words_of(*device_, *other_), words_);
}

// A device that does not seem to get on while |stands|.
struct StandingClock {
  static void patch(DeviceTable& table) {
    original = table.vkGetSemaphoreCounterValue;
    table.vkGetSemaphoreCounterValue = [](VkDevice device, VkSemaphore semaphore,
                                          uint64_t* value) -> VkResult {
      if (!stands) return original(device, semaphore, value);
      *value = 0;
      return VK_SUCCESS;
    };
  }
  static inline PFN_vkGetSemaphoreCounterValue original = nullptr;
  static inline std::atomic<bool> stands = false;
};

// The work before is over, and nobody has looked.
TEST_F(Transfer, OnlyADispatchThatBlocksWaitsForMemory) {
  for (const bool staging : {false, true}) {
    DeviceOptions options = staged(staging);
    options.patch_functions = StandingClock::patch;
    options.spin_time = std::chrono::microseconds(0);
    const auto device = open(options);
    const Compiled compiled = must_compile(*device, step_program());
    const std::vector<backend::BufferUse> uses = {output_of((size_t{20} << 20) / 4)};
    backend::Dispatch dispatch{{&compiled.executable, 1}, {1, 1, 1}, uses};
    dispatch.options.blocking = true;
    StandingClock::stands = true;
    (void)test::value_of(device->submit(dispatch));
    const auto owner = Refusal::set(*device);
    dispatch.options.blocking = false;
    EXPECT_THAT(device->submit(dispatch), refuses(Code::kDeviceOutOfMemory, "more are requested"));
    dispatch.options.blocking = true;
    EXPECT_TRUE(device->submit(dispatch).ok());
    EXPECT_EQ(owner->asked(), 2);  // once by each
    StandingClock::stands = false;
  }
}

TEST_F(Transfer, WithoutRoomAWriteIsNotReady) {
  DeviceOptions options = staged(true);
  options.patch_functions = StandingClock::patch;
  const auto device = open(options);
  const Bytes bytes(size_t{130} << 20);
  const auto memory = device->allocate(bytes.size(), {.unfilled = true}).take();
  StandingClock::stands = true;
  const auto work = start(*device, write_of(memory, 0, bytes));
  EXPECT_THAT(device->transfer(write_of(memory, 0, bytes), true),
              refuses(Code::kNotReady, "Fix: wait for earlier work"));
  StandingClock::stands = false;
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kReady);
  EXPECT_TRUE(device->transfer(write_of(memory, 0, bytes), true).ok());
}

TEST_F(Transfer, DedicatedMemoryHasABufferToItself) {
  const auto device = open(counting_copies(false));
  const auto taken = [&] { return *device->memory_usage().value().allocations; };
  (void)must_allocate(*device, 64);
  const uint64_t before = taken();
  for (int i = 0; i < 2; ++i) {
    const auto memory = device->allocate(64, {.dedicated = true}).take();
    const auto& owned = static_cast<DeviceBuffer&>(*memory).owned()->allocation();
    EXPECT_EQ(owned.offset + owned.block->offset, 0u);
    EXPECT_EQ(owned.block->size, 64u);
    EXPECT_EQ(words_of(*device, *memory), Words(16, 0));
  }
  EXPECT_EQ(taken(), before + 2);
}

// Pages of this process.
std::shared_ptr<std::byte> pages(size_t size) {
  auto* bytes = static_cast<std::byte*>(std::aligned_alloc(4096, size));
  std::memset(bytes, 0, size);
  return {bytes, std::free};
}

TEST_F(Transfer, ImportedPagesAreTheMemoryOfADispatch) {
  const auto backend = open(counting_copies(false));
  ASSERT_GT(backend->capabilities().host_import_alignment, 0u);
  auto bytes = pages(8192);
  Words words(2048, 5);
  std::memcpy(bytes.get(), words.data(), 8192);
  auto memory = test::value_of(backend->import_host({{bytes.get(), 8192}, true, bytes}));
  const Compiled compiled = must_compile(*backend, step_program());
  ASSERT_TRUE(run(*backend, compiled, {32, 1, 1}, {owned_of(memory)}).ok());
  std::memcpy(words.data(), bytes.get(), 8192);
  EXPECT_THAT(words, Each(16u));
  EXPECT_EQ(CountedCopies::count, 0u);
}

TEST_F(Transfer, ImportedPagesAreLetGoOfWhenTheDeviceIsDone) {
  const auto backend = open();
  auto bytes = pages(4096);
  auto imported = test::value_of(backend->import_host({{bytes.get(), 4096}, true, bytes}));
  auto memory = std::move(imported);
  EXPECT_EQ(bytes.use_count(), 2);
  memory.reset();
  EXPECT_EQ(bytes.use_count(), 1);
}

// The software device takes any address.
TEST_F(Transfer, AddressesAndSizesThatAreNotAlignedAreRefused) {
  const auto backend = open();
  const auto bytes = pages(8192);
  EXPECT_THAT(backend->import_host({{bytes.get() + 64, 4096}, true, bytes}),
              refuses(Code::kInvalidArgument, "64 bytes past a multiple of 4096"));
  EXPECT_THAT(backend->import_host({{bytes.get(), 100}, true, bytes}),
              refuses(Code::kInvalidArgument, "host memory of 100 bytes"));
  EXPECT_THAT(backend->import_host({{}, true, bytes}),
              refuses(Code::kInvalidArgument, "host memory of 0 bytes"));
}

TEST_F(Transfer, ADeviceWithoutTheExtensionRefusesImports) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) { device.host_import_alignment = 0; };
  const auto backend = open(options);
  const auto bytes = pages(4096);
  EXPECT_EQ(backend->capabilities().host_import_alignment, 0u);
  EXPECT_THAT(backend->import_host({{bytes.get(), 4096}, true, bytes}),
              refuses(Code::kUnsupportedFeature, "VK_EXT_external_memory_host"));
}

TEST_F(Transfer, WhatTheDriverRefusesToImportLeavesNothing) {
  DeviceOptions options;
  options.patch_functions = [](DeviceTable& table) {
    CountedMemory::patch(table);
    table.vkGetMemoryHostPointerPropertiesEXT = [](VkDevice, VkExternalMemoryHandleTypeFlagBits,
                                                   const void*, VkMemoryHostPointerPropertiesEXT*) {
      return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    };
  };
  const auto backend = open(options);
  const int before = CountedMemory::live();
  const auto bytes = pages(4096);
  EXPECT_THAT(backend->import_host({{bytes.get(), 4096}, true, bytes}),
              refuses(Code::kUnsupportedFeature, "refuses this host memory"));
  EXPECT_EQ(CountedMemory::live(), before);
  EXPECT_EQ(bytes.use_count(), 1);
}

TEST_F(Transfer, HostIoIsOfferedWhereFilesAre) {
#if defined(__linux__)
  EXPECT_TRUE(open()->capabilities().runs_host_io);
#else
  EXPECT_FALSE(open()->capabilities().runs_host_io);
#endif
}

}  // namespace
}  // namespace vyre::vulkan
