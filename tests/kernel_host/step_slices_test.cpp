#include <gtest/gtest.h>

#include <random>

#include "kernel_host/grid_slices.h"
#include "kernel_host/workgroup_cost.h"

namespace vyre::kernel_host {
namespace {

StepWork work(uint32_t workgroups, std::optional<double> workgroup_ns, bool divisible = true) {
  return {{workgroups, 1, 1}, workgroup_ns, divisible};
}

std::vector<size_t> sizes(const std::vector<std::vector<StepSlice>>& submissions) {
  std::vector<size_t> sizes;
  for (const auto& submission : submissions) sizes.push_back(submission.size());
  return sizes;
}

using Sizes = std::vector<size_t>;

TEST(SequenceSlices, StepsJoinUpToTheLimit) {
  const std::vector<StepWork> steps = {work(4, 10), work(5, 10), work(1, 10), work(1, 10)};
  EXPECT_EQ(sizes(cut_steps(steps, 100)), (Sizes{3, 1}));
  EXPECT_EQ(sizes(cut_steps(steps, 60)), (Sizes{1, 2, 1}));
  EXPECT_EQ(sizes(cut_steps(steps, 1000)), Sizes{4});
}

TEST(SequenceSlices, WhatIsUnknownStandsAlone) {
  const std::vector<StepWork> steps = {work(1, 1), work(1, std::nullopt), {}, work(1, 1)};
  EXPECT_EQ(sizes(cut_steps(steps, 1000)), (Sizes{1, 1, 2}));
}

TEST(SequenceSlices, LongStepsAreDivided) {
  const auto submissions = cut_steps(std::vector<StepWork>{work(10, 10), work(1, 10)}, 45);
  ASSERT_EQ(sizes(submissions), (Sizes{1, 1, 2}));
  EXPECT_TRUE(submissions[0][0].is_first);
  EXPECT_FALSE(submissions[0][0].is_last);
  EXPECT_EQ(submissions[1][0].grid.first[0], 4u);
  EXPECT_TRUE(submissions[2][0].is_last);
  EXPECT_EQ(submissions[2][1].step, 1u);
}

TEST(SequenceSlices, WhatCannotBeDividedStaysWhole) {
  EXPECT_EQ(sizes(cut_steps(std::vector<StepWork>{work(10, 10, false)}, 45)), Sizes{1});
}

// All workgroups of all steps, in order, and never many more submissions than a thousand.
TEST(SequenceSlices, AreTheSequenceWhateverItIs) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<StepWork> steps(random() % 50);
    for (StepWork& step : steps) {
      step = work(uint32_t(random() % 2000), double(random() % 100) / 8, random() % 4 != 0);
      if (random() % 8 == 0) step.workgroup_ns.reset();
    }
    const uint64_t max_ns = random() % 5000;
    const auto submissions = cut_steps(steps, max_ns);
    EXPECT_LE(submissions.size(), 2200u);
    std::vector<uint64_t> workgroups(steps.size());
    size_t last = 0;
    for (const auto& submission : submissions) {
      ASSERT_FALSE(submission.empty());
      for (const StepSlice& slice : submission) {
        ASSERT_GE(slice.step, last);
        last = slice.step;
        ASSERT_EQ(slice.is_first, slice.grid.first[0] == 0);
        ASSERT_EQ(slice.is_last, slice.grid.end[0] == steps[last].grid[0]);
        workgroups[last] += slice.grid.workgroups();
      }
    }
    for (size_t i = 0; i < steps.size(); ++i) ASSERT_EQ(workgroups[i], steps[i].grid[0]);
  }
}

TEST(SequenceSlices, AThousandAreEnough) {
  std::vector<StepWork> steps(100000, work(1000, 1000));
  EXPECT_LE(cut_steps(steps, 1).size(), 1100u);
  steps.assign(5000, work(1, std::nullopt));
  EXPECT_LE(cut_steps(steps, 1).size(), 1100u);
  EXPECT_LE(cut_steps(std::vector<StepWork>{work(UINT32_MAX, 1e-9)}, 1).size(), 1100u);
}

TEST(WorkgroupCost, TellsWhatAWorkgroupTakes) {
  WorkgroupCost workgroup_cost;
  EXPECT_FALSE(workgroup_cost.workgroup_ns().has_value());
  workgroup_cost.learn(1000, 2500);
  EXPECT_DOUBLE_EQ(*workgroup_cost.workgroup_ns(), 2.5);
}

}  // namespace
}  // namespace vyre::kernel_host
