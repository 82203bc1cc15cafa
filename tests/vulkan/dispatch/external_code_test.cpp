// Kernels of other compilers on devices that are lost, offer less or keep their memory to
// themselves.
#include "registry/builtin_dialects.h"
#include "runtime/dispatch/dispatch.h"
#include "support/kernels.h"
#include "vulkan/kernel/modules.h"
#include "vulkan/support/on_losing_device.h"

namespace vyre::vulkan {
namespace {

using runtime::Binding;
using runtime::BindKind;

struct Push {
  uint32_t count = 64;
  float scale = 2;
  uint32_t unused[2] = {0, 0};
  float shift[4] = {1, 1, 1, 1};
};

class ExternalKernels : public OnLosingDevice {
 protected:
  void use(const DeviceOptions& options) {
    runtime::ContextOptions context;
    context.registry = registry::builtin_snapshot().take();
    context_ = runtime::Context::create(std::move(context));
    device_ = open(options);
    backend_ = std::make_shared<runtime::Device>(context_, device_);
  }

  Result<std::shared_ptr<runtime::Pipeline>> make(std::string_view name) {
    const std::string words = test::kernel(name);
    VYRE_ASSIGN_OR_RETURN(auto program,
                          runtime::Program::load(context_, std::as_bytes(std::span(words))));
    return runtime::Pipeline::create(backend_, std::move(program), {});
  }

  Status run_saxpy(const std::shared_ptr<runtime::Pipeline>& pipeline, uint32_t workgroups = 1) {
    const std::vector<float> x(64, 3), y(64, 10);
    out_.assign(64, 0);
    const uint64_t size = sizeof(float) * 64;
    Binding bindings[3];
    for (uint32_t i = 0; i < 3; ++i) {
      bindings[i].slot = i;
      bindings[i].size = size;
    }
    bindings[0].input = reinterpret_cast<const std::byte*>(x.data());
    bindings[1].input = reinterpret_cast<const std::byte*>(y.data());
    bindings[2].kind = BindKind::kOutput;
    bindings[2].output = reinterpret_cast<std::byte*>(out_.data());
    runtime::DispatchOptions options;
    options.grid = {workgroups, 1, 1};
    options.push = {{0, std::as_bytes(std::span(&push_, 1))}};
    return runtime::dispatch(pipeline, bindings, options).status();
  }

  Push push_;
  std::vector<float> out_;
  std::shared_ptr<runtime::Context> context_;
  std::shared_ptr<VulkanDevice> device_;
  std::shared_ptr<runtime::Device> backend_;
};

TEST_F(ExternalKernels, RunWhereMemoryIsNotShared) {
  DeviceOptions options = staged(true);
  use(options);
  auto pipeline = test::value_of(make("saxpy"));
  ASSERT_TRUE(run_saxpy(pipeline).ok());
  EXPECT_THAT(out_, ::testing::Each(17.0f));
}

TEST_F(ExternalKernels, AreMadeAgainAfterALoss) {
  use(losing());
  auto pipeline = test::value_of(make("saxpy"));
  Losses::lose_at(At::kSubmit);
  EXPECT_THAT(run_saxpy(pipeline), refuses(Code::kDeviceLost, "VK_ERROR_DEVICE_LOST"));
  Losses::lose_at(At::kNowhere);
  ASSERT_TRUE(backend_->recover().ok());
  EXPECT_THAT(run_saxpy(pipeline), refuses(Code::kDeviceLost, "recovery"));
  auto again = test::value_of(make("saxpy"));
  ASSERT_TRUE(run_saxpy(again).ok());
  EXPECT_THAT(out_, ::testing::Each(17.0f));
}

TEST_F(ExternalKernels, NameTheCapabilityThatADeviceLacks) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) { device.features &= ~kShaderInt64; };
  use(options);
  EXPECT_THAT(make("wide"), refuses(Code::kUnsupportedFeature, "capability Int64"));
}

TEST_F(ExternalKernels, CountWith64Bits) {
  use({});
  if (!device_->profile().int64_atomics) GTEST_SKIP() << "the device has no such atomics";
  const auto pipeline = test::value_of(make("wide_atomics"));
  uint64_t sum = 5;
  Binding binding;
  binding.kind = BindKind::kInOut;
  binding.size = sizeof sum;
  binding.input = reinterpret_cast<const std::byte*>(&sum);
  binding.output = reinterpret_cast<std::byte*>(&sum);
  runtime::DispatchOptions options;
  options.grid = {3, 1, 1};
  ASSERT_TRUE(runtime::dispatch(pipeline, {&binding, 1}, options).ok());
  EXPECT_EQ(sum, (uint64_t{3 * 64} << 32) + 5);
}

// One capability is for both, features there are two.
TEST_F(ExternalKernels, HaveWideAtomicsWhereTheirMemoryHasThem) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    device.features &= ~kShaderSharedInt64Atomics;
    device.features |= kShaderBufferInt64Atomics;
  };
  use(options);
  EXPECT_THAT(make("wide_shared_atomics"),
              refuses(Code::kUnsupportedFeature, "shaderSharedInt64Atomics, which device"));
  options.patch_device = [](PhysicalDevice& device) {
    device.features &= ~kShaderBufferInt64Atomics;
    device.features |= kShaderSharedInt64Atomics;
  };
  use(options);
  EXPECT_THAT(make("wide_atomics"),
              refuses(Code::kUnsupportedFeature, "shaderBufferInt64Atomics, which device"));
}

TEST_F(ExternalKernels, MultiplyPackedBytes) {
  use({});
  if (!device_->profile().integer_dot) GTEST_SKIP() << "the device has no dot products";
  const auto pipeline = test::value_of(make("dot"));
  const uint32_t in[2] = {0x01020304, 0x05060708};
  uint32_t out = 0;
  Binding bindings[2];
  bindings[0].input = reinterpret_cast<const std::byte*>(in);
  bindings[0].size = sizeof in;
  bindings[1].slot = 1;
  bindings[1].kind = BindKind::kOutput;
  bindings[1].output = reinterpret_cast<std::byte*>(&out);
  bindings[1].size = sizeof out;
  runtime::DispatchOptions options;
  options.grid = {1, 1, 1};
  ASSERT_TRUE(runtime::dispatch(pipeline, bindings, options).ok());
  EXPECT_EQ(out, 1u * 5 + 2 * 6 + 3 * 7 + 4 * 8);
}

TEST_F(ExternalKernels, NameTheCapabilitiesThatADeviceIsNotOpenedFor) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    device.features &=
        ~(kShaderBufferInt64Atomics | kShaderSharedInt64Atomics | kIntegerDotProduct);
  };
  use(options);
  EXPECT_THAT(make("wide_atomics"), refuses(Code::kUnsupportedFeature, "capability Int64Atomics"));
  EXPECT_THAT(make("dot"), refuses(Code::kUnsupportedFeature, "capability DotProduct"));
  EXPECT_THAT(make("dot"), refuses(Code::kUnsupportedFeature,
                                   "it needs the feature shaderIntegerDotProduct of "
                                   "VkPhysicalDeviceVulkan13Features, which this device lacks"));
}

TEST_F(ExternalKernels, HaveFloatControlsOfTheWidthsThatADeviceHas) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    device.floats.shaderDenormPreserveFloat16 = VK_FALSE;
    device.floats.shaderDenormPreserveFloat32 = VK_TRUE;
  };
  use(options);
  EXPECT_THAT(make("preserving"),
              refuses(Code::kUnsupportedFeature, "shaderDenormPreserveFloat16 of"));
}

TEST_F(ExternalKernels, OfNewerVersionsAreForNewerDevices) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) { device.api_version = VK_API_VERSION_1_2; };
  use(options);
  EXPECT_THAT(make("matmul_1_6"), refuses(Code::kUnsupportedFeature, "SPIR-V 1.6"));
  options.patch_device = [](PhysicalDevice& device) { device.api_version = VK_API_VERSION_1_3; };
  use(options);
  EXPECT_TRUE(make("matmul_1_6").ok());
}

TEST_F(ExternalKernels, NameTheLimitOfPushConstants) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    device.profile.max_push_constant_bytes = 16;
  };
  use(options);
  EXPECT_THAT(make("saxpy"), refuses(Code::kUnsupportedFeature, "max_push_constant_bytes is 16"));
}

TEST_F(ExternalKernels, NameTheLimitOfWorkgroupMemory) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) { device.profile.workgroup_memory_bytes = 16; };
  use(options);
  EXPECT_THAT(make("strayed"), refuses(Code::kUnsupportedFeature, "workgroup_memory_bytes is 16"));
}

TEST_F(ExternalKernels, NameAGridThatOneDispatchCannotHold) {
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) {
    device.profile.max_workgroup_count = {2, 2, 2};
  };
  use(options);
  auto pipeline = test::value_of(make("saxpy"));
  EXPECT_TRUE(run_saxpy(pipeline, 2).ok());
  EXPECT_THAT(run_saxpy(pipeline, 3),
              refuses(Code::kUnsupportedFeature, "maxComputeWorkGroupCount"));
}

}  // namespace
}  // namespace vyre::vulkan
