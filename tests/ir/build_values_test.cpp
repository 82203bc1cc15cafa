#include "ir/build_kernel.h"

// An expression means its value where it was made, and may be used any number of times.
namespace vyre::ir {
namespace {

using test::Kernel;

TEST(BuildValues, WhatIsUsedOnceStandsWhereItIsUsed) {
  Kernel k;
  const auto i = k.index();
  k.store(k.out, i, k.add(k.load(k.in, i), k.load(k.a, i)));
  k.begin_if(k.load(k.in, k.u32(0)));
  k.store(k.a, k.negate(k.u32(1)));
  k.end();
  k.expect_body(R"(
    {"store": "out", "at": {"invocation_id": "x"}, "value": {"add": [
      {"load": "in", "at": {"invocation_id": "x"}}, {"load": "a", "at": {"invocation_id": "x"}}]}},
    {"if": {"load": "in", "at": 0}, "then": [{"store": "a", "at": 0, "value": {"negate": 1}}]})");
}

TEST(BuildValues, WhatIsUsedTwiceIsKeptWhereItWasMade) {
  Kernel k;
  const auto sum = k.add(k.index(), k.u32(1));
  k.store(k.a, k.u32(7));
  k.store(k.a, k.add(sum, sum));
  k.store(k.out, sum);
  k.expect_body(R"(
    {"let": "_0", "value": {"add": [{"invocation_id": "x"}, 1]}},
    {"store": "a", "at": 0, "value": 7},
    {"store": "a", "at": 0, "value": {"add": ["_0", "_0"]}},
    {"store": "out", "at": 0, "value": "_0"})");
}

TEST(BuildValues, WhatCostsNothingIsRepeated) {
  Kernel k;
  const auto i = k.index(), length = k.length(k.in), name = k.let("x", k.u32(3));
  const auto wide = k.opaque("vyre.literal.u64", {1, 0, 0, 0, 0, 0, 0, 0});
  k.barrier();
  for (int round = 0; round < 2; ++round) k.store(k.out, i, k.add(length, name));
  for (int round = 0; round < 2; ++round) k.let(round == 0 ? "y" : "z", wide);
  k.expect_body(R"(
    {"let": "x", "value": 3}, "barrier",
    {"store": "out", "at": {"invocation_id": "x"}, "value": {"add": [{"buf_len": "in"}, "x"]}},
    {"store": "out", "at": {"invocation_id": "x"}, "value": {"add": [{"buf_len": "in"}, "x"]}},
    {"let": "y", "value": {"u64": 1}}, {"let": "z", "value": {"u64": 1}})");
}

TEST(BuildValues, AConstantIsRepeatedAndLeavesNoTrace) {
  Kernel k;
  ASSERT_TRUE(k.b.constant({.name = "unused"}).ok());
  const auto n = test::value_of(k.b.constant({.name = "n", .initial = 4}));
  k.store(k.out, k.add(n, n));
  k.expect_body(R"({"store": "out", "at": 0, "value": {"add": [
    {"spec": "n", "type": "U32", "default": 4}, {"spec": "n", "type": "U32", "default": 4}]}})");
}

TEST(BuildValues, ALoadHasTheElementAsItWasBeforeAStore) {
  Kernel k;
  const auto old = k.load(k.a, k.u32(0));
  k.store(k.a, k.u32(5));
  k.store(k.out, old);
  k.expect_body(R"(
    {"let": "_0", "value": {"load": "a", "at": 0}},
    {"store": "a", "at": 0, "value": 5},
    {"store": "out", "at": 0, "value": "_0"})");
}

TEST(BuildValues, ALoadIsKeptOverABarrierAndAnAtomic) {
  Kernel k;
  const auto first = k.load(k.a, k.u32(0));
  k.barrier();
  const auto second = k.load(k.a, k.u32(1));
  const auto old = k.atomic_add(k.out, k.u32(1));
  k.store(k.a, old, k.add(first, second));
  k.expect_body(R"(
    {"let": "_0", "value": {"load": "a", "at": 0}},
    "barrier",
    {"let": "_1", "value": {"load": "a", "at": 1}},
    {"store": "a", "at": {"atomic": "add", "buffer": "out", "at": 0, "value": 1,
                          "ordering": "relaxed"}, "value": {"add": ["_0", "_1"]}})");
}

TEST(BuildValues, ALoadOfWhatNothingChangesIsNotKept) {
  Kernel k;
  const auto x = k.load(k.in, k.u32(0));
  k.store(k.a, k.u32(5));
  k.barrier();
  k.store(k.out, x);
  k.expect_body(R"(
    {"store": "a", "at": 0, "value": 5}, "barrier",
    {"store": "out", "at": 0, "value": {"load": "in", "at": 0}})");
}

TEST(BuildValues, ALoadThatNobodyUsesLeavesNoTrace) {
  Kernel k;
  k.add(k.load(k.a, k.u32(0)), k.div(k.i32(1), k.i32(0)));
  k.subgroup_add(k.u32(1));
  k.expect_body("");
}

TEST(BuildValues, WhatOnlyAnUnusedValueUsesIsUsedOnce) {
  Kernel k;
  const auto x = k.load(k.a, k.u32(0));
  k.negate(x);
  k.store(k.out, x);
  k.expect_body(R"({"store": "out", "at": 0, "value": {"load": "a", "at": 0}})");
}

TEST(BuildValues, EffectsThatNobodyUsesHappenAtTheirPlace) {
  Kernel k;
  k.atomic_add(k.a, k.load(k.in, k.u32(0)));
  k.store(k.out, k.u32(1));
  k.call("math.pi");
  k.opaque("test.kind", {1});
  k.expect_body(R"(
    {"let": "_0", "value": {"atomic": "add", "buffer": "a", "at": 0,
                            "value": {"load": "in", "at": 0}, "ordering": "relaxed"}},
    {"store": "out", "at": 0, "value": 1},
    {"let": "_1", "value": {"call": "math.pi"}},
    {"let": "_2", "value": {"opaque": "test.kind", "payload": "01"}})");
}

constexpr std::string_view kAtomicOnA =
    R"({"atomic": "add", "buffer": "a", "at": 0, "value": 1, "ordering": "relaxed"})";
constexpr std::string_view kAtomicOnOut =
    R"({"atomic": "add", "buffer": "out", "at": 0, "value": 2, "ordering": "relaxed"})";

TEST(BuildValues, TwoEffectsOfOneStatementStayInOrder) {
  Kernel k;
  const auto first = k.atomic_add(k.a, k.u32(1)), second = k.atomic_add(k.out, k.u32(2));
  k.store(k.out, first, second);
  k.expect_body(
      concat(R"({"store": "out", "at": )", kAtomicOnA, R"(, "value": )", kAtomicOnOut, "}"));
}

TEST(BuildValues, OfTwoEffectsInTheOtherOrderTheFirstIsKept) {
  Kernel k;
  const auto first = k.atomic_add(k.a, k.u32(1)), second = k.atomic_add(k.out, k.u32(2));
  k.store(k.out, second, first);
  k.expect_body(concat(R"({"let": "_0", "value": )", kAtomicOnA, R"(},
    {"store": "out", "at": )",
                       kAtomicOnOut, R"(, "value": "_0"})"));
}

TEST(BuildValues, AnEffectStaysInFrontOfAStatementThatChangesMemory) {
  Kernel k;
  const auto old = k.atomic_add(k.a, k.u32(1));
  const auto name = k.let("x", k.u32(3));
  k.store(k.out, old);
  const auto later = k.atomic_add(k.out, k.u32(2));
  k.store(k.a, name);
  k.store(k.a, later);
  k.expect_body(concat(R"({"let": "x", "value": 3}, {"store": "out", "at": 0, "value": )",
                       kAtomicOnA, R"(}, {"let": "_0", "value": )", kAtomicOnOut, R"(},
    {"store": "a", "at": 0, "value": "x"}, {"store": "a", "at": 0, "value": "_0"})"));
}

TEST(BuildValues, ALoadBehindAnEffectIsNotEvaluatedBeforeIt) {
  Kernel k;
  const auto old = k.atomic_add(k.a, k.u32(1));
  const auto now = k.load(k.a, k.u32(0));
  k.store(k.out, now, old);
  k.expect_body(concat(R"({"let": "_0", "value": )", kAtomicOnA, R"(},
    {"store": "out", "at": {"load": "a", "at": 0}, "value": "_0"})"));
}

TEST(BuildValues, ANestedBlockUsesWhatWasMadeInFrontOfIt) {
  Kernel k;
  const auto x = k.load(k.a, k.u32(0)), y = k.load(k.a, k.u32(1));
  k.begin_if(k.index());
  k.store(k.a, x);
  k.begin_else();
  k.store(k.out, y);
  k.end();
  k.expect_body(R"(
    {"let": "_0", "value": {"load": "a", "at": 1}},
    {"if": {"invocation_id": "x"},
     "then": [{"store": "a", "at": 0, "value": {"load": "a", "at": 0}}],
     "else": [{"store": "out", "at": 0, "value": "_0"}]})");
}

TEST(BuildValues, ALoopUsesAValueInEachRound) {
  Kernel k;
  const auto x = k.load(k.in, k.u32(0)), end = k.add(k.length(k.in), k.u32(1));
  const auto i = k.begin_loop("i", end);
  k.store(k.out, i, k.add(x, k.load(k.in, i)));
  k.end();
  k.expect_body(R"(
    {"let": "_0", "value": {"load": "in", "at": 0}},
    {"loop": "i", "to": {"add": [{"buf_len": "in"}, 1]}, "body": [
      {"store": "out", "at": "i", "value": {"add": ["_0", {"load": "in", "at": "i"}]}}]})");
}

TEST(BuildValues, AnEffectDoesNotMoveIntoABranch) {
  Kernel k;
  const auto old = k.atomic_add(k.a, k.u32(1));
  k.begin_if(k.index());
  k.store(k.out, old);
  k.end();
  k.expect_body(concat(R"({"let": "_0", "value": )", kAtomicOnA, R"(},
    {"if": {"invocation_id": "x"}, "then": [{"store": "out", "at": 0, "value": "_0"}]})"));
}

TEST(BuildValues, AnEffectMayDecideABranch) {
  Kernel k;
  k.begin_if(k.atomic_add(k.a, k.u32(1)));
  k.end();
  k.expect_body(concat(R"({"if": )", kAtomicOnA, R"(, "then": []})"));
}

TEST(BuildValues, WhatMayFailFailsWhereItWasMade) {
  Kernel k;
  const auto quotient = k.div(k.load(k.in, k.u32(0)), k.load(k.in, k.u32(1)));
  const auto half = k.div(k.load(k.in, k.u32(2)), k.u32(2));
  const auto word = k.cast(DataType::kU32, k.load(k.in, k.u32(3)));
  k.begin_if(k.index());
  k.store(k.out, quotient, half);
  k.store(k.a, word);
  k.end();
  k.expect_body(R"(
    {"let": "_0", "value": {"div": [{"load": "in", "at": 0}, {"load": "in", "at": 1}]}},
    {"let": "_1", "value": {"cast": "U32", "value": {"load": "in", "at": 3}}},
    {"if": {"invocation_id": "x"}, "then": [
      {"store": "out", "at": "_0", "value": {"div": [{"load": "in", "at": 2}, 2]}},
      {"store": "a", "at": 0, "value": "_1"}]})");
}

TEST(BuildValues, WhatASubgroupEvaluatesHasNoEffects) {
  Kernel k;
  k.let("x", k.subgroup_add(k.add(k.load(k.in, k.u32(0)), k.atomic_add(k.a, k.u32(1)))));
  k.expect_body(concat(R"({"let": "_0", "value": )", kAtomicOnA, R"(},
    {"let": "x", "value": {"subgroup_add": {"add": [{"load": "in", "at": 0}, "_0"]}}})"));
}

TEST(BuildValues, ASubgroupExchangesWhereItWasSaid) {
  Kernel k;
  const auto v = k.local("v", k.u32(1));
  const auto sum = k.subgroup_add(k.get(v)), again = k.subgroup_add(k.get(v));
  k.store(k.out, again);
  k.assign(v, k.u32(2));
  k.store(k.out, sum);
  k.expect_body(R"(
    {"let": "v", "value": 1},
    {"let": "_0", "value": {"subgroup_add": "v"}},
    {"store": "out", "at": 0, "value": {"subgroup_add": "v"}},
    {"assign": "v", "value": 2},
    {"store": "out", "at": 0, "value": "_0"})");
}

TEST(BuildValues, AVariableSumsInALoop) {
  Kernel k;
  const auto sum = k.local("sum", k.u32(0));
  const auto i = k.begin_loop("i", k.length(k.in));
  k.assign(sum, k.add(k.get(sum), k.load(k.in, i)));
  k.end();
  k.store(k.out, k.get(sum));
  k.expect_body(R"(
    {"let": "sum", "value": 0},
    {"loop": "i", "to": {"buf_len": "in"}, "body": [
      {"assign": "sum", "value": {"add": ["sum", {"load": "in", "at": "i"}]}}]},
    {"store": "out", "at": 0, "value": "sum"})");
}

TEST(BuildValues, TheValueOfAVariableIsThatOfItsPlace) {
  Kernel k;
  const auto v = k.local("v", k.u32(1));
  const auto old = k.get(v);
  k.store(k.a, old);
  k.assign(v, k.add(old, k.u32(1)));
  const auto now = k.get(v);
  k.store(k.out, now, old);
  k.store(k.a, now);
  k.expect_body(R"(
    {"let": "v", "value": 1},
    {"let": "_0", "value": "v"},
    {"store": "a", "at": 0, "value": "_0"},
    {"assign": "v", "value": {"add": ["_0", 1]}},
    {"store": "out", "at": "v", "value": "_0"},
    {"store": "a", "at": 0, "value": "v"})");
}

TEST(BuildValues, AVariableThatALoopAssignsIsKeptInFrontOfIt) {
  Kernel k;
  const auto v = k.local("v", k.u32(1)), w = k.local("w", k.u32(2));
  const auto before = k.get(v), same = k.get(w);
  const auto i = k.begin_loop("i", k.u32(4));
  k.store(k.out, i, k.add(before, same));
  k.assign(v, i);
  k.end();
  k.assign(w, k.u32(3));
  k.expect_body(R"(
    {"let": "v", "value": 1}, {"let": "w", "value": 2},
    {"let": "_0", "value": "v"},
    {"loop": "i", "to": 4, "body": [
      {"store": "out", "at": "i", "value": {"add": ["_0", "w"]}},
      {"assign": "v", "value": "i"}]},
    {"assign": "w", "value": 3})");
}

TEST(BuildValues, ValuesOfACallAreItsArgumentsInOrder) {
  Kernel k;
  const auto first = k.load(k.in, k.u32(0)), second = k.atomic_add(k.a, k.u32(1));
  k.store(k.out, k.call("math.add", {first, second}));
  k.expect_body(concat(R"({"store": "out", "at": 0, "value": {"call": "math.add", "args": [
    {"load": "in", "at": 0}, )",
                       kAtomicOnA, "]}}"));
}

// Values nest as deep as somebody says, so nothing may recurse over them.
TEST(BuildValues, AHundredThousandOperationsAreRefusedByDepth) {
  Kernel k;
  auto value = k.u32(1);
  for (int i = 0; i < 100000; ++i) value = k.negate(value);
  k.store(k.out, value);
  const auto built = k.b.finish();
  ASSERT_FALSE(built.ok());
  EXPECT_NE(built.error().text().find("deeper than 480"), std::string::npos);
}

TEST(BuildValues, ALongChainOfKeptValuesIsAProgram) {
  Kernel k;
  auto value = k.u32(1);
  for (int i = 0; i < 100000; ++i) value = k.add(value, value);
  k.store(k.out, value);
  EXPECT_EQ(test::value_of(k.b.finish())->nodes.size(), 100001u);
}

}  // namespace
}  // namespace vyre::ir
