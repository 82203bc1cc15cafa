#include "device.h"

#include <algorithm>
#include <vector>

#include "harness/give_up.h"

namespace bench {

using namespace vk;

namespace {

constexpr uint32_t kMaxSets = 64;
constexpr uint32_t kBuffersPerSet = 3;

// Wishes in order of preference: the first that some memory type fulfills is taken.
std::vector<VkMemoryPropertyFlags> wishes(MemoryUse use) {
  constexpr VkMemoryPropertyFlags kHost =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  switch (use) {
    case MemoryUse::kDevice:
      return {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
    case MemoryUse::kUpload:
      return {kHost};
    case MemoryUse::kMapped:
      return {kHost | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, kHost};
    case MemoryUse::kReadback:
      return {kHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kHost};
  }
  return {};
}

}  // namespace

void check(VkResult result, const char* what) {
  if (result == VK_SUCCESS) return;
  give_up(std::string(what) + " failed with VkResult " + std::to_string(result));
}

VkInstance create_instance() {
  auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.apiVersion = VK_API_VERSION_1_2;
  auto info = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
  return instance;
}

VkPhysicalDevice find_device(VkInstance instance, const RawUuid& uuid,
                             VkPhysicalDeviceProperties2& properties) {
  uint32_t count = 0;
  check(vkEnumeratePhysicalDevices(instance, &count, nullptr), "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> devices(count);
  check(vkEnumeratePhysicalDevices(instance, &count, devices.data()), "vkEnumeratePhysicalDevices");
  for (const VkPhysicalDevice candidate : devices) {
    auto id =
        structure<VkPhysicalDeviceIDProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &id;
    vkGetPhysicalDeviceProperties2(candidate, &properties);
    if (std::equal(uuid.begin(), uuid.end(), id.deviceUUID)) return candidate;
  }
  give_up("vyre's device is not among the loader's devices. Fix: name a Vulkan backend.");
}

VkDevice create_device(VkPhysicalDevice physical, uint32_t family) {
  const float priority = 1;
  auto queue = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto features = structure<VkPhysicalDeviceVulkan12Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  features.timelineSemaphore = VK_TRUE;
  auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
  return device;
}

void FreeSet::operator()(VkDescriptorSet set) const { device->free_set(set); }

RawDevice::RawDevice(const RawUuid& uuid, bool bare) {
  load();
  instance_ = create_instance();
  pick_physical_device(uuid);
  pick_family();
  device_ = create_device(physical_, family_);
  vkGetDeviceQueue(device_, family_, 0, &queue_);
  if (!bare) create_layout();
}

RawDevice::~RawDevice() {
  vkDeviceWaitIdle(device_);
  vkDestroyDescriptorPool(device_, pool_, nullptr);
  vkDestroyPipelineLayout(device_, layout_, nullptr);
  vkDestroyDescriptorSetLayout(device_, set_layout_, nullptr);
  vkDestroyDevice(device_, nullptr);
  vkDestroyInstance(instance_, nullptr);
}

void RawDevice::pick_physical_device(const RawUuid& uuid) {
  VkPhysicalDeviceProperties2 properties{};
  physical_ = find_device(instance_, uuid, properties);
  const VkPhysicalDeviceProperties& facts = properties.properties;
  name_ = facts.deviceName;
  max_groups_x_ = facts.limits.maxComputeWorkGroupCount[0];
  timestamp_period_ = static_cast<double>(facts.limits.timestampPeriod);
  needs_copies_ = facts.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
  vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
}

void RawDevice::pick_family() {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
  while (family_ < count && !(families[family_].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++family_;
  if (family_ == count) give_up("the device has no compute queue");
  has_timestamps_ = families[family_].timestampValidBits != 0;
}

RawSetLayout RawDevice::create_set_layout() const {
  std::array<VkDescriptorSetLayoutBinding, kBuffersPerSet> bindings{};
  for (uint32_t i = 0; i < kBuffersPerSet; ++i) {
    bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  }
  auto info = structure<VkDescriptorSetLayoutCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.bindingCount = kBuffersPerSet;
  info.pBindings = bindings.data();
  return make<RawSetLayout>(vkCreateDescriptorSetLayout, info, "vkCreateDescriptorSetLayout");
}

RawPipelineLayout RawDevice::create_pipeline_layout(VkDescriptorSetLayout sets) const {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 2 * sizeof(uint32_t)};
  auto info = structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = 1;
  info.pSetLayouts = &sets;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  return make<RawPipelineLayout>(vkCreatePipelineLayout, info, "vkCreatePipelineLayout");
}

RawDescriptorPool RawDevice::create_set_pool(uint32_t sets,
                                             VkDescriptorPoolCreateFlags flags) const {
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, sets * kBuffersPerSet};
  auto info = structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.flags = flags;
  info.maxSets = sets;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  return make<RawDescriptorPool>(vkCreateDescriptorPool, info, "vkCreateDescriptorPool");
}

void RawDevice::create_layout() {
  set_layout_ = create_set_layout().release();
  layout_ = create_pipeline_layout(set_layout_).release();
  pool_ = create_set_pool(kMaxSets, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT).release();
}

uint32_t RawDevice::memory_type(uint32_t allowed, MemoryUse use) const {
  for (VkMemoryPropertyFlags wish : wishes(use)) {
    for (uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
      const bool fits = (memory_.memoryTypes[i].propertyFlags & wish) == wish;
      if ((allowed >> i & 1u) != 0 && fits) return i;
    }
  }
  give_up("no memory type for a buffer");
}

RawBuffer RawDevice::create_buffer(VkDeviceSize size, MemoryUse use) const {
  RawBuffer result;
  result.size = size;
  auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  result.buffer = make<decltype(result.buffer)>(vkCreateBuffer, info, "vkCreateBuffer");
  VkMemoryRequirements needs{};
  vkGetBufferMemoryRequirements(device_, result.buffer.get(), &needs);
  auto allocation = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = memory_type(needs.memoryTypeBits, use);
  result.memory = make<decltype(result.memory)>(vkAllocateMemory, allocation, "vkAllocateMemory");
  const VkDeviceMemory memory = result.memory.get();
  check(vkBindBufferMemory(device_, result.buffer.get(), memory, 0), "vkBindBufferMemory");
  const VkMemoryPropertyFlags flags = memory_.memoryTypes[allocation.memoryTypeIndex].propertyFlags;
  if ((flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) &&
      (flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT))
    check(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &result.mapped), "vkMapMemory");
  return result;
}

RawPipeline RawDevice::create_pipeline(std::span<const uint32_t> words, uint32_t workgroup,
                                       VkPipelineCache cache, VkPipelineLayout layout) const {
  auto code = structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  code.codeSize = words.size_bytes();
  code.pCode = words.data();
  const auto module = make<OwnedOn<VkShaderModule, vkDestroyShaderModule>>(
      vkCreateShaderModule, code, "vkCreateShaderModule");

  const VkSpecializationMapEntry entry{0, 0, sizeof workgroup};
  const VkSpecializationInfo constants{1, &entry, sizeof workgroup, &workgroup};
  auto info =
      structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module.get();
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &constants;
  info.layout = layout != VK_NULL_HANDLE ? layout : layout_;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateComputePipelines(device_, cache, 1, &info, nullptr, &pipeline),
        "vkCreateComputePipelines");
  return RawPipeline(pipeline, {device_});
}

RawSet RawDevice::create_set(const std::array<VkBuffer, 3>& buffers) const {
  std::array<VkDescriptorBufferInfo, kBuffersPerSet> parts{};
  for (size_t i = 0; i < parts.size(); ++i) parts[i] = {buffers[i], 0, VK_WHOLE_SIZE};
  return RawSet(create_set(pool_, parts), {this});
}

VkDescriptorSet RawDevice::create_set(VkDescriptorPool pool,
                                      const std::array<VkDescriptorBufferInfo, 3>& parts) const {
  auto allocation =
      structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  allocation.descriptorPool = pool;
  allocation.descriptorSetCount = 1;
  allocation.pSetLayouts = &set_layout_;
  VkDescriptorSet set = VK_NULL_HANDLE;
  check(vkAllocateDescriptorSets(device_, &allocation, &set), "vkAllocateDescriptorSets");

  auto write = structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  write.dstSet = set;
  write.descriptorCount = kBuffersPerSet;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = parts.data();
  vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
  return set;
}

void RawDevice::free_set(VkDescriptorSet set) const {
  check(vkFreeDescriptorSets(device_, pool_, 1, &set), "vkFreeDescriptorSets");
}

RawCommandPool RawDevice::create_pool() const {
  auto info = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = family_;
  return make<RawCommandPool>(vkCreateCommandPool, info, "vkCreateCommandPool");
}

VkCommandBuffer RawDevice::create_commands(VkCommandPool pool) const {
  auto info =
      structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device_, &info, &commands), "vkAllocateCommandBuffers");
  return commands;
}

RawFence RawDevice::create_fence() const {
  const auto info = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  return make<RawFence>(vkCreateFence, info, "vkCreateFence");
}

void RawDevice::submit(VkCommandBuffer commands, VkFence fence) const {
  auto info = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  check(vkQueueSubmit(queue_, 1, &info, fence), "vkQueueSubmit");
}

void RawDevice::run_now(VkCommandBuffer commands) const {
  submit(commands, VK_NULL_HANDLE);
  check(vkDeviceWaitIdle(device_), "vkDeviceWaitIdle");
}

void RawDevice::bind(VkCommandBuffer commands, VkDescriptorSet set) const {
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set, 0,
                          nullptr);
}

void RawDevice::push(VkCommandBuffer commands, std::array<uint32_t, 2> words) const {
  vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof words, words.data());
}

void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags) {
  auto info = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  info.flags = flags;
  check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void end(VkCommandBuffer commands) { check(vkEndCommandBuffer(commands), "vkEndCommandBuffer"); }

void record_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags from_access,
                    VkPipelineStageFlags to, VkAccessFlags to_access) {
  auto memory = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  memory.srcAccessMask = from_access;
  memory.dstAccessMask = to_access;
  vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void record_kernel_barrier(VkCommandBuffer commands) {
  record_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                 VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void record_host_barrier(VkCommandBuffer commands) {
  record_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

}  // namespace bench
