#pragma once

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// Counts the copies between buffers of devices that are opened with |patch|, from the last such
// device on.
class CountedCopies {
 public:
  static void patch(DeviceTable& table) {
    count = 0;
    original_ = table.vkCmdCopyBuffer;
    table.vkCmdCopyBuffer = copy;
  }

  static inline size_t count = 0;

 private:
  static VKAPI_ATTR void VKAPI_CALL copy(VkCommandBuffer commands, VkBuffer from, VkBuffer to,
                                         uint32_t regions, const VkBufferCopy* first) {
    ++count;
    original_(commands, from, to, regions, first);
  }

  static inline PFN_vkCmdCopyBuffer original_ = nullptr;
};

}  // namespace vyre::vulkan
