#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "kernel_host/workgroup_cost.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// Every device has room for them: where a part of the grid begins, and parameters.
inline constexpr uint32_t kPushedWords = 32;
inline constexpr uint32_t kMaxParameters = kPushedWords - spirv::kBaseWords;

// What of a binding counts at each dispatch.
struct KernelBinding {
  uint32_t index = 0;  // in the plan
  ir::Element element;
  bool is_written = false;
  // Of external code; all others are storage buffers.
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  launch::Descriptor descriptor = {};
};

// Descriptors by VkDescriptorType; of texels and their samplers, and buffers.
using DescriptorCounts = std::array<uint32_t, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER + 1>;

// A compiled program: its pipeline and what a dispatch must know. Immutable but for what is learned
// of its WorkgroupCost. Borrows the device.
class Kernel {
 public:
  // |cache|: of the driver; may be null.
  static Result<std::shared_ptr<const Kernel>> create(const LogicalDevice& device,
                                                      const launch::KernelSource& source,
                                                      spirv::Module module, VkPipelineCache cache);
  // Whether create() would find the limits of the device kept.
  static Status check(const LogicalDevice& device, const launch::KernelSource& source,
                      spirv::Module module);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  uint64_t id() const { return id_; }  // never used twice in a process
  VkPipeline pipeline() const { return pipeline_; }
  VkPipeline coarsened_pipeline() const { return coarsened_pipeline_; }  // null: there is none
  const launch::LaunchRules& rules() const { return module_.rules; }
  kernel_host::WorkgroupCost& workgroup_cost() const { return workgroup_cost_; }
  const launch::Axes& workgroup_size() const { return source_.workgroup_size; }
  bool is_guarded() const { return source_.guarded; }
  VkPipelineLayout layout() const { return layout_; }
  VkDescriptorSetLayout set_layout() const { return set_layout_; }
  const launch::BindingPlan& plan() const { return *source_.plan; }
  const launch::KnownLaunch& launch() const { return source_.launch; }
  uint32_t segment_number() const { return source_.segment_number; }
  uint32_t parameters() const;  // words of a dispatch's
  // Its parameters are all that it is pushed.
  bool is_external() const { return source_.external != nullptr; }
  const std::vector<KernelBinding>& bindings() const { return bindings_; }  // not the shared ones
  uint32_t parameter_words() const { return module_.parameter_words; }
  bool can_trap() const { return module_.can_trap; }
  const spirv::TrapSite* trap_site(uint32_t site) const {  // null: it has no such
    return site < module_.trap_sites.size() ? &module_.trap_sites[site] : nullptr;
  }
  std::string_view buffer_name(uint32_t binding) const;  // by index in the plan
  uint64_t code_bytes() const { return code_bytes_; }    // of its SPIR-V
  // That a set has of each type, those that are the library's own included.
  DescriptorCounts descriptor_counts() const;
  bool has_texels() const { return has_texels_; }

 private:
  Kernel(const LogicalDevice& device, const launch::KernelSource& source, spirv::Module module);
  Status check_limits() const;
  Status check_buffer_accesses() const;
  uint32_t pushed_bytes() const;
  Status create_layouts();
  Status create_pipelines(VkPipelineCache cache);
  Status create_pipeline(std::vector<uint32_t> words, VkPipelineCache cache, VkPipeline& pipeline);

  const LogicalDevice& device_;
  const uint64_t id_;
  const launch::KernelSource source_;
  spirv::Module module_;
  const std::vector<uint32_t> constants_;  // by number: what the pipelines are specialized with
  std::vector<KernelBinding> bindings_;
  const bool has_texels_;
  mutable kernel_host::WorkgroupCost workgroup_cost_;
  uint64_t code_bytes_ = 0;  // constant after create()
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkPipeline coarsened_pipeline_ = VK_NULL_HANDLE;
};

// Those of one submission, which have the same buffers.
using Kernels = std::span<const std::shared_ptr<const Kernel>>;

inline bool any_can_trap(Kernels kernels) {
  return std::ranges::any_of(kernels, [](const auto& kernel) { return kernel->can_trap(); });
}
inline bool any_writes(Kernels kernels, size_t binding) {
  return std::ranges::any_of(
      kernels, [&](const auto& kernel) { return kernel->bindings()[binding].is_written; });
}

}  // namespace vyre::vulkan
