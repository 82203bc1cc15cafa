#include <ctime>
#include <limits>
#include <map>
#include <set>

#include "spirv/support/lower_checked.h"
#include "spirv/support/module_reader.h"

namespace vyre::spirv {
namespace {

std::vector<Instruction> all_of(const std::vector<Instruction>& instructions, SpvOp op) {
  std::vector<Instruction> found;
  for (const Instruction& instruction : instructions) {
    if (instruction.op == op) found.push_back(instruction);
  }
  return found;
}

std::vector<uint32_t> first_operands(const std::vector<Instruction>& instructions) {
  std::vector<uint32_t> words;
  for (const Instruction& instruction : instructions) words.push_back(instruction.operands[0]);
  return words;
}

// The ids that carry |decoration|.
std::set<uint32_t> decorated(const std::vector<Instruction>& instructions,
                             SpvDecoration decoration) {
  std::set<uint32_t> ids;
  for (const Instruction& instruction : all_of(instructions, SpvOpDecorate)) {
    if (instruction.operands[1] == static_cast<uint32_t>(decoration)) {
      ids.insert(instruction.operands[0]);
    }
  }
  return ids;
}

TEST(Words, WhatIsEqualInOneExpressionIsThereOnce) {
  Build b({{"a", input(0, 8)}, {"o", output(1, 8)}});
  const auto either = [&] {
    return b.binary(BinOp::kBitOr, b.load("a", b.gid()), b.load("a", b.u32(1)));
  };
  const auto program =
      b.finish({b.store("o", b.gid(), b.add(either(), b.add(either(), either())))});
  const auto words = lowered(*program).words;
  EXPECT_EQ(all_of(instructions_of(words), SpvOpBitwiseOr).size(), 1u);
}

TEST(Words, AnAtomicEndsWhatIsEqual) {
  Build b({{"a", in_out(0, 8)}, {"o", output(1, 8)}});
  const auto either = [&] { return b.binary(BinOp::kBitOr, b.load("a", b.u32(0)), b.u32(3)); };
  const auto one = [&] { return b.atomic(AtomicOp::kAdd, "a", b.u32(0), b.u32(1)); };
  const auto sum = b.add(b.add(either(), b.add(one(), one())), either());
  const auto words = lowered(*b.finish({b.store("o", b.gid(), sum)})).words;
  const auto instructions = instructions_of(words);
  EXPECT_EQ(all_of(instructions, SpvOpBitwiseOr).size(), 2u);
  EXPECT_EQ(all_of(instructions, SpvOpAtomicIAdd).size(), 2u);
}

Programs arithmetic() {
  Build b({{"a", input(0, 8, DataType::kF32)}, {"o", output(1, 8, DataType::kF32)}});
  const auto sum = b.add(b.load("a", b.gid()), b.f32(0.0f));
  const auto quotient = b.div(b.unary(UnOp::kSqrt, sum), b.f32(3.0f));
  return b.finish({b.store("o", b.gid(), b.fma(quotient, b.load("a", b.u32(1)), b.f32(1.5f)))});
}

TEST(Words, BindingsFollowThePlan) {
  Build b(4, {{"late", output(7, 4)}, {"s", shared(4)}, {"first", input(2, 4)}});
  ir::Node trap{.kind = NodeKind::kTrap};
  trap.exprs[0] = b.u32(1);
  trap.tag = b.assembler().name("t");
  const auto program = b.finish({b.store("late", b.gid(), b.load("first", b.gid())),
                                 b.branch(b.load("first", b.gid()), {b.assembler().add(trap)})});
  const Module module = lowered(*program);
  EXPECT_EQ(module.storage_buffers, 2u);
  EXPECT_EQ(module.parameter_words, 2u);
  EXPECT_TRUE(module.can_trap);
  ASSERT_EQ(module.trap_sites.size(), 1u);
  EXPECT_EQ(module.trap_sites[0].text, "trap 't' at body[0].region.body[1].if.then[0]");
  EXPECT_EQ(module.trap_sites[0].path, "body[0].region.body[1].if.then[0]");
  EXPECT_EQ(module.trap_sites[0].name, "t");
  std::vector<uint32_t> bindings;
  for (const Instruction& instruction : instructions_of(module.words)) {
    if (instruction.op == SpvOpDecorate && instruction.operands[1] == SpvDecorationBinding) {
      bindings.push_back(instruction.operands[2]);
    }
  }
  EXPECT_THAT(bindings, UnorderedElementsAre(0, 1, 2, 3));
}

TEST(Words, OnlyBuffersThatAreWrittenAreWritable) {
  Build b({{"a", input(0, 8)}, {"idle", in_out(1, 8)}, {"o", output(2, 8)}});
  const auto program = b.finish({b.store("o", b.gid(), b.load("a", b.gid()))});
  const auto words = lowered(*program).words;
  const auto instructions = instructions_of(words);
  std::set<uint32_t> read_only;  // block types
  for (const Instruction& member : all_of(instructions, SpvOpMemberDecorate)) {
    if (member.operands[2] == SpvDecorationNonWritable) read_only.insert(member.operands[0]);
  }
  std::map<uint32_t, uint32_t> pointee;
  for (const Instruction& type : all_of(instructions, SpvOpTypePointer)) {
    pointee[type.operands[0]] = type.operands[2];
  }
  size_t reads = 0, writes = 0;
  for (const Instruction& variable : all_of(instructions, SpvOpVariable)) {
    if (variable.operands[2] != SpvStorageClassStorageBuffer) continue;
    ++(read_only.count(pointee[variable.operands[0]]) ? reads : writes);
  }
  EXPECT_EQ(reads, 2u);
  EXPECT_EQ(writes, 1u);
  for (const Instruction& store : all_of(instructions, SpvOpStore)) {
    ASSERT_EQ(store.operands.size(), 3u);
    EXPECT_EQ(store.operands[2], uint32_t{SpvMemoryAccessNonPrivatePointerMask});
  }
}

TEST(Words, NoFloatOperationMayBeContracted) {
  for (const Target& target : {full_target(), modest_target()}) {
    const auto words = lowered(*arithmetic(), target).words;
    const auto instructions = instructions_of(words);
    const auto exact = decorated(instructions, SpvDecorationNoContraction);
    size_t operations = 0;
    for (const SpvOp op : {SpvOpFAdd, SpvOpFSub, SpvOpFMul, SpvOpFDiv}) {
      for (const Instruction& instruction : all_of(instructions, op)) {
        EXPECT_THAT(exact, Contains(instruction.operands[1]));
        ++operations;
      }
    }
    EXPECT_GE(operations, 2u);
  }
}

TEST(Words, ModesAreDeclaredOnlyWhereTheDeviceOffersThem) {
  const auto full_words = lowered(*arithmetic()).words;
  const auto full = instructions_of(full_words);
  EXPECT_THAT(first_operands(all_of(full, SpvOpCapability)),
              Contains(uint32_t{SpvCapabilityRoundingModeRTE}));
  EXPECT_EQ(all_of(full, SpvOpExecutionMode).size(), 4u);
  const auto modest_words = lowered(*arithmetic(), modest_target()).words;
  const auto modest = instructions_of(modest_words);
  EXPECT_EQ(all_of(modest, SpvOpExecutionMode).size(), 1u);
  EXPECT_THAT(first_operands(all_of(modest, SpvOpCapability)),
              Contains(uint32_t{SpvCapabilityFloat64}));
}

TEST(Words, NoOperandOfArithmeticIsAConstantWhereTheDeviceMistakesThem) {
  Target target = full_target();
  const auto constant_operands = [&] {
    const auto words = lowered(*arithmetic(), target).words;
    const auto instructions = instructions_of(words);
    std::set<uint32_t> constants;
    for (const Instruction& constant : all_of(instructions, SpvOpConstant)) {
      constants.insert(constant.operands[1]);
    }
    size_t count = 0;
    for (const Instruction& cast : all_of(instructions, SpvOpBitcast)) {
      count += constants.count(cast.operands[2]);
    }
    return count;
  };
  EXPECT_GT(constant_operands(), 0u);
  target.mistakes_constant_zeros = true;
  EXPECT_EQ(constant_operands(), 0u);
}

TEST(Words, ResultsOfArithmeticAreNotHiddenAgain) {
  Build b({{"a", input(0, 4, DataType::kF32)}, {"o", output(1, 4, DataType::kF32)}});
  const auto load = [&] { return b.load("a", b.gid()); };
  const auto sum = b.add(load(), b.f32(3));
  const auto program = b.finish({b.store("o", b.gid(), b.mul(b.add(sum, b.f32(4)), b.f32(5)))});
  Target target = full_target();
  target.mistakes_constant_zeros = true;
  const auto words = lowered(*program, target).words;
  EXPECT_EQ(all_of(instructions_of(words), SpvOpBitwiseXor).size(), 4u);  // a load, three constants
}

TEST(Words, AProductWithOneIsTheOtherFactor) {
  const auto products = [](float factor, bool is_left) {
    Build b({{"a", input(0, 4, DataType::kF32)}, {"o", output(1, 4, DataType::kF32)}});
    const auto load = b.load("a", b.gid());
    const auto product = is_left ? b.mul(b.f32(factor), load) : b.mul(load, b.f32(factor));
    const auto words = lowered(*b.finish({b.store("o", b.gid(), product)})).words;
    return all_of(instructions_of(words), SpvOpFMul).size();
  };
  EXPECT_EQ(products(1, false), 0u);
  EXPECT_EQ(products(1, true), 0u);
  EXPECT_EQ(products(-1, false), 1u);
}

TEST(Words, AtomicsAreOrderedUnlessTheDeviceWaitsThere) {
  Build b({{"x", in_out(0, 4)}});
  const auto program = b.finish({b.let("old", b.atomic(AtomicOp::kAdd, "x", b.u32(0), b.u32(1)))});
  const auto semantics = [&](const Target& target) {
    const auto words = lowered(*program, target).words;
    const auto instructions = instructions_of(words);
    const uint32_t id = all_of(instructions, SpvOpAtomicIAdd)[0].operands[4];
    for (const Instruction& constant : all_of(instructions, SpvOpConstant)) {
      if (constant.operands[1] == id) return constant.operands[2];
    }
    return 0xFFFFFFFFu;
  };
  EXPECT_NE(semantics(full_target()) & SpvMemorySemanticsAcquireReleaseMask, 0u);
  EXPECT_EQ(semantics(modest_target()), 0u);
}

TEST(Words, LoopsAreCheckedOnlyWhereTheDeviceStopsThem) {
  Build b({{"o", output(0, 8)}});
  const auto program =
      b.finish({b.loop("i", b.u32(0), b.gid(), {b.store("o", b.gid(), b.var("i"))})});
  EXPECT_FALSE(lowered(*program).can_trap);
  const Module module = lowered(*program, modest_target());
  ASSERT_EQ(module.trap_sites.size(), 1u);
  EXPECT_EQ(module.trap_sites[0].text, "the loop at body[0].region.body[0]");
  EXPECT_EQ(module.trap_sites[0].name, "");
}

TEST(Words, TheSameProgramGivesTheSameWords) {
  EXPECT_EQ(lowered(*arithmetic()).words, lowered(*arithmetic()).words);
}

// x = x * 3 + i, over and over, with a branch around every fourth.
Programs long_program(uint32_t statements) {
  Build b({{"o", output(0, 64)}});
  Build::Nodes body{b.let("x", b.gid())};
  for (uint32_t i = 0; i < statements; ++i) {
    const auto next = b.add(b.mul(b.var("x"), b.u32(3)), b.u32(i));
    const auto step = b.assign("x", next);
    const bool branches = i % 4 == 0;
    body.push_back(branches ? b.branch(b.less(b.var("x"), b.u32(i)), {step}) : step);
  }
  body.push_back(b.store("o", b.gid(), b.var("x")));
  return b.finish(body);
}

TEST(Words, TheLongestProgramsAreLowered) { lowered(*long_program(6500), modest_target()); }

// Processor time of this program in seconds: what else the machine does is not in it.
double seconds_to_lower(const Programs& program, const Target& target) {
  const std::clock_t start = std::clock();
  const auto module = lower_for(*program, target);
  EXPECT_TRUE(module.ok()) << module.error().text();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(Words, TimeIsLinearInTheSizeOfTheProgram) {
  const Programs small = long_program(4000), large = long_program(64000);
  double least_small = std::numeric_limits<double>::max(), least_large = least_small;
  for (int tries = 0; tries < 20; ++tries) {
    least_small = std::min(least_small, seconds_to_lower(small, modest_target()));
    least_large = std::min(least_large, seconds_to_lower(large, modest_target()));
    if (tries >= 2 && least_large < 40 * least_small) break;
  }
  EXPECT_LT(least_large, 40 * least_small);  // 16 times the size; quadratic would be 256
}

// Kinds travel against the order of the statements, one step per look at all of them.
TEST(Words, KindsThatTravelBackwardsTakeLinearTime) {
  Build b({{"a", input(0, 8, DataType::kBool)}, {"o", output(1, 8)}});
  Build::Nodes body, inside;
  constexpr uint32_t kLocals = 3000;
  const auto name = [](uint32_t i) { return concat("x", i); };
  for (uint32_t i = 0; i < kLocals; ++i) {
    body.push_back(b.let(name(i), b.load("a", b.gid())));
    if (i > 0) inside.push_back(b.assign(name(i - 1), b.var(name(i))));
  }
  inside.push_back(b.assign(name(kLocals - 1), b.boolean(true)));
  body.push_back(b.loop("i", b.u32(0), b.u32(4), inside));
  body.push_back(b.store("o", b.gid(), b.cast(DataType::kU32, b.var(name(0)))));
  const Programs program = b.finish(body);
  // When it is linear, a twentieth of that, on a machine of any speed.
  EXPECT_LT(seconds_to_lower(program, full_target()),
            seconds_to_lower(long_program(64000), modest_target()));
}

TEST(Words, DeepExpressionsAreLowered) {
  Build b({{"o", output(0, 8)}});
  auto deep = b.gid();
  for (uint32_t i = 0; i < 400; ++i) deep = b.add(deep, b.u32(i));
  lowered(*b.finish({b.store("o", b.gid(), deep)}));
}

}  // namespace
}  // namespace vyre::spirv
