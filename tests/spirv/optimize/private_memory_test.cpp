#include "spirv/support/optimized.h"

namespace vyre::spirv {
namespace {

// Elements pass through workgroup memory, backward, and one is never stored.
struct Passing {
  uint32_t lanes = 1;
  uint32_t elements = 9;
  DataType type = DataType::kU32;
};

Programs passing(const Passing& how) {
  Build b(how.lanes, {{"a", input(0, 8, how.type)}, {"o", output(1, 9, how.type)}});
  b.buffer("x", shared(how.elements, how.type));
  const auto behind = [&] { return b.sub(b.u32(8), b.var("k")); };
  return b.finish(
      {b.loop("k", b.u32(0), b.u32(8), {b.store("x", behind(), b.load("a", b.var("k")))}),
       b.barrier(),
       b.loop("j", b.u32(0), b.u32(9), {b.store("o", b.var("j"), b.load("x", b.var("j")))})});
}

class PrivateMemory : public Optimized {};

TEST_F(PrivateMemory, IsThatOfAWorkgroupOfOneInvocation) {
  EXPECT_FALSE(has_workgroup_memory(passing({})));
  EXPECT_EQ(count(passing({}), SpvOpControlBarrier), 0u);
  EXPECT_TRUE(has_workgroup_memory(passing({.lanes = 2})));
  EXPECT_EQ(count(passing({.lanes = 2}), SpvOpControlBarrier), 2u);
  EXPECT_TRUE(has_workgroup_memory(passing({}), OptimizationMode::kNone));
}

// Three bytes, of which the first is not the first of an element.
TEST_F(PrivateMemory, IsNotThatOfCopies) {
  Build b(1, {{"a", input(0, 8)}, {"o", output(1, 8)}, {"x", shared(8)}});
  const auto name = [&](std::string_view text) { return b.assembler().name(text); };
  ir::Node copy{.kind = NodeKind::kAsyncStore, .name = name("a"), .name2 = name("x")};
  copy.tag = name("t");
  copy.exprs = {b.u32(5), b.u32(3)};
  const ir::Node wait{.kind = NodeKind::kAsyncWait, .tag = name("t")};
  const auto program = b.finish(
      {b.assembler().add(copy), b.assembler().add(wait),
       b.loop("k", b.u32(0), b.u32(8), {b.store("o", b.var("k"), b.load("x", b.var("k")))})});
  EXPECT_TRUE(has_workgroup_memory(program));
  expect_same(program, {numbers(8)});
}

TEST_F(PrivateMemory, IsSmall) {
  EXPECT_FALSE(has_workgroup_memory(passing({.elements = 256})));
  EXPECT_TRUE(has_workgroup_memory(passing({.elements = 257})));
  EXPECT_FALSE(has_workgroup_memory(passing({.elements = 128, .type = DataType::kU64})));
  EXPECT_TRUE(has_workgroup_memory(passing({.elements = 129, .type = DataType::kU64})));
}

TEST_F(PrivateMemory, GivesTheSameBytes) {
  for (const DataType type : {DataType::kU32, DataType::kF32, DataType::kU64, DataType::kBool}) {
    SCOPED_TRACE(ir::tag_name(type));
    const uint32_t words = type == DataType::kU64 ? 16 : 8;
    expect_same(passing({.type = type}), {numbers(words)});
  }
}

}  // namespace
}  // namespace vyre::spirv
