#include "vulkan/context/device_objects.h"

namespace vyre::vulkan {

Result<DeviceBuffer*> own_range(const OpenDevice& opened, backend::Memory* memory, uint64_t offset,
                                uint64_t size) {
  DeviceBuffer* buffer = own(opened, memory);
  if (buffer == nullptr) {
    return not_ours(opened, memory, "the memory", "use the backend that allocated it");
  }
  if (offset <= buffer->size() && size <= buffer->size() - offset) return buffer;
  return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", size,
              " lie outside the memory of ", buffer->size(), " bytes. Fix: stay inside the memory");
}

}  // namespace vyre::vulkan
