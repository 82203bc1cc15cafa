#include "capi/interop/semaphore.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

vyre_error* vyre_semaphore_import_vulkan(vyre_device* device,
                                         const vyre_vulkan_semaphore_desc* desc,
                                         vyre_semaphore** out_semaphore) {
  return guard(VYRE_OUT(out_semaphore), VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(const auto given, VYRE_READ_DESC(desc, vyre_vulkan_semaphore_desc,
                                                           VYRE_VULKAN_SEMAPHORE_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_string(given.label, "vyre_vulkan_semaphore_desc.label"));
    const auto data = std::make_shared<UserData>(given.user, given.destroy);
    const uint64_t generation = device->rep->generation();
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->rep->current());
    VYRE_RETURN_IF_ERROR(vulkan::device_handles(*raw).status());
    if (given.semaphore == 0) {
      return vyre::fail(Code::kInvalidArgument,
                        "vyre_vulkan_semaphore_desc.semaphore is 0. Fix: pass a timeline of the "
                        "host's");
    }
    *out_semaphore = new vyre_semaphore{device->rep.get(),
                                        device->rep,
                                        generation,
                                        given.semaphore,
                                        std::string(view(given.label)),
                                        data};
    data->own();
    return {};
  });
}

vyre_error* vyre_semaphore_get_vulkan(const vyre_semaphore* semaphore, uint64_t* out_vk_semaphore) {
  return guard(VYRE_OUT(out_vk_semaphore), VYRE_ARG(semaphore), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(*out_vk_semaphore, handle_of(*semaphore));
    return {};
  });
}
