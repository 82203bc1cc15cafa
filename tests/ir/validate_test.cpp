#include "ir/validate/validate.h"

#include "support/build.h"
#include "support/matchers.h"

namespace vyre::ir {
namespace {

using test::Build;

// "CODE path" of each error.
std::vector<std::string> errors(const Program& program, const ValidationOptions& options = {}) {
  std::vector<std::string> result;
  for (const Finding& finding : find_violations(program, options).errors) {
    result.push_back(finding.code + " " + finding.path);
  }
  return result;
}

TEST(Validate, AValidProgramPasses) {
  Build build({{"out", test::output(0, 8)}});
  const auto program = build.finish({build.store("out", build.gid(), build.u32(1))});
  EXPECT_THAT(errors(*program), ElementsAre());
  EXPECT_TRUE(validate(*program).ok());
}

TEST(Validate, PathsLeadThroughBranchesLoopsAndOperands) {
  Build build({{"out", test::output(0, 8)}});
  const auto inner =
      build.store("out", build.u32(0), build.add(build.u32(1), build.load("no", build.u32(0))));
  const auto loop = build.loop("i", build.u32(0), build.var("end"), {inner});
  const auto branch = build.branch(build.boolean(true), {build.let("a", build.u32(1)), loop},
                                   {build.block({build.let("b", build.var("c"))})});
  EXPECT_THAT(
      errors(*build.finish({build.leave(), branch})),
      ElementsAre("R-UNREACH body[0].region.body[0].return",
                  "R-VAR body[0].region.body[1].if.then[1].loop.to",
                  "R-LOADBUF body[0].region.body[1].if.then[1].loop.body[0].store.value.right",
                  "R-VAR body[0].region.body[1].if.else[0].block.body[0].let.value"));
}

TEST(Validate, FindingsNameWhatTheyAreAbout) {
  Build build({{"words", test::input(0, 4)}});
  const auto program = build.finish({build.store("words", build.u32(0), build.f32(1))});
  const auto report = find_violations(*program);
  ASSERT_EQ(report.errors.size(), 2u);
  EXPECT_THAT(report.errors[0].text, HasSubstr("store to the read-only buffer 'words'"));
  EXPECT_THAT(report.errors[1].text,
              HasSubstr("buffer 'words' has U32 elements, the value is F32"));
}

TEST(Validate, TheErrorTellsTheFirstFindingAndCarriesAll) {
  Build build;
  const auto program =
      build.finish({build.let("a", build.var("x")), build.let("b", build.var("y"))});
  const Status status = validate(*program);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.code(), Code::kInvalidProgram);
  EXPECT_THAT(status.text(), HasSubstr("R-VAR at body[0].region.body[0].let.value"));
  EXPECT_THAT(status.text(), HasSubstr("(2 findings)"));
  EXPECT_THAT(status.text(), HasSubstr("Fix: bind it before it is used"));
  ASSERT_EQ(status.info().findings.size(), 2u);
  EXPECT_THAT(status.info().findings[1].text, HasSubstr("'y'"));
}

TEST(Validate, AnEmptyProgramAndALooseStatementBreakTheTopLevel) {
  Build empty, loose;
  EXPECT_THAT(errors(*empty.finish_raw({})), ElementsAre("R-REGION body"));
  const auto region = loose.region("r", {});
  EXPECT_THAT(errors(*loose.finish_raw({region, loose.let("a", loose.u32(1))})),
              ElementsAre("R-REGION body"));
}

TEST(Validate, ZeroWorkgroupAxesAreFoundOneByOne) {
  Build build(0, 1, 0);
  EXPECT_THAT(errors(*build.finish({})),
              ElementsAre("R-WG0 workgroup_size[0]", "R-WG0 workgroup_size[2]"));
}

TEST(Validate, EmptyWorkgroupBuffersAreFound) {
  Build build({{"tile", test::shared(0)}});
  EXPECT_THAT(errors(*build.finish({})), ElementsAre("R-WGCOUNT buffers[0]"));
}

// The parts of a report come in this order, whatever the program looks like.
TEST(Validate, FindingsComeInTheOrderOfTheRules) {
  Build build;
  Buffer tensor = test::output(1, 4, DataType::kTensor);
  build.workgroup(0, 0, 1);
  build.buffer("a", test::output(0, 4)).buffer("a", test::shared(0)).buffer("b", tensor);
  build.buffer("c", test::input(1, 4));
  Buffer linear = test::input(5, 4);
  linear.linear_type = LinearType::kLinear;
  build.buffer("l", linear);
  const auto statements = {build.let("x", build.u32(1)), build.let("x", build.u32(1)),
                           build.store("no", build.u32(0), build.var("y")),
                           build.region("r#self-exclusive", {}),
                           build.region("r#self-exclusive", {})};
  EXPECT_THAT(errors(*build.finish(statements)),
              ElementsAre("R-WG0 workgroup_size[0]", "R-WG0 workgroup_size[1]", "R-NAME buffers[1]",
                          "R-WGCOUNT buffers[1]", "R-OUTELEM buffers[2]", "R-BIND buffers[3]",
                          "V022 buffers", "V032 body[0].region.body[1].let",
                          "R-STOREBUF body[0].region.body[2].store",
                          "R-VAR body[0].region.body[2].store.value",
                          "R-SELFEXCL body[0].region.body[4].region", "R-LINEAR buffers[4]"));
}

TEST(Validate, WhatASubgroupOperationTakesIsLookedAtBeforeIt) {
  Build build;
  const auto program =
      build.finish({build.let("a", build.subgroup_add(build.var("x"))),
                    build.let("b", build.subgroup_add(build.length("no"))),
                    build.let("c", build.ballot(build.var("x"))),
                    build.let("d", build.shuffle(build.u32(1), build.load("no", build.u32(0))))});
  const auto value = [](int i) { return concat(" body[0].region.body[", i, "].let.value"); };
  EXPECT_THAT(errors(*program), ElementsAre("R-VAR" + value(0) + ".value", "V041" + value(0),
                                            "R-LENBUF" + value(1) + ".value", "V041" + value(1),
                                            "R-VAR" + value(2) + ".condition", "V041" + value(2),
                                            "R-LOADBUF" + value(3) + ".lane", "V041" + value(3)));
}

TEST(Validate, SelfExclusiveRegionsAreFoundAtAnyDepth) {
  Build build;
  const auto first = build.region("g#self-exclusive", {});
  const auto second = build.region("g#self-exclusive", {});
  const auto other = build.region("h#self-exclusive", {});
  const auto plain = build.region("g", {});
  const auto branch = build.branch(build.boolean(true), {first}, {build.block({second})});
  EXPECT_THAT(errors(*build.finish({branch, other, plain})),
              ElementsAre("R-SELFEXCL body[0].region.body[0].if.else[0].block.body[0].region"));
}

TEST(Validate, LoopVariablesCannotBeAssigned) {
  Build build;
  const auto assign = build.assign("i", build.u32(1));
  EXPECT_THAT(errors(*build.finish({build.loop("i", build.u32(0), build.u32(4), {assign})})),
              ElementsAre("V011 body[0].region.body[0].loop.body[0].assign"));
}

TEST(Validate, OpaqueThingsMustBeRegisteredAndWellFormed) {
  Build build;
  const auto known = build.let("a", build.opaque("vyre.literal.f64", std::vector<uint8_t>(8)));
  const auto shorter = build.let("b", build.opaque("vyre.literal.f64", std::vector<uint8_t>(7)));
  const auto unknown = build.let("c", build.opaque("someone.else", {}));
  Node node{.kind = NodeKind::kOpaque, .name = build.assembler().name("someone.else")};
  const auto statement = build.assembler().add(node);
  EXPECT_THAT(
      errors(*build.finish({known, shorter, unknown, statement})),
      ElementsAre("V030 body[0].region.body[1].let.value", "V030 body[0].region.body[2].let.value",
                  "V031 body[0].region.body[3].opaque"));
}

TEST(Validate, ShadowingCanBeAllowedButNotInOneList) {
  Build build;
  const auto inner = build.block({build.let("x", build.u32(2)), build.let("x", build.u32(3))});
  const auto program = build.finish({build.let("x", build.u32(1)), inner});
  EXPECT_THAT(errors(*program), ElementsAre("V008 body[0].region.body[1].block.body[0].let",
                                            "V032 body[0].region.body[1].block.body[1].let"));
  EXPECT_THAT(errors(*program, {.allow_shadowing = true}),
              ElementsAre("V032 body[0].region.body[1].block.body[1].let"));
}

TEST(Validate, TheBackendCanRefuseACastTarget) {
  Build build;
  const auto program = build.finish({build.let("x", build.cast(DataType::kU64, build.u32(1)))});
  ValidationOptions options;
  options.accepts_cast_target = [](const TypeTable&, TypeId type) {
    return type != scalar(DataType::kU64);
  };
  EXPECT_THAT(errors(*program), ElementsAre());
  EXPECT_THAT(errors(*program, options), ElementsAre("V034 body[0].region.body[0].let.value"));
}

TEST(Validate, LongAndOddNamesAreShownSafely) {
  Build build;
  const std::string name = "a\n" + std::string(500000, 'b');
  const auto report = find_violations(*build.finish({build.let("x", build.var(name))}));
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_THAT(report.errors[0].text, HasSubstr("'a\\x0abbb"));
  EXPECT_LT(report.errors[0].text.size(), 200u);
}

// The signatures that a registry would answer with.
class Ops : public OpTable {
 public:
  const OpReference* reference(std::string_view) const override { return nullptr; }
  const OpSignature* signature(std::string_view op_id) const override {
    if (op_id == "add") return &add_;
    if (op_id == "odd") return &odd_;
    if (op_id == "mem.unmap") return &unmap_;
    return nullptr;
  }

 private:
  OpSignature add_{{"u32", "I32"}, {"u32"}};
  OpSignature odd_{{"f64", "u32"}, {}};
  OpSignature unmap_{{"GpuBufferHandle"}, {}};
};

std::vector<std::string> call_errors(Build& build, ExprId call) {
  const Ops ops;
  return errors(*build.finish({build.let("x", call)}), {.ops = &ops});
}

TEST(Validate, CallsAreCheckedAgainstSignatures) {
  const std::string call = " body[0].region.body[0].let.value";
  Build right, unknown, fewer, types, spelling, handle;
  EXPECT_THAT(call_errors(right, right.call("add", {right.u32(1), right.i32(2)})), ElementsAre());
  EXPECT_THAT(call_errors(unknown, unknown.call("sub", {})), ElementsAre("V016" + call));
  EXPECT_THAT(call_errors(fewer, fewer.call("add", {fewer.f32(1)})), ElementsAre("V020" + call));
  EXPECT_THAT(call_errors(types, types.call("add", {types.f32(1), types.u32(2)})),
              ElementsAre("V022" + call + ".args[0]", "V022" + call + ".args[1]"));
  EXPECT_THAT(call_errors(spelling, spelling.call("odd", {spelling.f32(1), spelling.i32(2)})),
              ElementsAre("V021" + call + ".args[0]", "V022" + call + ".args[1]"));
  const auto mapped = handle.call("mem.unmap", {handle.call("mem.unmap", {handle.u32(1)})});
  EXPECT_THAT(call_errors(handle, mapped), ElementsAre())
      << "a handle comes from a call or from a local";
}

TEST(Validate, WithoutSignaturesCallsAreNotChecked) {
  Build build;
  EXPECT_THAT(errors(*build.finish({build.let("x", build.call("anything", {}))})), ElementsAre());
}

// A chain of |depth| additions with the last operand at that depth.
ExprId chain(Build& build, uint32_t depth) {
  ExprId expr = build.u32(1);
  for (uint32_t i = 0; i < depth; ++i) expr = build.add(build.u32(1), expr);
  return expr;
}

TEST(ValidateLimits, ExpressionsNest128Deep) {
  Build fits, over;
  EXPECT_THAT(errors(*fits.finish({fits.let("x", chain(fits, 128))})), ElementsAre());
  const auto report = find_violations(*over.finish({over.let("x", chain(over, 129))}));
  ASSERT_EQ(report.errors.size(), 2u) << "both operands of the last addition are too deep";
  EXPECT_EQ(report.errors[0].code, "V033");
  EXPECT_EQ(report.errors[1].code, "V033");
}

// The wrap of |innermost| in |count| statements that |around| makes.
template <typename Around>
std::vector<std::string> nested(Build& build, uint32_t count, const Around& around) {
  NodeId node = build.let("x", build.u32(1));
  for (uint32_t i = 0; i < count; ++i) node = around(node);
  std::vector<std::string> codes;
  for (const Finding& finding : find_violations(*build.finish({node})).errors) {
    codes.push_back(finding.code);
  }
  return codes;
}

TEST(ValidateLimits, StatementsNest64Deep) {
  Build fits, over, far;
  const auto in_blocks = [](Build& build) {
    return [&build](NodeId node) { return build.block({node}); };
  };
  EXPECT_THAT(nested(fits, 63, in_blocks(fits)), ElementsAre());
  EXPECT_THAT(nested(over, 64, in_blocks(over)), ElementsAre("V018"));
  EXPECT_THAT(nested(far, 400, in_blocks(far)), ElementsAre("V018")) << "told once";
}

TEST(ValidateLimits, EveryKindOfNestingCounts) {
  Build branches, loops, regions;
  EXPECT_THAT(nested(branches, 64,
                     [&](NodeId node) { return branches.branch(branches.boolean(true), {node}); }),
              ElementsAre("V018"));
  EXPECT_THAT(nested(regions, 64, [&](NodeId node) { return regions.region("r", {node}); }),
              ElementsAre("V018"));
  uint32_t variable = 0;
  EXPECT_THAT(nested(loops, 64,
                     [&](NodeId node) {
                       const std::string name = "i" + std::to_string(variable++);
                       return loops.loop(name, loops.u32(0), loops.u32(1), {node});
                     }),
              ElementsAre("V018"));
}

std::vector<std::string> with_statements(size_t count) {
  Build build;
  Build::Nodes body;
  for (size_t i = 1; i < count; ++i) body.push_back(build.block({}));
  return errors(*build.finish(body));
}

TEST(ValidateLimits, AProgramHas8192Statements) {
  EXPECT_THAT(with_statements(8192), ElementsAre());
  EXPECT_THAT(with_statements(8193), ElementsAre("V019 body[0].region.body[8191].block"));
  EXPECT_THAT(with_statements(9000).size(), 1u);
}

TEST(ValidateLimits, FindingsBeyondTheFirstThousandsAreCounted) {
  Build build;
  Build::Nodes body;
  for (size_t i = 0; i < 6000; ++i) body.push_back(build.assign("x", build.u32(0)));
  const auto report = find_violations(*build.finish(body));
  EXPECT_EQ(report.errors.size(), ValidationReport::kMaxFindings);
  EXPECT_EQ(report.error_count, 6000u);
}

}  // namespace
}  // namespace vyre::ir
