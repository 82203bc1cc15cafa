#include "vulkan/kernel/kernel.h"

#include <algorithm>
#include <atomic>

#include "ir/types/element.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

// Equal for all kernels, so that the layouts of one dispatch's segments are compatible.
constexpr uint32_t kPushConstantBytes = kPushedWords * sizeof(uint32_t);

uint64_t next_kernel_id() {
  static std::atomic<uint64_t> next = 1;
  return next.fetch_add(1, std::memory_order_relaxed);
}

VkDescriptorType type_of(const launch::KernelSource& source,
                         const launch::PlannedBinding& binding) {
  if (source.external == nullptr) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  switch (binding.descriptor.resource) {
    case launch::Resource::kStorageImage:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case launch::Resource::kTexture:
      return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case launch::Resource::kSampler:
      return VK_DESCRIPTOR_TYPE_SAMPLER;
    case launch::Resource::kSampledTexture:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case launch::Resource::kBuffer:
      break;
  }
  return binding.role == launch::Role::kUniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

std::vector<KernelBinding> describe_bindings(const launch::KernelSource& source) {
  std::vector<KernelBinding> bindings;
  for (uint32_t i = 0; i < source.plan->bindings.size(); ++i) {
    const launch::PlannedBinding& binding = source.plan->bindings[i];
    if (binding.role == launch::Role::kShared) continue;
    const ir::Buffer& buffer = source.program->buffers[binding.buffer];
    const ir::Element element =
        ir::element_of(source.program->types, buffer.element, source.program->semantics);
    bindings.push_back(
        {i, element, binding.is_written, type_of(source, binding), binding.descriptor});
  }
  return bindings;
}

std::string kernel_name(const ir::Program& program, const launch::ExternalCode* external) {
  const std::string_view name = external != nullptr   ? std::string_view(external->entry_point)
                                : program.entry_op_id ? program.names[*program.entry_op_id]
                                                      : std::string_view("program");
  return std::string(name.substr(0, 200));
}

std::vector<uint32_t> constants_of(const spirv::Module& module,
                                   const launch::KernelSource& source) {
  std::vector<uint32_t> words;
  if (source.external != nullptr) {
    for (const auto& one : source.external->constants) words.push_back(one.bits);
    return words;
  }
  if (source.specialization == nullptr) return {};
  return spirv::constant_words(module, *source.specialization);
}

// Word i is the constant with that number, of external code the i-th of those chosen.
std::vector<VkSpecializationMapEntry> map_entries(size_t count,
                                                  const launch::ExternalCode* external) {
  std::vector<VkSpecializationMapEntry> entries(count);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t number = external != nullptr ? external->constants[i].number : i;
    entries[i] = {number, i * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)};
  }
  return entries;
}

struct Limit {
  std::string_view what;
  uint64_t wanted = 0;
  std::string_view limit;
  uint64_t most = 0;
  std::string_view fix;
};

Status check_limit(const Limit& row) {
  if (row.wanted <= row.most) return {};
  return fail(Code::kUnsupportedFeature, row.what, " is ", row.wanted, ", the device's ", row.limit,
              " is ", row.most, ". Fix: ", row.fix);
}

}  // namespace

Result<std::shared_ptr<const Kernel>> Kernel::create(const LogicalDevice& device,
                                                     const launch::KernelSource& source,
                                                     spirv::Module module, VkPipelineCache cache) {
  std::shared_ptr<Kernel> kernel(new Kernel(device, source, std::move(module)));
  VYRE_RETURN_IF_ERROR(kernel->check_limits());
  VYRE_RETURN_IF_ERROR(kernel->create_layouts());
  VYRE_RETURN_IF_ERROR(kernel->create_pipelines(cache));
  kernel_host::DeviceCounters::add(device.counters().kernels_compiled);
  return std::shared_ptr<const Kernel>(std::move(kernel));
}

Status Kernel::check(const LogicalDevice& device, const launch::KernelSource& source,
                     spirv::Module module) {
  return Kernel(device, source, std::move(module)).check_limits();
}

Kernel::Kernel(const LogicalDevice& device, const launch::KernelSource& source,
               spirv::Module module)
    : device_(device),
      id_(next_kernel_id()),
      source_(source),
      module_(std::move(module)),
      constants_(constants_of(module_, source)),
      bindings_(describe_bindings(source)),
      has_texels_(!std::ranges::all_of(bindings_, &launch::Descriptor::is_buffer,
                                       &KernelBinding::descriptor)) {
  kernel_host::DeviceCounters::add(device.counters().kernels_alive);
}

Kernel::~Kernel() {
  kernel_host::DeviceCounters::remove(device_.counters().kernels_alive);
  const DeviceTable& vk = device_.vk();
  const VkDevice device = device_.handle();
  for (const VkPipeline pipeline : {pipeline_, coarsened_pipeline_}) {
    if (pipeline != VK_NULL_HANDLE) vk.vkDestroyPipeline(device, pipeline, device_.callbacks());
  }
  if (layout_ != VK_NULL_HANDLE) vk.vkDestroyPipelineLayout(device, layout_, device_.callbacks());
  if (set_layout_ != VK_NULL_HANDLE)
    vk.vkDestroyDescriptorSetLayout(device, set_layout_, device_.callbacks());
}

uint32_t Kernel::parameters() const {
  return is_external() ? pushed_bytes() / static_cast<uint32_t>(sizeof(uint32_t))
                       : static_cast<uint32_t>(source_.parameters.size());
}

std::string_view Kernel::buffer_name(uint32_t binding) const {
  const ir::Program& program = *source_.program;
  return program.names[program.buffers[plan().bindings[binding].buffer].name];
}

DescriptorCounts Kernel::descriptor_counts() const {
  DescriptorCounts counts = {};
  for (const KernelBinding& binding : bindings_) ++counts[binding.type];
  ++counts[VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER];  // the parameters
  if (can_trap()) ++counts[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER];
  return counts;
}

Status Kernel::check_limits() const {
  const DescriptorCounts counts = descriptor_counts();
  const uint32_t both = counts[VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER];
  const launch::Axes& size = source_.workgroup_size;
  const profile::DeviceProfile& profile = device_.profile();
  const VkPhysicalDeviceLimits& limits = device_.physical().limits;
  for (size_t axis = 0; axis < 3; ++axis) {
    VYRE_RETURN_IF_ERROR(
        check_limit({concat("workgroup size on axis ", axis), size[axis], "maxComputeWorkGroupSize",
                     profile.max_workgroup_size[axis], "use a smaller workgroup"}));
  }
  const Limit rows[] = {
      {"the number of invocations of a workgroup", uint64_t{size[0]} * size[1] * size[2],
       "maxComputeWorkGroupInvocations", profile.max_workgroup_invocations,
       "use a smaller workgroup"},
      {"the number of storage buffers, hidden ones included,",
       counts[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER], "maxPerStageDescriptorStorageBuffers",
       uint64_t{profile.max_parameters} + 1, "use fewer buffers"},
      {"the size of the parameter block", uint64_t{parameter_words()} * sizeof(uint32_t),
       "maxUniformBufferRange", limits.maxUniformBufferRange, "use fewer buffers"},
      {"the size of the push constants", kPushConstantBytes, "maxPushConstantsSize",
       limits.maxPushConstantsSize, "choose another device"},
      {"the number of uniform buffers, a hidden one included,",
       counts[VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER], "maxPerStageDescriptorUniformBuffers",
       std::min(limits.maxPerStageDescriptorUniformBuffers, limits.maxDescriptorSetUniformBuffers),
       "use fewer buffers"},
      {"the number of storage images", counts[VK_DESCRIPTOR_TYPE_STORAGE_IMAGE],
       "maxPerStageDescriptorStorageImages",
       std::min(limits.maxPerStageDescriptorStorageImages, limits.maxDescriptorSetStorageImages),
       "use fewer images"},
      {"the number of textures", both + counts[VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE],
       "maxPerStageDescriptorSampledImages",
       std::min(limits.maxPerStageDescriptorSampledImages, limits.maxDescriptorSetSampledImages),
       "use fewer textures"},
      {"the number of samplers", both + counts[VK_DESCRIPTOR_TYPE_SAMPLER],
       "maxPerStageDescriptorSamplers",
       std::min(limits.maxPerStageDescriptorSamplers, limits.maxDescriptorSetSamplers),
       "use fewer samplers"},
  };
  for (const Limit& row : rows) VYRE_RETURN_IF_ERROR(check_limit(row));
  return is_external() ? Status() : check_buffer_accesses();
}

Status Kernel::check_buffer_accesses() const {
  const auto most = device_.physical().quirks.max_buffer_accesses;
  if (!most) return {};
  return check_limit({"the number of buffer accesses", count_buffer_accesses(module_.words),
                      "most that its driver compiles in bearable time", *most,
                      "split the program into smaller ones or choose another device"});
}

uint32_t Kernel::pushed_bytes() const {
  return is_external() ? source_.external->push_constant_bytes : kPushConstantBytes;
}

Status Kernel::create_layouts() {
  std::vector<VkDescriptorSetLayoutBinding> entries;
  uint32_t number = 0;
  const auto add = [&](VkDescriptorType type) {
    entries.push_back({number++, type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  };
  for (const KernelBinding& binding : bindings_) {
    if (binding.descriptor.array_index != 0) {  // the numbers of all but the first stay free
      ++entries.back().descriptorCount;
      ++number;
      continue;
    }
    add(binding.type);
  }
  add(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
  if (can_trap()) add(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  VkDescriptorSetLayoutCreateInfo set{};
  set.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set.bindingCount = static_cast<uint32_t>(entries.size());
  set.pBindings = entries.data();
  VYRE_RETURN_IF_ERROR(VYRE_DEVICE_CALL(device_, vkCreateDescriptorSetLayout, &set,
                                        device_.callbacks(), &set_layout_));

  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed_bytes()};
  auto info = structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout_;
  info.pushConstantRangeCount = pushed_bytes() != 0 ? 1 : 0;
  info.pPushConstantRanges = &range;
  return VYRE_DEVICE_CALL(device_, vkCreatePipelineLayout, &info, device_.callbacks(), &layout_);
}

// The driver has its own copy of the words afterwards.
Status Kernel::create_pipelines(VkPipelineCache cache) {
  VYRE_RETURN_IF_ERROR(create_pipeline(std::move(module_.words), cache, pipeline_));
  if (!module_.coarsened_words.empty()) {
    VYRE_RETURN_IF_ERROR(
        create_pipeline(std::move(module_.coarsened_words), cache, coarsened_pipeline_));
  }
  return {};
}

Status Kernel::create_pipeline(std::vector<uint32_t> words, VkPipelineCache cache,
                               VkPipeline& pipeline) {
  const DeviceTable& vk = device_.vk();
  auto code = structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  code.codeSize = words.size() * sizeof(uint32_t);
  code.pCode = words.data();
  code_bytes_ += code.codeSize;
  VkShaderModule shader = VK_NULL_HANDLE;
  VkResult result = vk.vkCreateShaderModule(device_.handle(), &code, device_.callbacks(), &shader);
  VYRE_RETURN_IF_ERROR(device_.check(result, "vkCreateShaderModule", Code::kKernelCompileFailed));
  const std::string name = kernel_name(*source_.program, source_.external.get());
  device_.debug().name(VK_OBJECT_TYPE_SHADER_MODULE, shader, name);
  const std::vector<VkSpecializationMapEntry> entries =
      map_entries(constants_.size(), source_.external.get());
  const VkSpecializationInfo constants{static_cast<uint32_t>(entries.size()), entries.data(),
                                       constants_.size() * sizeof(uint32_t), constants_.data()};
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader;
  info.stage.pName =
      is_external() ? source_.external->entry_point.c_str() : spirv::kEntryPoint.data();
  if (!constants_.empty()) info.stage.pSpecializationInfo = &constants;
  auto subgroup = structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  if (is_external() && source_.external->subgroup_size != 0) {
    subgroup.requiredSubgroupSize = source_.external->subgroup_size;
    info.stage.pNext = &subgroup;
  }
  if (is_external() && source_.external->full_subgroups) {
    info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  }
  info.layout = layout_;
  result = vk.vkCreateComputePipelines(device_.handle(), cache, 1, &info, device_.callbacks(),
                                       &pipeline);
  vk.vkDestroyShaderModule(device_.handle(), shader, device_.callbacks());
  VYRE_RETURN_IF_ERROR(
      device_.check(result, "vkCreateComputePipelines", Code::kKernelCompileFailed));
  device_.debug().name(VK_OBJECT_TYPE_PIPELINE, pipeline, name);
  return {};
}

}  // namespace vyre::vulkan
