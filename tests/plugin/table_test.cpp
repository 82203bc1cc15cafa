// Tables of backends: which entries they need, what stands in for those they lack, and which of
// their devices are chosen.
#include "entries.h"

namespace vyre::test {
namespace {

std::string adding(const vyre_backend_table& table) {
  const Context context = new_context();
  return said(vyre_context_add_backend(context.get(), &table));
}

TEST(PluginTable, TheListOfEntriesHasAllFunctionsOfATable) {
  const size_t functions =
      (sizeof(vyre_backend_table) - offsetof(vyre_backend_table, get_device_info)) /
      sizeof(void (*)());
  constexpr size_t kTestedElsewhere = 3;  // add_ops, save_executable, load_executable
  EXPECT_EQ(std::size(kEntries) + kTestedElsewhere, functions);
}

TEST(PluginTable, AWholeTableWorksThroughEveryCall) {
  Scripted scripted;
  use_everything(open_table(scripted.table));
  EXPECT_EQ(scripted.what.destroyed, 1u);
}

TEST(PluginTable, EachEntryThatIsMissingHasADefaultOrIsRefusedByName) {
  for (const Entry& entry : kEntries) {
    SCOPED_TRACE(entry.name);
    Scripted scripted;
    remove_entry(entry, scripted);
    if (entry.kind == 'R') {
      EXPECT_THAT(adding(scripted.table),
                  AllOf(StartsWith("2001 vyre_context_add_backend: the host's backend has a broken "
                                   "table: it lacks "),
                        HasSubstr(entry.name), HasSubstr("Fix: ")));
      EXPECT_EQ(scripted.what.destroyed, 0u);
    } else {
      use_everything(open_table(scripted.table));
      EXPECT_EQ(scripted.what.calls[entry.number], 0u);
    }
  }
}

TEST(PluginTable, TheRequiredEntriesAloneWorkThroughEveryCall) {
  for (const vyre_plugin_flags flags : {uint64_t{0}, VYRE_PLUGIN_ONE_AT_A_TIME}) {
    Scripted scripted;
    for (const Entry& entry : kEntries) {
      if (entry.kind == 'O') remove_entry(entry, scripted);
    }
    scripted.table.flags = flags;
    scripted.table.version = {nullptr, 0};
    scripted.table.rank = VYRE_RANK_NONE;
    use_everything(open_table(scripted.table));
    EXPECT_EQ(scripted.what.max_commands, 1u);
    EXPECT_EQ(scripted.what.order_broken, 0u);
    EXPECT_EQ(scripted.what.freed_in_use, 0u);
  }
}

TEST(PluginTable, WorkThatTakesItsTimeWorksThroughEveryCall) {
  Scripted scripted;
  scripted.what.waits = 3;
  use_everything(open_table(scripted.table));
  EXPECT_EQ(scripted.what.order_broken, 0u);
  EXPECT_EQ(scripted.what.freed_in_use, 0u);
}

TEST(PluginTable, EverythingThatIsMadeIsFreedOnce) {
  Scripted scripted;
  scripted.what.waits = 2;
  use_everything(open_table(scripted.table));
  expect_nothing_left(scripted.what);
}

TEST(PluginTable, EveryOverrideIsReached) {
  Scripted scripted;
  scripted.table.flags |= VYRE_PLUGIN_DISPATCHES;
  use_everything(open_table(scripted.table));
  for (const Entry& entry : kEntries) {
    const bool is_lifecycle = entry.number >= ENTRY_prepare || entry.number == ENTRY_import_host;
    if (!is_lifecycle) {
      EXPECT_GT(scripted.what.calls[entry.number], 0u) << entry.name;
    }
  }
}

TEST(PluginTable, ABackendThatKeepsOrderGetsAllSegmentsAtOnce) {
  Scripted scripted;
  scripted.table.flags |= VYRE_PLUGIN_ORDERED;
  scripted.what.at_once = 1;
  use_everything(open_table(scripted.table));
  EXPECT_GE(scripted.what.max_commands, 3u);
}

TEST(PluginTable, ABackendThatRefusesSplittingGetsTheProgramWhole) {
  Scripted scripted;
  scripted.table.flags |= VYRE_PLUGIN_NO_SPLIT;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kAcrossTheGrid);
  AcrossTheGrid data;
  EXPECT_TRUE(ok(data.run(pipeline)));
  EXPECT_EQ(data.out[5], 1u);
  EXPECT_EQ(scripted.what.calls[ENTRY_submit], 1u);
}

TEST(PluginTable, ADeviceThatHoldsAGridGetsTheProgramWhole) {
  Scripted scripted;
  scripted.what.profile.features |= VYRE_FEATURE_GRID_BARRIER;
  use_everything(open_table(scripted.table));
  EXPECT_EQ(scripted.what.max_commands, 1u);
}

TEST(PluginTable, TheFactsOfADeviceAreThoseThatItGave) {
  Scripted scripted;
  scripted.what.profile.compute_units = 132;
  scripted.what.profile.subgroups_per_unit = 64;
  const Opened opened = open_table(scripted.table);
  EXPECT_EQ(info_of(opened).compute_units, 132u);
  EXPECT_EQ(info_of(opened).subgroups_per_unit, 64u);
}

TEST(PluginTable, OnlyABackendThatSaysSoIsChosenImplicitly) {
  for (const bool dispatches : {false, true}) {
    Scripted scripted;
    if (!dispatches) scripted.table.flags = 0;
    const Context context = new_context();
    ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
    vyre_device* device = nullptr;
    const Error error(vyre_device_open(context.get(), nullptr, &device));
    EXPECT_EQ(error == nullptr, dispatches) << text_of(error.get());
    vyre_device_destroy(device);
  }
}

TEST(PluginTable, SeveralDevicesHaveNamesOfTheirOwn) {
  Scripted scripted;
  scripted.what.devices = 3;
  const Context context = new_context();
  ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
  const Device second = open_device(context, "scripted:02000000000000000000000000000000");
  EXPECT_EQ(scripted.what.live_devices, 1u);
  const Device best = open_device(context, "scripted");
  EXPECT_EQ(scripted.what.live_devices, 2u);
}

TEST(PluginTable, NoDeviceIsNotAnError) {
  Scripted scripted;
  scripted.what.devices = 0;
  const Context context = new_context();
  ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
  vyre_device* device = nullptr;
  EXPECT_THAT(said(vyre_device_open_id(context.get(), "scripted", &device)),
              AllOf(StartsWith("2002 "), HasSubstr("it sees no device")));
}

}  // namespace
}  // namespace vyre::test
