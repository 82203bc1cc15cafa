#include "kernel_host/grid_pieces.h"

namespace vyre::kernel_host {

uint64_t count_pieces(const std::array<uint32_t, 3>& grid, const std::array<uint32_t, 3>& most) {
  uint64_t pieces = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t here = (uint64_t{grid[axis]} + most[axis] - 1) / most[axis];
    if (here != 0 && pieces > UINT64_MAX / here) return UINT64_MAX;
    pieces *= here;
  }
  return pieces;
}

}  // namespace vyre::kernel_host
