#pragma once

#include <algorithm>
#include <cstdint>

#include "base/status/status.h"

namespace vyre::backend {

// |status| of the segment |failed| of those that a dispatch runs in |order|, told by its place
// there. Equal ones share what they are made of, and a trap does not tell which of them it was: the
// first stands for all. What is alone was not cut.
template <typename Segments, typename Segment>
Status of_segment(Status status, const Segments& order, const Segment& failed) {
  if (status.ok() || order.size() < 2) return status;
  const auto first = std::ranges::find(order, failed);
  status.info().segment = static_cast<uint32_t>(first - order.begin());
  return status;
}

}  // namespace vyre::backend
