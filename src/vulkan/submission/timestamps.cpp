#include "vulkan/submission/timestamps.h"

#include <algorithm>

namespace vyre::vulkan {

Timestamps::~Timestamps() { destroy(); }

void Timestamps::destroy() {
  if (pool_ == VK_NULL_HANDLE) return;
  device_.vk().vkDestroyQueryPool(device_.handle(), pool_, device_.callbacks());
  pool_ = VK_NULL_HANDLE;
  room_ = count_ = 0;
}

Status Timestamps::prepare(uint32_t count) {
  if (count > room_) {
    destroy();
    auto info = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = count;
    VYRE_RETURN_IF_ERROR(
        VYRE_DEVICE_CALL(device_, vkCreateQueryPool, &info, device_.callbacks(), &pool_));
    room_ = count;
  }
  count_ = count;
  return {};
}

bool Timestamps::read(std::span<uint64_t> ticks) const {
  if (pool_ == VK_NULL_HANDLE) return false;
  const VkResult result = device_.vk().vkGetQueryPoolResults(
      device_.handle(), pool_, 0, static_cast<uint32_t>(ticks.size()), ticks.size_bytes(),
      ticks.data(), sizeof ticks[0], VK_QUERY_RESULT_64_BIT);
  device_.notice(result);
  return result == VK_SUCCESS;
}

std::optional<std::array<uint64_t, 2>> Timestamps::ticks() const {
  std::array<uint64_t, 2> ticks = {0, 0};
  return read(ticks) ? std::optional(ticks) : std::nullopt;
}

uint64_t Timestamps::nanoseconds_between(uint64_t first, uint64_t second) const {
  const uint32_t bits = device_.physical().timestamp_valid_bits;
  const uint64_t mask = bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
  const double period = static_cast<double>(device_.physical().limits.timestampPeriod);
  const uint64_t passed = (second - first) & mask;
  if (passed == 0) return 0;
  return std::max<uint64_t>(1, static_cast<uint64_t>(static_cast<double>(passed) * period));
}

std::optional<uint64_t> Timestamps::nanoseconds() const {
  const auto both = ticks();
  const uint64_t passed = both ? nanoseconds_between((*both)[0], (*both)[1]) : 0;
  return passed != 0 ? std::optional(passed) : std::nullopt;  // 0: too short for this clock
}

std::vector<uint64_t> Timestamps::spans() const {
  std::vector<uint64_t> all(count_);
  if (count_ == 0 || !read(all)) return {};
  for (size_t i = 0; i + 1 < all.size(); ++i) all[i] = nanoseconds_between(all[i], all[i + 1]);
  all.pop_back();
  return all;
}

}  // namespace vyre::vulkan
