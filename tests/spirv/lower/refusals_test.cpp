#include "spirv/support/lower_checked.h"

namespace vyre::spirv {
namespace {

// Why |program| is refused on |target|; empty when it is not.
std::string refusal(const Programs& program, const Target& target = full_target(),
                    Code code = Code::kUnsupportedFeature) {
  const auto module = lower_for(*program, target);
  if (module.ok()) return "";
  EXPECT_EQ(module.error().code(), code);
  EXPECT_THAT(module.error().text(), HasSubstr("Fix: "));
  return module.error().text();
}

Programs storing(Build& b, ExprId value, DataType type = DataType::kU32) {
  b.buffer("o", output(5, 8, type));
  return b.finish({b.store("o", b.gid(), value)});
}

TEST(Refusals, NameTheLongElementAndItsBuffer) {
  Build b;
  ir::Buffer wide = input(0, 4);
  wide.element =
      b.assembler().program().types.intern({.tag = DataType::kVec, .element = 1, .size = 5});
  b.buffer("wide", wide);
  EXPECT_THAT(
      refusal(storing(b, b.load("wide", b.u32(0)))),
      AllOf(HasSubstr("a load of 'wide', whose elements of type Vec<U32,5> have more than 16"),
            HasSubstr("Fix: declare the buffer with a smaller element"),
            Not(HasSubstr("oracle"))));  // which loads no such elements either
}

TEST(Refusals, NameTheBytesBufferThatIsLoadedOrStored) {
  Build b({{"bytes", in_out(0, 4, DataType::kBytes)}});
  EXPECT_THAT(refusal(storing(b, b.load("bytes", b.u32(0)))), HasSubstr("a load of 'bytes'"));
  Build c({{"bytes", in_out(0, 4, DataType::kBytes)}});
  EXPECT_THAT(refusal(c.finish({c.store("bytes", c.u32(0), c.u32(1))})),
              AllOf(HasSubstr("a store to 'bytes', which is a Bytes buffer"),
                    HasSubstr("Fix: declare the buffer as U8"), Not(HasSubstr("oracle"))));
}

TEST(Refusals, BytesNeedEightBitStorage) {
  Build b({{"bytes", input(0, 4, DataType::kU8)}});
  const auto program = storing(b, b.cast(DataType::kU32, b.load("bytes", b.gid())));
  Target target = full_target();
  EXPECT_EQ(refusal(program, target), "");
  target.storage_8bit = false;
  EXPECT_THAT(refusal(program, target), AllOf(HasSubstr("'bytes'"), HasSubstr("8-bit storage")));
}

TEST(Refusals, HalfWordsNeedSixteenBitStorage) {
  Build b({{"halves", input(0, 4, DataType::kF16)}});
  const auto program = b.finish({b.let("x", b.load("halves", b.gid()))});
  Target target = full_target();
  EXPECT_EQ(refusal(program, target), "");
  target.storage_16bit = false;
  EXPECT_THAT(refusal(program, target),
              AllOf(HasSubstr("'halves'"), HasSubstr("of type F16"), HasSubstr("16-bit storage")));
}

TEST(Refusals, DivisionOfU64NeedsItOnTheDevice) {
  const auto program = [](BinOp op) {
    Build b({{"wide", input(0, 4, DataType::kU64)}});
    const auto a = b.load("wide", b.u32(0));
    return b.finish({b.let("x", b.binary(op, a, b.load("wide", b.u32(1))))});
  };
  Target target = full_target();
  EXPECT_EQ(refusal(program(BinOp::kDiv), target), "");
  target.int64 = false;
  EXPECT_EQ(refusal(program(BinOp::kMul), target), "");
  EXPECT_THAT(refusal(program(BinOp::kDiv), target), HasSubstr("division of U64 at body[0]"));
  EXPECT_THAT(refusal(program(BinOp::kMod), target), HasSubstr("division of U64 at body[0]"));
}

TEST(Refusals, WorkgroupMemoryOverTheLimitIsRefusedWithBothNumbers) {
  Build b(8, {{"big", shared(5000)}, {"more", shared(5000)}});
  Target target = full_target();
  target.workgroup_memory_bytes = 32768;
  EXPECT_THAT(refusal(storing(b, b.load("big", b.lid())), target),
              AllOf(HasSubstr("40000 bytes"), HasSubstr("32768")));
}

TEST(Refusals, WorkgroupMemoryCountsTheWordsOfItsElements) {
  Build b(8, {{"wide", shared(3000, DataType::kU64)}, {"narrow", shared(3000, DataType::kU8)}});
  Target target = full_target();
  target.workgroup_memory_bytes = 32768;
  EXPECT_THAT(refusal(storing(b, b.load("narrow", b.lid())), target),
              AllOf(HasSubstr("36000 bytes"), HasSubstr("32768")));
}

TEST(Refusals, SumsProductsAndRoundingNeedNothingOfTheDevice) {
  Build b({{"a", input(0, 8, DataType::kF32)}});
  const auto a = b.unary(UnOp::kFloor, b.unary(UnOp::kAbs, b.load("a", b.gid())));
  const auto sum = b.add(b.mul(a, b.f32(3.0f)), b.f32(1.0f));
  EXPECT_EQ(refusal(storing(b, sum, DataType::kF32), Target()), "");
}

TEST(Refusals, DivisionNeedsExactnessOrF64) {
  const auto program = [] {
    Build b;
    return storing(b, b.div(b.f32(1.0f), b.f32(3.0f)), DataType::kF32);
  };
  Target target = full_target();
  target.exact_f32_division = false;
  EXPECT_EQ(refusal(program(), target), "");
  target.f64 = false;
  EXPECT_THAT(refusal(program(), target), HasSubstr("F32 division or square root at body[0]"));
}

TEST(Refusals, FmaNeedsExactnessOrF64) {
  const auto program = [] {
    Build b;
    return storing(b, b.fma(b.f32(1.0f), b.f32(3.0f), b.f32(2.0f)), DataType::kF32);
  };
  Target target = full_target();
  target.exact_f32_fma = false;
  EXPECT_EQ(refusal(program(), target), "");
  target.f64 = false;
  EXPECT_THAT(refusal(program(), target), HasSubstr("F32 fused multiply-add at body[0]"));
}

TEST(Refusals, AnUnboundLocalIsInvalid) {
  Build b;
  EXPECT_THAT(refusal(storing(b, b.var("nowhere")), full_target(), Code::kInvalidProgram),
              HasSubstr("local 'nowhere'"));
}

TEST(Refusals, AnEmptyWorkgroupIsInvalid) {
  Build b;
  const auto program = storing(b, b.u32(1));
  auto source = value_of(test::source_of(*program));
  source.workgroup_size = {8, 0, 1};
  EXPECT_THAT(lower(source, full_target()), refuses(Code::kInvalidArgument, "8 x 0 x 1"));
}

}  // namespace
}  // namespace vyre::spirv
