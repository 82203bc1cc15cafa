#include "kernel_host/grid_slices.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernel_host/workgroup_cost.h"

namespace vyre::kernel_host {
namespace {

// Every workgroup of |grid| lies in one part, and no part has more than |most|.
void expect_cut(const std::array<uint32_t, 3>& grid, uint64_t most) {
  std::vector<uint32_t> seen(size_t{grid[0]} * grid[1] * grid[2]);
  GridSlices slices(grid);
  while (!slices.done()) {
    const GridSlice slice = slices.next(most);
    ASSERT_GE(slice.workgroups(), 1u);
    ASSERT_LE(slice.workgroups(), std::max<uint64_t>(most, 1));
    for (uint32_t z = slice.first[2]; z < slice.end[2]; ++z) {
      for (uint32_t y = slice.first[1]; y < slice.end[1]; ++y) {
        for (uint32_t x = slice.first[0]; x < slice.end[0]; ++x) {
          ++seen.at((size_t{z} * grid[1] + y) * grid[0] + x);
        }
      }
    }
  }
  for (const uint32_t times : seen) ASSERT_EQ(times, 1u);
}

TEST(GridSlices, AreTheGrid) {
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

TEST(GridSlices, AreTheGridWhateverItIs) {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    expect_cut(random_grid(random), random() % 100);
  }
}

// Parts that change their size on the way.
TEST(GridSlices, MayGrow) {
  std::mt19937 random(6);
  for (int i = 0; i < 300; ++i) {
    const std::array<uint32_t, 3> grid = random_grid(random);
    uint64_t workgroups = 0;
    GridSlices slices(grid);
    while (!slices.done()) workgroups += slices.next(random() % 50).workgroups();
    ASSERT_EQ(workgroups, uint64_t{grid[0]} * grid[1] * grid[2]);
  }
}

TEST(GridSlices, OfTheLargestGrid) {
  constexpr uint32_t kMax = UINT32_MAX;
  GridSlices slices({kMax, 2, 1});
  EXPECT_EQ(slices.next(uint64_t{kMax} + 1).workgroups(), kMax);
  EXPECT_EQ(slices.next(UINT64_MAX).workgroups(), kMax);
  EXPECT_TRUE(slices.done());
}

TEST(WorkgroupCost, IsUnknownAtFirst) { EXPECT_FALSE(WorkgroupCost().workgroups_in(1000)); }

TEST(WorkgroupCost, RisesAtOnceAndFallsSlowly) {
  WorkgroupCost workgroup_cost;
  workgroup_cost.learn(100, 1000);
  EXPECT_EQ(workgroup_cost.workgroups_in(1000), 100u);
  workgroup_cost.learn(10, 1000);
  EXPECT_EQ(workgroup_cost.workgroups_in(1000), 10u);
  workgroup_cost.learn(1000, 1000);
  EXPECT_EQ(workgroup_cost.workgroups_in(1000), 13u);
}

TEST(WorkgroupCost, HasNoLimits) {
  WorkgroupCost workgroup_cost;
  workgroup_cost.learn(UINT64_MAX, 1);
  EXPECT_EQ(workgroup_cost.workgroups_in(UINT64_MAX), UINT64_MAX);
  workgroup_cost.learn(1, UINT64_MAX);
  EXPECT_EQ(workgroup_cost.workgroups_in(1), 1u);
  EXPECT_EQ(workgroup_cost.workgroups_in(0), 1u);
}

}  // namespace
}  // namespace vyre::kernel_host
