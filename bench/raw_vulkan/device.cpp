#include "device.h"

#include <cstring>

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

RawDevice::RawDevice(const std::array<uint8_t, VK_UUID_SIZE>& uuid, bool bare) {
  load();
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  check(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
  pick_physical_device(uuid);
  create_device();
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

void RawDevice::pick_physical_device(const std::array<uint8_t, VK_UUID_SIZE>& uuid) {
  uint32_t count = 0;
  check(vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> devices(count);
  check(vkEnumeratePhysicalDevices(instance_, &count, devices.data()),
        "vkEnumeratePhysicalDevices");
  for (VkPhysicalDevice candidate : devices) {
    VkPhysicalDeviceIDProperties id{};
    id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &id;
    vkGetPhysicalDeviceProperties2(candidate, &properties);
    if (std::memcmp(id.deviceUUID, uuid.data(), uuid.size()) != 0) continue;
    physical_ = candidate;
    name_ = properties.properties.deviceName;
    max_groups_x_ = properties.properties.limits.maxComputeWorkGroupCount[0];
    timestamp_period_ = static_cast<double>(properties.properties.limits.timestampPeriod);
    needs_copies_ = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
    return;
  }
  give_up("vyre's device is not among the loader's devices. Fix: name a Vulkan backend.");
}

void RawDevice::create_device() {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
  while (family_ < count && !(families[family_].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++family_;
  if (family_ == count) give_up("the device has no compute queue");
  has_timestamps_ = families[family_].timestampValidBits != 0;

  const float priority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkPhysicalDeviceVulkan12Features features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  features.timelineSemaphore = VK_TRUE;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
  vkGetDeviceQueue(device_, family_, 0, &queue_);
}

VkDescriptorSetLayout RawDevice::create_set_layout() const {
  std::array<VkDescriptorSetLayoutBinding, kBuffersPerSet> bindings{};
  for (uint32_t i = 0; i < kBuffersPerSet; ++i) {
    bindings[i].binding = i;
    bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  VkDescriptorSetLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.bindingCount = kBuffersPerSet;
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  check(vkCreateDescriptorSetLayout(device_, &info, nullptr, &layout),
        "vkCreateDescriptorSetLayout");
  return layout;
}

VkPipelineLayout RawDevice::create_pipeline_layout(VkDescriptorSetLayout sets) const {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 2 * sizeof(uint32_t)};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &sets;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(vkCreatePipelineLayout(device_, &info, nullptr, &layout), "vkCreatePipelineLayout");
  return layout;
}

void RawDevice::create_layout() {
  set_layout_ = create_set_layout();
  layout_ = create_pipeline_layout(set_layout_);
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kMaxSets * kBuffersPerSet};
  VkDescriptorPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  pool.maxSets = kMaxSets;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  check(vkCreateDescriptorPool(device_, &pool, nullptr, &pool_), "vkCreateDescriptorPool");
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
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  check(vkCreateBuffer(device_, &info, nullptr, &result.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs{};
  vkGetBufferMemoryRequirements(device_, result.buffer, &needs);
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = memory_type(needs.memoryTypeBits, use);
  check(vkAllocateMemory(device_, &allocation, nullptr, &result.memory), "vkAllocateMemory");
  check(vkBindBufferMemory(device_, result.buffer, result.memory, 0), "vkBindBufferMemory");
  const VkMemoryPropertyFlags flags = memory_.memoryTypes[allocation.memoryTypeIndex].propertyFlags;
  if ((flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) &&
      (flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT))
    check(vkMapMemory(device_, result.memory, 0, VK_WHOLE_SIZE, 0, &result.mapped), "vkMapMemory");
  return result;
}

void RawDevice::destroy_buffer(const RawBuffer& buffer) const {
  vkDestroyBuffer(device_, buffer.buffer, nullptr);
  vkFreeMemory(device_, buffer.memory, nullptr);
}

VkPipeline RawDevice::create_pipeline(std::span<const uint32_t> words, uint32_t workgroup,
                                      VkPipelineCache cache, VkPipelineLayout layout) const {
  VkShaderModuleCreateInfo code{};
  code.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  code.codeSize = words.size_bytes();
  code.pCode = words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  check(vkCreateShaderModule(device_, &code, nullptr, &module), "vkCreateShaderModule");

  const VkSpecializationMapEntry entry{0, 0, sizeof workgroup};
  const VkSpecializationInfo constants{1, &entry, sizeof workgroup, &workgroup};
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &constants;
  info.layout = layout != VK_NULL_HANDLE ? layout : layout_;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateComputePipelines(device_, cache, 1, &info, nullptr, &pipeline),
        "vkCreateComputePipelines");
  vkDestroyShaderModule(device_, module, nullptr);
  return pipeline;
}

VkDescriptorSet RawDevice::create_set(const std::array<RawBuffer, 3>& buffers) const {
  std::array<VkDescriptorBufferInfo, kBuffersPerSet> parts{};
  for (size_t i = 0; i < parts.size(); ++i) parts[i] = {buffers[i].buffer, 0, VK_WHOLE_SIZE};
  return create_set(pool_, parts);
}

VkDescriptorSet RawDevice::create_set(VkDescriptorPool pool,
                                      const std::array<VkDescriptorBufferInfo, 3>& parts) const {
  VkDescriptorSetAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocation.descriptorPool = pool;
  allocation.descriptorSetCount = 1;
  allocation.pSetLayouts = &set_layout_;
  VkDescriptorSet set = VK_NULL_HANDLE;
  check(vkAllocateDescriptorSets(device_, &allocation, &set), "vkAllocateDescriptorSets");

  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
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

VkCommandPool RawDevice::create_pool() const {
  VkCommandPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = family_;
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(device_, &info, nullptr, &pool), "vkCreateCommandPool");
  return pool;
}

VkCommandBuffer RawDevice::create_commands(VkCommandPool pool) const {
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device_, &info, &commands), "vkAllocateCommandBuffers");
  return commands;
}

VkFence RawDevice::create_fence() const {
  VkFenceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  check(vkCreateFence(device_, &info, nullptr, &fence), "vkCreateFence");
  return fence;
}

VkQueryPool RawDevice::create_queries() const {
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  VkQueryPool queries = VK_NULL_HANDLE;
  check(vkCreateQueryPool(device_, &info, nullptr, &queries), "vkCreateQueryPool");
  return queries;
}

double RawDevice::seconds_between(VkQueryPool queries) const {
  std::array<uint64_t, 2> ticks{};
  check(vkGetQueryPoolResults(device_, queries, 0, 2, sizeof ticks, ticks.data(), sizeof ticks[0],
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "vkGetQueryPoolResults");
  return static_cast<double>(ticks[1] - ticks[0]) * timestamp_period_ * 1e-9;
}

void RawDevice::submit(VkCommandBuffer commands, VkFence fence) const {
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
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
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = flags;
  check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void end(VkCommandBuffer commands) { check(vkEndCommandBuffer(commands), "vkEndCommandBuffer"); }

void record_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags from_access,
                    VkPipelineStageFlags to, VkAccessFlags to_access) {
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = from_access;
  memory.dstAccessMask = to_access;
  vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

}  // namespace bench
