#include <chrono>

#include "vulkan/backend/transfer.h"
#include "vulkan/dispatch/dispatch_work.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/dispatch/sequence.h"
#include "vulkan/submission/timeline_semaphore.h"

// The calls of a device that run kernels.
namespace vyre::vulkan {
namespace {

// For a call that keeps what it needs of |memory|.
std::shared_ptr<backend::Memory> borrowed(backend::Memory& memory) {
  return {std::shared_ptr<void>(), &memory};
}

// Returns before it is done.
Status dispatch_alone(VulkanDevice& opened, const backend::Dispatch& dispatch) {
  const Kernel* kernel = own(opened, *dispatch.executables.front()).kernel().get();
  ScopedSubmission submission(opened.submissions(), kernel);
  VYRE_RETURN_IF_ERROR(prepare_dispatch(opened, dispatch, false, submission.context()));
  return submission.submit(dispatch.options.label);
}

}  // namespace

Status VulkanDevice::copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to,
                          uint64_t to_offset, uint64_t size) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  const DeviceBuffer& source = own(*this, from, from_offset, size);
  const DeviceBuffer& target = own(*this, to, to_offset, size);
  backend::Step step;
  step.kind = backend::Step::Kind::kCopy;
  step.from = borrowed(from);
  step.from_offset = from_offset;
  step.to = borrowed(to);
  step.to_offset = to_offset;
  step.size = size;
  const auto by_kernel = copies_.dispatch_of(shared_from_this(), step);
  VYRE_RETURN_IF_ERROR(by_kernel ? dispatch_alone(*this, by_kernel->get())
                                 : copy_bytes(*this, source, from_offset, target, to_offset, size));
  device_->counters().copied(size);
  return {};
}

Result<std::unique_ptr<backend::DeviceWork>> VulkanDevice::submit(
    const backend::Dispatch& dispatch) {
  using Clock = std::chrono::steady_clock;
  const auto start = dispatch.options.host_timed ? Clock::now() : Clock::time_point();
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (device_->records_only()) return device_->records_only_error();
  VYRE_RETURN_IF_ERROR(check_dispatch(*this, dispatch));
  const QueuePoints points{dispatch.options.wait_points, dispatch.options.signal_points};
  if (points.any()) queue_->release_semaphores();
  const bool timed = dispatch.options.timed && profile().device_timestamps;
  const Kernel* first = own(*this, *dispatch.executables.front()).kernel().get();
  ScopedSubmission submission(*submissions_, first);
  VYRE_RETURN_IF_ERROR(prepare_dispatch(*this, dispatch, timed, submission.context()));
  std::vector<SlicedSubmission> slices;
  const uint64_t max_ns = settings_.max_submission_ns();
  // Parts are waited for while they are learned from, which what waits for a point must not be.
  const auto is_whole = [&] {
    return first->is_external() || dispatch.grid == launch::Axes{} ||  // or in memory
           !points.waits.empty();
  };
  if (max_ns == 0 || is_whole()) {
    VYRE_RETURN_IF_ERROR(submission.submit(dispatch.options.label, points));
  } else {
    VYRE_ASSIGN_OR_RETURN(
        slices,
        submit_in_slices(*this, {dispatch.options.label, points.signals, max_ns}, submission));
  }
  return DispatchWork::create(shared_from_this(), std::move(submission), std::move(slices), timed,
                              start);
}

// Drivers put off some work to the first time that a kernel is executed, on an empty grid too.
Status VulkanDevice::warm(backend::Executable& executable) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (device_->records_only()) return {};
  const Kernel& kernel = *own(*this, executable).kernel();
  if (kernel.has_texels()) return {};  // there is no image that it could have
  const std::shared_ptr<backend::Executable> borrowed(std::shared_ptr<void>(), &executable);
  const std::vector<backend::BufferUse> uses(kernel.plan().bindings.size(), {.unfilled = true});
  const std::vector<uint32_t> words(kernel.parameters());
  const backend::Dispatch dispatch{{&borrowed, 1}, {0, 0, 0}, uses, words};
  ScopedSubmission submission(*submissions_, &kernel);
  VYRE_RETURN_IF_ERROR(prepare_dispatch(*this, dispatch, false, submission.context()));
  VYRE_RETURN_IF_ERROR(submission.submit());
  return queue_->wait(submission.number(), backend::Deadline::max()).status();
}

bool VulkanDevice::takes(const backend::Semaphore& semaphore) const {
  return semaphore.owner() == device_->handle();
}

Result<std::shared_ptr<backend::Semaphore>> VulkanDevice::create_semaphore() {
  return TimelineSemaphore::create(shared_from_this(), *device_);
}

Result<std::unique_ptr<backend::DeviceSequence>> VulkanDevice::create_sequence(
    const backend::SequenceOptions& options) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (device_->records_only()) return device_->records_only_error();
  return std::unique_ptr<backend::DeviceSequence>(
      std::make_unique<CommandSequence>(shared_from_this(), options));
}

}  // namespace vyre::vulkan
