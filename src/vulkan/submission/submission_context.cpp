#include "vulkan/submission/submission_context.h"

#include <algorithm>
#include <cstring>

#include "backend/segment.h"
#include "kernel_host/trap.h"
#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {

SubmissionContext::SubmissionContext(const LogicalDevice& device, Allocator& allocator)
    : fence(device),
      next(device.memory()),
      device_(device),
      allocator_(allocator),
      sets_(device),
      timestamps_(device),
      recorded_(device.memory()) {}

SubmissionContext::~SubmissionContext() {
  release_memory();
  forget_references();
  if (command_pool_ != VK_NULL_HANDLE)
    device_.vk().vkDestroyCommandPool(device_.handle(), command_pool_, device_.callbacks());
}

Status SubmissionContext::create_command_buffer() {
  if (command_pool_ == VK_NULL_HANDLE) {
    auto pool = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    pool.queueFamilyIndex = device_.physical().compute_family;
    VYRE_RETURN_IF_ERROR(
        VYRE_DEVICE_CALL(device_, vkCreateCommandPool, &pool, device_.callbacks(), &command_pool_));
  }
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = command_pool_;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  return VYRE_DEVICE_CALL(device_, vkAllocateCommandBuffers, &info, &commands_);
}

Status SubmissionContext::replace(Allocation& allocation, MemoryUse use, uint64_t size,
                                  BlockOptions options) {
  options.may_wait = may_wait_;
  free_allocation(allocation);
  VYRE_ASSIGN_OR_RETURN(allocation, allocator_.allocate(use, size, options));
  reserved_bytes_ += allocation.size;
  return {};
}

void SubmissionContext::free_allocation(Allocation& allocation) {
  if (!allocation) return;
  if (&allocation == &parameters) element_counts.clear();
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
  free_allocation(grid);
}

void SubmissionContext::forget_references() {
  may_wait_ = false;
  kernels.clear();
  reads_grid = false;
  owned_memory.clear();
  for (const Block& block : zero_copy_) allocator_.take_back(block);
  zero_copy_.clear();
}

Result<BufferRange> SubmissionContext::import_host(std::span<std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(Block block, allocator_.import_host(bytes));
  const BufferRange range{{block.id, block.offset, bytes.size()}, block.buffer};
  zero_copy_.push_back(std::move(block));
  return range;
}

SubmissionContext::Staging& SubmissionContext::begin_transfer(
    std::shared_ptr<OwnedAllocation> memory) {
  next.clear();
  next.after_earlier_work = true;
  forget_references();
  if (staging.empty()) staging.resize(1);
  if (memory != nullptr) owned_memory.push_back(std::move(memory));
  return staging[0];
}

Result<std::span<std::byte>> SubmissionContext::add_upload(Staging& place, const BufferRange& to) {
  if (to.size == 0) return std::span<std::byte>();
  VYRE_RETURN_IF_ERROR(reserve(place.upload, MemoryUse::kUpload, to.size));
  next.uploads.push_back({range_of(place.upload, 0, to.size), to});
  return place.upload.bytes().first(static_cast<size_t>(to.size));
}

Status SubmissionContext::add_download(Staging& place, const BufferRange& from, uint64_t size) {
  place.result = {};
  if (from.size == 0) return {};
  VYRE_RETURN_IF_ERROR(reserve(place.readback, MemoryUse::kReadback, from.size));
  place.result = place.readback.bytes().first(static_cast<size_t>(size));
  next.downloads.push_back({from, range_of(place.readback, 0, from.size)});
  return {};
}

Status SubmissionContext::record_next() {
  const ScopedTimer timer(device_, &kernel_host::DeviceCounters::record_ns, "record");
  if (is_recorded_ && next == recorded_) {
    kernel_host::DeviceCounters::add(device_.counters().repetitions);
    return {};
  }
  is_recorded_ = false;
  VYRE_RETURN_IF_ERROR(begin(0, next.timed));
  VYRE_RETURN_IF_ERROR(prepare_next());
  Recorder recorder(device_, commands_);
  if (next.after_earlier_work) recorder.wait_for_earlier_work();
  recorder.add(next, kernels, sets(), timestamps_.pool());
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
  if (timed) VYRE_RETURN_IF_ERROR(timestamps_.prepare());
  VYRE_RETURN_IF_ERROR(VYRE_DEVICE_CALL(device_, vkResetCommandPool, command_pool_, 0));
  auto info = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  info.flags = usage;
  VYRE_RETURN_IF_ERROR(
      device_.check(vk.vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer"));
  if (timed) vk.vkCmdResetQueryPool(commands_, timestamps_.pool(), 0, 2);
  return {};
}

Status SubmissionContext::end() {
  return device_.check(device_.vk().vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
}

Result<Recorder> SubmissionContext::begin_work(const Extent& extent) {
  is_recorded_ = false;
  VYRE_RETURN_IF_ERROR(
      begin(extent.overlapping ? VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT : 0, extent.timed));
  Recorder recorder(device_, commands_);
  recorder.wait_for_earlier_work();
  if (extent.timed) recorder.timestamp(timestamps_.pool(), 0);
  return recorder;
}

Status SubmissionContext::end_work(const Extent& extent, const Recorder& recorder) {
  if (extent.timed) recorder.timestamp(timestamps_.pool(), 1);
  recorder.show_to_host();
  kernel_host::DeviceCounters::add(device_.counters().recordings);
  return end();
}

Status SubmissionContext::prepare_next() {
  is_recorded_ = false;
  return kernels.empty() ? Status() : sets_.prepare(kernels, next);
}

void SubmissionContext::record_next_into(VkCommandBuffer commands) {
  Recorder(device_, commands).add(next, kernels, sets(), timestamps_.pool());
  std::swap(next, recorded_);
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

void SubmissionContext::write_trace() {
  trace_end(device_, traced_, recorded_.timed ? timestamps_.ticks() : std::nullopt);
  traced_.number = 0;
}

Status read_trap(const Allocation& trap, Kernels kernels) {
  kernel_host::TrapWords words;
  std::memcpy(&words, trap.data(), sizeof words);
  if (words.kind == 0) return {};
  const auto trapped = std::ranges::find_if(kernels, [&](const auto& kernel) {
    return kernel->segment_number() == words.segment_number;
  });
  const bool is_known = trapped != kernels.end();
  const spirv::TrapSite* site = is_known ? (*trapped)->trap_site(words.site) : nullptr;
  Status status = kernel_host::trapped(
      words, site != nullptr ? *site : spirv::TrapSite{"an unknown place", {}, {}});
  return is_known ? backend::of_segment(std::move(status), kernels, *trapped) : std::move(status);
}

}  // namespace vyre::vulkan
