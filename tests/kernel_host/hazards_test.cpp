#include "kernel_host/hazards.h"

#include <gtest/gtest.h>

#include <random>

namespace vyre::kernel_host {
namespace {

MemoryAccess add_access(uint64_t block, uint64_t offset, uint64_t size, bool written) {
  return {{block, offset, size}, written};
}

bool conflicts(const Hazards& hazards, const MemoryAccess& one) {
  return hazards.conflict_with(std::span(&one, 1));
}

void add(Hazards& hazards, const MemoryAccess& one) { hazards.add(std::span(&one, 1)); }

TEST(Hazards, ReadsDoNotDisturbEachOther) {
  Hazards hazards;
  add(hazards, add_access(1, 0, 16, false));
  EXPECT_FALSE(conflicts(hazards, add_access(1, 0, 16, false)));
  EXPECT_TRUE(conflicts(hazards, add_access(1, 15, 1, true)));
  EXPECT_FALSE(conflicts(hazards, add_access(1, 16, 1, true)));
  EXPECT_FALSE(conflicts(hazards, add_access(2, 0, 16, true)));
}

TEST(Hazards, WhatWasWrittenIsWaitedFor) {
  Hazards hazards;
  add(hazards, add_access(1, 32, 16, true));
  EXPECT_TRUE(conflicts(hazards, add_access(1, 0, 33, false)));
  EXPECT_TRUE(conflicts(hazards, add_access(1, 47, 100, false)));
  EXPECT_TRUE(conflicts(hazards, add_access(1, 40, 1, true)));
  EXPECT_FALSE(conflicts(hazards, add_access(1, 0, 32, true)));
  EXPECT_FALSE(conflicts(hazards, add_access(1, 48, 4, false)));
  hazards.clear();
  EXPECT_FALSE(conflicts(hazards, add_access(1, 40, 1, true)));
}

TEST(Hazards, RangesOfEveryOrderAreFoundAgain) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Hazards hazards;
    std::vector<bool> read(64), written(64);
    for (int i = 0; i < 12; ++i) {
      const uint64_t offset = random() % 60, size = 1 + random() % (64 - offset);
      const bool writes = random() % 2 == 0;
      bool expected = false;
      for (uint64_t k = offset; k < offset + size; ++k) {
        expected |= written[k] || (writes && read[k]);
      }
      const MemoryAccess one = add_access(3, offset, size, writes);
      ASSERT_EQ(conflicts(hazards, one), expected) << round;
      add(hazards, one);
      for (uint64_t k = offset; k < offset + size; ++k) (writes ? written : read)[k] = true;
    }
  }
}

// Where they are too many to be told apart, what follows waits.
TEST(Hazards, OfManyPlacesAreForgottenAtABarrier) {
  Hazards hazards;
  int barriers = 0;
  for (uint64_t i = 0; i < 2000; ++i) {
    const MemoryAccess one = add_access(i % 7, i * 32, 16, true);
    barriers += hazards.before(std::span(&one, 1), false) != Barrier::kNone ? 1 : 0;
    ASSERT_TRUE(conflicts(hazards, one)) << i;
  }
  EXPECT_GE(barriers, 1);
  EXPECT_LE(barriers, 4);
}

TEST(Hazards, KernelsWaitForKernelsAlone) {
  Hazards hazards;
  const MemoryAccess write = add_access(1, 0, 8, true);
  const MemoryAccess other = add_access(2, 0, 8, true);
  const auto before = [&](const MemoryAccess& one, bool copies) {
    return hazards.before(std::span(&one, 1), copies);
  };
  EXPECT_EQ(before(write, false), Barrier::kNone);
  EXPECT_EQ(before(write, false), Barrier::kKernels);
  EXPECT_EQ(before(other, true), Barrier::kAll);  // the barrier before was not for copies
  EXPECT_EQ(before(write, false), Barrier::kNone);
  EXPECT_EQ(before(write, false), Barrier::kAll);  // a copy has gone on until here
  EXPECT_EQ(before(write, false), Barrier::kKernels);
  EXPECT_EQ(before(write, true), Barrier::kAll);
  EXPECT_EQ(before(other, true), Barrier::kNone);
}

}  // namespace
}  // namespace vyre::kernel_host
