#include "kernel_host/grid_slices.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernel_host/workgroup_cost.h"

namespace vyre::vulkan {
namespace {

// Every workgroup of |grid| lies in one part, and no part has more than |most|.
void expect_cut(const std::array<uint32_t, 3>& grid, uint64_t most) {
  std::vector<uint32_t> seen(size_t{grid[0]} * grid[1] * grid[2]);
  GridParts parts(grid);
  while (!parts.done()) {
    const GridPart part = parts.next(most);
    ASSERT_GE(part.workgroups(), 1u);
    ASSERT_LE(part.workgroups(), std::max<uint64_t>(most, 1));
    for (uint32_t z = part.first[2]; z < part.end[2]; ++z) {
      for (uint32_t y = part.first[1]; y < part.end[1]; ++y) {
        for (uint32_t x = part.first[0]; x < part.end[0]; ++x) {
          ++seen.at((size_t{z} * grid[1] + y) * grid[0] + x);
        }
      }
    }
  }
  for (const uint32_t times : seen) ASSERT_EQ(times, 1u);
}

TEST(GridParts, AreTheGrid) {
  for (const uint64_t most : {0u, 1u, 2u, 3u, 4u, 5u, 11u, 12u, 13u, 24u, 59u, 60u, 61u}) {
    SCOPED_TRACE(most);
    expect_cut({4, 3, 5}, most);
    expect_cut({60, 1, 1}, most);
    expect_cut({1, 60, 1}, most);
    expect_cut({1, 1, 60}, most);
  }
}

std::array<uint32_t, 3> random_grid(std::mt19937& random) {
  std::uniform_int_distribution<uint32_t> length(1, 9);
  return {length(random), length(random), length(random)};
}

TEST(GridParts, AreTheGridWhateverItIs) {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    expect_cut(random_grid(random), random() % 100);
  }
}

// Parts that change their size on the way.
TEST(GridParts, MayGrow) {
  std::mt19937 random(6);
  for (int i = 0; i < 300; ++i) {
    const std::array<uint32_t, 3> grid = random_grid(random);
    uint64_t workgroups = 0;
    GridParts parts(grid);
    while (!parts.done()) workgroups += parts.next(random() % 50).workgroups();
    ASSERT_EQ(workgroups, uint64_t{grid[0]} * grid[1] * grid[2]);
  }
}

TEST(GridParts, OfTheLargestGrid) {
  constexpr uint32_t kMost = UINT32_MAX;
  GridParts parts({kMost, 2, 1});
  EXPECT_EQ(parts.next(uint64_t{kMost} + 1).workgroups(), kMost);
  EXPECT_EQ(parts.next(UINT64_MAX).workgroups(), kMost);
  EXPECT_TRUE(parts.done());
}

TEST(Pace, IsUnknownAtFirst) { EXPECT_FALSE(Pace().workgroups_in(1000)); }

TEST(Pace, RisesAtOnceAndFallsSlowly) {
  Pace pace;
  pace.learn(100, 1000);
  EXPECT_EQ(pace.workgroups_in(1000), 100u);
  pace.learn(10, 1000);
  EXPECT_EQ(pace.workgroups_in(1000), 10u);
  pace.learn(1000, 1000);
  EXPECT_EQ(pace.workgroups_in(1000), 13u);
}

TEST(Pace, HasNoLimits) {
  Pace pace;
  pace.learn(UINT64_MAX, 1);
  EXPECT_EQ(pace.workgroups_in(UINT64_MAX), UINT64_MAX);
  pace.learn(1, UINT64_MAX);
  EXPECT_EQ(pace.workgroups_in(1), 1u);
  EXPECT_EQ(pace.workgroups_in(0), 1u);
}

}  // namespace
}  // namespace vyre::vulkan
