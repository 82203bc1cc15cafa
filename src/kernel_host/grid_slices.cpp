#include "kernel_host/grid_slices.h"

#include <algorithm>

namespace vyre::vulkan {

GridPart GridParts::next(uint64_t most_workgroups) {
  const uint64_t row = grid_[0];
  const uint64_t layer = row * grid_[1];
  GridPart part{next_, {grid_[0], grid_[1], next_[2] + 1}};
  const auto take = [&](size_t axis, uint64_t most) {
    const uint64_t left = grid_[axis] - next_[axis];
    part.end[axis] = next_[axis] + static_cast<uint32_t>(std::clamp<uint64_t>(most, 1, left));
  };
  if (next_[0] == 0 && next_[1] == 0 && most_workgroups >= layer) {
    take(2, most_workgroups / layer);
    next_[2] = part.end[2];
    return part;
  }
  if (next_[0] == 0 && most_workgroups >= row) {
    take(1, most_workgroups / row);
  } else {
    part.end[1] = next_[1] + 1;
    take(0, most_workgroups);
  }
  next_[0] = part.end[0] == grid_[0] ? 0 : part.end[0];
  if (next_[0] == 0) next_[1] = part.end[1] == grid_[1] ? 0 : part.end[1];
  if (next_[0] == 0 && next_[1] == 0) ++next_[2];
  return part;
}

}  // namespace vyre::vulkan
