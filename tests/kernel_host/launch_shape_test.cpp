#include "kernel_host/launch_shape.h"

#include <gtest/gtest.h>

namespace vyre::kernel_host {
namespace {

// Buffer i has 100 * (i + 1) elements.
LaunchShape shape_of(const launch::LaunchRules& rules, bool is_coarsened, uint32_t workgroups) {
  return launch_shape(rules, is_coarsened, {{32, 1, 1}, {workgroups, 1, 1}, {}},
                      [](uint32_t number) { return 100 * (number + 1); });
}

// Of workgroups of 32 x 2 invocations.
LaunchShape guarded_shape_of(const launch::LaunchRules& rules, uint32_t width, uint32_t height) {
  return launch_shape(rules, true, {{32, 2, 1}, {(width + 31) / 32, 1, 1}, {{width, height, 1}}},
                      [](uint32_t) { return 1000u; });
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

TEST(LaunchShapes, WorkgroupsThatHaveNotAllInvocationsAreNotCoarsened) {
  EXPECT_EQ(guarded_shape_of({.coarsened_within = {0}}, 100, 2).coarsened_workgroups, 3u);
  EXPECT_EQ(guarded_shape_of({.coarsened_within = {0}}, 96, 2).coarsened_workgroups, 3u);
  EXPECT_EQ(guarded_shape_of({.coarsened_within = {0}}, 96, 1).coarsened_workgroups, 0u);
  EXPECT_EQ(guarded_shape_of({.coarsened_within = {0}}, 100, 2).active_workgroups, 4u);
}

TEST(LaunchShapes, WhatDoesNotExistOverwritesNothing) {
  EXPECT_EQ(guarded_shape_of({.overwritten = {true}}, 100, 2).overwritten_elements, 100u);
}

}  // namespace
}  // namespace vyre::kernel_host
