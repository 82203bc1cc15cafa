#include <gtest/gtest.h>

#include "spirv/module/module.h"
#include "support/value_of.h"

namespace vyre::spirv {
namespace {

Module whole_module() {
  Module module;
  module.words = {0x07230203, 2, 3};
  module.storage_buffers = 2;
  module.parameter_words = 5;
  module.can_trap = true;
  module.trap_sites = {{"trap 't' at body[0]", "body[0]", "t"}, {}};
  module.constants = {{"scale", ir::ConstantKind::kF32}, {"type", ir::ConstantKind::kElementType}};
  module.coarsened_words = {7, 8};
  module.rules = {9, {0, 1}, {false, true}, {1}, 3};
  return module;
}

TEST(ModuleBytes, SayAllOfAModule) {
  const Module module = whole_module();
  const auto read = test::value_of(from_bytes(to_bytes(module)));
  const Module& again = read;
  EXPECT_EQ(again.words, module.words);
  EXPECT_EQ(again.storage_buffers, 2u);
  EXPECT_EQ(again.parameter_words, 5u);
  EXPECT_TRUE(again.can_trap);
  EXPECT_EQ(again.trap_sites, module.trap_sites);
  ASSERT_EQ(again.constants.size(), 2u);
  EXPECT_EQ(again.constants[0].name, "scale");
  EXPECT_EQ(again.constants[1].kind, ir::ConstantKind::kElementType);
  EXPECT_EQ(again.coarsened_words, module.coarsened_words);
  EXPECT_EQ(again.rules.max_elements, 9u);
  EXPECT_EQ(again.rules.coarsened_within, module.rules.coarsened_within);
  EXPECT_EQ(again.rules.overwritten, module.rules.overwritten);
  EXPECT_EQ(again.rules.overwritten_within, module.rules.overwritten_within);
  EXPECT_EQ(again.rules.active_workgroups, 3u);
  EXPECT_EQ(to_bytes(again), to_bytes(module));
}

TEST(ModuleBytes, EveryTruncationAndGrowthIsRefused) {
  std::vector<uint8_t> bytes = to_bytes(whole_module());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(from_bytes(std::span(bytes).first(size)).ok()) << size;
  }
  bytes.push_back(0);
  EXPECT_FALSE(from_bytes(bytes).ok());
}

TEST(ModuleBytes, LengthsBeyondTheEndReserveNothing) {
  std::vector<uint8_t> bytes = to_bytes(whole_module());
  for (size_t at = 0; at < 8; ++at) bytes[at] = 0xFF;
  EXPECT_FALSE(from_bytes(bytes).ok());
}

TEST(ModuleBytes, FitPlansWithTheirBuffers) {
  launch::BindingPlan plan;
  plan.bindings = {{.role = launch::Role::kShared}, {}, {}};
  EXPECT_TRUE(fits(whole_module(), plan));
  Module module = whole_module();
  module.rules.coarsened_within = {2};
  EXPECT_FALSE(fits(module, plan));
  module = whole_module();
  module.rules.overwritten_within = {2};
  EXPECT_FALSE(fits(module, plan));
  module = whole_module();
  module.rules.overwritten.pop_back();
  EXPECT_FALSE(fits(module, plan));
  plan.bindings.pop_back();
  EXPECT_FALSE(fits(whole_module(), plan));
}

TEST(ModuleBytes, KindsThatAreNoneAreRefused) {
  Module module = whole_module();
  module.constants[0].kind = static_cast<ir::ConstantKind>(5);
  EXPECT_FALSE(from_bytes(to_bytes(module)).ok());
}

}  // namespace
}  // namespace vyre::spirv
