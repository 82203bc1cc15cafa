#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "capi/core/shared_context.h"
#include "vulkan/device/features.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Device;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

namespace {

constexpr vyre_vulkan_device_flags kKnownFlags =
    VYRE_VULKAN_RECORD_ONLY | VYRE_VULKAN_DEBUG_UTILS | VYRE_VULKAN_FEATURES_GIVEN;

Status add_extensions(const vyre_vulkan_device_desc& desc, vulkan::HostDevice& host) {
  VYRE_RETURN_IF_ERROR(require_array(desc.enabled_extensions, desc.enabled_extension_count,
                                     "vyre_vulkan_device_desc.enabled_extensions"));
  for (size_t i = 0; i < desc.enabled_extension_count; ++i) {
    if (desc.enabled_extensions[i] == nullptr) {
      return fail(Code::kInvalidArgument, "vyre_vulkan_device_desc.enabled_extensions[", i,
                  "] is NULL. Fix: pass the array that the device was made with");
    }
    host.extensions.emplace_back(desc.enabled_extensions[i]);
  }
  return {};
}

Status add_features(const vyre_vulkan_device_desc& desc, vulkan::HostDevice& host) {
  const bool is_given = (desc.flags & VYRE_VULKAN_FEATURES_GIVEN) != 0;
  if (!is_given && desc.features != 0) {
    return fail(Code::kInvalidArgument,
                "vyre_vulkan_device_desc.features is given without VYRE_VULKAN_FEATURES_GIVEN. "
                "Fix: set that flag");
  }
  if (is_given && desc.enabled_features != nullptr) {
    return fail(Code::kInvalidArgument,
                "vyre_vulkan_device_desc has both features and enabled_features. Fix: give one of "
                "them");
  }
  VYRE_RETURN_IF_ERROR(
      check_bits(desc.features, vulkan::kAllFeatures, "vyre_vulkan_device_desc.features"));
  if (is_given) host.features = desc.features;
  if (desc.enabled_features == nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(host.features, vulkan::read_features(desc.enabled_features));
  return {};
}

Result<vulkan::HostDevice> host_device(const vyre_vulkan_device_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_vulkan_device_desc.flags"));
  vulkan::HostDevice host;
  host.instance = desc.instance;
  host.physical_device = desc.physical_device;
  host.device = desc.device;
  host.get_instance_proc_addr = desc.get_instance_proc_addr;
  host.api_version = desc.api_version;
  host.allocation_callbacks = desc.allocation_callbacks;
  host.queue = desc.queue;
  host.queue_family = desc.queue_family;
  host.queue_index = desc.queue_index;
  host.queue_flags = desc.queue_flags;
  host.lock = desc.lock;
  host.unlock = desc.unlock;
  host.user = desc.user;
  host.records_only = (desc.flags & VYRE_VULKAN_RECORD_ONLY) != 0;
  host.names_objects = (desc.flags & VYRE_VULKAN_DEBUG_UTILS) != 0;
  VYRE_RETURN_IF_ERROR(add_features(desc, host));
  VYRE_RETURN_IF_ERROR(add_extensions(desc, host));
  return host;
}

}  // namespace

vyre_error* vyre_device_import_vulkan(vyre_context* context, const vyre_vulkan_device_desc* desc,
                                      vyre_device** out_device) {
  return guard(VYRE_OUT(out_device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(const auto given, VYRE_READ_DESC(desc, vyre_vulkan_device_desc,
                                                           VYRE_VULKAN_DEVICE_DESC_INIT));
    VYRE_ASSIGN_OR_RETURN(vulkan::HostDevice host, host_device(given));
    VYRE_ASSIGN_OR_RETURN(const auto shared, context_or_shared(context));
    const auto data = std::make_shared<UserData>(given.user, given.destroy);
    host.keep_alive = data;
    vulkan::InstanceOptions options;
    options.memory = shared->memory();
    options.observe = shared->observation();
    VYRE_ASSIGN_OR_RETURN(auto raw, vulkan::import_device(host, options));
    *out_device = new vyre_device{std::make_shared<Device>(shared, std::move(raw))};
    data->own();
    return {};
  });
}

vyre_error* vyre_device_get_vulkan(const vyre_device* device, vyre_vulkan_device* out_device) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->rep->current());
    VYRE_ASSIGN_OR_RETURN(const auto found, vulkan::device_handles(*raw));
    vyre_vulkan_device handles = VYRE_VULKAN_DEVICE_INIT;
    if (found.records_only) handles.flags |= VYRE_VULKAN_RECORD_ONLY;
    if (found.names_objects) handles.flags |= VYRE_VULKAN_DEBUG_UTILS;
    handles.instance = found.instance;
    handles.physical_device = found.physical_device;
    handles.device = found.device;
    handles.queue = found.queue;
    handles.timeline = found.timeline;
    handles.submitted = found.last;
    handles.queue_family = found.queue_family;
    handles.imported = found.imported ? 1 : 0;
    return write_struct(out_device, handles, "vyre_vulkan_device");
  });
}
