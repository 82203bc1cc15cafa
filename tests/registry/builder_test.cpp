#include "registry/builder.h"

#include <new>

#include "ops.h"
#include "registry/builtin_dialects.h"
#include "support/allocations.h"

namespace vyre::registry {
namespace {

using test::codes;
using test::ids;
using test::op;
using test::texts;

const Target kSpirv = {Target::Kind::kSpirV, {}};

Status error_of(const Builder& builder) { return std::move(builder.freeze()).status(); }

OpDef with_lowering(const Target& target, std::shared_ptr<const Lowering> lowering) {
  OpDef def = op("a");
  def.lowerings[target] = std::move(lowering);
  return def;
}

Status lowering_error(const Target& target, Lowering::Bytes bytes) {
  Builder builder;
  builder.add(with_lowering(target, std::make_shared<const Lowering>(std::move(bytes))));
  return error_of(builder);
}

TEST(Builder, ADuplicateNamesTheOpAndBothOwners) {
  Builder builder;
  builder.add(op("math.add", "second"));
  builder.add(op("math.add", "first"));
  const Status status = error_of(builder);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.code(), Code::kAlreadyRegistered);
  EXPECT_THAT(status.text(), AllOf(HasSubstr("duplicate op id 'math.add'"),
                                   HasSubstr("first registrant is 'first'"),
                                   HasSubstr("second registrant is 'second'"), HasSubstr("Fix: ")));
  ASSERT_EQ(status.info().findings.size(), 1u);
  EXPECT_EQ(status.info().findings[0].code, "OP-DUPLICATE");
  EXPECT_EQ(status.info().findings[0].path, "op 'math.add' of dialect 'second'");
  EXPECT_EQ(status.info().findings[0].other, "dialect 'first'");
}

TEST(Builder, WhoIsFirstDoesNotDependOnTheOrderOfRegistration) {
  Builder one, other;
  for (const char* dialect : {"b", "a"}) one.add(op("x", dialect));
  for (const char* dialect : {"a", "b"}) other.add(op("x", dialect));
  EXPECT_EQ(error_of(one).text(), error_of(other).text());
}

TEST(Builder, AnOwnerWithoutDialectHasAPlaceholder) {
  Builder builder;
  builder.add(op("x", ""));
  builder.add(op("x", "named"));
  EXPECT_THAT(error_of(builder).text(), AllOf(HasSubstr("first registrant is '<unknown dialect>'"),
                                              HasSubstr("second registrant is 'named'")));
}

TEST(Builder, TheIdAloneIsTheKey) {
  Builder builder;
  builder.add(op("x", "one"));
  builder.add(op("x", "two"));
  builder.add(op("X", "one"));
  builder.add(op("x ", "one"));
  builder.add(op(std::string_view("x\0y", 3), "one"));
  EXPECT_THAT(codes(error_of(builder)), ElementsAre("OP-DUPLICATE"));
}

TEST(Builder, AnExternOpUnderItsDialectIsAnExtension) {
  Builder builder;
  builder.add(ExternDialect{"vyre-libs-test", "0.4.1", "https://example.invalid", {}});
  OpDef def = op("vyre-libs-test::dummy", "vyre-libs-test");
  def.category = Category::kIntrinsic;
  builder.add(std::move(def));
  const auto snapshot = builder.freeze().take();
  const OpDef* found = snapshot->lookup(test::id_of("vyre-libs-test::dummy"));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->id, "vyre-libs-test::dummy");
  EXPECT_EQ(found->dialect, "vyre-libs-test");
  EXPECT_EQ(found->category, Category::kExtension);
  EXPECT_TRUE(found->is_extern);
  ASSERT_EQ(snapshot->extern_dialects().size(), 1u);
  EXPECT_EQ(snapshot->extern_dialects()[0].version, "0.4.1");
}

TEST(Builder, ExternProblemsAreReportedTogether) {
  Builder builder;
  builder.add(ExternDialect{"vyre-libs-twice", "1", {}, {}});
  builder.add(ExternDialect{"vyre-libs-twice", "2", {}, {}});
  builder.add(ExternDialect{"my-dialect", "1", {}, {}});
  builder.add(op("orphan", "vyre-libs-missing"));
  builder.add(op("", "vyre-libs-twice"));
  const Status status = error_of(builder);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(codes(status), UnorderedElementsAre("DIALECT-DUPLICATE", "DIALECT-PREFIX",
                                                  "OP-ORPHAN", "OP-EMPTY-ID"));
  EXPECT_THAT(
      texts(status),
      UnorderedElementsAre(
          AllOf(HasSubstr("'vyre-libs-twice' is registered 2 times"), HasSubstr("Fix: ")),
          AllOf(HasSubstr("'my-dialect' does not begin with 'vyre-libs-'"), HasSubstr("Fix: ")),
          AllOf(HasSubstr("'orphan' names the dialect 'vyre-libs-missing'"), HasSubstr("Fix: ")),
          AllOf(HasSubstr("of dialect 'vyre-libs-twice' has an empty id"), HasSubstr("Fix: "))));
}

TEST(Builder, NamesOfDialectsAreComparedExactly) {
  Builder builder;
  builder.add(ExternDialect{"vyre-libs-a", "1", {}, {}});
  builder.add(ExternDialect{" vyre-libs-b", "1", {}, {}});
  builder.add(ExternDialect{"Vyre-libs-c", "1", {}, {}});
  builder.add(op("1", "vyre-libs-A"));
  builder.add(op("2", "vyre-libs-a "));
  builder.add(op("3", std::string_view("vyre-libs-a\0", 12)));
  EXPECT_THAT(codes(error_of(builder)),
              UnorderedElementsAre("DIALECT-PREFIX", "DIALECT-PREFIX", "OP-ORPHAN", "OP-ORPHAN",
                                   "OP-ORPHAN"));
}

TEST(Builder, TwoDialectsWithOneOpAreADuplicate) {
  Builder builder;
  for (const char* name : {"vyre-libs-a", "vyre-libs-b"}) {
    builder.add(ExternDialect{name, "1", {}, {}});
    builder.add(op("foo", name));
  }
  EXPECT_THAT(error_of(builder).text(),
              AllOf(HasSubstr("'vyre-libs-a'"), HasSubstr("'vyre-libs-b'")));
}

TEST(Builder, DuplicatesAndOtherProblemsComeInOneError) {
  Builder builder;
  builder.add(op("x", "a"));
  builder.add(op("x", "b"));
  builder.add(op("", "c"));
  const Status status = error_of(builder);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(codes(status), UnorderedElementsAre("OP-DUPLICATE", "OP-EMPTY-ID"));
  EXPECT_THAT(status.text(), HasSubstr("2 findings"));
}

TEST(Builder, OpsThatAreWrongCanStillBeMended) {
  Builder builder;
  builder.add(op("x", "a"));
  builder.add(op("y", "vyre-libs-late"));
  ASSERT_FALSE(builder.freeze().ok());
  builder.add(ExternDialect{"vyre-libs-late", "1", {}, {}});
  EXPECT_TRUE(builder.freeze().ok());
}

TEST(Builder, AnExternDialectIsCarriedOnWithItsSnapshot) {
  Builder first;
  first.add(ExternDialect{"vyre-libs-a", "1", {}, {}});
  first.add(op("a.one", "vyre-libs-a"));
  const auto snapshot = first.freeze().take();
  Builder second;
  second.add(*snapshot);
  second.add(op("a.two", "vyre-libs-a"));
  const auto both = second.freeze().take();
  EXPECT_THAT(ids(*both), ElementsAre("a.one", "a.two"));
  EXPECT_EQ(both->find("a.one"), snapshot->find("a.one"));
  second.add(ExternDialect{"vyre-libs-a", "2", {}, {}});
  EXPECT_THAT(codes(error_of(second)), ElementsAre("DIALECT-DUPLICATE"));
}

TEST(Builder, WithoutAFolderItsOpsAndDialectsAreGone) {
  Builder first;
  first.add(ExternDialect{"vyre-libs-a", "1", {}, "/m/a.dialect.json"});
  first.add(ExternDialect{"vyre-libs-b", "1", {}, "/m/deep/b.dialect.json"});
  for (const char* name : {"a", "b"}) {
    OpDef def = op(name, std::string("vyre-libs-") + name);
    def.source = std::string(name) == "a" ? "/m/a.dialect.json" : "/m/deep/b.dialect.json";
    first.add(std::move(def));
  }
  first.add(op("native"));
  const auto snapshot = first.freeze().take();
  Builder second;
  second.add_without(*snapshot, "/m");
  const auto rest = second.freeze().take();
  EXPECT_THAT(ids(*rest), ElementsAre("native", "b"));
  ASSERT_EQ(rest->extern_dialects().size(), 1u);
  EXPECT_EQ(rest->extern_dialects()[0].name, "vyre-libs-b");
}

TEST(Builder, AnOpWhoseDialectWentWithItsFolderIsAnOrphan) {
  Builder first;
  first.add(ExternDialect{"vyre-libs-a", "1", {}, "/m/a.dialect.json"});
  first.add(op("by.call", "vyre-libs-a"));
  const auto snapshot = first.freeze().take();
  Builder second;
  second.add_without(*snapshot, "/m");
  EXPECT_THAT(codes(error_of(second)), ElementsAre("OP-ORPHAN"));
}

TEST(Builder, OwnersFromManifestsAreNamedWithTheirFile) {
  Builder builder;
  builder.add(ExternDialect{"vyre-libs-a", "1", {}, "/m/a.dialect.json"});
  OpDef def = op("x", "vyre-libs-a");
  def.source = "/m/a.dialect.json";
  builder.add(std::move(def));
  builder.add(op("x", "native"));
  EXPECT_THAT(error_of(builder).text(),
              HasSubstr("second registrant is 'vyre-libs-a' (manifest '/m/a.dialect.json')"));
}

TEST(Builder, ParametersNeedDistinctNamesAndTypes) {
  Builder builder;
  OpDef def = op("x");
  def.signature.inputs = {{"a", "u32"}, {"", "u32"}, {"a", "u32"}, {"b", ""}};
  def.signature.outputs = {{"a", "u32"}};
  def.signature.attributes = {{"m", "u32", {}}, {"m", "u32", {}}};
  builder.add(std::move(def));
  const Status status = error_of(builder);
  EXPECT_THAT(texts(status),
              ElementsAre(HasSubstr("op 'x': input 1 has no name"),
                          HasSubstr("op 'x': input 2 has the name 'a' of one before it"),
                          HasSubstr("op 'x': input 3 has no type"),
                          HasSubstr("op 'x': attribute 1 has the name 'm' of one before it")));
  EXPECT_THAT(texts(status), Not(Contains(Not(HasSubstr("Fix: ")))));
}

TEST(Builder, SpirvDataMustBeAModule) {
  EXPECT_TRUE(lowering_error(kSpirv, test::spirv_bytes()).ok());
  Lowering::Bytes ragged = test::spirv_bytes();
  ragged.push_back({});
  EXPECT_THAT(lowering_error(kSpirv, ragged).text(), HasSubstr("SPIR-V of 21 bytes"));
  Lowering::Bytes swapped = test::spirv_bytes();
  std::swap(swapped[0], swapped[3]);
  EXPECT_THAT(lowering_error(kSpirv, swapped).text(), HasSubstr("instead of the magic number"));
  Lowering::Bytes cut = test::spirv_bytes();
  cut.resize(16);
  EXPECT_THAT(lowering_error(kSpirv, cut).text(), HasSubstr("4 words"));
  EXPECT_THAT(codes(lowering_error(kSpirv, {})), ElementsAre("OP-LOWERING"));
}

TEST(Builder, OtherDataIsTakenAsItIs) {
  EXPECT_TRUE(lowering_error({Target::Kind::kPrimaryText, {}}, test::bytes_of("any")).ok());
  EXPECT_TRUE(lowering_error({Target::Kind::kExtension, "acme"}, test::bytes_of("\1\2\3")).ok());
}

TEST(Builder, ReferenceNullAndNamelessLoweringsAreRefused) {
  Builder builder;
  const auto some = std::make_shared<const Lowering>(test::bytes_of("any"));
  OpDef def = with_lowering({Target::Kind::kReference, {}}, some);
  def.lowerings[{Target::Kind::kExtension, {}}] = some;
  def.lowerings[kSpirv] = nullptr;
  builder.add(std::move(def));
  EXPECT_THAT(texts(error_of(builder)),
              UnorderedElementsAre(HasSubstr("a lowering for reference_backend"),
                                   HasSubstr("extension without id"), HasSubstr("that is null")));
}

TEST(Builder, AFailedFreezeInternsNothing) {
  Builder builder;
  builder.add(op("builder_test.never", "a"));
  builder.add(op("builder_test.never", "b"));
  ASSERT_FALSE(builder.freeze().ok());
  EXPECT_EQ(Interner::process().find("builder_test.never"), kNoOp);
}

TEST(Builder, MemoryThatEndsLeavesTheBuilderAsItWas) {
  Builder builder;
  builder.add(*builtin_snapshot().value());
  builder.add(ExternDialect{"vyre-libs-a", "1", {}, {}});
  builder.add(op("builder_test.memory", "vyre-libs-a"));
  std::shared_ptr<const Snapshot> snapshot;
  ASSERT_TRUE(builder.freeze().ok());  // names that are new stay in the interner
  const int64_t before = vyre::test::live_blocks();
  const uint64_t failures =
      vyre::test::fail_each_allocation([&] { snapshot = builder.freeze().take(); },
                                       [&] { ASSERT_EQ(vyre::test::live_blocks(), before); });
  EXPECT_GT(failures, 5u);
  EXPECT_EQ(snapshot->ops().size(), 6u);
}

TEST(Builder, NothingMakesAnEmptySnapshot) {
  const auto snapshot = Builder().freeze().take();
  EXPECT_THAT(snapshot->ops(), IsEmpty());
  EXPECT_EQ(snapshot->find("anything"), nullptr);
  EXPECT_EQ(snapshot->lookup(test::id_of("anything")), nullptr);
}

}  // namespace
}  // namespace vyre::registry
