#include "vulkan/backend/vulkan_device.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <thread>

#include "kernel_host/builtin_programs.h"
#include "kernel_host/code_identity.h"
#include "vulkan/backend/transfer.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

// A small dispatch is over before a blocked thread would wake up, which adds a quarter of a
// millisecond on an H200. Who looks takes a processor from a device that is the processor: with two
// of them, work of half a millisecond takes 1.7 times as long where its end is looked for all the
// time, and small dispatches are as fast with 50 microseconds of it.
std::chrono::microseconds usual_spin_time(bool is_cpu) {
  if (!is_cpu) return std::chrono::milliseconds(2);
  return std::chrono::microseconds(std::thread::hardware_concurrency() == 1 ? 0 : 50);
}

// A grid needs more recorded dispatches than this only when it could never end.
constexpr uint64_t kMaxGridPieces = uint64_t{1} << 17;

// The largest that leaves enough invocations of a workgroup: on an H200 a long line takes 0.70 of
// the time of workgroups of 64, and in those of 128 0.79.
std::optional<launch::Axes> coarsened_workgroup(const spirv::Target& target) {
  if (target.min_coarsened_invocations == 0) return std::nullopt;
  if (target.optimizations == spirv::OptimizationMode::kNone) return std::nullopt;
  for (const uint32_t size : {256u, 128u}) {
    const bool fits =
        size <= std::min(target.max_workgroup_size[0], target.max_workgroup_invocations);
    if (fits && size / spirv::kCoarsening >= target.min_coarsened_invocations) {
      return launch::Axes{size, 1, 1};
    }
  }
  return std::nullopt;
}

}  // namespace

backend::Capabilities capabilities_of(const PhysicalDevice& physical, const spirv::Target& target) {
  backend::Capabilities can;
  can.runs_segments = true;
  can.takes_external_code = true;
  can.links_op_functions = true;
  can.takes_shapes = true;
  can.workgroups = {{{64, 1, 1}, {16, 4, 1}, {4, 4, 4}}};
  can.coarsened_workgroup = coarsened_workgroup(target);
#if defined(__linux__)
  can.runs_host_io = true;
#endif
  can.recovers = true;
  can.counts_bytes = true;
  can.max_parameters = kMaxParameters;
  can.max_grid_pieces = kMaxGridPieces;
  can.host_import_alignment = physical.host_import_alignment;
  can.modules = module_offer(physical);
  can.code_identity = kernel_host::code_identity_of(target, physical.pipeline_cache_uuid);
  return can;
}

namespace {

backend::Capabilities capabilities_of(const LogicalDevice& device) {
  backend::Capabilities can = capabilities_of(device.physical(), device.target());
  can.recovers = device.borrowed() == nullptr;
  return can;
}

// What the driver keeps of the pipelines of one kernel, while they are made. Nothing that goes
// wrong here fails a compilation.
class DriverCache {
 public:
  // |given|: what it had before; none: nothing is kept.
  DriverCache(const LogicalDevice& device, const std::optional<backend::DriverData>& given)
      : device_(device) {
    if (!given) return;
    given_bytes_ = given->size();
    auto info = structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
    info.initialDataSize = given->size();
    info.pInitialData = given->empty() ? nullptr : given->data();
    const VkResult result =
        device.vk().vkCreatePipelineCache(device.handle(), &info, device.callbacks(), &cache_);
    if (result != VK_SUCCESS) cache_ = VK_NULL_HANDLE;
  }
  ~DriverCache() {
    if (cache_ == VK_NULL_HANDLE) return;
    device_.vk().vkDestroyPipelineCache(device_.handle(), cache_, device_.callbacks());
  }
  DriverCache(const DriverCache&) = delete;
  DriverCache& operator=(const DriverCache&) = delete;

  VkPipelineCache handle() const { return cache_; }  // may be null

  // What the driver has now, when that is more than it was given; else empty.
  backend::DriverData data() const {
    if (cache_ == VK_NULL_HANDLE) return {};
    const auto get_data = device_.vk().vkGetPipelineCacheData;
    size_t size = 0;
    if (get_data(device_.handle(), cache_, &size, nullptr) != VK_SUCCESS) return {};
    if (size <= given_bytes_) return {};
    backend::DriverData bytes(size);
    if (get_data(device_.handle(), cache_, &size, bytes.data()) != VK_SUCCESS) return {};
    bytes.resize(size);
    return bytes;
  }

 private:
  const LogicalDevice& device_;
  size_t given_bytes_ = 0;
  VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace

Result<std::shared_ptr<VulkanDevice>> VulkanDevice::from(backend::Device& backend) {
  if (!is(backend)) {
    return fail(Code::kInvalidArgument, "device '", backend.id(),
                "' is not of Vulkan. Fix: import the host's device (vyre_device_import_vulkan), or "
                "open one whose id begins with 'vulkan'");
  }
  auto& opened = static_cast<VulkanDevice&>(backend);
  VYRE_RETURN_IF_ERROR(opened.check_not_lost());
  return opened.shared_from_this();
}

Result<std::shared_ptr<VulkanDevice>> VulkanDevice::open(std::shared_ptr<Instance> instance,
                                                         size_t index,
                                                         const DeviceOptions& options) {
  const std::vector<PhysicalDevice>& devices = instance->devices();
  if (index >= devices.size()) {
    return fail(Code::kNotFound, "Vulkan device ", index, " was asked for, ", devices.size(),
                " are there. Fix: install a driver for the device (Debian: mesa-vulkan-drivers, or "
                "the vendor's) or choose one of those listed");
  }
  VYRE_RETURN_IF_ERROR(check_usable(devices[index]));
  return open(instance, devices[index], options);
}

Result<std::shared_ptr<VulkanDevice>> VulkanDevice::open(std::shared_ptr<Instance> instance,
                                                         const PhysicalDevice& physical,
                                                         const DeviceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto device, LogicalDevice::open(std::move(instance), physical, options));
  return over(std::move(device), options);
}

Result<std::shared_ptr<VulkanDevice>> VulkanDevice::over(std::unique_ptr<LogicalDevice> device,
                                                         const DeviceOptions& options) {
  std::shared_ptr<VulkanDevice> opened(new VulkanDevice(std::move(device), options));
  VYRE_RETURN_IF_ERROR(opened->set_up());
  if (Trace* trace = opened->device().trace()) trace->add_source(opened);
  return opened;
}

VulkanDevice::VulkanDevice(std::unique_ptr<LogicalDevice> device, const DeviceOptions& options)
    : options_(options),
      device_(std::move(device)),
      capabilities_(capabilities_of(*device_)),
      copies_(*device_),
      grids_(*device_, kernel_host::grid_program),
      samplers_(*device_) {
  options_.counters = device_->shared_counters();
  options_.account = device_->account();
}

Status VulkanDevice::set_up() {
  VYRE_ASSIGN_OR_RETURN(allocator_, Allocator::create(*device_));
  const bool is_cpu = profile().kind == profile::DeviceKind::kCpu;
  const std::chrono::nanoseconds spin = options_.spin_time.value_or(usual_spin_time(is_cpu));
  const uint32_t threads = is_cpu ? 1 : std::max(1u, std::thread::hardware_concurrency() / 2);
  settings_.set({static_cast<uint64_t>(spin.count()), threads, 0});
  VYRE_ASSIGN_OR_RETURN(queue_, Queue::create(*device_, settings_));
  submissions_ = std::make_unique<SubmissionPool>(*device_, *allocator_, *queue_);
  staged_ = std::make_unique<StagedBytes>(*queue_);
  uploads_ = std::make_unique<UploadBatch>(*submissions_, *staged_);
  return {};
}

VulkanDevice::~VulkanDevice() {
  uploads_.reset();  // nobody can see what it writes
  if (queue_ != nullptr) (void)queue_->wait_for_all();
  if (submissions_ != nullptr && device_->trace() != nullptr) submissions_->collect();
}

// One block of each use, which stays, our own kernels, and a first submission, for which drivers
// make their threads and rings. Who needs a kernel that cannot be made is told so then.
Status VulkanDevice::prepare() {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  for (const MemoryUse use :
       {MemoryUse::kDevice, MemoryUse::kUpload, MemoryUse::kReadback, MemoryUse::kHostVisible}) {
    VYRE_ASSIGN_OR_RETURN(const Allocation allocation, allocator_->allocate(use, 1));
    allocator_->free(allocation);
  }
  copies_.prepare();
  (void)grids_.get();
  if (device_->records_only()) return {};
  ScopedSubmission submission(*submissions_, nullptr);
  submission.context().next.clear();
  VYRE_RETURN_IF_ERROR(submission.submit());
  return queue_->wait(submission.number(), backend::Deadline::max()).status();
}

Result<bool> VulkanDevice::wait_idle(backend::Deadline deadline) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  queue_->flush_ahead();
  VYRE_ASSIGN_OR_RETURN(const bool is_idle, queue_->wait(queue_->last(), deadline));
  submissions_->collect();
  queue_->release_semaphores();
  return is_idle;
}

// A lost device has nothing under way. Objects that are still there keep it open until they go.
Status VulkanDevice::shutdown() {
  reclaim_memory();
  return {};
}

void VulkanDevice::reclaim_memory() {
  (void)queue_->wait_for_all();
  submissions_->release();
  queue_->release_semaphores();
}

Result<backend::MemoryUsage> VulkanDevice::memory_usage() const { return allocator_->usage(); }

Result<std::shared_ptr<backend::Memory>> VulkanDevice::allocate(
    uint64_t size, const backend::AllocateOptions& options) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  submissions_->collect();
  const BlockOptions block{.dedicated = options.dedicated, .may_wait = true};
  VYRE_ASSIGN_OR_RETURN(const Allocation allocation,
                        allocator_->allocate(MemoryUse::kDevice, size, block));
  auto buffer = std::make_shared<DeviceBuffer>(shared_from_this(), allocation, size);
  if (!options.unfilled) VYRE_RETURN_IF_ERROR(fill_with_zeroes(*this, buffer->owned()));
  return std::shared_ptr<backend::Memory>(std::move(buffer));
}

Result<std::shared_ptr<backend::Memory>> VulkanDevice::import_host(
    const backend::HostRange& range) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  VYRE_ASSIGN_OR_RETURN(const Allocation allocation, allocator_->import(range));
  return std::shared_ptr<backend::Memory>(
      std::make_shared<DeviceBuffer>(shared_from_this(), allocation, range.bytes.size()));
}

Result<uint64_t> VulkanDevice::address(backend::Memory& memory) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (!device_->has_addresses()) return backend::Device::address(memory);
  const BufferRange range = own(*this, memory, 0, memory.size()).range(0, memory.size());
  const Block& block = *own(*this, memory, 0, 0).owned()->allocation().block;
  if (block.adopted && (block.usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) == 0) {
    return fail(Code::kInvalidArgument,
                "the address of a buffer of the host is asked for, which was made without "
                "VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT. Fix: make it with that usage");
  }
  auto info = structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  info.buffer = range.buffer;
  return device_->vk().vkGetBufferDeviceAddress(device_->handle(), &info) + range.offset;
}

Result<backend::LoadedKernel> VulkanDevice::load(const launch::KernelSource& source,
                                                 std::optional<spirv::Module> module,
                                                 std::optional<backend::DriverData> driver_data) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (source.external != nullptr) {
    VYRE_ASSIGN_OR_RETURN(module, external_module(view(), device_->physical(), source));
  }
  assert(module);
  const DriverCache cache(*device_, driver_data);
  VYRE_ASSIGN_OR_RETURN(auto kernel,
                        Kernel::create(*device_, source, std::move(*module), cache.handle()));
  return backend::LoadedKernel{
      std::make_shared<DeviceProgram>(shared_from_this(), std::move(kernel)), cache.data()};
}

Status VulkanDevice::check(const launch::KernelSource& source, const spirv::Module* module) const {
  if (source.external != nullptr)
    return external_module(view(), device_->physical(), source).status();
  return module != nullptr ? Kernel::check(*device_, source, *module) : Status();
}

Result<backend::SubmitPolicy> VulkanDevice::submit_policy() const {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  return settings_.get();
}

Status VulkanDevice::set_submit_policy(const backend::SubmitPolicy& policy) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  settings_.set(policy);
  return {};
}

}  // namespace vyre::vulkan
