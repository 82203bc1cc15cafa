#include "ir/build/assembler.h"

#include "support/build.h"
#include "support/matchers.h"

namespace vyre::ir {
namespace {

std::string refusal(test::Build& build, const std::vector<NodeId>& body) {
  build.assembler().program().entry = build.assembler().list(body);
  const auto program = build.assembler().finish();
  if (program.ok()) return "accepted";
  EXPECT_EQ(program.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(program.error().text(), HasSubstr("Fix: "));
  return program.error().text();
}

// Short names are compared as words, padded with zeros, and outgrow their first table.
TEST(Assembler, NamesThatDifferInAByteOrInSizeAloneAreDifferent) {
  std::vector<std::string> names;
  for (size_t size = 0; size <= 20; ++size) {
    names.push_back(std::string(size, '\0'));
    for (size_t at = 0; at < size; ++at) {
      names.push_back(std::string(size, 'a'));
      names.back()[at] = 'b';
    }
  }
  Assembler assembler;
  for (uint32_t i = 0; i < names.size(); ++i) EXPECT_EQ(assembler.name(names[i]), i);
  for (uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(assembler.name(names[i]), i);
    EXPECT_EQ(assembler.program().names[i], names[i]);
  }
}

TEST(Assembler, StoresEachNameOnce) {
  Assembler out;
  const NameId a = out.name("a");
  EXPECT_NE(out.name("b"), a);
  EXPECT_NE(out.name(""), a);
  EXPECT_EQ(out.name("a"), a);
  for (int i = 0; i < 1000; ++i) out.name(concat("n", i));
  EXPECT_EQ(out.name("a"), a);
  EXPECT_EQ(out.program().names.size(), 1003u);
  EXPECT_EQ(out.program().names[out.name("n999")], "n999");
}

TEST(Assembler, FindsTheFirstBufferOfAName) {
  test::Build b({{"x", test::input(0, 1)}, {"y", test::input(1, 1)}, {"x", test::input(2, 1)}});
  const auto program = b.finish({b.let("z", b.u32(1))});
  EXPECT_EQ(program->find_buffer("x"), 0u);
  EXPECT_EQ(program->find_buffer("y"), 1u);
  EXPECT_EQ(program->find_buffer("z"), kNone);
  EXPECT_EQ(program->find_buffer(program->buffers[2].name), 0u);
  EXPECT_EQ(program->find_buffer(static_cast<NameId>(program->names.size() - 1)), kNone);
}

// The refusal of the program whose statements are those that |make| gives.
template <typename Make>
std::string refusal_of(const Make& make) {
  test::Build b;
  return refusal(b, make(b));
}

TEST(Assembler, RefusesIndicesThatPointNowhere) {
  using test::Build;
  using Nodes = Build::Nodes;
  EXPECT_THAT(refusal_of([](Build&) { return Nodes{7}; }), HasSubstr("entry"));
  EXPECT_THAT(refusal_of([](Build& b) { return Nodes{b.let("x", 99)}; }), HasSubstr("statement 0"));
  EXPECT_THAT(refusal_of([](Build& b) {
                return Nodes{b.assembler().add(Node{.kind = NodeKind::kResume})};
              }),
              HasSubstr("statement 0"));
  EXPECT_THAT(refusal_of([](Build& b) { return Nodes{b.let("x", b.add(b.u32(1), kNone))}; }),
              HasSubstr("expression 1"));
  EXPECT_THAT(refusal_of([](Build& b) { return Nodes{b.let("x", b.cast(1000, b.u32(1)))}; }),
              HasSubstr("expression 1"));
  Buffer buffer = test::input(0, 1);
  buffer.shape_predicate = 3;
  Build b({{"x", buffer}});
  EXPECT_THAT(refusal(b, {}), HasSubstr("buffer 0"));
}

TEST(Assembler, RefusesTagsThatDoNotExist) {
  test::Build b;
  const ExprId wrong = b.binary(static_cast<BinOp>(ops::kLastBinOp + 1), b.u32(1), b.u32(2));
  EXPECT_THAT(refusal(b, {b.let("x", wrong)}), HasSubstr("expression 2"));
}

TEST(Assembler, RefusesARecordInTwoPlaces) {
  test::Build sum, leaves;
  const ExprId one = sum.u32(1);
  EXPECT_THAT(refusal(sum, {sum.let("x", sum.add(one, one))}),
              HasSubstr("expression 0: stands in two places"));
  const NodeId leave = leaves.leave();
  EXPECT_THAT(refusal(leaves, {leave, leave}), HasSubstr("statement 0: stands in two places"));
}

TEST(Assembler, RefusesARecordInsideItself) {
  test::Build b;
  Program& program = b.assembler().program();
  const NodeId outer = b.block({1});
  const NodeId inner = b.block({outer});
  ASSERT_EQ(inner, 1u);
  ASSERT_EQ(program.nodes.size(), 2u);
  EXPECT_THAT(refusal(b, {b.leave()}), HasSubstr("inside themselves"));
}

TEST(Assembler, BoundsTheNesting) {
  const auto nested = [](uint32_t depth) {
    test::Build b;
    std::vector<NodeId> body;
    for (uint32_t i = 0; i < depth; ++i) body = {b.block(body)};
    return refusal(b, body);
  };
  EXPECT_EQ(nested(Program::kMaxDepth), "accepted");
  EXPECT_THAT(nested(Program::kMaxDepth + 1), HasSubstr("deeper than 480"));
}

TEST(Assembler, BoundsUnusedRecordsToo) {
  test::Build b;
  ExprId deep = b.u32(1);
  for (uint32_t i = 0; i < Program::kMaxDepth; ++i) deep = b.unary(UnOp::kNegate, deep);
  EXPECT_THAT(refusal(b, {b.leave()}), HasSubstr("deeper than 480"));
}

TEST(Assembler, RefusesMalformedShapePredicates) {
  const auto with = [](const std::vector<ShapePredicate>& predicates) {
    test::Build b;
    for (const ShapePredicate& predicate : predicates) b.assembler().add(predicate);
    return refusal(b, {});
  };
  using Kind = ShapePredicate::Kind;
  const ShapePredicate leaf{.kind = Kind::kAtLeast, .a = 1};
  EXPECT_EQ(with({leaf, leaf, {.kind = Kind::kAnd, .left = 0, .right = 1}}), "accepted");
  EXPECT_THAT(with({leaf, {.kind = Kind::kAnd, .left = 0, .right = 0}}), HasSubstr("two places"));
  EXPECT_THAT(with({leaf, {.kind = Kind::kNot, .left = 1}}), HasSubstr("come before"));
  EXPECT_THAT(with({leaf, {.kind = Kind::kOr, .left = 0}}), HasSubstr("come before"));
}

}  // namespace
}  // namespace vyre::ir
