#include "backend/inventory.h"
#include "inventory_support.h"
#include "support/refuses.h"

namespace vyre::backend {
namespace {

std::vector<std::string> ids_of(const std::vector<BackendRecord>& records) {
  std::vector<std::string> all;
  for (const BackendRecord& record : records) all.push_back(record.id);
  return all;
}

TEST(InventoryRecords, AnUnknownIdHasNone) {
  Inventory inventory = inventory_of(backend("vulkan", 30, {}));
  EXPECT_THAT(ids_of(inventory.records()), ElementsAre("vulkan"));
  EXPECT_EQ(inventory.open(named("__vyre_missing_backend__")).error().code(), Code::kNotFound);
}

TEST(InventoryRecords, NeedNoRegistration) {
  Inventory inventory;
  ASSERT_TRUE(inventory.declare_rank("absent", 5).ok());
  ASSERT_TRUE(inventory.declare_dispatches("silent", false).ok());
  const std::vector<BackendRecord> records = inventory.records();
  ASSERT_THAT(ids_of(records), ElementsAre("absent", "silent"));
  EXPECT_FALSE(records[0].registered);
  EXPECT_EQ(records[0].rank, 5u);
  EXPECT_EQ(records[0].dispatches, std::nullopt);
  EXPECT_EQ(records[1].rank, std::nullopt);
  EXPECT_EQ(records[1].dispatches, false);
}

// Of a device nothing is declared.
TEST(InventoryRecords, AreOfBackendsAlone) {
  Inventory inventory = inventory_of(backend("vulkan", 30, {}));
  EXPECT_THAT(inventory.declare_rank("cuda:0", 5),
              test::refuses(Code::kInvalidArgument,
                            "a rank is declared for 'cuda:0', the id of a device, and belongs to "
                            "a backend. Fix: declare it for 'cuda'"));
  EXPECT_THAT(inventory.declare_dispatches("cuda:0", true),
              test::refuses(Code::kInvalidArgument, "'cuda:0'"));
  EXPECT_EQ(inventory.records().size(), 1u);
}

std::unique_ptr<Backend> undeclared() {
  return backend("undeclared", std::nullopt, {member("undeclared")});
}

TEST(InventoryRecords, AreJoinedByIdInAnyOrder) {
  Inventory inventory;
  ASSERT_TRUE(inventory.declare_dispatches("undeclared", true).ok());
  ASSERT_TRUE(inventory.add(undeclared()).ok());
  ASSERT_TRUE(inventory.declare_rank("undeclared", 7).ok());
  const std::vector<BackendRecord> records = inventory.records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_TRUE(records[0].registered);
  EXPECT_EQ(records[0].dispatches, true);
  EXPECT_EQ(records[0].rank, 7u);
  EXPECT_EQ(inventory.explain({})[0].rank, 7u);
  EXPECT_EQ(inventory.open({}).value()->id(), "undeclared");
}

TEST(InventoryRecords, NothingIsLeftOfABackendThatCouldNotBeAdded) {
  Inventory inventory;
  const auto add = [&](const Inventory::Commit& commit) {
    return inventory.add(backend("late", 7, {}), commit);
  };
  EXPECT_THROW((void)add([]() -> Status { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_THAT(add([] { return fail(Code::kNotFound, "refused. Fix: add another"); }),
              test::refuses(Code::kNotFound, "refused"));
  EXPECT_TRUE(inventory.records().empty());
  EXPECT_TRUE(add([] { return Status(); }).ok());
  EXPECT_THAT(ids_of(inventory.records()), ElementsAre("late"));
}

TEST(InventoryRecords, SortByRankAndThenById) {
  Inventory inventory = inventory_of(backend("spirv", 30, {}), backend("wgpu", 30, {}),
                                     backend("cpu-ref", 900, {}), backend("cuda", 5, {}));
  ASSERT_TRUE(inventory.add(undeclared()).ok());
  EXPECT_THAT(ids_of(inventory.records()),
              ElementsAre("cuda", "spirv", "wgpu", "cpu-ref", "undeclared"));
}

TEST(InventoryRecords, WhatIsNotDeclaredToDispatchIsOpenedOnlyByName) {
  Inventory inventory;
  ASSERT_TRUE(inventory.add(undeclared()).ok());
  EXPECT_THAT(inventory.open({}).error().text(), HasSubstr("undeclared: not declared to dispatch"));
  EXPECT_EQ(inventory.explain({})[0].decision, Decision::kDoesNotDispatch);
  EXPECT_EQ(inventory.open(named("undeclared")).value()->id(), "undeclared");
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
  ASSERT_EQ(inventory.records().size(), 1u);
  EXPECT_EQ(inventory.records()[0].rank, 30u);
}

TEST(InventoryRecords, ABackendThatIsRefusedLeavesNothingBehind) {
  Inventory inventory;
  ASSERT_TRUE(inventory.declare_dispatches("late", false).ok());
  EXPECT_EQ(inventory.add(backend("late", 3, {})).code(), Code::kAlreadyRegistered);
  ASSERT_EQ(inventory.records().size(), 1u);
  EXPECT_FALSE(inventory.records()[0].registered);
  EXPECT_EQ(inventory.records()[0].rank, std::nullopt);
  EXPECT_EQ(inventory.add(backend("", 3, {})).code(), Code::kInvalidArgument);
  EXPECT_EQ(inventory.add(backend("a:b", 3, {})).code(), Code::kInvalidArgument);
  EXPECT_EQ(inventory.declare_rank("", 3).code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace vyre::backend
