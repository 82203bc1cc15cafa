#pragma once

#include <atomic>

#include "backend/device.h"
#include "vulkan/memory/allocator.h"

namespace vyre::vulkan {

// Bytes that stay on the device between dispatches. Recorded work shares it, so that a buffer that
// is freed early lives until the device is done with it. Borrows the allocator.
class OwnedAllocation {
 public:
  OwnedAllocation(Allocator& allocator, const Allocation& allocation, uint64_t size)
      : allocator_(allocator), allocation_(allocation), size_(size) {}
  ~OwnedAllocation() { allocator_.free(allocation_); }
  OwnedAllocation(const OwnedAllocation&) = delete;
  OwnedAllocation& operator=(const OwnedAllocation&) = delete;

  const Allocation& allocation() const { return allocation_; }
  uint64_t size() const { return size_; }

  // Memory that only recorded work can clear is cleared by the first that uses it.
  void zero_later() { unzeroed_.store(true); }
  bool take_zeroing() { return unzeroed_.exchange(false); }

  uint64_t last_use() const { return last_use_.load(); }
  void used_by(uint64_t submission) {
    uint64_t known = last_use_.load(std::memory_order_relaxed);
    while (known < submission && !last_use_.compare_exchange_weak(known, submission)) {
    }
  }

 protected:
  Allocator& allocator() const { return allocator_; }
  void take(const Allocation& allocation) { allocation_ = allocation; }  // before it is shared

 private:
  Allocator& allocator_;
  Allocation allocation_;
  const uint64_t size_;
  std::atomic<bool> unzeroed_ = false;
  std::atomic<uint64_t> last_use_ = 0;  // number of the newest submission that touches it
};

}  // namespace vyre::vulkan
