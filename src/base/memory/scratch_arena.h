#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>

namespace vyre {

// Memory for what lives as long as one call: a piece of the stack, and the heap beyond it. All goes
// at once, so nothing that is made with it may outlive it.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::pmr::memory_resource* memory() { return &memory_; }

 private:
  alignas(std::max_align_t) std::array<std::byte, 4096> first_;
  std::pmr::monotonic_buffer_resource memory_{first_.data(), first_.size()};
};

}  // namespace vyre
