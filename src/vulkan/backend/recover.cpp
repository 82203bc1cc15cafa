#include <string>

#include "vulkan/backend/vulkan_device.h"

namespace vyre::vulkan {
namespace {

Status differs(const PhysicalDevice& before, std::string_view what, const std::string& was,
               const std::string& is) {
  return fail(Code::kDeviceLost, "device '", before.id, "' cannot be recovered: its ", what,
              " was ", was, " and is ", is,
              " now. Fix: destroy the device and open one again; programs have to be compiled "
              "for the new limits");
}

Status check_same_limits(const PhysicalDevice& before, const PhysicalDevice& now) {
  const profile::DeviceProfile& a = before.profile;
  const profile::DeviceProfile& b = now.profile;
  const struct {
    std::string_view name;
    uint64_t was;
    uint64_t is;
  } limits[] = {
      {"number of invocations of a workgroup", a.max_workgroup_invocations,
       b.max_workgroup_invocations},
      {"number of bytes of a binding", a.max_buffer_bytes, b.max_buffer_bytes},
      {"number of parameters", a.max_parameters, b.max_parameters},
      {"workgroup memory", a.workgroup_memory_bytes, b.workgroup_memory_bytes},
      {"device memory", a.device_memory_bytes, b.device_memory_bytes},
      {"alignment of buffer offsets", a.buffer_offset_alignment, b.buffer_offset_alignment},
      {"largest allocation", a.max_allocation_bytes, b.max_allocation_bytes},
      {"alignment of host imports", before.host_import_alignment, now.host_import_alignment},
  };
  for (const auto& limit : limits) {
    if (limit.was == limit.is) continue;
    return differs(before, limit.name, std::to_string(limit.was), std::to_string(limit.is));
  }
  return {};
}

Status check_same(const PhysicalDevice& before, const PhysicalDevice& now) {
  if (before.id != now.id) {
    return differs(before, "identity", before.id, now.id);
  }
  if (before.profile.driver != now.profile.driver) {
    return differs(before, "driver", before.profile.driver, now.profile.driver);
  }
  VYRE_RETURN_IF_ERROR(check_same_limits(before, now));
  if (before.profile == now.profile) return {};
  return differs(before, "profile", "another", "different in its features or limits");
}

}  // namespace

// Described and opened anew. Refuses an adapter that is another than before, or has other limits,
// naming the first difference.
Result<std::shared_ptr<backend::Device>> VulkanDevice::recover() {
  if (!device_lost()) return std::shared_ptr<backend::Device>(shared_from_this());
  if (!capabilities_.recovers) {
    return fail(Code::kUnsupportedFeature, "device '", id(),
                "' lacks the feature 'recovery': its device is the host's. Fix: destroy it, "
                "make a new one and import that");
  }
  const std::shared_ptr<Instance>& instance = device_->instance();
  const PhysicalDevice now = describe_device(instance->vk(), device_->physical().handle);
  VYRE_RETURN_IF_ERROR(check_usable(now));
  VYRE_ASSIGN_OR_RETURN(const auto fresh, open(instance, now, options_));
  VYRE_RETURN_IF_ERROR(check_same(device_->physical(), fresh->device().physical()));
  fresh->settings().set(settings_.get());
  return std::shared_ptr<backend::Device>(fresh);
}

}  // namespace vyre::vulkan
