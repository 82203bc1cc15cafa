#include <gtest/gtest.h>

#include "spirv/module/module.h"
#include "support/value_of.h"

namespace vyre::spirv {
namespace {

Module whole_module() {
  Module module;
  module.words = {0x07230203, 2, 3};
  module.storage_buffers = 2;
  module.written = {true, false};
  module.parameter_words = 5;
  module.can_trap = true;
  module.trap_sites = {"body[0]", ""};
  module.constants = {{"scale", ir::ConstantKind::kF32}, {"type", ir::ConstantKind::kElementType}};
  module.coarsened = CoarsenedKernel{{7, 8}, {0, 1}, 4};
  module.overwritten = {{false, true}, {1}, 9};
  module.active_workgroups = 3;
  return module;
}

TEST(ModuleBytes, SayAllOfAModule) {
  const Module module = whole_module();
  const auto read = test::value_of(from_bytes(to_bytes(module)));
  const Module& again = read;
  EXPECT_EQ(again.words, module.words);
  EXPECT_EQ(again.storage_buffers, 2u);
  EXPECT_EQ(again.written, module.written);
  EXPECT_EQ(again.parameter_words, 5u);
  EXPECT_TRUE(again.can_trap);
  EXPECT_EQ(again.trap_sites, module.trap_sites);
  ASSERT_EQ(again.constants.size(), 2u);
  EXPECT_EQ(again.constants[0].name, "scale");
  EXPECT_EQ(again.constants[1].kind, ir::ConstantKind::kElementType);
  ASSERT_TRUE(again.coarsened);
  EXPECT_EQ(again.coarsened->words, module.coarsened->words);
  EXPECT_EQ(again.coarsened->bounded_by, module.coarsened->bounded_by);
  EXPECT_EQ(again.coarsened->max_elements, 4u);
  EXPECT_EQ(again.overwritten.buffers, module.overwritten.buffers);
  EXPECT_EQ(again.overwritten.bounded_by, module.overwritten.bounded_by);
  EXPECT_EQ(again.overwritten.max_elements, 9u);
  EXPECT_EQ(again.active_workgroups, 3u);
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

TEST(ModuleBytes, KindsThatAreNoneAreRefused) {
  Module module = whole_module();
  module.constants[0].kind = static_cast<ir::ConstantKind>(5);
  EXPECT_FALSE(from_bytes(to_bytes(module)).ok());
}

}  // namespace
}  // namespace vyre::spirv
