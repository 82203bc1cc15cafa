#pragma once

#include "backend/device.h"
#include "vulkan/backend/vulkan_device.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {

// Whether |dispatch| can run as it is, as far as the device alone knows: uniform buffers. All else
// is looked at before (backend/check, runtime/binding, launch).
Status check_dispatch(const VulkanDevice& opened, const backend::Dispatch& dispatch);

// Fills |context| for |dispatch|, which check_dispatch() has accepted: reserves memory for host
// bytes, copies the inputs in, zeroes the rest, writes the parameter words and puts down in
// |context.next| what is to be recorded. The context then keeps alive whatever the work needs.
Status prepare_dispatch(VulkanDevice& opened, const backend::Dispatch& dispatch, bool timed,
                        SubmissionContext& context);

// The same for work that is recorded into a command buffer of the host, which may be executed
// several times: memory that starts zeroed is cleared by recorded commands.
Status prepare_recorded(VulkanDevice& opened, const backend::Dispatch& dispatch,
                        SubmissionContext& context);

}  // namespace vyre::vulkan
