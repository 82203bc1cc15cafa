#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "vulkan/device/features.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Buffer;
using vyre::runtime::Device;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

namespace {

constexpr uint64_t kKnownFlags = VYRE_VULKAN_RECORD_ONLY | VYRE_VULKAN_DEBUG_UTILS;

Status add_extensions(const vyre_vulkan_device_desc& desc, vulkan::HostDevice& host) {
  if (desc.enabled_extension_count == 0) return {};
  VYRE_RETURN_IF_ERROR(require(desc.enabled_extensions, "enabled_extensions"));
  for (size_t i = 0; i < desc.enabled_extension_count; ++i) {
    if (desc.enabled_extensions[i] == nullptr) {
      return fail(Code::kInvalidArgument, "enabled_extensions[", i,
                  "] is NULL. Fix: pass the array that the device was made with");
    }
    host.extensions.emplace_back(desc.enabled_extensions[i]);
  }
  return {};
}

Status add_features(const vyre_vulkan_device_desc& desc, vulkan::HostDevice& host) {
  const bool is_set = (desc.set & VYRE_VULKAN_SET_FEATURES) != 0;
  if (!is_set && desc.features != 0) {
    return fail(Code::kInvalidArgument,
                "vyre_vulkan_device_desc.features is given without VYRE_VULKAN_SET_FEATURES. Fix: "
                "set that bit in |set|");
  }
  if (is_set && desc.enabled_features != nullptr) {
    return fail(Code::kInvalidArgument,
                "vyre_vulkan_device_desc has both |features| and |enabled_features|. Fix: give one "
                "of them");
  }
  VYRE_RETURN_IF_ERROR(
      check_bits(desc.features, vulkan::kAllFeatures, "vyre_vulkan_device_desc.features"));
  if (is_set) host.features = desc.features;
  if (desc.enabled_features == nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(host.features, vulkan::read_features(desc.enabled_features));
  return {};
}

Result<vulkan::HostDevice> host_device(const vyre_vulkan_device_desc& desc) {
  VYRE_RETURN_IF_ERROR(
      check_bits(desc.set, VYRE_VULKAN_SET_FEATURES, "vyre_vulkan_device_desc.set"));
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

vyre_error* vyre_backend_import_vulkan(vyre_context* context, const vyre_vulkan_device_desc* desc,
                                       vyre_backend** out_backend) {
  return guard(out_backend, context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(const auto given, VYRE_READ_DESC(desc, vyre_vulkan_device_desc,
                                                           VYRE_VULKAN_DEVICE_DESC_INIT));
    VYRE_ASSIGN_OR_RETURN(vulkan::HostDevice host, host_device(given));
    const auto data = std::make_shared<UserData>(given.user, given.destroy);
    host.keep_alive = data;
    vulkan::InstanceOptions options;
    options.memory = context->rep->memory();
    options.observe = context->rep->observation();
    VYRE_ASSIGN_OR_RETURN(auto device, vulkan::import_device(host, options));
    auto backend = std::make_shared<Device>(context->rep, std::move(device));
    *out_backend = new vyre_backend{std::move(backend)};
    data->own();
    return {};
  });
}

vyre_error* vyre_buffer_import_vulkan(vyre_backend* backend, const vyre_vulkan_buffer_desc* desc,
                                      vyre_buffer** out_buffer) {
  return guard(out_buffer, backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(const auto given, VYRE_READ_DESC(desc, vyre_vulkan_buffer_desc,
                                                           VYRE_VULKAN_BUFFER_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_bits(given.flags, 0, "vyre_vulkan_buffer_desc.flags"));
    VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_vulkan_buffer_desc"));
    const auto data = std::make_shared<UserData>(given.user, given.destroy);
    const uint64_t generation = backend->rep->generation();
    VYRE_ASSIGN_OR_RETURN(const auto raw, backend->rep->use(generation));
    VYRE_ASSIGN_OR_RETURN(
        auto memory,
        vulkan::import_buffer(*raw, {given.buffer, given.offset, given.size, given.usage, data}));
    *out_buffer = new vyre_buffer{Buffer::adopt(backend->rep, generation, std::move(memory))};
    data->own();
    return {};
  });
}

vyre_error* vyre_backend_get_vulkan(const vyre_backend* backend, vyre_vulkan_handles* out_handles) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_handles, "out_handles"));
    VYRE_ASSIGN_OR_RETURN(const auto raw, backend->rep->current());
    VYRE_ASSIGN_OR_RETURN(const auto found, vulkan::device_handles(*raw));
    vyre_vulkan_handles handles = VYRE_VULKAN_HANDLES_INIT;
    if (found.imported) handles.flags |= VYRE_VULKAN_HANDLES_IMPORTED;
    if (found.records_only) handles.flags |= VYRE_VULKAN_HANDLES_RECORD_ONLY;
    handles.instance = found.instance;
    handles.physical_device = found.physical_device;
    handles.device = found.device;
    handles.queue = found.queue;
    handles.timeline = found.timeline;
    handles.submitted = found.last;
    handles.queue_family = found.queue_family;
    return write_struct(out_handles, handles, "vyre_vulkan_handles");
  });
}

vyre_error* vyre_backend_wait_vulkan(vyre_backend* backend, uint64_t semaphore, uint64_t value) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto raw, backend->rep->current());
    return vulkan::wait_for_semaphore(*raw, semaphore, value);
  });
}

vyre_error* vyre_pending_get_vulkan(const vyre_pending* pending, vyre_vulkan_point* out_point) {
  return guard(pending, "pending", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_point, "out_point"));
    VYRE_RETURN_IF_ERROR(pending->rep->check_current());
    VYRE_ASSIGN_OR_RETURN(const auto raw, pending->rep->device().current());
    VYRE_ASSIGN_OR_RETURN(const auto handles, vulkan::device_handles(*raw));
    vyre_vulkan_point point = VYRE_VULKAN_POINT_INIT;
    point.semaphore = handles.timeline;
    point.value = pending->rep->submission();
    if (point.value == 0) {
      return fail(Code::kUnsupportedFeature,
                  "this work goes on on the host, so no semaphore tells its end. Fix: wait for it "
                  "with vyre_pending_wait");
    }
    return write_struct(out_point, point, "vyre_vulkan_point");
  });
}

vyre_error* vyre_buffer_get_vulkan(const vyre_buffer* buffer, vyre_vulkan_buffer* out_buffer) {
  return guard(buffer, "buffer", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_buffer, "out_buffer"));
    const uint64_t generation = buffer->rep->device().generation();
    VYRE_ASSIGN_OR_RETURN(const auto memory, buffer->rep->memory(generation));
    VYRE_ASSIGN_OR_RETURN(const auto raw, buffer->rep->device().current());
    VYRE_ASSIGN_OR_RETURN(const auto found, vulkan::buffer_handles(*raw, *memory));
    vyre_vulkan_buffer handles = VYRE_VULKAN_BUFFER_INIT;
    handles.buffer = found.buffer;
    handles.offset = found.offset;
    handles.size = buffer->rep->size();
    handles.memory = found.memory;
    handles.memory_offset = found.memory_offset;
    handles.usage = found.usage;
    return write_struct(out_buffer, handles, "vyre_vulkan_buffer");
  });
}
