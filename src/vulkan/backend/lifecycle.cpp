#include <string>

#include "vulkan/backend/vulkan_device.h"
#include "vulkan/context/scoped_submission.h"
#include "vulkan/kernel/modules.h"

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
  ScopedSubmission submission(opened, nullptr);
  submission.context().next.clear();
  VYRE_RETURN_IF_ERROR(submission.submit());
  return opened.queue().wait(submission.number(), backend::Deadline::max()).status();
}

Status differs(const PhysicalDevice& before, std::string_view what, const std::string& was,
               const std::string& is) {
  return fail(Code::kDeviceLost, "device '", before.info.id, "' cannot be recovered: its ", what,
              " was ", was, " and is ", is,
              " now. Fix: destroy the backend and acquire one again; programs have to be compiled "
              "for the new limits");
}

Status check_same_limits(const PhysicalDevice& before, const PhysicalDevice& now) {
  const profile::DeviceProfile& a = before.info.profile;
  const profile::DeviceProfile& b = now.info.profile;
  const struct {
    std::string_view name;
    uint64_t was;
    uint64_t is;
  } limits[] = {
      {"number of invocations of a workgroup", a.max_workgroup_invocations,
       b.max_workgroup_invocations},
      {"number of bytes of a binding", a.max_buffer_bytes, b.max_buffer_bytes},
      {"number of buffers", a.max_buffers, b.max_buffers},
      {"workgroup memory", a.workgroup_memory_bytes, b.workgroup_memory_bytes},
      {"device memory", a.device_memory_bytes, b.device_memory_bytes},
      {"alignment of buffer offsets", a.buffer_offset_alignment, b.buffer_offset_alignment},
      {"largest allocation", before.max_allocation_bytes, now.max_allocation_bytes},
      {"alignment of host imports", before.host_import_alignment, now.host_import_alignment},
  };
  for (const auto& limit : limits) {
    if (limit.was == limit.is) continue;
    return differs(before, limit.name, std::to_string(limit.was), std::to_string(limit.is));
  }
  return {};
}

Status check_same(const PhysicalDevice& before, const PhysicalDevice& now) {
  if (before.info.id != now.info.id) {
    return differs(before, "identity", before.info.id, now.info.id);
  }
  if (before.info.profile.driver != now.info.profile.driver) {
    return differs(before, "driver", before.info.profile.driver, now.info.profile.driver);
  }
  VYRE_RETURN_IF_ERROR(check_same_limits(before, now));
  if (before.info.profile == now.info.profile) return {};
  return differs(before, "profile", "another", "different in its features or limits");
}

// Described and opened anew. Refuses an adapter that is another than before, or has other limits,
// naming the first difference.
Result<std::shared_ptr<OpenDevice>> reopen(const LogicalDevice& lost,
                                           const DeviceOptions& options) {
  const std::shared_ptr<Instance>& instance = lost.instance();
  const PhysicalDevice now = describe_device(instance->vk(), lost.physical().handle);
  VYRE_RETURN_IF_ERROR(check_usable(now));
  VYRE_ASSIGN_OR_RETURN(auto opened, OpenDevice::open(instance, now, options));
  VYRE_RETURN_IF_ERROR(check_same(lost.physical(), opened->device().physical()));
  return opened;
}

// A grid needs more recorded dispatches than this only when it could never end.
constexpr uint64_t kMaxGridPieces = uint64_t{1} << 17;

backend::Capabilities capabilities_of(const LogicalDevice& device, bool recovers) {
  backend::Capabilities can;
  can.runs_segments = true;
  can.takes_external_code = true;
#if defined(__linux__)
  can.runs_host_io = true;
#endif
  can.recovers = recovers;
  can.max_parameters = kMaxParameters;
  can.max_grid_pieces = kMaxGridPieces;
  can.host_import_alignment = device.physical().host_import_alignment;
  can.code_identity = code_identity_of(device);
  return can;
}

}  // namespace

VulkanDevice::VulkanDevice(std::shared_ptr<OpenDevice> opened, std::optional<DeviceOptions> options)
    : id_(opened->device().physical().info.id),
      profile_(opened->device().profile()),
      capabilities_(capabilities_of(opened->device(), options.has_value())),
      counters_(opened->device().shared_counters()),
      options_(std::move(options)),
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
  if (!capabilities_.recovers) {
    return fail(Code::kUnsupportedFeature, "backend '", id_,
                "' lacks the feature 'recovery': its device is the host's. Fix: destroy the "
                "backend, make a new device and import that");
  }
  VYRE_ASSIGN_OR_RETURN(auto fresh, reopen(lost->device(), *options_));
  fresh->settings().set(lost->settings().get());
  kernel_host::DeviceCounters::add(fresh->device().counters().recoveries);
  const std::lock_guard lock(mutex_);
  opened_ = std::move(fresh);
  return {};
}

}  // namespace vyre::vulkan
