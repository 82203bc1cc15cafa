#include "kernel_host/launch_shape.h"

#include <gtest/gtest.h>

namespace vyre::kernel_host {
namespace {

// Buffer i has 100 * (i + 1) elements.
LaunchShape shape_of(const launch::LaunchRules& rules, bool is_coarsened, uint32_t workgroups) {
  return launch_shape(rules, is_coarsened, workgroups, 32,
                      [](uint32_t number) { return 100 * (number + 1); });
}

TEST(LaunchShapes, WithoutRulesAllWorkgroupsRunPlain) {
  const LaunchShape shape = shape_of({}, false, 7);
  EXPECT_EQ(shape.active_workgroups, 7u);
  EXPECT_EQ(shape.coarsened_workgroups, 0u);
  EXPECT_EQ(shape.overwritten_elements, 0u);
}

TEST(LaunchShapes, CoarsenedWorkgroupsLieWithinBoundsAsAWhole) {
  EXPECT_EQ(shape_of({.coarsened_within = {1, 0}}, true, 7).coarsened_workgroups, 3u);
  EXPECT_EQ(shape_of({.coarsened_within = {1, 0}}, false, 7).coarsened_workgroups, 0u);
  EXPECT_EQ(shape_of({.max_elements = 64, .coarsened_within = {1}}, true, 7).coarsened_workgroups,
            2u);
  EXPECT_EQ(shape_of({.coarsened_within = {1}}, true, 4).coarsened_workgroups, 4u);
}

TEST(LaunchShapes, OnlyActiveWorkgroupsAreCoarsened) {
  const LaunchShape shape = shape_of({.active_workgroups = 2}, true, 7);
  EXPECT_EQ(shape.active_workgroups, 2u);
  EXPECT_EQ(shape.coarsened_workgroups, 2u);
}

TEST(LaunchShapes, OverwrittenElementsAreThoseOfInvocationsWithinBounds) {
  launch::LaunchRules rules{.overwritten = {false, true}, .overwritten_within = {1}};
  EXPECT_EQ(shape_of(rules, false, 4).overwritten_elements, 128u);
  EXPECT_EQ(shape_of(rules, false, 10).overwritten_elements, 200u);
  rules.max_elements = 50;
  EXPECT_EQ(shape_of(rules, false, 10).overwritten_elements, 50u);
  EXPECT_EQ(shape_of({.overwritten_within = {1}}, false, 10).overwritten_elements, 0u);
}

}  // namespace
}  // namespace vyre::kernel_host
