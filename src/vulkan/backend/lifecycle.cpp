#include "vulkan/backend/vulkan_device.h"
#include "vulkan/context/scoped_submission.h"
#include "vulkan/kernel/cached_module.h"

namespace vyre::vulkan {
namespace {

// One block of each use, which stays, and a first submission, for which drivers make their threads
// and rings.
Status warm_up(Core& core) {
  for (const MemoryUse use :
       {MemoryUse::kDevice, MemoryUse::kUpload, MemoryUse::kReadback, MemoryUse::kNear}) {
    VYRE_ASSIGN_OR_RETURN(const Span span, core.allocator().allocate(use, 1));
    core.allocator().free(span);
  }
  if (core.device().records_only()) return {};
  VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(core, nullptr));
  lease.slot().next.clear();
  VYRE_RETURN_IF_ERROR(lease.submit());
  return core.queue().wait(lease.number(), backend::Deadline::max()).status();
}

}  // namespace

VulkanBackend::VulkanBackend(std::shared_ptr<Core> core, Reopen reopen)
    : id_(core->device().physical().info.id),
      profile_(core->device().profile()),
      host_import_alignment_(core->device().physical().host_import_alignment),
      code_identity_(code_identity_of(core->device())),
      tally_(core->device().shared_tally()),
      reopen_(std::move(reopen)),
      core_(std::move(core)) {}

std::shared_ptr<Core> VulkanBackend::current() const {
  const std::lock_guard lock(mutex_);
  return core_;
}

Result<std::shared_ptr<Core>> VulkanBackend::working() const {
  std::shared_ptr<Core> core = current();
  if (core == nullptr) {
    return fail(Code::kInvalidArgument, "backend '", id_, "' was shut down. Fix: acquire it again");
  }
  if (core->device().lost()) return core->device().lost_error();
  return core;
}

Status VulkanBackend::prepare() {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  return warm_up(*core);
}

Status VulkanBackend::flush() {
  VYRE_ASSIGN_OR_RETURN(const auto core, working());
  VYRE_RETURN_IF_ERROR(core->queue().wait_for_all());
  core->slots().collect();
  return {};
}

// A lost device has nothing under way. Objects that are still there keep it open until they go.
Status VulkanBackend::shutdown() {
  std::shared_ptr<Core> core;
  {
    const std::lock_guard lock(mutex_);
    core.swap(core_);
  }
  if (core != nullptr) core->reclaim_memory();
  return {};
}

bool VulkanBackend::device_lost() const {
  const std::shared_ptr<Core> core = current();
  return core != nullptr && core->device().lost();
}

Status VulkanBackend::recover() {
  const std::shared_ptr<Core> lost = current();
  if (lost == nullptr) return working().status();
  if (!lost->device().lost()) return {};
  if (!reopen_) {
    return fail(Code::kUnsupportedFeature, "backend '", id_,
                "' lacks the feature 'recovery': its device is the host's. Fix: destroy the "
                "backend, make a new device and import that");
  }
  VYRE_ASSIGN_OR_RETURN(auto fresh, reopen_(*lost));
  fresh->settings().set(lost->settings().get());
  Tally::add(fresh->device().tally().recoveries);
  const std::lock_guard lock(mutex_);
  core_ = std::move(fresh);
  return {};
}

}  // namespace vyre::vulkan
