#include "backend/inventory.h"

#include <gmock/gmock.h>

#include "support/scripted_backend.h"

namespace vyre::backend {
namespace {

using test::ScriptedFamily;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

ScriptedFamily::Member member(std::string id, DeviceProfile profile = test::roomy_profile(),
                              std::string missing = {}, std::string failure = {}) {
  return {{std::move(id), "1", std::move(profile), std::move(missing)}, std::move(failure)};
}

std::unique_ptr<Family> family(std::string name, uint32_t rank,
                               std::vector<ScriptedFamily::Member> members) {
  return std::make_unique<ScriptedFamily>(std::move(name), rank, std::move(members),
                                          std::make_shared<test::Script>());
}

template <typename... Families>
Inventory inventory_of(Families... families) {
  std::vector<std::unique_ptr<Family>> all;
  (all.push_back(std::move(families)), ...);
  return Inventory(std::move(all));
}

DeviceProfile software() {
  DeviceProfile profile = test::roomy_profile();
  profile.kind = DeviceKind::kCpu;
  profile.f16 = profile.bf16 = profile.tensor_cores = true;
  return profile;
}

std::vector<std::string> ids(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const Entry& entry : entries) all.push_back(entry.id);
  return all;
}

TEST(Inventory, PutsCandidatesFirstBestFirst) {
  DeviceProfile better = test::roomy_profile();
  better.f16 = true;
  Inventory inventory = inventory_of(
      family("cpu-ref", 900, {member("cpu-ref")}),
      family("vulkan", 30,
             {member("vulkan:c", software()), member("vulkan:a"), member("vulkan:b", better)}));
  const std::vector<Entry> entries = inventory.explain({});
  EXPECT_THAT(ids(entries), ElementsAre("vulkan:b", "vulkan:a", "vulkan:c", "cpu-ref"));
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
      inventory_of(family("vulkan", 30, {member("vulkan:b"), member("vulkan:a")}));
  for (int i = 0; i < 5; ++i) {
    const std::vector<Entry> entries = inventory.explain({});
    EXPECT_EQ(entries[0].id, "vulkan:a");
    EXPECT_THAT(entries[1].reason, HasSubstr("its id comes later"));
    EXPECT_EQ(inventory.open_preferred({}).value()->id(), "vulkan:a");
  }
}

TEST(Inventory, OpensTheBestDeviceOfAFamilyOrOneById) {
  Inventory inventory =
      inventory_of(family("vulkan", 30,
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
  Inventory inventory = inventory_of(family(
      "vulkan", 30,
      {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"), member("vulkan:b")}));
  EXPECT_EQ(inventory.open_preferred({}).value()->id(), "vulkan:b");
}

TEST(Inventory, TellsEveryFailureWhenNothingOpens) {
  Inventory inventory =
      inventory_of(family("vulkan", 30,
                          {member("vulkan:a", test::roomy_profile(), {}, "fell off the bus"),
                           member("vulkan:b", test::roomy_profile(), {}, "melted")}));
  const Status status = std::move(inventory.open_preferred({})).status();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_THAT(status.text(), AllOf(HasSubstr("vulkan:a: fell off the bus"),
                                   HasSubstr("vulkan:b: melted"), HasSubstr("Fix: ")));
}

TEST(Inventory, NeverFallsBackToAnOracle) {
  Inventory inventory = inventory_of(family("cpu-ref", 900, {member("cpu-ref")}),
                                     family("reference", 901, {member("reference")}));
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
      inventory_of(std::make_unique<test::BrokenFamily>(), family("vulkan", 30, {}));
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
  Inventory inventory = inventory_of(std::make_unique<test::BrokenFamily>(&asked),
                                     family("cpu-ref", 900, {member("cpu-ref")}));
  EXPECT_TRUE(inventory.open("cpu-ref").ok());
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(inventory.open("broken").ok());
  EXPECT_GT(asked, 0);
  EXPECT_TRUE(inventory.open("cpu-ref").ok());
}

TEST(Inventory, LeavesOutWhatTheCallerRefuses) {
  Inventory inventory = inventory_of(
      family("vulkan", 30, {member("vulkan:soft", software()), member("vulkan:hard")}));
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

}  // namespace
}  // namespace vyre::backend
