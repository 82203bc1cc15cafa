#include "spirv/support/optimized.h"

// What is left out where the compiler of a device is slow.
namespace vyre::spirv {
namespace {

Target slow_target() {
  Target slow = full_target();
  slow.max_buffer_accesses = 1000;
  return slow;
}

// Which loops may be written out, from the outer one on.
std::vector<bool> written_out(const Programs& program, const Target& target) {
  std::vector<bool> found;
  const auto module = lower_known(*program, OptimizationMode::kAutomatic, target);
  for (const Instruction& one : instructions_of(module.value().words)) {
    if (one.op != SpvOpLoopMerge) continue;
    found.push_back(one.operands[2] != SpvLoopControlDontUnrollMask);
  }
  return found;
}

// Each inner trip loads and stores.
Programs nested(uint32_t outer, uint32_t inner) {
  Build b(1, {{"a", input(0, 64)}, {"o", output(1, 64)}});
  const auto move = b.store("o", b.var("k"), b.load("a", b.var("k")));
  return b.finish(
      {b.loop("i", b.u32(0), b.u32(outer), {b.loop("k", b.u32(0), b.u32(inner), {move})})});
}

TEST(SlowCompiler, WritesOutNoLoopOfManyAccesses) {
  EXPECT_THAT(written_out(nested(1, 3), slow_target()), ElementsAre(true, true));
  EXPECT_THAT(written_out(nested(2, 3), slow_target()), ElementsAre(false, true));
  EXPECT_THAT(written_out(nested(1, 4), slow_target()), ElementsAre(false, false));
  EXPECT_THAT(written_out(nested(64, 64), full_target()), ElementsAre(true, true));
}

// A function is as much to compile as four of them.
TEST(SlowCompiler, WritesOutNoLoopOfManyFunctions) {
  for (const bool twice : {false, true}) {
    Build b(1, {{"a", input(0, 64)}, {"o", output(1, 64)}});
    const auto once = b.unary(UnOp::kExp, b.f32(1));
    const auto value = twice ? b.unary(UnOp::kExp, once) : once;
    const auto store = b.store("o", b.var("k"), b.cast(DataType::kU32, value));
    const auto program = b.finish({b.loop("k", b.u32(0), b.u32(1), {store})});
    EXPECT_THAT(written_out(program, slow_target()), ElementsAre(!twice));
  }
}

TEST(SlowCompiler, WritesOutNoLoopOfEndlessAccesses) {
  const uint32_t many = UINT32_MAX;
  EXPECT_THAT(written_out(nested(many, many), slow_target()), ElementsAre(false, false));
}

// Counts |inputs| words, in 16 buckets.
bool gathers(uint32_t inputs, const Target& target) {
  Build b(16, {{"a", input(0, inputs)}, {"n", in_out(1, 16)}, {"o", output(2, 16)}});
  const auto place = b.bit_and(b.load("a", b.var("k")), b.u32(15));
  const auto one = b.let("old", b.atomic(AtomicOp::kAdd, "n", place, b.u32(1)));
  const auto program =
      b.finish({b.store("o", b.gid(), b.u32(0)), b.loop("k", b.u32(0), b.u32(99), {one})});
  const auto module = lower_known(*program, OptimizationMode::kAutomatic, target);
  const auto all = instructions_of(module.value().words);
  return std::ranges::any_of(all, [](const Instruction& each) {
    return each.op == SpvOpVariable && each.operands[2] == SpvStorageClassWorkgroup;
  });
}

TEST(SlowCompiler, GathersAtomicsOfMuchWorkOnly) {
  EXPECT_TRUE(gathers(64, full_target()));
  EXPECT_FALSE(gathers(64, slow_target()));
  EXPECT_FALSE(gathers(4063, slow_target()));
  EXPECT_TRUE(gathers(4064, slow_target()));  // 16 KiB with the others
  EXPECT_TRUE(gathers(0, slow_target()));     // unknown before the run
}

}  // namespace
}  // namespace vyre::spirv
