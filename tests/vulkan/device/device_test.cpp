#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/selection.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

class Devices : public OnDevice {};

TEST(Loader, AnAbsentLoaderIsNamed) {
  InstanceOptions options;
  options.loader = "libno-such-loader.so.1";
  EXPECT_THAT(Instance::open(options), refuses(Code::kNotFound, "'libno-such-loader.so.1'"));
}

TEST(Loader, ALibraryThatIsNoLoaderIsRefused) {
  InstanceOptions options;
  options.loader = "libm.so.6";
  EXPECT_THAT(Instance::open(options), refuses(Code::kNotFound, "vkGetInstanceProcAddr"));
}

// Of a list that becomes longer between its two calls, |grows| times.
VkResult enumerate_growing(int& grows, std::vector<int>& items) {
  return enumerate(items, [&](uint32_t* count, int* all) {
    if (all == nullptr) {
      *count = 2;
      return VK_SUCCESS;
    }
    all[0] = 7;
    all[1] = 8;
    return grows-- > 0 ? VK_INCOMPLETE : VK_SUCCESS;
  });
}

TEST(Enumerate, AListThatHasGrownIsAskedForAgain) {
  int grows = 3;
  std::vector<int> items;
  EXPECT_EQ(enumerate_growing(grows, items), VK_SUCCESS);
  EXPECT_EQ(items, (std::vector<int>{7, 8}));
}

TEST(Enumerate, AListThatAlwaysGrowsIsGivenUp) {
  int grows = 1000;
  std::vector<int> items;
  EXPECT_EQ(enumerate_growing(grows, items), VK_INCOMPLETE);
  EXPECT_GT(grows, 900);
}

TEST_F(Devices, AreDescribedByTheirOwnFacts) {
  ASSERT_FALSE(instance_->devices().empty());
  const PhysicalDevice& device = instance_->devices()[0];
  const profile::DeviceProfile& profile = device.profile;
  EXPECT_THAT(device.id, StartsWith("vulkan:"));
  EXPECT_EQ(device.id.size(), std::string("vulkan:").size() + 36);
  EXPECT_THAT(device.missing, ::testing::IsEmpty());
  EXPECT_FALSE(profile.name.empty());
  EXPECT_FALSE(profile.driver.empty());
  EXPECT_GE(profile.max_buffer_bytes, uint64_t{1} << 27);
  EXPECT_GE(profile.max_workgroup_invocations, 128u);
  EXPECT_GT(profile.max_parameters, 3u);
  EXPECT_GT(profile.device_memory_bytes, 0u);
}

TEST_F(Devices, TheSoftwareDeviceHasItsQuirks) {
  const PhysicalDevice& device = instance_->devices()[0];
  if (device.profile.kind != profile::DeviceKind::kCpu) GTEST_SKIP() << "no software device";
  EXPECT_THAT(device.profile.name, HasSubstr("llvmpipe"));
  EXPECT_EQ(device.profile.max_loop_trips, 65535u);
  EXPECT_TRUE(device.profile.preserves_f32_denormals);
  EXPECT_TRUE(device.profile.exact_f32_division);
  EXPECT_FALSE(device.profile.exact_f32_fma);
  EXPECT_TRUE(device.profile.host_memory_is_device_memory);
  EXPECT_EQ(device.profile.max_workgroup_count, (std::array<uint32_t, 3>{65535, 65535, 65535}));
}

TEST_F(Devices, AnUnknownDriverIsTrustedInNothing) {
  VkPhysicalDeviceDriverProperties driver{};
  driver.driverID = VK_DRIVER_ID_GGP_PROPRIETARY;
  const Quirks quirks = quirks_of(driver);
  EXPECT_FALSE(quirks.exact_f32_division || quirks.exact_f32_fma);
  EXPECT_FALSE(quirks.preserves_f32_denormals);
  EXPECT_EQ(quirks.max_loop_trips, std::nullopt);
}

TEST_F(Devices, AnIndexBeyondTheListIsRefused) {
  EXPECT_THAT(VulkanDevice::open(instance_, 99, {}), refuses(Code::kNotFound, "device 99"));
}

TEST_F(Devices, OneThatLacksSomethingIsRefusedByName) {
  PhysicalDevice device = instance_->devices()[0];
  device.missing = {"timelineSemaphore", "vulkanMemoryModel"};
  EXPECT_THAT(check_usable(device),
              refuses(Code::kUnsupportedFeature, "lacks timelineSemaphore, vulkanMemoryModel"));
}

TEST_F(Devices, TheBackendSpeaksForItsDevice) {
  auto created = test::value_of(VulkanDevice::open(instance_, 0, {}));
  const backend::Device& backend = *created;
  EXPECT_EQ(backend.id(), instance_->devices()[0].id);
  EXPECT_EQ(backend.profile().name, instance_->devices()[0].profile.name);
  EXPECT_FALSE(backend.version().empty());
}

TEST_F(Devices, ObjectsOutliveTheBackend) {
  auto backend = open();
  const Compiled compiled = must_compile(*backend, step_program());
  auto memory = must_allocate(*backend, 256);
  auto pending = test::value_of(
      backend->submit({{&compiled.executable, 1}, {1, 1, 1}, std::vector{owned_of(memory)}}));
  backend.reset();
  instance_.reset();
  EXPECT_EQ(pending->wait(backend::Deadline::max()), backend::PendingState::kReady);
}

TEST_F(Devices, TwoInstancesLiveSideBySide) {
  auto other = test::value_of(Instance::open({}));
  auto first = open();
  auto second = test::value_of(VulkanDevice::open(std::move(other), 0, {}));
  EXPECT_NE(must_allocate(*first, 16)->owner(), must_allocate(*second, 16)->owner());
}

// Tests that leave errors behind on purpose: the layer must be heard, or all others prove nothing.
class ValidationLayer : public OnDevice {
 protected:
  void SetUp() override {
    if (!has_validation_layer()) GTEST_SKIP() << "VYRE_TEST_WITHOUT_VALIDATION is set";
    OnDevice::SetUp();
  }
  void TearDown() override {}
};

TEST_F(ValidationLayer, IsHeard) {
  const auto backend = open();
  ASSERT_NE(backend, nullptr);
  const LogicalDevice& device = backend->device();

  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  info.size = 0;  // the error
  VkBuffer buffer = VK_NULL_HANDLE;
  device.vk().vkCreateBuffer(device.handle(), &info, nullptr, &buffer);
  device.vk().vkDestroyBuffer(device.handle(), buffer, nullptr);
  EXPECT_GE(instance_->messages().errors(), 1u);
  EXPECT_THAT(heard_.errors(), ::testing::Contains(HasSubstr("size")));
}

// Two copies into the same bytes with nothing between them.
TEST_F(ValidationLayer, HearsMissingBarriers) {
  DeviceOptions seams;
  seams.force_staging = true;
  seams.patch_functions = [](DeviceTable& table) {
    table.vkCmdPipelineBarrier = [](VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags,
                                    VkDependencyFlags, uint32_t, const VkMemoryBarrier*, uint32_t,
                                    const VkBufferMemoryBarrier*, uint32_t,
                                    const VkImageMemoryBarrier*) {};
  };
  const auto backend = open(seams);
  ASSERT_NE(backend, nullptr);
  const Compiled compiled = must_compile(*backend, step_program());
  const Words data(64, 1);
  backend::BufferUse use = input_of(data);
  use.read_back = true;
  EXPECT_TRUE(run(*backend, compiled, {1, 1, 1}, {use}).ok());
  EXPECT_THAT(heard_.errors(), ::testing::Contains(HasSubstr("SYNC-HAZARD")));
}

}  // namespace
}  // namespace vyre::vulkan
