#include <gtest/gtest.h>

#include <map>
#include <random>

#include "kernel_host/grid_slices.h"

namespace vyre::kernel_host {
namespace {

using Axes = std::array<uint32_t, 3>;

// Which workgroups are launched, and whether by the coarsened kernel; each at most once.
std::map<Axes, bool> launched(const GridSlice& grid, const GridColumns& columns, const Axes& most) {
  std::map<Axes, bool> how;
  launch_pieces(grid, columns, most, [&](const GridPiece& piece) {
    for (size_t axis = 0; axis < 3; ++axis) EXPECT_LE(piece.size[axis], most[axis]);
    for (uint32_t z = 0; z < piece.size[2]; ++z) {
      for (uint32_t y = 0; y < piece.size[1]; ++y) {
        for (uint32_t x = 0; x < piece.size[0]; ++x) {
          const Axes at = {piece.base[0] + x, piece.base[1] + y, piece.base[2] + z};
          EXPECT_TRUE(how.emplace(at, piece.coarsened).second);
        }
      }
    }
  });
  return how;
}

TEST(GridPieces, AreTheActiveColumns) {
  std::mt19937 random(7);
  std::uniform_int_distribution<uint32_t> length(1, 6);
  for (int i = 0; i < 200; ++i) {
    const Axes end = {length(random), length(random), length(random)};
    const Axes most = {length(random), length(random), length(random)};
    const GridSlice grid{{length(random) % end[0], length(random) % end[1], 0}, end};
    const GridColumns columns{length(random) - 1, length(random)};
    const auto how = launched(grid, columns, most);
    for (const auto& [at, coarsened] : how) EXPECT_EQ(coarsened, at[0] < columns.coarsened);
    const uint32_t active = std::max(std::min(end[0], columns.active), grid.first[0]);
    EXPECT_EQ(how.size(),
              size_t{active - grid.first[0]} * (end[1] - grid.first[1]) * (end[2] - grid.first[2]));
  }
}

}  // namespace
}  // namespace vyre::kernel_host
