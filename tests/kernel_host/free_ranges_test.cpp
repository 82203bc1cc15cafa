#include "kernel_host/free_ranges.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "support/allocations.h"

namespace vyre::kernel_host {
namespace {

TEST(FreeRanges, TakesFromTheFront) {
  FreeRanges ranges(100);
  EXPECT_EQ(ranges.take(40, 1), 0u);
  EXPECT_EQ(ranges.take(40, 1), 40u);
  EXPECT_EQ(ranges.take(40, 1), std::nullopt);
  EXPECT_EQ(ranges.take(20, 1), 80u);
  EXPECT_EQ(ranges.take(1, 1), std::nullopt);
}

TEST(FreeRanges, AlignsAndKeepsTheGapFree) {
  FreeRanges ranges(100);
  EXPECT_EQ(ranges.take(3, 16), 0u);
  EXPECT_EQ(ranges.take(10, 16), 16u);
  EXPECT_EQ(ranges.take(13, 1), 3u);
}

TEST(FreeRanges, AGapThatAlignmentEatsUpIsSkipped) {
  FreeRanges ranges(64);
  EXPECT_EQ(ranges.take(1, 1), 0u);
  EXPECT_EQ(ranges.take(60, 16), std::nullopt);
  EXPECT_EQ(ranges.take(48, 16), 16u);
}

TEST(FreeRanges, FreedNeighborsGrowTogether) {
  FreeRanges ranges(90);
  for (uint64_t at : {0u, 30u, 60u}) EXPECT_EQ(ranges.take(30, 1), at);
  ranges.give_back(0, 30);
  ranges.give_back(60, 30);
  EXPECT_EQ(ranges.take(60, 1), std::nullopt);
  ranges.give_back(30, 30);
  EXPECT_TRUE(ranges.all_free());
  EXPECT_EQ(ranges.take(90, 1), 0u);
}

// Every second one first, so that none has a free neighbor and there are ever more of them.
TEST(FreeRanges, GivingBackAllocatesNothing) {
  constexpr uint64_t kCount = 1000;
  FreeRanges ranges(kCount);
  for (uint64_t at = 0; at < kCount; ++at) ASSERT_EQ(ranges.take(1, 1), at);
  const uint64_t before = test::allocations();
  for (const uint64_t first : {0u, 1u}) {
    for (uint64_t at = first; at < kCount; at += 2) ranges.give_back(at, 1);
  }
  EXPECT_EQ(test::allocations(), before);
  EXPECT_TRUE(ranges.all_free());
  EXPECT_EQ(ranges.take(kCount, 1), 0u);
}

// Each leaves a gap behind.
TEST(FreeRanges, ATakeWithoutMemoryForItLosesNothing) {
  FreeRanges ranges(100);
  int taken = 0, gaps = 0;
  const auto take_all = [&] {
    while (ranges.take(2, 4)) ++taken;
  };
  EXPECT_GT(test::fail_each_allocation(take_all, [] {}), 0u);
  while (ranges.take(2, 1)) ++gaps;
  EXPECT_EQ(taken, 25);
  EXPECT_EQ(gaps, 25);
}

TEST(FreeRanges, NeverHandsOutAByteTwice) {
  constexpr uint64_t kSize = 1 << 14;
  FreeRanges ranges(kSize);
  std::map<uint64_t, uint64_t> taken;  // offset -> size
  std::mt19937 random(7);
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0 && !taken.empty()) {
      const auto victim = std::next(taken.begin(), static_cast<long>(random() % taken.size()));
      ranges.give_back(victim->first, victim->second);
      taken.erase(victim);
      continue;
    }
    const uint64_t size = 1 + random() % 600;
    const uint64_t alignment = uint64_t{1} << (random() % 9);
    const auto offset = ranges.take(size, alignment);
    if (!offset) continue;
    ASSERT_EQ(*offset % alignment, 0u);
    ASSERT_LE(*offset + size, kSize);
    const auto next = taken.lower_bound(*offset);
    const uint64_t end_of_free = next != taken.end() ? next->first : kSize;
    ASSERT_LE(*offset + size, end_of_free);
    if (next != taken.begin()) {
      ASSERT_LE(std::prev(next)->first + std::prev(next)->second, *offset);
    }
    taken[*offset] = size;
  }
  for (const auto& [offset, size] : taken) ranges.give_back(offset, size);
  EXPECT_TRUE(ranges.all_free());
  EXPECT_EQ(ranges.take(kSize, 1), 0u);
}

}  // namespace
}  // namespace vyre::kernel_host
