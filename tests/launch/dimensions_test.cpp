#include <gtest/gtest.h>

#include "launch/program_facts.h"
#include "support/build.h"

namespace vyre::launch {
namespace {

using test::Build;

// Of a program that keeps an id on |axis| in a local.
uint32_t dimensions_with(ir::ExprId (Build::*id)(uint8_t), uint8_t axis) {
  Build build;
  build.workgroup(64);
  const auto program = build.finish({build.let("x", (build.*id)(axis))});
  return dimensions_of(*program, program->workgroup_size);
}

TEST(Dimensions, TheWorkgroupSizeTells) {
  const auto program = Build().finish({});
  EXPECT_EQ(dimensions_of(*program, {64, 1, 1}), 1u);
  EXPECT_EQ(dimensions_of(*program, {1, 8, 1}), 2u);
  EXPECT_EQ(dimensions_of(*program, {8, 1, 4}), 3u);
}

TEST(Dimensions, IdsOfEveryKindTell) {
  for (const auto id : {&Build::gid, &Build::wid, &Build::lid}) {
    for (uint8_t axis = 0; axis < 3; ++axis) EXPECT_EQ(dimensions_with(id, axis), axis + 1u);
  }
}

TEST(Dimensions, AnIdDeepInsideCounts) {
  Build build({{"out", test::output(0, 4)}});
  const auto inside = build.store("out", build.gid(2), build.u32(1));
  const auto program = build.finish({build.loop("i", build.u32(0), build.u32(2), {inside})});
  EXPECT_EQ(dimensions_of(*program, {64, 1, 1}), 3u);
}

TEST(Dimensions, WhatNoStatementUsesDoesNotCount) {
  Build build;
  build.gid(1);
  EXPECT_EQ(dimensions_of(*build.finish({}), {64, 1, 1}), 1u);
}

}  // namespace
}  // namespace vyre::launch
