#include "ir/build_kernel.h"
#include "ir/program/limits.h"
#include "support/matchers.h"

// Names, parameters and blocks of a program that is built, and the mistakes that calls make.
namespace vyre::ir {
namespace {

using test::Kernel;
using test::value_of;

template <typename T>
std::string refusal(const Result<T>& result) {
  return result.ok() ? "accepted" : result.error().text();
}
std::string refusal(const Status& status) { return status.ok() ? "accepted" : status.text(); }

TEST(BuildNames, AreMadeUpWhereNoneIsGiven) {
  Kernel k;
  const auto named = k.let("", k.u32(1));
  const auto variable = k.local("", k.u32(2));
  const auto i = k.begin_loop("", k.u32(3));
  k.assign(variable, k.add(named, i));
  k.end();
  k.store(k.out, k.get(variable));
  k.expect_body(R"(
    {"let": "_0", "value": 1}, {"let": "_1", "value": 2},
    {"loop": "_2", "to": 3, "body": [{"assign": "_1", "value": {"add": ["_0", "_2"]}}]},
    {"store": "out", "at": 0, "value": "_1"})");
}

TEST(BuildNames, ThatAreMadeUpDifferFromAllThatAreGiven) {
  Kernel k;
  k.atomic_add(k.a, k.u32(1));
  k.call("_1");
  k.begin_region("_2");
  k.let("_0", k.u32(1));
  k.end();
  k.expect_body(R"(
    {"let": "_3", "value": {"atomic": "add", "buffer": "a", "at": 0, "value": 1,
                            "ordering": "relaxed"}},
    {"let": "_4", "value": {"call": "_1"}},
    {"region": "_2", "body": [{"let": "_0", "value": 1}]})");
}

TEST(BuildBlocks, PutsARootAroundWhatStandsInNoRegion) {
  Kernel k;
  const auto sum = k.add(k.index(), k.u32(1));
  k.begin_region("first");
  k.store(k.out, sum);
  k.end();
  k.begin_region("second");
  k.begin_block();
  k.leave();
  k.end();
  k.end();
  k.expect_body(R"(
    {"region": "first", "body": [
      {"store": "out", "at": 0, "value": {"add": [{"invocation_id": "x"}, 1]}}]},
    {"region": "second", "body": [{"block": ["return"]}]})");
}

TEST(BuildBlocks, AValueOfABlockIsNotUsedBehindIt) {
  Kernel k;
  k.begin_if(k.index());
  k.store(k.a, k.u32(1));
  const auto one = k.u32(1);
  k.end();
  const std::string text = refusal(k.b.store(k.out, k.u32(0), one));
  EXPECT_THAT(text, HasSubstr("value was made at body[0].then[1], inside a block that has ended"));
  EXPECT_EQ(k.b.place(), "body[1]");
}

TEST(BuildBlocks, AValueOfThenIsNotUsedInElse) {
  Kernel k;
  k.begin_if(k.index());
  const auto sum = k.add(k.index(), k.u32(1));
  k.begin_else();
  EXPECT_EQ(k.b.place(), "body[0].otherwise[0]");
  EXPECT_THAT(refusal(k.b.store(k.out, sum, k.u32(0))),
              HasSubstr("index was made at body[0].then[0]"));
}

TEST(BuildBlocks, ALoopsNumberAndAVariableEndWithTheirBlock) {
  Kernel loop, block;
  const auto i = loop.begin_loop("i", loop.u32(2));
  loop.end();
  EXPECT_THAT(refusal(loop.b.begin_if(i)), HasSubstr("condition was made at body[0].body[0]"));
  block.begin_block();
  const auto v = block.local("v", block.u32(1));
  block.end();
  EXPECT_THAT(refusal(block.b.get(v)), HasSubstr("local was made at body[0].body[0]"));
  EXPECT_THAT(refusal(block.b.assign(v, block.u32(1))), HasSubstr("local was made at"));
}

TEST(BuildBlocks, EndOnce) {
  Kernel k;
  EXPECT_THAT(refusal(k.b.end()), HasSubstr("nothing is open"));
  k.begin_block();
  EXPECT_THAT(refusal(k.b.begin_else()), HasSubstr("belongs to no if"));
  k.begin_if(k.u32(1));
  k.begin_else();
  EXPECT_THAT(refusal(k.b.begin_else()), HasSubstr("belongs to no if"));
  EXPECT_THAT(refusal(k.b.finish()), HasSubstr("2 blocks are open at the end, the innermost at "
                                               "body[0].body[0]"));
}

TEST(BuildBlocks, NestAsDeepAsProgramsDo) {
  Kernel k;
  for (uint32_t i = 0; i < Program::kMaxDepth; ++i) k.begin_block();
  EXPECT_THAT(refusal(k.b.begin_block()), HasSubstr("deeper than 480"));
}

TEST(BuildIds, OfAnotherBuilderAreNamed) {
  Builder one(std::pmr::get_default_resource(), {.number = 7});
  Builder other(std::pmr::get_default_resource(), {.number = 70});
  const auto array = value_of(one.declare("a", {.access = Access::kReadWrite}));
  const auto expr = value_of(one.literal(ExprKind::kLitU32, 1));
  const auto local = value_of(one.local("v", expr));
  EXPECT_THAT(refusal(other.load(array, expr)), HasSubstr("array is parameter 1 of another"));
  EXPECT_THAT(refusal(other.begin_if(expr)), HasSubstr("condition is expression 1 of another"));
  EXPECT_THAT(refusal(other.get(local)), HasSubstr("local is variable 1 of another builder"));
  EXPECT_FALSE(other.slot(array).has_value());
}

TEST(BuildIds, FromBeforeFinishAreNamed) {
  Builder before(std::pmr::get_default_resource(), {.number = 7, .earlier = 1});
  Builder now(std::pmr::get_default_resource(), {.number = 8, .earlier = 2});
  const auto expr = value_of(before.literal(ExprKind::kLitU32, 1));
  EXPECT_THAT(refusal(now.begin_if(expr)), HasSubstr("from before vyre_builder_finish"));
  EXPECT_THAT(refusal(before.begin_if(value_of(now.literal(ExprKind::kLitU32, 1)))),
              HasSubstr("of another builder"));
}

TEST(BuildIds, ThatAreNoneAreNamed) {
  Kernel k;
  EXPECT_THAT(refusal(k.b.store(k.out, {}, k.u32(1))),
              HasSubstr("index is no expression, its id is 0"));
  EXPECT_THAT(refusal(k.b.length({})), HasSubstr("array is no parameter, its id is 0"));
  EXPECT_THAT(refusal(k.b.get({})), HasSubstr("local is no variable, its id is 0"));
  const uint64_t builders = k.u32(1).id & ~uint64_t{UINT32_MAX};
  EXPECT_THAT(refusal(k.b.begin_if({builders | 99})),
              HasSubstr("condition is expression 99, and this builder has made 2"));
  EXPECT_THAT(refusal(k.b.begin_if({builders})), HasSubstr("expression 0"));
  const std::vector<Kernel::Value> arguments = {k.u32(1), {}};
  EXPECT_THAT(refusal(k.b.call("op", arguments)), HasSubstr("arguments[1] is no expression"));
}

TEST(BuildOperands, BelongToTheirOperations) {
  Kernel k;
  EXPECT_THAT(refusal(k.b.subgroup(ExprKind::kSubgroupReduce, k.u32(1), k.u32(1))),
              HasSubstr("lane is an expression, and the operation has none"));
  EXPECT_THAT(refusal(k.b.subgroup(ExprKind::kSubgroupShuffle, k.u32(1), {})),
              HasSubstr("lane is no expression"));
  EXPECT_THAT(refusal(k.b.collective(NodeKind::kBroadcast, 0, k.a, k.out, 0, 0)),
              HasSubstr("destination is given"));
  EXPECT_THAT(refusal(k.b.collective(NodeKind::kAllGather, 0, k.a, {}, 0, 0)),
              HasSubstr("destination is no parameter"));
  EXPECT_THAT(refusal(k.b.binary(127, k.u32(1), k.u32(1))),
              HasSubstr("no operator of two operands has the number 127"));
}

TEST(BuildBounds, HoldForArgumentsAndParameters) {
  Kernel k;
  const std::vector<Kernel::Value> arguments(kMaxArguments + 1, k.u32(1));
  EXPECT_THAT(refusal(k.b.call("op", arguments)), HasSubstr("4097 arguments, more than 4096"));
  EXPECT_TRUE(k.b.call("op", std::span(arguments).first(kMaxArguments)).ok());
  for (uint32_t i = 3; i < kMaxBuffers; ++i) {
    ASSERT_TRUE(k.b.declare(concat("p", i), {.binding = i}).ok());
  }
  EXPECT_THAT(refusal(k.b.declare("last", {.binding = kMaxBuffers})),
              HasSubstr("more than 16384 parameters"));
}

TEST(BuildBounds, HoldForExpressionsAndStatements) {
  Kernel k;
  for (uint32_t i = 0; i < kMaxRecords; ++i) ASSERT_TRUE(k.b.literal(ExprKind::kLitU32, i).ok());
  EXPECT_THAT(refusal(k.b.literal(ExprKind::kLitU32, 1)), HasSubstr("more than 1000000"));
  EXPECT_THAT(refusal(k.b.leave()), HasSubstr("more than 1000000 expressions and statements"));
  EXPECT_TRUE(k.b.finish().ok());
}

TEST(BuildParameters, TakeTheNextFreeSlot) {
  Builder b(std::pmr::get_default_resource());
  const auto declare = [&](std::string_view name, Buffer buffer) {
    return b.slot(value_of(b.declare(name, buffer)));
  };
  EXPECT_EQ(declare("a", {.binding = 1}), 1u);
  EXPECT_EQ(declare("b", {.binding = kNone}), 0u);
  const Buffer shared{.binding = kNone, .count = 8, .access = Access::kWorkgroup};
  EXPECT_EQ(declare("row", shared), std::nullopt);
  EXPECT_EQ(declare("c", {.binding = kNone}), 2u);
  EXPECT_EQ(declare("d", {.binding = 7}), 7u);
  EXPECT_EQ(declare("e", {.binding = kNone}), 3u);
  EXPECT_THAT(refusal(b.declare("c", {})), HasSubstr("parameter 'c' is declared already"));
  EXPECT_EQ(value_of(b.finish())->buffers[2].binding, 0u);
}

// Which of three parameters have the mark of an output, where |returned| of them are returned and
// |marked| has it already.
std::vector<bool> marks_of(const std::vector<bool>& returned, size_t marked = SIZE_MAX) {
  Builder b(std::pmr::get_default_resource());
  for (size_t i = 0; i < returned.size(); ++i) {
    Buffer buffer{.binding = kNone, .access = Access::kReadWrite, .is_output = i == marked};
    EXPECT_TRUE(b.declare(concat('p', i), buffer, returned[i]).ok());
  }
  std::vector<bool> marks;
  const auto program = value_of(b.finish());
  for (const Buffer& buffer : program->buffers) marks.push_back(buffer.is_output);
  return marks;
}

TEST(BuildParameters, OneThatAloneIsReturnedIsMarked) {
  EXPECT_EQ(marks_of({false, true, false}), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(marks_of({true, true, false}), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(marks_of({true, false, false}, 2), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(marks_of({true, false, false}, 0), (std::vector<bool>{true, false, false}));
}

TEST(BuildTypes, HaveTheirTagsOrNumbersOfTheBuilder) {
  Builder b(std::pmr::get_default_resource());
  EXPECT_EQ(value_of(b.type("F32")), scalar(DataType::kF32));
  const TypeId vector = value_of(b.type("Vec<F32,4>"));
  EXPECT_EQ(value_of(b.type("Vec<F32,4>")), vector);
  ASSERT_TRUE(b.declare("v", {.element = vector}).ok());
  EXPECT_THAT(refusal(b.type("F33")), HasSubstr("F33"));
  EXPECT_THAT(refusal(b.declare("w", {.element = 0})), HasSubstr("type 0 is none"));
  EXPECT_THAT(refusal(b.declare("w", {.element = vector + 1})), HasSubstr("is none"));
  EXPECT_THAT(refusal(b.declare("w", {.element = scalar(DataType::kVec)})), HasSubstr("is none"));
  const auto one = value_of(b.literal(ExprKind::kLitU32, 1));
  EXPECT_THAT(refusal(b.cast(999, one)), HasSubstr("type 999 is none"));
  const auto program = value_of(b.finish());
  EXPECT_EQ(type_name(program->types, program->buffers[0].element), "Vec<F32,4>");
}

}  // namespace
}  // namespace vyre::ir
