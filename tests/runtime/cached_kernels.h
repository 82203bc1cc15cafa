#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <vector>

#include "base/hash/xxhash.h"
#include "runtime/device/device.h"
#include "runtime/dispatch/dispatch.h"
#include "support/build.h"
#include "support/temporary_folder.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::runtime {

using Words = std::vector<uint32_t>;

// What a Vulkan driver is given to compile. One device at a time: a table carries no user data.
struct Driver {
  static inline std::mutex mutex;
  static inline std::set<std::vector<uint8_t>> modules, data;  // guarded by mutex
  static inline std::atomic<uint32_t> pipelines = 0;
  static inline PFN_vkCreateShaderModule create_module = nullptr;
  static inline std::atomic<bool> gives_no_cache = false, gives_no_data = false;
  static inline PFN_vkCreatePipelineCache create_cache = nullptr;
  static inline PFN_vkGetPipelineCacheData get_data = nullptr;
  static inline PFN_vkCreateComputePipelines create_pipelines = nullptr;

  static void forget() {
    const std::lock_guard lock(mutex);
    modules.clear();
    data.clear();
    pipelines = 0;
    gives_no_cache = gives_no_data = false;
  }

  static void note(std::set<std::vector<uint8_t>>& seen, const void* bytes, size_t size) {
    const auto* first = static_cast<const uint8_t*>(bytes);
    const std::lock_guard lock(mutex);
    if (size != 0) seen.emplace(first, first + size);
  }

  static VKAPI_ATTR VkResult VKAPI_CALL module(VkDevice device,
                                               const VkShaderModuleCreateInfo* info,
                                               const VkAllocationCallbacks* callbacks,
                                               VkShaderModule* out) {
    note(modules, info->pCode, info->codeSize);
    return create_module(device, info, callbacks, out);
  }
  static VKAPI_ATTR VkResult VKAPI_CALL cache(VkDevice device,
                                              const VkPipelineCacheCreateInfo* info,
                                              const VkAllocationCallbacks* callbacks,
                                              VkPipelineCache* out) {
    note(data, info->pInitialData, info->initialDataSize);
    if (gives_no_cache) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return create_cache(device, info, callbacks, out);
  }
  static VKAPI_ATTR VkResult VKAPI_CALL read_cache(VkDevice device, VkPipelineCache cache,
                                                   size_t* size, void* bytes) {
    if (gives_no_data && bytes != nullptr) return VK_INCOMPLETE;
    return get_data(device, cache, size, bytes);
  }
  static VKAPI_ATTR VkResult VKAPI_CALL compile(VkDevice device, VkPipelineCache cache,
                                                uint32_t count,
                                                const VkComputePipelineCreateInfo* infos,
                                                const VkAllocationCallbacks* callbacks,
                                                VkPipeline* out) {
    ++pipelines;
    return create_pipelines(device, cache, count, infos, callbacks, out);
  }

  static void watch(vulkan::DeviceTable& table) {
    create_module = std::exchange(table.vkCreateShaderModule, module);
    create_cache = std::exchange(table.vkCreatePipelineCache, cache);
    get_data = std::exchange(table.vkGetPipelineCacheData, read_cache);
    create_pipelines = std::exchange(table.vkCreateComputePipelines, compile);
  }
};

inline constexpr uint32_t kElements = 64;

// o[i] = a[i] + |number|.
inline std::shared_ptr<const ir::Program> adds(uint32_t number) {
  test::Build b(kElements, {{"a", test::input(0, kElements)}, {"o", test::output(1, kElements)}});
  const auto sum = b.binary(ir::BinOp::kAdd, b.load("a", b.gid()), b.u32(number));
  return b.finish({b.store("o", b.gid(), sum)});
}

// The same with a number that the pipeline says, and a workgroup size too.
inline std::shared_ptr<const ir::Program> adds_named() {
  test::Build b(kElements, {{"a", test::input(0, kElements)}, {"o", test::output(1, kElements)}});
  const auto sum = b.binary(ir::BinOp::kAdd, b.load("a", b.gid()), b.spec("number"));
  return b.finish({b.let("width", b.spec("vyre.workgroup.x")), b.store("o", b.gid(), sum)});
}

inline PipelineOptions with(uint32_t number, uint32_t width = kElements) {
  PipelineOptions options;
  EXPECT_TRUE(options.specialization.set("number", specialization::Value::u32(number)).ok());
  EXPECT_TRUE(
      options.specialization.set("vyre.workgroup.x", specialization::Value::u32(width)).ok());
  return options;
}

// Backends of contexts of their own, all on one Vulkan device, which is watched.
class CachedKernels : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto instance = vulkan::Instance::open({});
    ASSERT_TRUE(instance.ok()) << instance.error().text();
    vulkan::DeviceOptions options;
    options.patch_functions = Driver::watch;
    auto device = vulkan::VulkanDevice::open(instance.take(), 0, options);
    ASSERT_TRUE(device.ok()) << device.error().text();
    device_ = device.take();
  }
  static void TearDownTestSuite() { device_ = nullptr; }
  void SetUp() override { Driver::forget(); }

  std::string path() const { return folder_.path("kept"); }

  std::shared_ptr<cache::DiskStore> disk(const cache::DiskOptions& options = {}) const {
    return test::value_of(cache::DiskStore::open(path(), options));
  }

  // As a process of its own would have it.
  static std::shared_ptr<Device> backend(std::shared_ptr<cache::DiskStore> disk = nullptr,
                                         const cache::MemoryOptions& budget = {}) {
    ContextOptions options;
    options.disk_store = std::move(disk);
    options.code_budget = budget;
    return std::make_shared<Device>(Context::create(std::move(options)), device_);
  }

  static std::shared_ptr<Pipeline> pipeline(const std::shared_ptr<Device>& on,
                                            const std::shared_ptr<const ir::Program>& program,
                                            const PipelineOptions& options = {}) {
    return test::value_of(Pipeline::create(
        on, std::make_shared<const Program>(on->shared_context(), program), options));
  }

  static Origin origin(const std::shared_ptr<Pipeline>& of) {
    return of->compiled().value()->origin;
  }

  // Runs adds(number): whether the outputs are right.
  static bool adds_right(const std::shared_ptr<Pipeline>& made, uint32_t number) {
    Words a(kElements), o(kElements);
    for (uint32_t i = 0; i < kElements; ++i) a[i] = i * i;
    Binding in, out;
    in.slot = 0, in.kind = BindKind::kInput, in.size = a.size() * sizeof(uint32_t);
    in.input = reinterpret_cast<const std::byte*>(a.data());
    out.slot = 1, out.kind = BindKind::kOutput, out.size = o.size() * sizeof(uint32_t);
    out.output = reinterpret_cast<std::byte*>(o.data());
    const Binding bindings[] = {in, out};
    const auto report = dispatch(made, bindings, {});
    EXPECT_TRUE(report.ok()) << report.error().text();
    for (uint32_t i = 0; i < kElements; ++i) {
      if (o[i] != a[i] + number) return false;
    }
    return true;
  }

  static inline std::shared_ptr<backend::Device> device_;
  test::TemporaryFolder folder_;
};

}  // namespace vyre::runtime
