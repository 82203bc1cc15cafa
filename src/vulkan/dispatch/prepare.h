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

// Where the work of a dispatch is put that a context has the memory for.
struct RecordedWork {
  Commands& commands;
  std::vector<std::shared_ptr<const Kernel>>& kernels;          // may have those of earlier work
  std::vector<std::shared_ptr<OwnedAllocation>>& owned_memory;  // empty
  // Of the work in whose place it comes, which owns what both use until then; null: none.
  const std::vector<std::shared_ptr<OwnedAllocation>>* others = nullptr;

  void own(const std::shared_ptr<OwnedAllocation>& memory) const;
};

// The same for work that is recorded into a command buffer of the host, which may be executed
// several times: memory that starts zeroed is cleared by recorded commands.
Status prepare_recorded(VulkanDevice& opened, const backend::Dispatch& dispatch,
                        SubmissionContext& context);
Status prepare_recorded(VulkanDevice& opened, const backend::Dispatch& dispatch,
                        SubmissionContext& context, const RecordedWork& work);

}  // namespace vyre::vulkan
