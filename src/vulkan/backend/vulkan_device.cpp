#include "vulkan/backend/vulkan_device.h"

#include <algorithm>
#include <chrono>

#include "vulkan/context/device_objects.h"
#include "vulkan/context/scoped_submission.h"
#include "vulkan/context/transfer.h"
#include "vulkan/dispatch/check.h"
#include "vulkan/dispatch/dispatch_work.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/dispatch/sequence.h"
#include "vulkan/dispatch/sliced_submission.h"
#include "vulkan/kernel/cached_module.h"
#include "vulkan/kernel/external_code.h"

namespace vyre::vulkan {
namespace {

Result<Span> allocate_span(Core& core, uint64_t size) {
  core.slots().collect();
  Result<Span> span = core.allocator().allocate(MemoryUse::kDevice, size);
  if (span.ok() || span.error().code() != Code::kDeviceOutOfMemory) return span;
  core.reclaim_memory();
  return core.allocator().allocate(MemoryUse::kDevice, size);
}

Result<std::shared_ptr<DeviceBuffer>> make_buffer(const std::shared_ptr<Core>& core,
                                                  uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const Span span, allocate_span(*core, size));
  return std::make_shared<DeviceBuffer>(core,
                                        std::make_shared<Resident>(core->allocator(), span, size));
}

// For a call that keeps what it needs of |memory|.
std::shared_ptr<backend::Memory> borrowed(backend::Memory& memory) {
  return {std::shared_ptr<void>(), &memory};
}

// Returns before it is done.
Status dispatch_alone(Core& core, const backend::Dispatch& dispatch) {
  const Kernel* kernel = own(core, dispatch.executable.get())->kernel().get();
  VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(core, kernel));
  VYRE_RETURN_IF_ERROR(prepare_dispatch(core, dispatch, false, lease.slot()));
  return lease.submit(dispatch.label);
}

}  // namespace

Result<std::shared_ptr<backend::Memory>> VulkanBackend::allocate(uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(auto buffer, make_buffer(core, size));
  VYRE_RETURN_IF_ERROR(fill_with_zeroes(*core, buffer->resident()));
  return std::shared_ptr<backend::Memory>(std::move(buffer));
}

Result<std::shared_ptr<backend::Memory>> VulkanBackend::allocate_unfilled(uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(auto buffer, make_buffer(core, size));
  return std::shared_ptr<backend::Memory>(std::move(buffer));
}

Result<std::shared_ptr<backend::Memory>> VulkanBackend::import_host(
    const backend::HostRange& range) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(const Span span, core->allocator().import(range));
  auto resident = std::make_shared<Resident>(core->allocator(), span, range.bytes.size());
  return std::shared_ptr<backend::Memory>(
      std::make_shared<DeviceBuffer>(core, std::move(resident)));
}

Status VulkanBackend::write(backend::Memory& memory, uint64_t offset,
                            std::span<const std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer,
                        own_range(*core, &memory, offset, bytes.size()));
  VYRE_RETURN_IF_ERROR(write_bytes(*core, buffer->resident(), offset, bytes));
  core->device().tally().uploaded(bytes.size());
  return {};
}

Status VulkanBackend::read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer,
                        own_range(*core, &memory, offset, bytes.size()));
  VYRE_RETURN_IF_ERROR(read_bytes(*core, buffer->resident(), offset, bytes));
  core->device().tally().downloaded(bytes.size());
  return {};
}

Status VulkanBackend::fill(backend::Memory& memory, uint64_t offset, uint64_t size,
                           const backend::Produce& produce) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer, own_range(*core, &memory, offset, size));
  VYRE_RETURN_IF_ERROR(fill_pieces(*core, buffer->resident(), offset, size, produce));
  core->device().tally().uploaded(size);
  return {};
}

Status VulkanBackend::drain(backend::Memory& memory, uint64_t offset, uint64_t size,
                            const backend::Consume& consume) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer, own_range(*core, &memory, offset, size));
  VYRE_RETURN_IF_ERROR(drain_pieces(*core, buffer->resident(), offset, size, consume));
  core->device().tally().downloaded(size);
  return {};
}

Status VulkanBackend::copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to,
                           uint64_t to_offset, uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* source, own_range(*core, &from, from_offset, size));
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* target, own_range(*core, &to, to_offset, size));
  backend::Step step;
  step.kind = backend::Step::Kind::kCopy;
  step.from = borrowed(from);
  step.from_offset = from_offset;
  step.to = borrowed(to);
  step.to_offset = to_offset;
  step.size = size;
  const auto by_kernel = core->copies().dispatch_of(core, step);
  VYRE_RETURN_IF_ERROR(by_kernel ? dispatch_alone(*core, by_kernel->get())
                                 : copy_bytes(*core, source->resident(), from_offset,
                                              target->resident(), to_offset, size));
  core->device().tally().copied(size);
  return {};
}

Result<std::shared_ptr<backend::Executable>> VulkanBackend::compile(
    const backend::CompileRequest& request) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  if (request.foreign != nullptr) {
    VYRE_ASSIGN_OR_RETURN(spirv::Module foreign, foreign_module(core->device(), request));
    return compile_module(request, std::move(foreign));
  }
  VYRE_ASSIGN_OR_RETURN(spirv::Module module, code_of(request, core->device().target()));
  return compile_module(request, std::move(module));
}

Result<std::shared_ptr<backend::Executable>> VulkanBackend::compile_module(
    const backend::CompileRequest& request, spirv::Module module) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_ASSIGN_OR_RETURN(auto kernel, Kernel::create(core->device(), request, std::move(module)));
  return std::shared_ptr<backend::Executable>(
      std::make_shared<DeviceProgram>(core, std::move(kernel)));
}

Result<std::unique_ptr<backend::Pending>> VulkanBackend::submit(
    const backend::Dispatch& dispatch, const backend::SubmitOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  if (core->device().records_only()) return core->device().records_only_error();
  VYRE_RETURN_IF_ERROR(check_dispatch(*core, dispatch));
  const bool timed = options.timed && profile().device_timestamps;
  const Kernel* first = own(*core, dispatch.executable.get())->kernel().get();
  VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(*core, first));
  VYRE_RETURN_IF_ERROR(prepare_dispatch(*core, dispatch, timed, lease.slot()));
  std::vector<PartSubmission> parts;
  const uint64_t most_ns = core->settings().most_submission_ns();
  if (most_ns == 0 || first->is_foreign()) {
    VYRE_RETURN_IF_ERROR(lease.submit(dispatch.label));
  } else {
    VYRE_ASSIGN_OR_RETURN(parts, submit_in_parts(*core, dispatch.label, most_ns, lease));
  }
  return PendingDispatch::create(core, std::move(lease), std::move(parts), timed, start);
}

Result<backend::SubmitPolicy> VulkanBackend::submit_policy() const {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  return core->settings().get();
}

Status VulkanBackend::set_submit_policy(const backend::SubmitPolicy& policy) {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  core->settings().set(policy);
  return {};
}

Result<std::unique_ptr<backend::Sequence>> VulkanBackend::create_sequence(
    const backend::SequenceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto core, working());
  if (core->device().records_only()) return core->device().records_only_error();
  return std::unique_ptr<backend::Sequence>(
      std::make_unique<CommandSequence>(std::move(core), options));
}

}  // namespace vyre::vulkan
