#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

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
