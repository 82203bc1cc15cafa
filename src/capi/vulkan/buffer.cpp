#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Status;
using vyre::runtime::Buffer;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

vyre_error* vyre_buffer_import_vulkan(vyre_device* device, const vyre_vulkan_buffer_desc* desc,
                                      vyre_buffer** out_buffer) {
  return guard(VYRE_OUT(out_buffer), VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(const auto given, VYRE_READ_DESC(desc, vyre_vulkan_buffer_desc,
                                                           VYRE_VULKAN_BUFFER_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_string(given.label, "vyre_vulkan_buffer_desc.label"));
    VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_vulkan_buffer_desc"));
    const auto data = std::make_shared<UserData>(given.user, given.destroy);
    const uint64_t generation = device->rep->generation();
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->rep->use(generation));
    VYRE_ASSIGN_OR_RETURN(
        auto memory,
        vulkan::import_buffer(*raw, {given.buffer, given.offset, given.size, given.usage, data}));
    *out_buffer = new vyre_buffer(Buffer::adopt(device->rep, generation, std::move(memory)),
                                  view(given.label));
    data->own();
    return {};
  });
}

vyre_error* vyre_buffer_get_vulkan(const vyre_buffer* buffer, vyre_vulkan_buffer* out_buffer) {
  return guard(VYRE_ARG(buffer), [&]() -> Status {
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
