#include <gtest/gtest.h>

#include "conform/published_interpreter.h"

namespace tool::published {
namespace {

using Grid = std::array<uint32_t, 3>;

vyre_program_info program(uint32_t x, uint32_t y, uint32_t z, uint64_t needs = 0) {
  vyre_program_info info = {};
  info.workgroup[0] = x;
  info.workgroup[1] = y;
  info.workgroup[2] = z;
  info.needs = needs;
  return info;
}

vyre_parameter_info words(vyre_access access, vyre_parameter_flags flags = 0) {
  vyre_parameter_info info = {};
  info.access = access;
  info.flags = flags;
  info.element_bytes = 4;
  info.slot = 1;
  return info;
}

vyre_parameter_info output() { return words(VYRE_ACCESS_READ_WRITE, VYRE_PARAMETER_MARKED_OUTPUT); }
vyre_parameter_info input() { return words(VYRE_ACCESS_READ_ONLY); }

TEST(PublishedGrid, ALineOfGroupsCoversTheOutput) {
  EXPECT_EQ(grid(program(64, 1, 1), {output()}, std::vector<uint64_t>{4000}), (Grid{16, 1, 1}));
  EXPECT_EQ(grid(program(1, 1, 1), {output()}, std::vector<uint64_t>{40}), (Grid{10, 1, 1}));
}

TEST(PublishedGrid, ASquareOfGroupsHasEqualSides) {
  EXPECT_EQ(grid(program(8, 8, 1), {output()}, std::vector<uint64_t>{4000}), (Grid{4, 4, 1}));
}

TEST(PublishedGrid, OnlyAxesAboveOneAreFilled) {
  EXPECT_EQ(grid(program(1, 64, 1), {output()}, std::vector<uint64_t>{4000}), (Grid{1, 16, 1}));
}

TEST(PublishedGrid, InputsDoNotWidenIt) {
  const std::vector<uint64_t> sizes = {4000, 4};
  EXPECT_EQ(grid(program(64, 1, 1), {input(), output()}, sizes), (Grid{1, 1, 1}));
}

TEST(PublishedGrid, InputsWidenItWithAtomicsOrWorkgroupMemoryOrWithoutOutputs) {
  const std::vector<uint64_t> sizes = {4000, 4};
  const std::vector<vyre_parameter_info> both = {input(), output()};
  EXPECT_EQ(grid(program(64, 1, 1, VYRE_NEEDS_ATOMICS), both, sizes), (Grid{16, 1, 1}));
  EXPECT_EQ(grid(program(64, 1, 1, VYRE_NEEDS_WORKGROUP_MEMORY), both, sizes), (Grid{16, 1, 1}));
  EXPECT_EQ(grid(program(64, 1, 1), {input()}, std::vector<uint64_t>{4000}), (Grid{16, 1, 1}));
}

TEST(PublishedGrid, ANodeTableAtSlotZeroCountsLikeAnOutput) {
  vyre_parameter_info nodes = input();
  nodes.slot = 0;
  nodes.name = vyre_str("pg_nodes");
  const std::vector<uint64_t> sizes = {4000, 4};
  EXPECT_EQ(grid(program(64, 1, 1), {nodes, output()}, sizes), (Grid{16, 1, 1}));
}

TEST(LeastRoot, IsExactAroundPowers) {
  EXPECT_EQ(min_root(4095, 2), 64u);
  EXPECT_EQ(min_root(4096, 2), 64u);
  EXPECT_EQ(min_root(4097, 2), 65u);
  EXPECT_EQ(min_root(1000, 3), 10u);
  EXPECT_EQ(min_root(1001, 3), 11u);
  EXPECT_EQ(min_root(UINT32_MAX, 2), 65536u);
  EXPECT_EQ(min_root(UINT32_MAX, 3), 1626u);
}

TEST(PublishedBuffers, WhatIsAllocatedIsNotTaken) {
  const vyre_parameter_info kept = words(VYRE_ACCESS_READ_WRITE);
  const vyre_parameter_info live = words(VYRE_ACCESS_READ_WRITE, VYRE_PARAMETER_MARKED_LIVE_OUT);
  EXPECT_TRUE(takes(kept) && returns(kept) && !allocates(kept));
  EXPECT_TRUE(!takes(live) && returns(live) && allocates(live));
  EXPECT_TRUE(takes(input()) && !returns(input()));
  EXPECT_TRUE(allocates(words(VYRE_ACCESS_WRITE_ONLY)));
  const vyre_parameter_info shared = words(VYRE_ACCESS_WORKGROUP);
  EXPECT_FALSE(takes(shared) || returns(shared) || allocates(shared));
}

}  // namespace
}  // namespace tool::published
