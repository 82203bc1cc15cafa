#include "vulkan/backend.h"

#include <algorithm>
#include <chrono>

#include "spirv/lower.h"
#include "vulkan/dispatch_check.h"
#include "vulkan/lease.h"
#include "vulkan/objects.h"
#include "vulkan/pending_dispatch.h"
#include "vulkan/prepare.h"
#include "vulkan/transfer.h"

namespace vyre::vulkan {
namespace {

Status check_range(const DeviceBuffer* buffer, uint64_t offset, uint64_t size) {
  if (buffer == nullptr) {
    return fail(Code::kInvalidArgument,
                "the memory belongs to another backend. Fix: use the backend that allocated it");
  }
  if (offset <= buffer->size() && size <= buffer->size() - offset) return {};
  return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", size,
              " lie outside the memory of ", buffer->size(), " bytes. Fix: stay inside the memory");
}

bool is_out_of_memory(const Status& status) {
  return !status.ok() && status.code() == Code::kDeviceOutOfMemory;
}

Result<Span> allocate_span(Core& core, uint64_t size) {
  core.slots().collect();
  Result<Span> span = core.allocator().allocate(MemoryUse::kDevice, size);
  if (span.ok() || !is_out_of_memory(span.error())) return span;
  core.reclaim_memory();
  return core.allocator().allocate(MemoryUse::kDevice, size);
}

}  // namespace

Result<std::shared_ptr<backend::Memory>> VulkanBackend::allocate(uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(auto memory, allocate_unfilled(size));
  const auto& resident = static_cast<const DeviceBuffer&>(*memory).resident();
  VYRE_RETURN_IF_ERROR(fill_with_zeroes(*core_, resident));
  return memory;
}

Result<std::shared_ptr<backend::Memory>> VulkanBackend::allocate_unfilled(uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const Span span, allocate_span(*core_, size));
  auto resident = std::make_shared<Resident>(core_->allocator(), span, size);
  return std::shared_ptr<backend::Memory>(
      std::make_shared<DeviceBuffer>(core_, std::move(resident)));
}

Result<std::shared_ptr<backend::Memory>> VulkanBackend::import_host(
    const backend::HostRange& range) {
  VYRE_ASSIGN_OR_RETURN(const Span span, core_->allocator().import(range));
  auto resident = std::make_shared<Resident>(core_->allocator(), span, range.bytes.size());
  return std::shared_ptr<backend::Memory>(
      std::make_shared<DeviceBuffer>(core_, std::move(resident)));
}

Status VulkanBackend::write(backend::Memory& memory, uint64_t offset,
                            std::span<const std::byte> bytes) {
  const DeviceBuffer* buffer = own(*core_, &memory);
  VYRE_RETURN_IF_ERROR(check_range(buffer, offset, bytes.size()));
  return write_bytes(*core_, buffer->resident(), offset, bytes);
}

Status VulkanBackend::read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) {
  const DeviceBuffer* buffer = own(*core_, &memory);
  VYRE_RETURN_IF_ERROR(check_range(buffer, offset, bytes.size()));
  return read_bytes(*core_, buffer->resident(), offset, bytes);
}

Status VulkanBackend::fill(backend::Memory& memory, uint64_t offset, uint64_t size,
                           const backend::Produce& produce) {
  const DeviceBuffer* buffer = own(*core_, &memory);
  VYRE_RETURN_IF_ERROR(check_range(buffer, offset, size));
  return fill_pieces(*core_, buffer->resident(), offset, size, produce);
}

Status VulkanBackend::drain(backend::Memory& memory, uint64_t offset, uint64_t size,
                            const backend::Consume& consume) {
  const DeviceBuffer* buffer = own(*core_, &memory);
  VYRE_RETURN_IF_ERROR(check_range(buffer, offset, size));
  return drain_pieces(*core_, buffer->resident(), offset, size, consume);
}

Status VulkanBackend::copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to,
                           uint64_t to_offset, uint64_t size) {
  const DeviceBuffer* source = own(*core_, &from);
  const DeviceBuffer* target = own(*core_, &to);
  VYRE_RETURN_IF_ERROR(check_range(source, from_offset, size));
  VYRE_RETURN_IF_ERROR(check_range(target, to_offset, size));
  return copy_bytes(*core_, source->resident(), from_offset, target->resident(), to_offset, size);
}

Result<std::shared_ptr<backend::Executable>> VulkanBackend::compile(
    const backend::CompileRequest& request) {
  VYRE_ASSIGN_OR_RETURN(spirv::Module module,
                        spirv::lower(*request.program, *request.plan, request.workgroup_size,
                                     core_->device().target(), request.segment_number));
  return compile_module(request, std::move(module));
}

Result<std::shared_ptr<backend::Executable>> VulkanBackend::compile_module(
    const backend::CompileRequest& request, spirv::Module module) {
  if (core_->device().lost()) return core_->device().lost_error();
  VYRE_ASSIGN_OR_RETURN(auto kernel, Kernel::create(core_->device(), request, std::move(module)));
  return std::shared_ptr<backend::Executable>(
      std::make_shared<DeviceProgram>(core_, std::move(kernel)));
}

Result<std::unique_ptr<backend::Pending>> VulkanBackend::submit(
    const backend::Dispatch& dispatch, const backend::SubmitOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  if (core_->device().lost()) return core_->device().lost_error();
  VYRE_RETURN_IF_ERROR(check_dispatch(*core_, dispatch));
  const bool timed = options.timed && profile().device_timestamps;
  const Kernel* first = own(*core_, dispatch.executable.get())->kernel().get();
  VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(*core_, first));
  Status prepared = prepare_dispatch(*core_, dispatch, timed, lease.slot());
  if (is_out_of_memory(prepared)) {
    core_->reclaim_memory();
    prepared = prepare_dispatch(*core_, dispatch, timed, lease.slot());
  }
  if (!prepared.ok()) return prepared;
  VYRE_RETURN_IF_ERROR(lease.submit());
  return std::unique_ptr<backend::Pending>(
      std::make_unique<PendingDispatch>(core_, std::move(lease), timed, start));
}

Result<std::shared_ptr<VulkanBackend>> open_backend(std::shared_ptr<Instance> instance,
                                                    size_t index, const DeviceOptions& options) {
  if (index >= instance->devices().size()) {
    return fail(Code::kNotFound, "Vulkan device ", index, " was asked for, ",
                instance->devices().size(),
                " are there. Fix: install a driver for the device (Debian: mesa-vulkan-drivers, or "
                "the vendor's) or choose one of those listed");
  }
  const PhysicalDevice& physical = instance->devices()[index];
  VYRE_RETURN_IF_ERROR(check_usable(physical));
  VYRE_ASSIGN_OR_RETURN(std::shared_ptr<Core> core,
                        Core::open(std::move(instance), physical, options));
  return std::make_shared<VulkanBackend>(std::move(core));
}

Result<std::shared_ptr<backend::Backend>> create_backend(std::shared_ptr<Instance> instance,
                                                         size_t index) {
  VYRE_ASSIGN_OR_RETURN(auto backend, open_backend(std::move(instance), index, {}));
  return std::shared_ptr<backend::Backend>(std::move(backend));
}

}  // namespace vyre::vulkan
