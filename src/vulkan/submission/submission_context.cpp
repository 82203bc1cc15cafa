#include "vulkan/submission/submission_context.h"

#include <algorithm>

#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {

SubmissionContext::SubmissionContext(const LogicalDevice& device, Allocator& allocator)
    : fence(device),
      next(device.memory()),
      device_(device),
      allocator_(allocator),
      recorded_(device.memory()) {}

SubmissionContext::~SubmissionContext() {
  const DeviceTable& vk = device_.vk();
  const VkDevice device = device_.handle();
  release_memory();
  forget_references();
  if (timestamps_ != VK_NULL_HANDLE) {
    vk.vkDestroyQueryPool(device, timestamps_, device_.callbacks());
  }
  if (descriptor_pool_ != VK_NULL_HANDLE) {
    vk.vkDestroyDescriptorPool(device, descriptor_pool_, device_.callbacks());
  }
  if (command_pool_ != VK_NULL_HANDLE)
    vk.vkDestroyCommandPool(device, command_pool_, device_.callbacks());
}

Status SubmissionContext::create_command_pool() {
  VkCommandPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.queueFamilyIndex = device_.physical().compute_family;
  const VkResult result = device_.vk().vkCreateCommandPool(device_.handle(), &info,
                                                           device_.callbacks(), &command_pool_);
  if (result != VK_SUCCESS) return device_.error(result, "vkCreateCommandPool");
  return {};
}

Status SubmissionContext::create_command_buffer() {
  if (command_pool_ == VK_NULL_HANDLE) VYRE_RETURN_IF_ERROR(create_command_pool());
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = command_pool_;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  const VkResult result =
      device_.vk().vkAllocateCommandBuffers(device_.handle(), &info, &commands_);
  if (result != VK_SUCCESS) return device_.error(result, "vkAllocateCommandBuffers");
  return {};
}

Status SubmissionContext::reserve(Allocation& allocation, MemoryUse use, uint64_t size) {
  constexpr uint64_t kMaxWaste = 4;
  if (allocation && allocation.size >= size &&
      allocation.size / kMaxWaste <= std::max<uint64_t>(size, 4096)) {
    return {};
  }
  free_allocation(allocation);
  VYRE_ASSIGN_OR_RETURN(allocation, allocator_.allocate(use, size));
  reserved_bytes_ += allocation.size;
  return {};
}

void SubmissionContext::free_allocation(Allocation& allocation) {
  if (!allocation) return;
  reserved_bytes_ -= allocation.size;
  allocator_.free(allocation);
  allocation = {};
}

void SubmissionContext::release_memory() {
  for (Staging& one : staging) {
    for (Allocation* allocation : {&one.device, &one.host_visible, &one.upload, &one.readback})
      free_allocation(*allocation);
  }
  free_allocation(parameters);
  free_allocation(trap);
}

void SubmissionContext::forget_references() {
  kernels.clear();
  owned_memory.clear();
  for (const Block& block : zero_copy_) allocator_.take_back(block);
  zero_copy_.clear();
}

Result<BufferRange> SubmissionContext::import_host(std::span<std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(Block block, allocator_.import_host(bytes));
  const BufferRange range{block.id, block.buffer, block.offset, bytes.size()};
  zero_copy_.push_back(std::move(block));
  return range;
}

Status SubmissionContext::record_next() {
  const ScopedTimer timer(device_, &kernel_host::DeviceCounters::record_ns, "record");
  if (is_recorded_ && next == recorded_) {
    kernel_host::DeviceCounters::add(device_.counters().repetitions);
    return {};
  }
  is_recorded_ = false;
  VYRE_RETURN_IF_ERROR(begin(0, next.timed));
  if (!kernels.empty()) VYRE_RETURN_IF_ERROR(prepare_descriptors());
  Recorder recorder(device_, commands_);
  if (next.after_earlier_work) recorder.wait_for_earlier_work();
  recorder.add(next, kernels, sets_, timestamps_);
  recorder.show_to_host();
  VYRE_RETURN_IF_ERROR(end());
  std::swap(next, recorded_);
  is_recorded_ = true;
  kernel_host::DeviceCounters::add(device_.counters().recordings);
  return {};
}

Status SubmissionContext::begin(VkCommandBufferUsageFlags usage, bool timed) {
  const DeviceTable& vk = device_.vk();
  if (commands_ == VK_NULL_HANDLE) VYRE_RETURN_IF_ERROR(create_command_buffer());
  if (timed) VYRE_RETURN_IF_ERROR(prepare_timestamps());
  VkResult result = vk.vkResetCommandPool(device_.handle(), command_pool_, 0);
  if (result != VK_SUCCESS) return device_.error(result, "vkResetCommandPool");
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = usage;
  result = vk.vkBeginCommandBuffer(commands_, &info);
  if (result != VK_SUCCESS) return device_.error(result, "vkBeginCommandBuffer");
  if (timed) vk.vkCmdResetQueryPool(commands_, timestamps_, 0, 2);
  return {};
}

Status SubmissionContext::end() {
  const VkResult result = device_.vk().vkEndCommandBuffer(commands_);
  return result == VK_SUCCESS ? Status() : device_.error(result, "vkEndCommandBuffer");
}

Status SubmissionContext::record_work(const Extent& extent,
                                      const std::function<void(Recorder&)>& write) {
  is_recorded_ = false;
  VYRE_RETURN_IF_ERROR(
      begin(extent.overlapping ? VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT : 0, extent.timed));
  Recorder recorder(device_, commands_);
  recorder.wait_for_earlier_work();
  if (extent.timed) recorder.timestamp(timestamps_, 0);
  write(recorder);
  if (extent.timed) recorder.timestamp(timestamps_, 1);
  recorder.show_to_host();
  kernel_host::DeviceCounters::add(device_.counters().recordings);
  return end();
}

Status SubmissionContext::prepare_next() {
  is_recorded_ = false;
  return kernels.empty() ? Status() : prepare_descriptors();
}

void SubmissionContext::record_next_into(VkCommandBuffer commands) {
  Recorder(device_, commands).add(next, kernels, sets_, timestamps_);
  std::swap(next, recorded_);
}

// Kernels of one submission have the same buffers, so one set serves all that can trap and one all
// that cannot.
Status SubmissionContext::prepare_descriptors() {
  DescriptorCounts most;
  for (const auto& kernel : kernels) {
    most.storage = std::max(most.storage, kernel->storage_buffers());
    most.uniform = std::max(most.uniform, kernel->uniform_buffers());
  }
  VYRE_RETURN_IF_ERROR(prepare_descriptor_pool(most));
  sets_ = {VK_NULL_HANDLE, VK_NULL_HANDLE};
  for (const auto& kernel : kernels) {
    if (sets_[kernel->can_trap() ? 1 : 0] != VK_NULL_HANDLE) continue;
    VYRE_RETURN_IF_ERROR(prepare_set(*kernel));
  }
  return {};
}

Status SubmissionContext::prepare_descriptor_pool(const DescriptorCounts& needed) {
  const bool has_room = needed.storage <= descriptor_capacity_.storage &&
                        needed.uniform <= descriptor_capacity_.uniform;
  if (descriptor_pool_ == VK_NULL_HANDLE || !has_room) return create_descriptor_pool(needed);
  device_.vk().vkResetDescriptorPool(device_.handle(), descriptor_pool_, 0);
  return {};
}

Status SubmissionContext::prepare_set(const Kernel& kernel) {
  const VkDescriptorSetLayout layout = kernel.set_layout();
  VkDescriptorSet& set = sets_[kernel.can_trap() ? 1 : 0];
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = descriptor_pool_;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  const VkResult result = device_.vk().vkAllocateDescriptorSets(device_.handle(), &info, &set);
  if (result != VK_SUCCESS) return device_.error(result, "vkAllocateDescriptorSets");
  fill_set(set, kernel);
  return {};
}

Status SubmissionContext::create_descriptor_pool(const DescriptorCounts& needed) {
  const DeviceTable& vk = device_.vk();
  if (descriptor_pool_ != VK_NULL_HANDLE) {
    vk.vkDestroyDescriptorPool(device_.handle(), descriptor_pool_, device_.callbacks());
    descriptor_pool_ = VK_NULL_HANDLE;
    descriptor_capacity_ = {};
  }
  const DescriptorCounts capacity{std::max(needed.storage, 8u), needed.uniform};
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2 * capacity.storage},
                                        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 2 * capacity.uniform}};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = 2;
  info.poolSizeCount = 2;
  info.pPoolSizes = sizes;
  const VkResult result =
      vk.vkCreateDescriptorPool(device_.handle(), &info, device_.callbacks(), &descriptor_pool_);
  if (result != VK_SUCCESS) return device_.error(result, "vkCreateDescriptorPool");
  descriptor_capacity_ = capacity;
  return {};
}

void SubmissionContext::fill_set(VkDescriptorSet set, const Kernel& kernel) {
  const std::vector<KernelBinding>& bindings = kernel.bindings();
  const size_t own = bindings.size();  // the number of the parameters' uniform buffer
  const size_t count = own + 1 + (kernel.can_trap() ? 1 : 0);
  std::vector<VkDescriptorBufferInfo> infos(count);
  std::vector<VkWriteDescriptorSet> writes(count);
  for (size_t i = 0; i < count; ++i) {
    infos[i] = {next.buffers[i].buffer, next.buffers[i].offset, next.buffers[i].size};
    writes[i] = {};
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstBinding = static_cast<uint32_t>(i);
    writes[i].descriptorCount = 1;
    const bool is_uniform = i < own ? bindings[i].is_uniform : i == own;
    writes[i].descriptorType =
        is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[i].pBufferInfo = &infos[i];
  }
  device_.vk().vkUpdateDescriptorSets(device_.handle(), static_cast<uint32_t>(writes.size()),
                                      writes.data(), 0, nullptr);
}

Status SubmissionContext::prepare_timestamps() {
  if (timestamps_ != VK_NULL_HANDLE) return {};
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  const VkResult result =
      device_.vk().vkCreateQueryPool(device_.handle(), &info, device_.callbacks(), &timestamps_);
  if (result != VK_SUCCESS) return device_.error(result, "vkCreateQueryPool");
  return {};
}

std::optional<std::array<uint64_t, 2>> SubmissionContext::timestamps() const {
  std::array<uint64_t, 2> ticks = {0, 0};
  const VkResult result =
      device_.vk().vkGetQueryPoolResults(device_.handle(), timestamps_, 0, 2, sizeof ticks,
                                         ticks.data(), sizeof ticks[0], VK_QUERY_RESULT_64_BIT);
  device_.notice(result);
  return result == VK_SUCCESS ? std::optional(ticks) : std::nullopt;
}

std::optional<uint64_t> SubmissionContext::device_time() const {
  const auto ticks = timestamps();
  if (!ticks) return std::nullopt;
  const uint32_t bits = device_.physical().timestamp_valid_bits;
  const uint64_t mask = bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
  const double period = static_cast<double>(device_.physical().limits.timestampPeriod);
  const uint64_t passed = ((*ticks)[1] - (*ticks)[0]) & mask;
  if (passed == 0) return std::nullopt;  // too short for this clock
  return std::max<uint64_t>(1, static_cast<uint64_t>(static_cast<double>(passed) * period));
}

void SubmissionContext::begin_trace(uint64_t number, uint64_t submitted, std::string_view label) {
  traced_ = {};
  traced_.kind = TraceEvent::Kind::kSubmission;
  traced_.name = recorded_kernel() == 0 ? "copy" : "dispatch";
  traced_.start = submitted;
  traced_.number = number;
  traced_.queue = device_.trace_queue();
  traced_.label = TraceLabel(label);
}

void SubmissionContext::end_trace() {
  if (traced_.number == 0) return;
  trace_end(device_, traced_, recorded_.timed ? timestamps() : std::nullopt);
  traced_.number = 0;
}

}  // namespace vyre::vulkan
