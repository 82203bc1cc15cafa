#include "registry/ops/snapshot.h"

#include "ops.h"
#include "support/allocations.h"

namespace vyre::registry {
namespace {

using Answer = LoweringAnswer::Kind;
using test::id_of;
using test::ids;
using test::op;
using test::snapshot_of;

class NoReference final : public ir::OpReference {
  Status run(std::span<const std::byte>, std::vector<std::byte>&) const override { return {}; }
};

std::vector<Target> every_kind() {
  std::vector<Target> targets;
  for (const char* text : {"ptx", "spirv", "primary_text", "primary_binary", "secondary_text",
                           "native_module", "reference_backend", "extension:acme"}) {
    targets.push_back(parse_target(text).take());
  }
  return targets;
}

TEST(Snapshot, FindsOpsByIdAndByName) {
  const auto snapshot = snapshot_of({"a", "b"});
  EXPECT_EQ(snapshot->lookup(id_of("b")), snapshot->find("b"));
  EXPECT_EQ(snapshot->find("b")->id, "b");
}

TEST(Snapshot, FindsEachOfManyOpsAndNoOther) {
  Builder builder;
  constexpr size_t kOps = 3'000;
  for (size_t i = 0; i < kOps; ++i) builder.add(op("snapshot_test." + std::to_string(i)));
  const auto snapshot = builder.freeze().take();
  for (size_t i = 0; i < 2 * kOps; ++i) {
    const std::string name = "snapshot_test." + std::to_string(i);
    const OpDef* found = snapshot->find(name);
    ASSERT_EQ(found != nullptr, i < kOps) << name;
    ASSERT_EQ(snapshot->lookup(id_of(name)), found);
    if (found != nullptr) {
      ASSERT_EQ(found->id, name);
    }
  }
}

TEST(Snapshot, AnUnknownOpHasNoDefinitionAndNoLowering) {
  const auto snapshot = snapshot_of({"a"});
  const OpId unknown = id_of("snapshot_test.unknown");
  for (const OpId id : {unknown, kNoOp, OpId{UINT32_MAX}}) {
    EXPECT_EQ(snapshot->lookup(id), nullptr);
    for (const Target& target : every_kind()) {
      EXPECT_EQ(snapshot->lowering(id, target).kind, Answer::kNone) << target_text(target);
    }
  }
  EXPECT_EQ(snapshot->find("snapshot_test.unknown"), nullptr);
  EXPECT_EQ(snapshot->signature("snapshot_test.unknown"), nullptr);
  EXPECT_EQ(snapshot->reference("snapshot_test.unknown"), nullptr);
}

TEST(Snapshot, LookingUpUnknownNamesRemembersNothing) {
  const auto snapshot = snapshot_of({"a"});
  const uint32_t interned = Interner::process().size();
  const int64_t before = vyre::test::live_blocks();
  char name[] = "snapshot_test.000000";
  for (uint32_t i = 0; i < 1'000'000; ++i) {
    for (uint32_t digit = 19, rest = i; digit > 13; --digit, rest /= 10) {
      name[digit] = static_cast<char>('0' + rest % 10);
    }
    ASSERT_EQ(snapshot->find(name), nullptr);
  }
  EXPECT_EQ(vyre::test::live_blocks(), before);
  EXPECT_EQ(Interner::process().size(), interned);
}

TEST(Snapshot, WalksEveryOpOnceByDialectAndId) {
  Builder builder;
  builder.add(op("z", "b"));
  builder.add(op("y", "a"));
  builder.add(op("a", "b"));
  builder.add(op("x", ""));
  EXPECT_THAT(ids(*builder.freeze().value()), ElementsAre("x", "y", "a", "z"));
}

TEST(Snapshot, AnswersForEachTargetWhatWasRegistered) {
  OpDef def = op("a");
  def.lowerings[parse_target("ptx").take()] =
      std::make_shared<const Lowering>(test::bytes_of("ptx text"));
  def.lowerings[parse_target("extension:acme").take()] = std::make_shared<const Lowering>(
      [](std::string_view, const Target&) -> Result<Lowering::Bytes> {
        return test::bytes_of("made");
      });
  Builder builder;
  builder.add(std::move(def));
  const auto snapshot = builder.freeze().take();
  const auto answer = [&](const char* target) {
    return snapshot->lowering(id_of("a"), parse_target(target).take());
  };
  EXPECT_EQ(answer("ptx").kind, Answer::kData);
  EXPECT_EQ(answer("ptx").lowering->data()->size(), 8u);
  EXPECT_EQ(answer("extension:acme").kind, Answer::kBuilder);
  EXPECT_EQ(answer("extension:other").kind, Answer::kNone);
  EXPECT_EQ(answer("secondary_text").kind, Answer::kNone);
  EXPECT_EQ(answer("reference_backend").kind, Answer::kSentinel);
}

TEST(Snapshot, TheReferenceTargetTellsWhetherAnOpCanRun) {
  OpDef called = op("called");
  called.reference = std::make_shared<const NoReference>();
  Builder builder;
  builder.add(std::move(called));
  builder.add(op("sentinel"));
  const auto snapshot = builder.freeze().take();
  const Target reference = {Target::Kind::kReference, {}};
  EXPECT_EQ(snapshot->lowering(id_of("called"), reference).kind, Answer::kReference);
  EXPECT_EQ(snapshot->lowering(id_of("sentinel"), reference).kind, Answer::kSentinel);
  EXPECT_NE(snapshot->reference("called"), nullptr);
  EXPECT_EQ(snapshot->reference("sentinel"), nullptr);
}

TEST(Snapshot, SignaturesAreTheSpellingsInOrder) {
  OpDef def = op("a");
  def.signature.inputs = {{"x", "u32"}, {"y", "vec2<u32>"}};
  def.signature.outputs = {{"r", "bool"}};
  Builder builder;
  builder.add(std::move(def));
  const auto snapshot = builder.freeze().take();
  const ir::OpSignature* signature = snapshot->signature("a");
  ASSERT_NE(signature, nullptr);
  EXPECT_THAT(signature->inputs, ElementsAre("u32", "vec2<u32>"));
  EXPECT_THAT(signature->outputs, ElementsAre("bool"));
}

TEST(Snapshot, SharesItsOpsWithThoseMadeFromIt) {
  const auto first = snapshot_of({"a", "b"});
  Builder builder;
  builder.add(*first);
  const auto second = builder.freeze().take();
  EXPECT_EQ(first->find("a"), second->find("a"));
}

TEST(OpDef, ByDefaultIsAnEmptyIntrinsic) {
  const OpDef def;
  EXPECT_EQ(def.id, "");
  EXPECT_EQ(def.dialect, "");
  EXPECT_EQ(def.category, Category::kIntrinsic);
  EXPECT_TRUE(def.signature.inputs.empty());
  EXPECT_TRUE(def.signature.outputs.empty());
  EXPECT_TRUE(def.signature.attributes.empty());
  EXPECT_FALSE(def.signature.bytes_extraction);
  EXPECT_TRUE(def.lowerings.empty());
  EXPECT_TRUE(def.laws.empty());
  EXPECT_EQ(def.composition, nullptr);
  EXPECT_EQ(def.reference, nullptr);
}

// Ids that were interned together are found in a row, others by search.
TEST(Snapshot, FindsIdsThatLieCloseTogetherAndFarApart) {
  Interner& interner = Interner::process();
  const OpId first = interner.intern("row.first").value();
  const OpId second = interner.intern("row.second").value();
  for (int i = 0; i < 100; ++i) (void)interner.intern("row.gap" + std::to_string(i)).value();
  const OpId far = interner.intern("row.far").value();
  const auto close = snapshot_of({"row.first", "row.second"});
  const auto apart = snapshot_of({"row.first", "row.far"});
  EXPECT_EQ(close->lookup(first), close->find("row.first"));
  EXPECT_EQ(close->lookup(second)->id, "row.second");
  EXPECT_EQ(apart->lookup(far)->id, "row.far");
  EXPECT_EQ(apart->lookup(first)->id, "row.first");
  for (const auto& snapshot : {close, apart}) {
    for (const OpId other : {kNoOp, first - 1, second + 1, far + 1, UINT32_MAX}) {
      EXPECT_EQ(snapshot->lookup(other), nullptr) << other;
    }
  }
}

}  // namespace
}  // namespace vyre::registry
