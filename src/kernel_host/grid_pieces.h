#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "kernel_host/grid_slices.h"

namespace vyre::kernel_host {

// What one launch runs: |size| workgroups on each axis, from workgroup |base|.
struct GridPiece {
  bool coarsened = false;  // by the coarsened kernel
  std::array<uint32_t, 3> base = {0, 0, 0};
  std::array<uint32_t, 3> size = {0, 0, 0};
};

// Which columns of a grid a kernel runs how, from the first on its x axis.
struct GridColumns {
  uint32_t coarsened = 0;  // as many by the coarsened kernel
  uint32_t active = 0;     // all from this one on do nothing
};

// Gives |launch| piece after piece of |grid|, none larger than |most| on an axis.
template <typename Launch>
void launch_columns(const GridSlice& grid, bool coarsened, const std::array<uint32_t, 3>& most,
                    const Launch& launch) {
  for (uint64_t z = grid.first[2]; z < grid.end[2]; z += most[2]) {
    for (uint64_t y = grid.first[1]; y < grid.end[1]; y += most[1]) {
      for (uint64_t x = grid.first[0]; x < grid.end[0]; x += most[0]) {
        GridPiece piece{coarsened, {uint32_t(x), uint32_t(y), uint32_t(z)}};
        for (size_t axis = 0; axis < 3; ++axis) {
          piece.size[axis] = std::min(grid.end[axis] - piece.base[axis], most[axis]);
        }
        launch(piece);
      }
    }
  }
}

// The same for all that a kernel has to do: first the columns that are coarsened.
template <typename Launch>
void launch_pieces(GridSlice grid, const GridColumns& columns, const std::array<uint32_t, 3>& most,
                   const Launch& launch) {
  grid.end[0] = std::min(grid.end[0], columns.active);
  if (grid.first[0] >= grid.end[0]) return;
  GridSlice before = grid;
  before.end[0] = grid.first[0] = std::clamp(columns.coarsened, grid.first[0], grid.end[0]);
  launch_columns(before, true, most, launch);
  launch_columns(grid, false, most, launch);
}

}  // namespace vyre::kernel_host
