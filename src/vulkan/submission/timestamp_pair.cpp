#include "vulkan/submission/timestamp_pair.h"

#include <algorithm>

namespace vyre::vulkan {

TimestampPair::~TimestampPair() {
  if (pool_ != VK_NULL_HANDLE)
    device_.vk().vkDestroyQueryPool(device_.handle(), pool_, device_.callbacks());
}

Status TimestampPair::prepare() {
  if (pool_ != VK_NULL_HANDLE) return {};
  auto info = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  return VYRE_DEVICE_CALL(device_, vkCreateQueryPool, &info, device_.callbacks(), &pool_);
}

std::optional<std::array<uint64_t, 2>> TimestampPair::ticks() const {
  std::array<uint64_t, 2> ticks = {0, 0};
  const VkResult result =
      device_.vk().vkGetQueryPoolResults(device_.handle(), pool_, 0, 2, sizeof ticks, ticks.data(),
                                         sizeof ticks[0], VK_QUERY_RESULT_64_BIT);
  device_.notice(result);
  return result == VK_SUCCESS ? std::optional(ticks) : std::nullopt;
}

std::optional<uint64_t> TimestampPair::nanoseconds() const {
  const auto both = ticks();
  if (!both) return std::nullopt;
  const uint32_t bits = device_.physical().timestamp_valid_bits;
  const uint64_t mask = bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
  const double period = static_cast<double>(device_.physical().limits.timestampPeriod);
  const uint64_t passed = ((*both)[1] - (*both)[0]) & mask;
  if (passed == 0) return std::nullopt;  // too short for this clock
  return std::max<uint64_t>(1, static_cast<uint64_t>(static_cast<double>(passed) * period));
}

}  // namespace vyre::vulkan
