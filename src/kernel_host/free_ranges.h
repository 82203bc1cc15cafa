#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace vyre::kernel_host {

constexpr uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// Which parts of one block of |size| bytes are free. Takes the first free range that fits; freed
// neighbors grow together. Not thread-safe.
class FreeRanges {
 public:
  explicit FreeRanges(uint64_t size);

  // The offset of |size| > 0 bytes at a multiple of |alignment|, or none.
  std::optional<uint64_t> take(uint64_t size, uint64_t alignment);
  // All of what take() gave; allocates nothing.
  void give_back(uint64_t offset, uint64_t size);

  bool all_free() const { return free_bytes_ == size_; }

 private:
  struct Range {
    uint64_t offset;
    uint64_t size;
    uint64_t end() const { return offset + size; }
  };

  void make_room();

  uint64_t size_;
  uint64_t free_bytes_;
  size_t taken_ = 0;         // that were not given back
  std::vector<Range> free_;  // by offset; no two touch
};

}  // namespace vyre::kernel_host
