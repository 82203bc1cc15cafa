#pragma once

#include <cstdint>
#include <memory>

namespace vyre::vulkan {

// A range of a VkBuffer of the host's.
struct HostBuffer {
  uint64_t buffer = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t usage = 0;
  std::shared_ptr<const void> keep_alive;  // let go of when nothing uses the buffer any more
};

}  // namespace vyre::vulkan
