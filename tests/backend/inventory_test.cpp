#include "backend/inventory.h"

#include "inventory_support.h"
#include "support/refuses.h"
#include "support/value_of.h"

namespace vyre::backend {
namespace {

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
    EXPECT_EQ(inventory.open({}).value()->id(), "vulkan:a");
  }
}

TEST(Inventory, OpensTheBestDeviceOfAFamilyOrOneById) {
  Inventory inventory =
      inventory_of(backend("vulkan", 30,
                           {member("vulkan:soft", software()), member("vulkan:hard"),
                            member("vulkan:old", {}, "it lacks timelines")}));
  EXPECT_EQ(inventory.open(named("vulkan")).value()->id(), "vulkan:hard");
  EXPECT_EQ(inventory.open(named("vulkan:soft")).value()->id(), "vulkan:soft");
  EXPECT_THAT(inventory.open(named("vulkan:old")),
              test::refuses(Code::kUnsupportedFeature,
                            "device 'vulkan:old' cannot be used: it lacks timelines"));
  EXPECT_THAT(inventory.open(named("vulkan:gone")),
              test::refuses(Code::kNotFound, "device 'vulkan:gone' is not here. Fix: "));
  EXPECT_THAT(inventory.open(named("vulkan:gone")).error().text(), HasSubstr("vulkan:hard"));
}

TEST(Inventory, TakesTheNextCandidateWhenTheBestDoesNotOpen) {
  Inventory inventory = inventory_of(backend(
      "vulkan", 30,
      {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"), member("vulkan:b")}));
  EXPECT_EQ(inventory.open({}).value()->id(), "vulkan:b");
  EXPECT_EQ(inventory.open(named("vulkan")).value()->id(), "vulkan:b");
}

TEST(Inventory, LogsEachDeviceThatDoesNotOpen) {
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(backend(
      "vulkan", 30,
      {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"), member("vulkan:b")}));
  std::vector<std::string> lines;
  Inventory inventory(std::move(backends), nullptr, {}, [&](LogLevel level, std::string_view line) {
    EXPECT_EQ(level, LogLevel::kWarning);
    lines.emplace_back(line);
  });
  ASSERT_TRUE(inventory.open({}).ok());
  EXPECT_THAT(lines, ElementsAre("device 'vulkan:a' cannot be opened: fell off the bus. "
                                 "Fix: plug in"));
}

// One that is named alone fails with its own error.
TEST(Inventory, ANamedDeviceFailsWithItsOwnError) {
  Inventory inventory = inventory_of(backend(
      "vulkan", 30,
      {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"), member("vulkan:b")}));
  EXPECT_THAT(inventory.open(named("vulkan:a")),
              test::refuses(Code::kDeviceLost, "fell off the bus"));
}

std::vector<std::string> findings_of(const Status& status) {
  std::vector<std::string> all;
  for (const Finding& finding : status.info().findings) {
    all.push_back(concat(finding.code, " at ", finding.path, ": ", finding.text));
  }
  return all;
}

TEST(Inventory, HasAFindingForEachDeviceWhenNothingOpens) {
  Inventory inventory = inventory_of(
      backend("vulkan", 30,
              {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"),
               member("vulkan:old", {}, "it lacks timelines")}),
      std::make_unique<test::BrokenBackend>(), backend("cpu-ref", 900, {member("cpu-ref")}));
  EXPECT_THAT(
      findings_of(std::move(inventory.open({})).status()),
      UnorderedElementsAre("DEVICE_LOST at device 'vulkan:a': fell off the bus. Fix: plug in",
                           "UNUSABLE at device 'vulkan:old': it lacks timelines",
                           "UNUSABLE at backend 'broken': no loader. Fix: install one",
                           "ORACLE at device 'cpu-ref': an oracle, used only when it is named"));
  EXPECT_THAT(findings_of(std::move(inventory.open(named("metal"))).status()),
              Contains("NAME at device 'cpu-ref': only 'metal' is considered, as the caller asks"));
}

TEST(Inventory, TellsEveryFailureWhenNothingOpens) {
  Inventory inventory =
      inventory_of(backend("vulkan", 30,
                           {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"),
                            member("vulkan:b", test::roomy_profile(), {}, "melted")}));
  const Status status = std::move(inventory.open({})).status();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_THAT(status.text(), AllOf(HasSubstr("vulkan:a: fell off the bus"),
                                   HasSubstr("vulkan:b: melted"), HasSubstr("Fix: ")));
  const Status family = std::move(inventory.open(named("vulkan"))).status();
  EXPECT_THAT(family, test::refuses(Code::kNotFound, "no device of 'vulkan' can be opened"));
  EXPECT_THAT(family.text(), HasSubstr("vulkan:b: melted"));
}

TEST(Inventory, NeverFallsBackToAnOracle) {
  Inventory inventory = inventory_of(backend("cpu-ref", 900, {member("cpu-ref")}),
                                     backend("reference", 901, {member("reference")}));
  const Status status = std::move(inventory.open({})).status();
  EXPECT_THAT(status.text(), AllOf(HasSubstr("cpu-ref: an oracle"), HasSubstr("reference: an"),
                                   HasSubstr("no usable device")));
  EXPECT_EQ(inventory.open(named("cpu-ref")).value()->id(), "cpu-ref");
}

TEST(Inventory, WithoutAnyFamilySaysSo) {
  Inventory inventory = inventory_of();
  EXPECT_TRUE(inventory.explain({}).empty());
  EXPECT_THAT(std::move(inventory.open({})).status().text(), HasSubstr("no backend is built in"));
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
  EXPECT_EQ(inventory.open(named("broken")).error().code(), Code::kNotFound);
}

TEST(Inventory, AsksOnlyTheFamilyThatIsNamed) {
  int asked = 0;
  Inventory inventory = inventory_of(std::make_unique<test::BrokenBackend>(&asked),
                                     backend("cpu-ref", 900, {member("cpu-ref")}));
  EXPECT_TRUE(inventory.open(named("cpu-ref")).ok());
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(inventory.open(named("broken")).ok());
  EXPECT_GT(asked, 0);
  EXPECT_TRUE(inventory.open(named("cpu-ref")).ok());
}

TEST(Inventory, LeavesOutWhatTheCallerRefuses) {
  Inventory inventory = inventory_of(
      backend("vulkan", 30, {member("vulkan:soft", software()), member("vulkan:hard")}));
  SelectOptions options;
  options.exclude = {"vulkan:hard"};
  EXPECT_EQ(inventory.open(options).value()->id(), "vulkan:soft");
  options.refuse_software = true;
  EXPECT_THAT(inventory.open(options).error().text(),
              AllOf(HasSubstr("vulkan:soft: a software device"),
                    HasSubstr("vulkan:hard: excluded by the caller")));
  options.exclude.clear();
  options.id = "vulkan:soft";
  EXPECT_THAT(inventory.open(options),
              test::refuses(Code::kNotFound,
                            "'vulkan:soft' is left out: a software device, and these are refused"));
}

// Installing a driver brings nothing where one is there and was left out.
TEST(Inventory, TheWayOutLetsInWhatWasLeftOut) {
  Inventory inventory = inventory_of(backend("vulkan", 30, {member("vulkan:soft", software())}));
  SelectOptions options;
  options.refuse_software = true;
  EXPECT_THAT(inventory.open(options).error().text(),
              AllOf(HasSubstr("Fix: allow software devices, such as 'vulkan:soft', or open the"),
                    testing::Not(HasSubstr("install"))));
  options.refuse_software = false;
  options.exclude = {"vulkan"};
  options.origin = "VYRE_BACKEND_EXCLUDE";
  EXPECT_THAT(inventory.open(options).error().text(),
              HasSubstr("Fix: take 'vulkan:soft' out of what VYRE_BACKEND_EXCLUDE excludes"));
}

TEST(Inventory, ANameThatIsNobodysIsToldWithThoseThatCanBeHad) {
  Inventory inventory = inventory_of(std::make_unique<test::BrokenBackend>(),
                                     backend("vulkan", 30, {member("vulkan:a")}));
  SelectOptions options = named("nope");
  EXPECT_THAT(inventory.open(options).error().text(), HasSubstr(". Fix: open one of: vulkan:a"));
  options.origin = "VYRE_BACKEND";
  EXPECT_THAT(inventory.open(options).error().text(),
              AllOf(HasSubstr("'nope', which VYRE_BACKEND asks for, is not here"),
                    testing::EndsWith(". Fix: set VYRE_BACKEND to one of: vulkan:a")));
}

TEST(Inventory, WithoutAnyBackendNamesTheProbeAndTheWaysOut) {
  const Status status = std::move(inventory_of().open({})).status();
  EXPECT_THAT(status.text(), AllOf(HasSubstr("no usable device"), HasSubstr("Fix: install"),
                                   HasSubstr("open the oracle by its id, 'cpu-ref'")));
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
  EXPECT_EQ(inventory.open({}).value()->id(), "good");
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
  ASSERT_TRUE(inventory.open({}).ok());
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
  EXPECT_EQ(inventory.open({}).value()->id(), "cpu-ref");
  EXPECT_THAT(inventory.explain({})[1].reason, HasSubstr("as VYRE_BACKEND asks"));
  EXPECT_EQ(inventory.open(named("vulkan")).value()->id(), "vulkan:a");
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
  inventory.set_bandwidth("vulkan:b", 100);
  const std::vector<Entry> entries = inventory.explain({});
  EXPECT_EQ(entries[0].id, "vulkan:b");
  EXPECT_EQ(entries[0].profile.bandwidth_source, profile::FactSource::kMeasured);
  EXPECT_EQ(entries[1].decision, Decision::kBandwidth);
  EXPECT_EQ(inventory.measured_bandwidth("vulkan:b"), 100u);
  EXPECT_EQ(inventory.measured_bandwidth("vulkan:a"), std::nullopt);
}

// Wants devices on which a source may have external code.
class WantsModules final : public Needs {
 public:
  Status check(const DeviceView& device) const override {
    if (device.capabilities.takes_external_code) return {};
    Status status =
        fail(Code::kUnsupportedFeature, device.id, " takes no modules. Fix: use others");
    status.info().findings.push_back({"modules", "kernel", "it takes none"});
    return status;
  }
};

SelectOptions wanting(std::string_view id = {}) {
  SelectOptions options = named(id);
  options.needs = std::make_shared<const WantsModules>();
  return options;
}

// One that tells before it is open what it can do.
ScriptedBackend::Member told(std::string id, bool takes_modules) {
  ScriptedBackend::Member one = member(std::move(id));
  one.device.capabilities.emplace().takes_external_code = takes_modules;
  return one;
}

TEST(Inventory, DevicesThatLackWhatProgramsNeedAreNoCandidates) {
  Inventory inventory = inventory_of(backend("a", 1, {told("a:bad", false)}),
                                     backend("b", 2, {told("b:good", true)}));
  const std::vector<Entry> entries = inventory.explain(wanting());
  EXPECT_EQ(entries[0].id, "b:good");
  EXPECT_TRUE(entries[0].chosen && entries[0].missing.empty());
  EXPECT_EQ(entries[1].decision, Decision::kProgram);
  EXPECT_EQ(entries[1].order, 0u);
  EXPECT_THAT(entries[1].reason, testing::HasSubstr("takes no modules"));
  ASSERT_EQ(entries[1].missing.size(), 1u);
  EXPECT_EQ(entries[1].missing[0].code, "modules");
  EXPECT_EQ(test::value_of(inventory.open(wanting()))->id(), "b:good");
  EXPECT_EQ(inventory.explain({})[0].id, "a:bad");
}

TEST(Inventory, ANamedDeviceThatLacksSomethingSaysWhat) {
  Inventory inventory = inventory_of(backend("a", 1, {told("a:bad", false)}));
  const auto opened = inventory.open(wanting("a:bad"));
  EXPECT_THAT(opened, test::refuses(Code::kUnsupportedFeature, "takes no modules"));
  EXPECT_EQ(opened.error().info().findings[0].code, "modules");
  const auto any = inventory.open(wanting());
  EXPECT_THAT(any, test::refuses(Code::kNotFound, "takes no modules"));
  EXPECT_EQ(any.error().info().findings[0].code, "PROGRAM");
}

TEST(Inventory, WhatIsKnownWhenADeviceIsOpenIsLookedAtThen) {
  Inventory inventory =
      inventory_of(backend("a", 1, {member("a:late")}), backend("b", 2, {told("b:good", true)}));
  EXPECT_TRUE(inventory.explain(wanting())[0].missing.empty());
  EXPECT_EQ(test::value_of(inventory.open(wanting()))->id(), "b:good");
  EXPECT_THAT(inventory.open(wanting("a:late")),
              test::refuses(Code::kUnsupportedFeature, "takes no modules"));
}

}  // namespace
}  // namespace vyre::backend
