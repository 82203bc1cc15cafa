#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vyre::kernel_host {

// About as many submissions at most are made of one that is cut.
inline constexpr uint64_t kMaxSubmissions = 1024;

// The workgroups from |first| up to |end| on each axis.
struct GridSlice {
  std::array<uint32_t, 3> first = {0, 0, 0};
  std::array<uint32_t, 3> end = {0, 0, 0};

  uint64_t workgroups() const {
    return uint64_t{end[0] - first[0]} * (end[1] - first[1]) * (end[2] - first[2]);
  }
};

// Cuts a grid into parts one after the other, each workgroup into one of them: whole layers, else
// whole rows of a layer, else pieces of a row.
class GridSlices {
 public:
  explicit GridSlices(const std::array<uint32_t, 3>& grid) : grid_(grid) {}

  bool done() const { return next_[2] >= grid_[2]; }
  GridSlice next(uint64_t max_workgroups);  // at least one workgroup; only unless done()

 private:
  const std::array<uint32_t, 3> grid_;
  std::array<uint32_t, 3> next_ = {0, 0, 0};  // the first workgroup of the next part
};

// What a step of a sequence asks of the device.
struct StepWork {
  std::array<uint32_t, 3> grid = {0, 0, 0};  // of workgroups; none: a copy, which is short
  std::optional<double> workgroup_ns = 0;    // none: nothing is known
  bool divisible = false;                    // its grid may run in parts
};

// A step as a submission has it: all of it, or a part of its grid.
struct StepSlice {
  size_t step = 0;
  GridSlice grid;
  bool is_first = true;
  bool is_last = true;
};

// The steps in their order, by submission: each is estimated to take the device at most |max_ns|,
// 0: there is one. A step of which nothing is known has one to itself, so that its time tells.
std::vector<std::vector<StepSlice>> cut_steps(std::span<const StepWork> steps, uint64_t max_ns);

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
