#include "vulkan/backend/vulkan_device.h"
#include "vulkan/context/scoped_submission.h"
#include "vulkan/kernel/cached_module.h"

namespace vyre::vulkan {
namespace {

// One block of each use, which stays, and a first submission, for which drivers make their threads
// and rings.
Status warm_up(OpenDevice& opened) {
  for (const MemoryUse use :
       {MemoryUse::kDevice, MemoryUse::kUpload, MemoryUse::kReadback, MemoryUse::kHostVisible}) {
    VYRE_ASSIGN_OR_RETURN(const Allocation allocation, opened.allocator().allocate(use, 1));
    opened.allocator().free(allocation);
  }
  if (opened.device().records_only()) return {};
  VYRE_ASSIGN_OR_RETURN(ScopedSubmission submission, ScopedSubmission::take(opened, nullptr));
  submission.context().next.clear();
  VYRE_RETURN_IF_ERROR(submission.submit());
  return opened.queue().wait(submission.number(), backend::Deadline::max()).status();
}

}  // namespace

VulkanDevice::VulkanDevice(std::shared_ptr<OpenDevice> opened, Recover recover)
    : id_(opened->device().physical().info.id),
      profile_(opened->device().profile()),
      host_import_alignment_(opened->device().physical().host_import_alignment),
      code_identity_(code_identity_of(opened->device())),
      counters_(opened->device().shared_counters()),
      recover_(std::move(recover)),
      opened_(std::move(opened)) {}

std::shared_ptr<OpenDevice> VulkanDevice::current() const {
  const std::lock_guard lock(mutex_);
  return opened_;
}

Result<std::shared_ptr<OpenDevice>> VulkanDevice::working() const {
  std::shared_ptr<OpenDevice> opened = current();
  if (opened == nullptr) {
    return fail(Code::kInvalidArgument, "backend '", id_, "' was shut down. Fix: acquire it again");
  }
  if (opened->device().lost()) return opened->device().lost_error();
  return opened;
}

Status VulkanDevice::prepare() {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  return warm_up(*opened);
}

Status VulkanDevice::flush() {
  VYRE_ASSIGN_OR_RETURN(const auto opened, working());
  VYRE_RETURN_IF_ERROR(opened->queue().wait_for_all());
  opened->submissions().collect();
  return {};
}

// A lost device has nothing under way. Objects that are still there keep it open until they go.
Status VulkanDevice::shutdown() {
  std::shared_ptr<OpenDevice> opened;
  {
    const std::lock_guard lock(mutex_);
    opened.swap(opened_);
  }
  if (opened != nullptr) opened->reclaim_memory();
  return {};
}

bool VulkanDevice::device_lost() const {
  const std::shared_ptr<OpenDevice> opened = current();
  return opened != nullptr && opened->device().lost();
}

Status VulkanDevice::recover() {
  const std::shared_ptr<OpenDevice> lost = current();
  if (lost == nullptr) return working().status();
  if (!lost->device().lost()) return {};
  if (!recover_) {
    return fail(Code::kUnsupportedFeature, "backend '", id_,
                "' lacks the feature 'recovery': its device is the host's. Fix: destroy the "
                "backend, make a new device and import that");
  }
  VYRE_ASSIGN_OR_RETURN(auto fresh, recover_(*lost));
  fresh->settings().set(lost->settings().get());
  kernel_host::DeviceCounters::add(fresh->device().counters().recoveries);
  const std::lock_guard lock(mutex_);
  opened_ = std::move(fresh);
  return {};
}

}  // namespace vyre::vulkan
