#include "backend/inventory.h"

#include "support/matchers.h"
#include "support/scripted_backend.h"

namespace vyre::backend {
namespace {

using test::ScriptedBackend;

ScriptedBackend::Member member(std::string id,
                               profile::DeviceProfile profile = test::roomy_profile(),
                               std::string missing = {}, std::string failure = {}) {
  return {{std::move(id), "1", std::move(profile), std::move(missing)}, std::move(failure)};
}

std::unique_ptr<Backend> backend(std::string name, std::optional<uint32_t> rank,
                                 std::vector<ScriptedBackend::Member> members) {
  return std::make_unique<ScriptedBackend>(std::move(name), rank, std::move(members),
                                           std::make_shared<test::Script>());
}

template <typename... Families>
Inventory inventory_of(Families... backends) {
  std::vector<std::unique_ptr<Backend>> all;
  (all.push_back(std::move(backends)), ...);
  return Inventory(std::move(all));
}

profile::DeviceProfile software() {
  profile::DeviceProfile profile = test::roomy_profile();
  profile.kind = profile::DeviceKind::kCpu;
  profile.f16 = profile.bf16 = profile.tensor_cores = true;
  return profile;
}

std::vector<std::string> ids_of(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const Entry& entry : entries) all.push_back(entry.id);
  return all;
}

TEST(Inventory, PutsCandidatesFirstBestFirst) {
  profile::DeviceProfile better = test::roomy_profile();
  better.f16 = true;
  Inventory inventory = inventory_of(
      backend("cpu-ref", 900, {member("cpu-ref")}),
      backend("vulkan", 30,
              {member("vulkan:c", software()), member("vulkan:a"), member("vulkan:b", better)}));
  const std::vector<Entry> entries = inventory.explain({});
  EXPECT_THAT(ids_of(entries), ElementsAre("vulkan:b", "vulkan:a", "vulkan:c", "cpu-ref"));
  EXPECT_TRUE(entries[0].chosen);
  EXPECT_FALSE(entries[1].chosen);
  EXPECT_EQ(entries[1].order, 2u);
  EXPECT_THAT(entries[1].reason, HasSubstr("after 'vulkan:b': capability score"));
  EXPECT_THAT(entries[2].reason, HasSubstr("after 'vulkan:a': it is a software device"));
  EXPECT_EQ(entries[3].order, 0u);
  EXPECT_TRUE(entries[3].oracle);
}

TEST(Inventory, AnswersTheSameEveryTime) {
  Inventory inventory =
      inventory_of(backend("vulkan", 30, {member("vulkan:b"), member("vulkan:a")}));
  for (int i = 0; i < 5; ++i) {
    const std::vector<Entry> entries = inventory.explain({});
    EXPECT_EQ(entries[0].id, "vulkan:a");
    EXPECT_THAT(entries[1].reason, HasSubstr("its id comes later"));
    EXPECT_EQ(inventory.open_preferred({}).value()->id(), "vulkan:a");
  }
}

TEST(Inventory, OpensTheBestDeviceOfAFamilyOrOneById) {
  Inventory inventory =
      inventory_of(backend("vulkan", 30,
                           {member("vulkan:soft", software()), member("vulkan:hard"),
                            member("vulkan:old", {}, "it lacks timelines")}));
  EXPECT_EQ(inventory.open("vulkan").value()->id(), "vulkan:hard");
  EXPECT_EQ(inventory.open("vulkan:soft").value()->id(), "vulkan:soft");
  EXPECT_THAT(
      inventory.open("vulkan:old").error().text(),
      AllOf(HasSubstr("'vulkan:old' cannot be used: it lacks timelines"), HasSubstr("Fix: ")));
  EXPECT_THAT(inventory.open("vulkan:gone").error().text(),
              AllOf(HasSubstr("'vulkan:gone'"), HasSubstr("vulkan:hard"), HasSubstr("Fix: ")));
}

TEST(Inventory, TakesTheNextCandidateWhenTheBestDoesNotOpen) {
  Inventory inventory = inventory_of(backend(
      "vulkan", 30,
      {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"), member("vulkan:b")}));
  EXPECT_EQ(inventory.open_preferred({}).value()->id(), "vulkan:b");
}

TEST(Inventory, TellsEveryFailureWhenNothingOpens) {
  Inventory inventory =
      inventory_of(backend("vulkan", 30,
                           {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"),
                            member("vulkan:b", test::roomy_profile(), {}, "melted")}));
  const Status status = std::move(inventory.open_preferred({})).status();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_THAT(status.text(), AllOf(HasSubstr("vulkan:a: fell off the bus"),
                                   HasSubstr("vulkan:b: melted"), HasSubstr("Fix: ")));
}

TEST(Inventory, NeverFallsBackToAnOracle) {
  Inventory inventory = inventory_of(backend("cpu-ref", 900, {member("cpu-ref")}),
                                     backend("reference", 901, {member("reference")}));
  const Status status = std::move(inventory.open_preferred({})).status();
  EXPECT_THAT(status.text(), AllOf(HasSubstr("cpu-ref: an oracle"), HasSubstr("reference: an"),
                                   HasSubstr("no usable GPU dispatch backend")));
  EXPECT_EQ(inventory.open("cpu-ref").value()->id(), "cpu-ref");
  SelectOptions named;
  named.id = "cpu-ref";
  EXPECT_EQ(inventory.open_preferred(named).value()->id(), "cpu-ref");
}

TEST(Inventory, WithoutAnyFamilySaysSo) {
  Inventory inventory = inventory_of();
  EXPECT_TRUE(inventory.explain({}).empty());
  EXPECT_THAT(std::move(inventory.open_preferred({})).status().text(),
              HasSubstr("no backend is built in"));
}

TEST(Inventory, ShowsFamiliesThatCannotBeAskedOrSeeNothing) {
  Inventory inventory =
      inventory_of(std::make_unique<test::BrokenBackend>(), backend("vulkan", 30, {}));
  const std::vector<Entry> entries = inventory.explain({});
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_FALSE(entries[0].usable);
  EXPECT_THAT(entries[0].reason, HasSubstr("no loader"));
  EXPECT_EQ(entries[1].id, "vulkan");
  EXPECT_THAT(entries[1].reason, HasSubstr("sees no device"));
  EXPECT_EQ(inventory.open("broken").error().code(), Code::kNotFound);
}

TEST(Inventory, AsksOnlyTheFamilyThatIsNamed) {
  int asked = 0;
  Inventory inventory = inventory_of(std::make_unique<test::BrokenBackend>(&asked),
                                     backend("cpu-ref", 900, {member("cpu-ref")}));
  EXPECT_TRUE(inventory.open("cpu-ref").ok());
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(inventory.open("broken").ok());
  EXPECT_GT(asked, 0);
  EXPECT_TRUE(inventory.open("cpu-ref").ok());
}

TEST(Inventory, LeavesOutWhatTheCallerRefuses) {
  Inventory inventory = inventory_of(
      backend("vulkan", 30, {member("vulkan:soft", software()), member("vulkan:hard")}));
  SelectOptions options;
  options.exclude = {"vulkan:hard"};
  EXPECT_EQ(inventory.open_preferred(options).value()->id(), "vulkan:soft");
  options.refuse_software = true;
  EXPECT_THAT(inventory.open_preferred(options).error().text(),
              AllOf(HasSubstr("vulkan:soft: a software device"),
                    HasSubstr("vulkan:hard: excluded by the caller")));
  options.exclude.clear();
  options.id = "vulkan:soft";
  EXPECT_THAT(inventory.open_preferred(options).error().text(),
              HasSubstr("only 'vulkan:soft' is considered"));
}

TEST(InventoryRecords, AnUnknownIdDoesNotDispatchHasNoRankAndIsAbsent) {
  Inventory inventory = inventory_of(backend("vulkan", 30, {}));
  EXPECT_FALSE(inventory.dispatches("__vyre_missing_backend__"));
  EXPECT_EQ(inventory.rank("__vyre_missing_backend__"), kUnranked);
  EXPECT_THAT(inventory.by_rank(), ElementsAre("vulkan"));
  EXPECT_EQ(inventory.open("__vyre_missing_backend__").error().code(), Code::kNotFound);
}

std::unique_ptr<Backend> undeclared() {
  return backend("undeclared", std::nullopt, {member("undeclared")});
}

TEST(InventoryRecords, AreJoinedByIdInAnyOrder) {
  Inventory inventory;
  ASSERT_TRUE(inventory.declare_dispatches("undeclared", true).ok());
  ASSERT_TRUE(inventory.add(undeclared()).ok());
  ASSERT_TRUE(inventory.declare_rank("undeclared", 7).ok());
  EXPECT_TRUE(inventory.dispatches("undeclared"));
  EXPECT_TRUE(inventory.dispatches("undeclared:0"));  // a device of it
  EXPECT_EQ(inventory.rank("undeclared"), 7u);
  EXPECT_EQ(inventory.open_preferred({}).value()->id(), "undeclared");
}

TEST(InventoryRecords, SortByRankAndThenById) {
  Inventory inventory = inventory_of(backend("spirv", 30, {}), backend("wgpu", 30, {}),
                                     backend("cpu-ref", 900, {}), backend("cuda", 5, {}));
  ASSERT_TRUE(inventory.add(undeclared()).ok());
  EXPECT_THAT(inventory.by_rank(), ElementsAre("cuda", "spirv", "wgpu", "cpu-ref", "undeclared"));
}

TEST(InventoryRecords, WhatIsNotDeclaredToDispatchIsOpenedOnlyByName) {
  Inventory inventory;
  ASSERT_TRUE(inventory.add(undeclared()).ok());
  EXPECT_THAT(inventory.open_preferred({}).error().text(),
              HasSubstr("undeclared: not declared to dispatch"));
  EXPECT_EQ(inventory.explain({})[0].decision, Decision::kDoesNotDispatch);
  EXPECT_EQ(inventory.open("undeclared").value()->id(), "undeclared");
}

TEST(InventoryRecords, ASecondOneOfAKindIsAnErrorThatNamesBoth) {
  Inventory inventory = inventory_of(backend("vulkan", 30, {}));
  const Status again = inventory.add(backend("vulkan", 31, {}));
  EXPECT_EQ(again.code(), Code::kAlreadyRegistered);
  EXPECT_THAT(again.text(), AllOf(HasSubstr("'vulkan'"), HasSubstr("Fix: ")));
  EXPECT_EQ(inventory.declare_rank("vulkan", 5).code(), Code::kAlreadyRegistered);
  EXPECT_THAT(inventory.declare_rank("vulkan", 5).text(),
              AllOf(HasSubstr("declared as 5"), HasSubstr("declared as 30")));
  EXPECT_EQ(inventory.declare_dispatches("vulkan", true).code(), Code::kAlreadyRegistered);
  EXPECT_EQ(inventory.rank("vulkan"), 30u);
  EXPECT_EQ(inventory.by_rank().size(), 1u);
}

TEST(InventoryRecords, ABackendThatIsRefusedLeavesNothingBehind) {
  Inventory inventory;
  ASSERT_TRUE(inventory.declare_dispatches("late", false).ok());
  EXPECT_EQ(inventory.add(backend("late", 3, {})).code(), Code::kAlreadyRegistered);
  EXPECT_EQ(inventory.rank("late"), kUnranked);
  EXPECT_TRUE(inventory.by_rank().empty());
  EXPECT_EQ(inventory.add(backend("", 3, {})).code(), Code::kInvalidArgument);
  EXPECT_EQ(inventory.add(backend("a:b", 3, {})).code(), Code::kInvalidArgument);
  EXPECT_EQ(inventory.declare_rank("", 3).code(), Code::kInvalidArgument);
}

TEST(Inventory, WithoutAnyBackendNamesTheProbeAndNoWayAroundIt) {
  const Status status = std::move(inventory_of().open_preferred({})).status();
  EXPECT_THAT(status.text(), AllOf(HasSubstr("no usable GPU dispatch backend"),
                                   HasSubstr("repair the probe"), HasSubstr("Fix: ")));
  EXPECT_THAT(status.text(), testing::Not(HasSubstr("fall")));
}

// Capability before rank, rank before time, time before id.
TEST(Inventory, DecidesByCapabilityThenRankThenTimeAndSaysSo) {
  std::vector<Entry> entries(4);
  const char* const ids[] = {"d", "c", "b", "a"};
  for (size_t i = 0; i < entries.size(); ++i) {
    entries[i].id = ids[i];
    entries[i].usable = entries[i].dispatches = true;
    entries[i].rank = 10;
    entries[i].acquisition_ns = 50;
  }
  entries[0].profile.f16 = true;
  entries[0].score = capability_score(entries[0].profile);
  entries[0].rank = 50;
  entries[1].rank = 5;
  entries[2].acquisition_ns = 5;
  choose(entries, {});
  EXPECT_THAT(ids_of(entries), ElementsAre("d", "c", "b", "a"));
  EXPECT_EQ(entries[0].decision, Decision::kBest);
  EXPECT_EQ(entries[1].decision, Decision::kScore);
  EXPECT_EQ(entries[2].decision, Decision::kRank);
  EXPECT_EQ(entries[3].decision, Decision::kAcquisition);
}

TEST(Inventory, ABackendThatFailsDoesNotHideAGoodOne) {
  Inventory inventory =
      inventory_of(std::make_unique<test::BrokenBackend>(), backend("good", 2, {member("good")}));
  EXPECT_EQ(inventory.open_preferred({}).value()->id(), "good");
}

// What loses was never created.
TEST(Inventory, OpensOnlyTheOneItChooses) {
  auto counted = std::make_unique<ScriptedBackend>(
      "vulkan", 30,
      std::vector<ScriptedBackend::Member>{member("vulkan:a"), member("vulkan:b"),
                                           member("vulkan:c")},
      std::make_shared<test::Script>());
  const ScriptedBackend& opened = *counted;
  Inventory inventory = inventory_of(std::move(counted));
  ASSERT_TRUE(inventory.open_preferred({}).ok());
  EXPECT_EQ(opened.opened(), 1u);
}

TEST(Inventory, DefaultsPinAndExcludeWhereTheCallSaysNothing) {
  SelectOptions environment;
  environment.id = "cpu-ref";
  environment.origin = "VYRE_BACKEND";
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(backend("vulkan", 30, {member("vulkan:a")}));
  backends.push_back(backend("cpu-ref", 900, {member("cpu-ref")}));
  Inventory inventory(std::move(backends), nullptr, environment);
  EXPECT_EQ(inventory.open_preferred({}).value()->id(), "cpu-ref");
  EXPECT_THAT(inventory.explain({})[1].reason, HasSubstr("as VYRE_BACKEND asks"));
  SelectOptions named;
  named.id = "vulkan";
  EXPECT_EQ(inventory.open_preferred(named).value()->id(), "vulkan:a");
}

TEST(Inventory, LooksForDevicesSideBySideWhereThatIsSafe) {
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(backend("a", 1, {member("a")}));
  backends.push_back(backend("b", 2, {member("b")}));
  size_t together = 0;
  Inventory inventory(std::move(backends), [&](std::span<const std::function<void()>> tasks) {
    together = tasks.size();
    for (const auto& task : tasks) task();
  });
  EXPECT_EQ(inventory.explain({}).size(), 2u);
  EXPECT_EQ(together, 2u);
}

TEST(Inventory, ABackendThatFailsSideBySideIsAskedOnce) {
  int asked = 0;
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(std::make_unique<test::BrokenBackend>(&asked));
  backends.push_back(backend("b", 2, {member("b")}));
  Inventory inventory(std::move(backends), [](std::span<const std::function<void()>> tasks) {
    for (const auto& task : tasks) task();
  });
  EXPECT_EQ(inventory.explain({}).size(), 2u);
  EXPECT_EQ(asked, 1);
}

TEST(Inventory, AMeasuredBandwidthIsAFactOfLaterChoices) {
  Inventory inventory =
      inventory_of(backend("vulkan", 30, {member("vulkan:a"), member("vulkan:b")}));
  inventory.set_bandwidth("vulkan:b", 100.0);
  const std::vector<Entry> entries = inventory.explain({});
  EXPECT_EQ(entries[0].id, "vulkan:b");
  EXPECT_EQ(entries[0].profile.bandwidth_source, profile::FactSource::kMeasured);
  EXPECT_EQ(entries[1].decision, Decision::kBandwidth);
  EXPECT_EQ(inventory.measured_bandwidth("vulkan:b"), 100.0);
  EXPECT_EQ(inventory.measured_bandwidth("vulkan:a"), std::nullopt);
}

}  // namespace
}  // namespace vyre::backend
