#pragma once

#include <array>
#include <cstdint>

namespace vyre::kernel_host {

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

}  // namespace vyre::kernel_host
