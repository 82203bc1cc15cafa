#include "vulkan/submission/staged_bytes.h"

namespace vyre::vulkan {

Status StagedBytes::check_room(uint64_t bytes) {
  constexpr size_t kMany = 64;
  const std::lock_guard lock(mutex_);
  if (has_room(bytes) && staged_.size() < kMany) return {};
  while (!staged_.empty() && queue_.reached(staged_.front().submission)) {
    bytes_ -= staged_.front().bytes;
    staged_.pop_front();
  }
  if (has_room(bytes)) return {};
  return fail(Code::kNotReady, "a write of ", bytes, " bytes without waiting, behind ", bytes_,
              " that the device has not copied yet, of ", kMaxBytes,
              " at the most. Fix: wait for earlier work and ask again");
}

bool StagedBytes::has_room(uint64_t bytes) const {
  return bytes_ == 0 || (bytes <= kMaxBytes && bytes_ <= kMaxBytes - bytes);
}

void StagedBytes::add(uint64_t bytes, uint64_t submission) {
  const std::lock_guard lock(mutex_);
  staged_.push_back({bytes, submission});
  bytes_ += bytes;
}

}  // namespace vyre::vulkan
