#include "vulkan/backend/vulkan_device.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "vulkan/context/device_objects.h"
#include "vulkan/context/scoped_submission.h"
#include "vulkan/context/transfer.h"
#include "vulkan/dispatch/dispatch_work.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/dispatch/sequence.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

Result<Allocation> allocate_from(OpenDevice& opened, uint64_t size) {
  opened.submissions().collect();
  Result<Allocation> allocation = opened.allocator().allocate(MemoryUse::kDevice, size);
  if (allocation.ok() || allocation.error().code() != Code::kDeviceOutOfMemory) return allocation;
  opened.reclaim_memory();
  return opened.allocator().allocate(MemoryUse::kDevice, size);
}

Result<std::shared_ptr<DeviceBuffer>> make_buffer(const std::shared_ptr<OpenDevice>& opened,
                                                  uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const Allocation allocation, allocate_from(*opened, size));
  return std::make_shared<DeviceBuffer>(opened, allocation, size);
}

// For a call that keeps what it needs of |memory|.
std::shared_ptr<backend::Memory> borrowed(backend::Memory& memory) {
  return {std::shared_ptr<void>(), &memory};
}

// Returns before it is done.
Status dispatch_alone(OpenDevice& opened, const backend::Dispatch& dispatch) {
  const Kernel* kernel = own(opened, *dispatch.executable).kernel().get();
  ScopedSubmission submission(opened, kernel);
  VYRE_RETURN_IF_ERROR(prepare_dispatch(opened, dispatch, false, submission.context()));
  return submission.submit(dispatch.label);
}

}  // namespace

Result<std::shared_ptr<backend::Memory>> VulkanDevice::allocate(
    uint64_t size, const backend::AllocateOptions& options) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  VYRE_ASSIGN_OR_RETURN(auto buffer, make_buffer(opened, size));
  if (!options.unfilled) VYRE_RETURN_IF_ERROR(fill_with_zeroes(*opened, buffer->owned()));
  return std::shared_ptr<backend::Memory>(std::move(buffer));
}

Result<std::shared_ptr<backend::Memory>> VulkanDevice::import_host(
    const backend::HostRange& range) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  VYRE_ASSIGN_OR_RETURN(const Allocation allocation, opened->allocator().import(range));
  return std::shared_ptr<backend::Memory>(
      std::make_shared<DeviceBuffer>(opened, allocation, range.bytes.size()));
}

Status VulkanDevice::write(backend::Memory& memory, uint64_t offset,
                           std::span<const std::byte> bytes) {
  return fill(memory, offset, bytes.size(), [&](std::span<std::byte> piece) {
    std::memcpy(piece.data(), bytes.data(), piece.size());
    bytes = bytes.subspan(piece.size());
    return Status();
  });
}

Status VulkanDevice::read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) {
  return drain(memory, offset, bytes.size(), copy_to(bytes));
}

Status VulkanDevice::fill(backend::Memory& memory, uint64_t offset, uint64_t size,
                          const backend::Produce& produce) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  const DeviceBuffer& buffer = own(*opened, memory, offset, size);
  VYRE_RETURN_IF_ERROR(fill_pieces(*opened, buffer.owned(), offset, size, produce));
  opened->device().counters().uploaded(size);
  return {};
}

Status VulkanDevice::drain(backend::Memory& memory, uint64_t offset, uint64_t size,
                           const backend::Consume& consume) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  const DeviceBuffer& buffer = own(*opened, memory, offset, size);
  VYRE_RETURN_IF_ERROR(drain_pieces(*opened, buffer.owned(), offset, size, consume));
  opened->device().counters().downloaded(size);
  return {};
}

Status VulkanDevice::copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to,
                          uint64_t to_offset, uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  const DeviceBuffer& source = own(*opened, from, from_offset, size);
  const DeviceBuffer& target = own(*opened, to, to_offset, size);
  backend::Step step;
  step.kind = backend::Step::Kind::kCopy;
  step.from = borrowed(from);
  step.from_offset = from_offset;
  step.to = borrowed(to);
  step.to_offset = to_offset;
  step.size = size;
  const auto by_kernel = opened->copies().dispatch_of(opened, step);
  VYRE_RETURN_IF_ERROR(by_kernel ? dispatch_alone(*opened, by_kernel->get())
                                 : copy_bytes(*opened, source.owned(), from_offset, target.owned(),
                                              to_offset, size));
  opened->device().counters().copied(size);
  return {};
}

Result<std::shared_ptr<backend::Executable>> VulkanDevice::compile(
    const backend::CompileRequest& request) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  if (request.external != nullptr) {
    VYRE_ASSIGN_OR_RETURN(spirv::Module external, external_module(opened->device(), request));
    return compile_module(request, std::move(external));
  }
  VYRE_ASSIGN_OR_RETURN(spirv::Module module, cached_module(request, opened->device().target()));
  return compile_module(request, std::move(module));
}

Result<std::shared_ptr<backend::Executable>> VulkanDevice::compile_module(
    const backend::CompileRequest& request, spirv::Module module) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  VYRE_ASSIGN_OR_RETURN(auto kernel, Kernel::create(opened->device(), request, std::move(module)));
  return std::shared_ptr<backend::Executable>(
      std::make_shared<DeviceProgram>(opened, std::move(kernel)));
}

Result<std::unique_ptr<backend::Work>> VulkanDevice::submit(const backend::Dispatch& dispatch,
                                                            const backend::SubmitOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  if (opened->device().records_only()) return opened->device().records_only_error();
  VYRE_RETURN_IF_ERROR(check_dispatch(*opened, dispatch));
  const bool timed = options.timed && profile().device_timestamps;
  const Kernel* first = own(*opened, *dispatch.executable).kernel().get();
  ScopedSubmission submission(*opened, first);
  VYRE_RETURN_IF_ERROR(prepare_dispatch(*opened, dispatch, timed, submission.context()));
  std::vector<SlicedSubmission> slices;
  const uint64_t max_ns = opened->settings().max_submission_ns();
  if (max_ns == 0 || first->is_external()) {
    VYRE_RETURN_IF_ERROR(submission.submit(dispatch.label));
  } else {
    VYRE_ASSIGN_OR_RETURN(slices, submit_in_slices(*opened, dispatch.label, max_ns, submission));
  }
  return DispatchWork::create(opened, std::move(submission), std::move(slices), timed, start);
}

Result<backend::SubmitPolicy> VulkanDevice::submit_policy() const {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  return opened->settings().get();
}

Status VulkanDevice::set_submit_policy(const backend::SubmitPolicy& policy) {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  opened->settings().set(policy);
  return {};
}

Result<std::unique_ptr<backend::Sequence>> VulkanDevice::create_sequence(
    const backend::SequenceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto opened, working());
  if (opened->device().records_only()) return opened->device().records_only_error();
  return std::unique_ptr<backend::Sequence>(
      std::make_unique<CommandSequence>(std::move(opened), options));
}

}  // namespace vyre::vulkan
