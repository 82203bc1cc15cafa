// What of a host's device needs the seams: memory that the host does not reach, calls that fail.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vulkan/device/features.h"
#include "vulkan/interop/interop.h"
#include "vulkan/support/counted.h"
#include "vulkan/support/fault_injection.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

using Submissions = CountedCalls<&DeviceTable::vkQueueSubmit>;

// A second backend on the device that OnDevice opened: that one stands for the host's.
class HostsDevice : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (instance_ == nullptr) return;
    host_ = open();
    ASSERT_NE(host_, nullptr);
  }
  void TearDown() override {
    if (pool_ != VK_NULL_HANDLE) vk().vkDestroyCommandPool(device(), pool_, nullptr);
    host_.reset();
    OnDevice::TearDown();
  }

  const DeviceTable& vk() const { return host_->device().vk(); }
  VkDevice device() const { return host_->device().handle(); }

  HostDevice describe(bool records_only) const {
    HostDevice host;
    host.instance = instance_->handle();
    host.physical_device = host_->device().physical().handle;
    host.device = device();
    host.get_instance_proc_addr = reinterpret_cast<void (*)()>(
        dlsym(dlopen("libvulkan.so.1", RTLD_NOW), "vkGetInstanceProcAddr"));
    host.api_version = VK_API_VERSION_1_2;
    host.features = required_features();
    host.queue = host_->device().queue();
    host.queue_family = host_->device().physical().compute_family;
    host.records_only = records_only;
    return host;
  }

  std::shared_ptr<VulkanDevice> import(bool records_only, DeviceOptions options) {
    options.force_staging = true;
    auto patch = options.patch_functions;
    options.patch_functions = [patch](DeviceTable& table) {
      Submissions::patch(table);
      if (patch) patch(table);
    };
    return test::value_of(borrow_device(describe(records_only), {}, options));
  }

  VkCommandBuffer begin() {
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = host_->device().physical().compute_family;
    if (pool_ == VK_NULL_HANDLE) vk().vkCreateCommandPool(device(), &pool, nullptr, &pool_);
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool_;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    vk().vkAllocateCommandBuffers(device(), &info, &commands);
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    vk().vkBeginCommandBuffer(commands, &begin);
    return commands;
  }

  // As the host, by its own queue.
  void submit(VkCommandBuffer commands) {
    vk().vkEndCommandBuffer(commands);
    auto number = test::value_of(host_->queue().submit(commands));
    ASSERT_TRUE(host_->queue().wait(number, backend::Deadline::max()).ok());
  }

  std::unique_ptr<HostRecording> record(VulkanDevice& backend, VkCommandBuffer commands) {
    return test::value_of(begin_recording(backend, commands, kAllBefore, kAllAfter));
  }

  std::shared_ptr<VulkanDevice> host_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
};

Status dispatch(HostRecording& recording, const Compiled& compiled,
                const std::vector<backend::BufferUse>& uses) {
  return recording.dispatch({{&compiled.executable, 1}, {1, 1, 1}, uses});
}

TEST_F(HostsDevice, SubmitsThroughStagingMemory) {
  const auto backend = import(false, {});
  const Compiled compiled = must_compile(*backend, step_program());
  const auto memory = must_allocate(*backend, 256);
  ASSERT_TRUE(run(*backend, compiled, {1, 1, 1}, {owned_of(memory)}).ok());
  EXPECT_THAT(words_of(*backend, *memory), Each(1u));
  EXPECT_GT(Submissions::count, 2u);
}

TEST_F(HostsDevice, RecordsWithoutReachingTheMemoryAndNeverSubmits) {
  const auto backend = import(true, {});
  const Compiled compiled = must_compile(*backend, step_program());
  const auto memory = must_allocate(*backend, 256);
  const VkCommandBuffer commands = begin();
  const auto recording = record(*backend, commands);
  const Words seven(1, 7);
  ASSERT_TRUE(recording->write(*memory, 4, std::as_bytes(std::span(seven))).ok());
  ASSERT_TRUE(dispatch(*recording, compiled, {owned_of(memory)}).ok());
  auto read = test::value_of(recording->read(*memory, 0, 256));
  ASSERT_TRUE(recording->end().ok());
  submit(commands);
  ASSERT_TRUE(recording->retire().ok());
  Words words(64);
  ASSERT_TRUE(recording->read_back(read, 0, std::as_writable_bytes(std::span(words))).ok());
  EXPECT_EQ(words[1], 22u);
  words[1] = 1;
  EXPECT_THAT(words, Each(1u));  // zeroed by the recording, then times 3 plus 1
  EXPECT_EQ(Submissions::count, 0u);
}

TEST_F(HostsDevice, RecordsFillsAndCopies) {
  const auto backend = import(true, {});
  const auto from = must_allocate(*backend, 64), to = must_allocate(*backend, 64);
  const VkCommandBuffer commands = begin();
  const auto recording = record(*backend, commands);
  ASSERT_TRUE(recording->fill(*from, 8, 32, 9).ok());
  ASSERT_TRUE(recording->copy(*from, 4, *to, 20, 16).ok());
  EXPECT_THAT(recording->fill(*to, 2, 4, 9), refuses(Code::kInvalidArgument, "multiple of 4"));
  EXPECT_THAT(recording->fill(*to, 0, 6, 9), refuses(Code::kInvalidArgument, "multiple of 4"));
  const uint32_t read = test::value_of(recording->read(*to, 0, 64));
  ASSERT_TRUE(recording->end().ok());
  submit(commands);
  ASSERT_TRUE(recording->retire().ok());
  Words words(5);
  const auto bytes = std::as_writable_bytes(std::span(words));
  ASSERT_TRUE(recording->read_back(read, 16, bytes).ok());
  EXPECT_THAT(words, ElementsAre(0u, 0u, 9u, 9u, 9u));
  EXPECT_THAT(recording->read_back(read, 48, bytes), refuses(Code::kInvalidArgument, "inside"));
  EXPECT_THAT(recording->read_back(read + 1, 0, bytes), refuses(Code::kNotFound, "read 1"));
}

TEST_F(HostsDevice, LetsGoOfASemaphoreWhenNoWorkWaitsForIt) {
  const auto backend = import(false, {});
  auto semaphore = std::make_shared<int>();
  const std::weak_ptr<int> gone = semaphore;
  const auto timeline = reinterpret_cast<uint64_t>(host_->queue().timeline());
  ASSERT_TRUE(order_after(*backend, {timeline, 0, std::move(semaphore)}).ok());
  EXPECT_FALSE(gone.expired());
  const auto number = test::value_of(backend->queue().submit(VK_NULL_HANDLE));
  EXPECT_FALSE(gone.expired());
  ASSERT_TRUE(backend->queue().wait(number, backend::Deadline::max()).ok());
  backend->queue().release_semaphores();
  EXPECT_TRUE(gone.expired());
}

TEST_F(HostsDevice, DoesNotWaitForItsOwnWorkToCome) {
  const auto backend = import(false, {});
  const auto timeline = reinterpret_cast<uint64_t>(backend->queue().timeline());
  const uint64_t last = backend->queue().last();
  EXPECT_TRUE(order_after(*backend, {timeline, last, nullptr}).ok());
  EXPECT_THAT(order_after(*backend, {timeline, last + 1, nullptr}),
              refuses(Code::kInvalidArgument, "its own value"));
}

TEST_F(HostsDevice, ReadsAndWritesOfUnreachedMemoryNameWhatToRecord) {
  const auto backend = import(true, {});
  const auto memory = must_allocate(*backend, 64);
  Words words(16);
  const auto bytes = std::as_writable_bytes(std::span(words));
  EXPECT_THAT(backend->write(*memory, 0, bytes),
              refuses(Code::kUnsupportedFeature, "vyre_recording_add_write"));
  EXPECT_THAT(backend->read(*memory, 0, bytes),
              refuses(Code::kUnsupportedFeature, "vyre_recording_add_read"));
  EXPECT_EQ(Submissions::count, 0u);
}

TEST_F(HostsDevice, AFailedPieceRecordsNothingAndTheNextIsRight) {
  DeviceOptions options;
  options.patch_functions = make_all_faulty;
  const auto backend = import(true, options);
  const Compiled compiled = must_compile(*backend, step_program());
  const auto memory = must_allocate(*backend, 256);
  const VkCommandBuffer commands = begin();
  const auto recording = record(*backend, commands);
  int failed = 0;
  for (int nth = 1; nth < 50; ++nth) {
    Faults::arm(nth, VK_ERROR_OUT_OF_HOST_MEMORY);
    const Status status = dispatch(*recording, compiled, {owned_of(memory)});
    const bool struck = Faults::has_struck();
    Faults::disarm();
    EXPECT_EQ(status.ok(), !struck);
    if (!struck) break;
    ++failed;
  }
  EXPECT_GT(failed, 0);
  auto read = recording->read(*memory, 0, 256);
  ASSERT_TRUE(recording->end().ok());
  submit(commands);
  ASSERT_TRUE(recording->retire().ok());
  Words words(64);
  ASSERT_TRUE(recording->read_back(read.value(), 0, std::as_writable_bytes(std::span(words))).ok());
  EXPECT_THAT(words, Each(1u));  // one dispatch, not several
}

TEST_F(HostsDevice, WhatWasNotRetiredStaysUntilTheBackendGoes) {
  const auto backend = import(true, {});
  const Compiled compiled = must_compile(*backend, step_program());
  const VkCommandBuffer commands = begin();
  std::weak_ptr<backend::Memory> gone;
  {
    const auto memory = must_allocate(*backend, 256);
    gone = memory;
    const auto recording = record(*backend, commands);
    ASSERT_TRUE(dispatch(*recording, compiled, {owned_of(memory)}).ok());
  }
  EXPECT_TRUE(gone.expired());  // the caller's; what the device uses is kept
  submit(commands);
}

TEST_F(HostsDevice, LossIsReportedAndRecoveryRefusedByName) {
  DeviceOptions options;
  options.patch_functions = make_all_faulty;
  const auto backend = import(false, options);
  const Compiled compiled = must_compile(*backend, xor_program());
  const Words a(64, 1);
  EXPECT_TRUE(backend->recover().ok());  // it is not lost
  Faults::arm(1, VK_ERROR_DEVICE_LOST);
  Status status;
  for (int i = 0; i < 3 && status.ok(); ++i) {
    status = run(*backend, compiled, {1, 1, 1}, {input_of(a), input_of(a), output_of(64)}).status();
  }
  Faults::disarm();
  EXPECT_THAT(status, refuses(Code::kDeviceLost, "VK_ERROR_DEVICE_LOST"));
  EXPECT_THAT(run(*backend, compiled, {1, 1, 1}, {input_of(a), input_of(a), output_of(64)}),
              refuses(Code::kDeviceLost, "import"));
  EXPECT_THAT(backend->recover(), refuses(Code::kUnsupportedFeature, "recovery"));
}

}  // namespace
}  // namespace vyre::vulkan
