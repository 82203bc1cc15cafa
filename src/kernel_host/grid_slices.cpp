#include "kernel_host/grid_slices.h"

#include <algorithm>

namespace vyre::kernel_host {

GridSlice GridSlices::next(uint64_t max_workgroups) {
  const uint64_t row = grid_[0];
  const uint64_t layer = row * grid_[1];
  GridSlice slice{next_, {grid_[0], grid_[1], next_[2] + 1}};
  const auto take = [&](size_t axis, uint64_t most) {
    const uint64_t left = grid_[axis] - next_[axis];
    slice.end[axis] = next_[axis] + static_cast<uint32_t>(std::clamp<uint64_t>(most, 1, left));
  };
  if (next_[0] == 0 && next_[1] == 0 && max_workgroups >= layer) {
    take(2, max_workgroups / layer);
    next_[2] = slice.end[2];
    return slice;
  }
  if (next_[0] == 0 && max_workgroups >= row) {
    take(1, max_workgroups / row);
  } else {
    slice.end[1] = next_[1] + 1;
    take(0, max_workgroups);
  }
  next_[0] = slice.end[0] == grid_[0] ? 0 : slice.end[0];
  if (next_[0] == 0) next_[1] = slice.end[1] == grid_[1] ? 0 : slice.end[1];
  if (next_[0] == 0 && next_[1] == 0) ++next_[2];
  return slice;
}

}  // namespace vyre::kernel_host
