#include "registry/composition/composition.h"

#include <gmock/gmock.h>

#include "support/ops.h"

namespace vyre::registry {
namespace {

using ir::DataType;
using test::Build;
using test::composed;
using test::Composition;

std::string refusal_of(const OpDef& op) {
  const Status status = check_composition(op);
  if (status.ok()) return "accepted";
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.text(), HasSubstr("Fix: "));
  EXPECT_THAT(status.text(), HasSubstr("'test.op'"));
  return status.text();
}

OpDef op_with(const std::function<Build::Nodes(Composition&)>& body) {
  return composed("test.op", 1, DataType::kU32, body);
}

TEST(CompositionCheck, AcceptsArithmeticLoopsAndTraps) {
  EXPECT_EQ(refusal_of(op_with([](Composition& b) -> Build::Nodes {
              return {b.let("t", b.arg("a")),
                      b.loop("i", b.u32(0), b.u32(3), {b.result(b.var("t"))}),
                      b.branch(b.boolean(true), {b.result(b.load("out", b.u32(0)))})};
            })),
            "accepted");
}

TEST(CompositionCheck, AcceptsAnOpWithoutComposition) {
  EXPECT_TRUE(check_composition(test::op_def("test.op", {"u32"}, {})).ok());
}

TEST(CompositionCheck, RefusesABarrierByPlace) {
  EXPECT_THAT(refusal_of(op_with([](Composition& b) -> Build::Nodes {
                return {b.result(b.arg("a")), b.barrier()};
              })),
              HasSubstr("body[0].region.body[1] a barrier"));
}

TEST(CompositionCheck, RefusesAReturn) {
  EXPECT_THAT(refusal_of(op_with([](Composition& b) -> Build::Nodes {
                return {b.result(b.arg("a")), b.branch(b.boolean(true), {b.leave()})};
              })),
              HasSubstr("a return, which would end the caller"));
}

TEST(CompositionCheck, RefusesAtomicsAndSubgroupsAndLengths) {
  const auto refused = [](const std::function<ir::ExprId(Composition&)>& value) {
    return refusal_of(
        op_with([&](Composition& b) -> Build::Nodes { return {b.result(value(b))}; }));
  };
  EXPECT_THAT(refused([](Composition& b) {
                return b.atomic(ir::AtomicOp::kAdd, "out", b.u32(0), b.u32(1));
              }),
              HasSubstr("an atomic operation"));
  EXPECT_THAT(refused([](Composition& b) { return b.subgroup_add(b.u32(1)); }),
              HasSubstr("a subgroup operation"));
  EXPECT_THAT(refused([](Composition& b) { return b.length("a"); }),
              HasSubstr("the length of a buffer"));
}

TEST(CompositionCheck, RefusesOtherElementsAndComputedIndices) {
  EXPECT_THAT(refusal_of(op_with(
                  [](Composition& b) -> Build::Nodes { return {b.result(b.load("a", b.gid()))}; })),
              HasSubstr("an element of buffer 'a' other than the first"));
  EXPECT_THAT(refusal_of(op_with([](Composition& b) -> Build::Nodes {
                return {b.store("out", b.binary(ir::BinOp::kAdd, b.u32(0), b.u32(0)), b.u32(1))};
              })),
              HasSubstr("an element of buffer 'out'"));
}

TEST(CompositionCheck, ComparesBuffersWithTheSignature) {
  OpDef op = op_with([](Composition& b) -> Build::Nodes { return {b.result(b.arg("a"))}; });
  op.signature.inputs.push_back({"b", "u32"});
  EXPECT_THAT(refusal_of(op), HasSubstr("reads 1 buffers and the op has 2 inputs"));
  op.signature.inputs = {{"a", "f32"}};
  EXPECT_THAT(refusal_of(op), HasSubstr("buffer 'a' has U32 elements and the input is 'f32'"));
  op.signature.inputs = {{"a", "u32"}};
  op.signature.outputs.clear();
  EXPECT_THAT(refusal_of(op), HasSubstr("the op has 0 outputs"));
  op.signature.outputs = {{"x", "u32"}, {"y", "u32"}};
  EXPECT_THAT(refusal_of(op), HasSubstr("a call has one value"));
}

TEST(CompositionCheck, RefusesMemoryOfItsOwn) {
  OpDef op = test::op_def("test.op", {}, {"u32"});
  Build b({{"scratch", test::shared(4)}, {"out", test::output(0, 1)}});
  op.composition = b.finish({b.store("out", b.u32(0), b.u32(1))});
  EXPECT_THAT(refusal_of(op), HasSubstr("no other memory"));
}

TEST(CompositionCheck, PassesFindingsOfTheLanguageOn) {
  EXPECT_THAT(refusal_of(op_with(
                  [](Composition& b) -> Build::Nodes { return {b.result(b.var("missing"))}; })),
              HasSubstr("R-VAR"));
}

Status freeze_failure(std::vector<OpDef> ops) {
  Builder builder;
  for (OpDef& op : ops) builder.add(std::move(op));
  return builder.freeze().status();
}

OpDef calling(std::string_view id, std::string_view callee) {
  return composed(id, 1, DataType::kU32, [&](Composition& b) -> Build::Nodes {
    return {b.result(b.call(callee, {b.arg("a")}))};
  });
}

TEST(CompositionCalls, CirclesAreRefusedWhenTheSnapshotIsFrozen) {
  const Status circle = freeze_failure(
      {calling("test.a", "test.b"), calling("test.b", "test.c"), calling("test.c", "test.a")});
  ASSERT_FALSE(circle.ok());
  EXPECT_THAT(circle.text(), HasSubstr("'test.a' calls 'test.b' calls 'test.c' calls 'test.a'"));
  EXPECT_FALSE(freeze_failure({calling("test.self", "test.self")}).ok());
}

TEST(CompositionCalls, UnknownOpsAndWrongArgumentsAreRefusedWhenTheSnapshotIsFrozen) {
  EXPECT_THAT(freeze_failure({calling("test.a", "test.gone")}).text(), HasSubstr("V016"));
  OpDef f32 = composed("test.f", 1, DataType::kF32,
                       [](Composition& b) -> Build::Nodes { return {b.result(b.arg("a"))}; });
  EXPECT_THAT(freeze_failure({calling("test.a", "test.f"), std::move(f32)}).text(),
              HasSubstr("makes calls that do not suit"));
}

TEST(CompositionCalls, ChainsOfThirtyTwoPassAndLongerOnesDoNot) {
  const auto chain = [](uint32_t length) {
    std::vector<OpDef> ops;
    for (uint32_t i = 1; i < length; ++i) {
      ops.push_back(calling(concat("test.", i), concat("test.", i + 1)));
    }
    ops.push_back(composed(concat("test.", length), 1, DataType::kU32,
                           [](Composition& b) -> Build::Nodes { return {b.result(b.arg("a"))}; }));
    return ops;
  };
  EXPECT_TRUE(freeze_failure(chain(kMaxCallDepth)).ok());
  EXPECT_THAT(freeze_failure(chain(kMaxCallDepth + 1)).text(), HasSubstr("33 deep"));
}

}  // namespace
}  // namespace vyre::registry
