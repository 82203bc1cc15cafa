// Tables of backends: which entries they need, what stands in for those they lack, and what is
// refused. Checks 47 to 53 of a backend's defaults are here too.
#include "capi/support/plugin_support.h"

namespace vyre::test {
namespace {

struct Entry {
  const char* name;
  char kind;
  int number;
  void (*remove)(vyre_backend_table*);
};

const Entry kEntries[] = {
#define TABLE_ENTRY(kind, entry) \
  {#entry, #kind[0], ENTRY_##entry, [](vyre_backend_table* table) { table->entry = nullptr; }},
    TABLE_ENTRIES(TABLE_ENTRY)
#undef TABLE_ENTRY
};

void remove_entry(const Entry& entry, vyre_backend_table* table) {
  entry.remove(table);
  if (entry.number == ENTRY_import_host) table->host_import_alignment = 0;
}

std::string adding(const vyre_backend_table& table) {
  const Context context = new_context();
  return said(vyre_context_add_backend(context.get(), &table));
}

TEST(PluginTable, TheListOfEntriesHasAllFunctionsOfATable) {
  const size_t functions =
      (sizeof(vyre_backend_table) - offsetof(vyre_backend_table, get_profile) - sizeof(uint64_t)) /
      sizeof(void (*)());
  EXPECT_EQ(std::size(kEntries), functions);
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
    remove_entry(entry, &scripted.table);
    if (entry.kind == 'R') {
      EXPECT_THAT(adding(scripted.table),
                  AllOf(StartsWith("2001 the host's backend has a broken table: it lacks "),
                        HasSubstr(entry.name), HasSubstr("Fix: ")));
      EXPECT_EQ(scripted.what.destroyed, 0u);
    } else {
      use_everything(open_table(scripted.table));
      EXPECT_EQ(scripted.what.calls[entry.number], 0u);
    }
  }
}

TEST(PluginTable, TheRequiredEntriesAloneWorkThroughEveryCall) {
  for (const uint64_t flags : {uint64_t{0}, VYRE_PLUGIN_ONE_AT_A_TIME}) {
    Scripted scripted;
    for (const Entry& entry : kEntries) {
      if (entry.kind == 'O') remove_entry(entry, &scripted.table);
    }
    scripted.table.flags = flags;
    scripted.table.version = {nullptr, 0};
    scripted.table.set = scripted.table.rank = 0;
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

TEST(PluginTable, CompileGetsWireFormBindingsAndSpirv) {
  auto [scripted, opened] = On<Scripted>();
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  EXPECT_GT(scripted.what.last_wire_size, 40u);
  EXPECT_GT(scripted.what.last_spirv_words, 50u);
  EXPECT_EQ(scripted.what.last_binding_count, 2u);
}

// ---- What is refused ----

// What a program names and what it is, as "name kind bits".
std::vector<std::string> compiled_with;
vyre_backend_table plain_table;

TEST(PluginTable, CompileGetsWhatTheProgramNames) {
  Scripted scripted;
  plain_table = scripted.table;
  scripted.table.compile = [](void* device, const vyre_compile_request* request, void** out) {
    const auto* entries = static_cast<const vyre_spec_entry*>(request->specialization);
    for (size_t i = 0; i < request->specialization_count; ++i) {
      compiled_with.push_back(std::string(entries[i].name.data, entries[i].name.size) + " " +
                              std::to_string(entries[i].value.kind) + " " +
                              std::to_string(entries[i].value.bits));
    }
    compiled_with.push_back("workgroup " + std::to_string(request->workgroup[0]));
    return plain_table.compile(device, request, out);
  };
  const Opened opened = open_table(scripted.table);
  const auto program =
      made<ProgramHandle>(vyre_program_from_json, opened.context.get(), c_string(R"({
    "workgroup_size": [4, 1, 1],
    "buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
    "body": [{"store": "out", "at": {"invocation_id": "x"}, "value": {"add": [
      {"spec": "vyre.workgroup.x", "type": "U32"}, {"spec": "n", "type": "U32", "default": 40}]}}]
  })"));
  const auto map = made<SpecMap>(vyre_spec_map_create);
  EXPECT_TRUE(ok(vyre_spec_map_set(map.get(), c_string("vyre.workgroup.x"), vyre_spec_u32(2))));
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.specialization = map.get();
  const auto pipeline =
      made<Pipeline>(vyre_pipeline_create, opened.backend.get(), program.get(), &desc);
  EXPECT_THAT(compiled_with, ElementsAre("n 0 40", "vyre.workgroup.x 0 2", "workgroup 2"));
  EXPECT_GT(scripted.what.last_spirv_words, 0u);
  Words out(4);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_output(0, out)})));
  EXPECT_THAT(out, Each(42u));
}

TEST(PluginTable, AnotherAbiVersionIsRefused) {
  Scripted scripted;
  scripted.table.abi_version = VYRE_ABI_VERSION + 1;
  EXPECT_THAT(adding(scripted.table), AllOf(StartsWith("2001 "), HasSubstr("ABI version 2"),
                                            HasSubstr("this library has 1"), HasSubstr("Fix: ")));
}

TEST(PluginTable, AnotherSizeIsRefused) {
  for (const size_t size : {size_t{0}, size_t{8}, sizeof(vyre_backend_table) - 8, SIZE_MAX}) {
    Scripted scripted;
    scripted.table.struct_size = size;
    EXPECT_THAT(adding(scripted.table),
                AllOf(StartsWith("2001 "), HasSubstr("struct_size is " + std::to_string(size))));
  }
}

TEST(PluginTable, ALongerTableIsTakenWhenWhatFollowsIsZero) {
  struct Longer {
    vyre_backend_table table;
    uint64_t more;
  };
  Scripted scripted;
  Longer longer{scripted.table, 0};
  longer.table.struct_size = sizeof longer;
  EXPECT_EQ(adding(longer.table), "success");
  longer.more = 1;
  EXPECT_THAT(adding(longer.table), HasSubstr("struct_size"));
}

TEST(PluginTable, IdsThatAreNoneAreRefused) {
  for (const std::string& id : {std::string(), std::string("a b"), std::string("vulkan:1"),
                                std::string("\n"), std::string(65, 'a'), std::string("\0x", 2)}) {
    Scripted scripted;
    scripted.table.id = c_string(id);
    EXPECT_THAT(adding(scripted.table), AllOf(StartsWith("2001 "), HasSubstr("|id|"))) << id;
  }
  Scripted scripted;
  scripted.table.id = {nullptr, 3};
  EXPECT_THAT(adding(scripted.table), AllOf(StartsWith("2001 "), HasSubstr("|id|")));
}

TEST(PluginTable, UnknownBitsAreRefused) {
  Scripted flags, set, rank, alignment;
  flags.table.flags |= uint64_t{1} << 63;
  EXPECT_THAT(adding(flags.table), HasSubstr("|flags| has the unknown bits"));
  set.table.set |= 2;
  EXPECT_THAT(adding(set.table), HasSubstr("|set| has the unknown bits"));
  rank.table.set = 0;
  EXPECT_THAT(adding(rank.table), HasSubstr("|rank| is 7 and its bit is off"));
  alignment.table.host_import_alignment = 48;
  EXPECT_THAT(adding(alignment.table), HasSubstr("|host_import_alignment| is 48"));
}

TEST(PluginTable, AnIdThatIsTakenNamesBothOwners) {
  for (const char* id : {"scripted", "vulkan", "cpu-ref"}) {
    Scripted first, second;
    const Context context = new_context();
    ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &first.table)));
    second.table.id = vyre_str(id);
    EXPECT_THAT(said(vyre_context_add_backend(context.get(), &second.table)),
                AllOf(StartsWith("2003 "), HasSubstr(id), HasSubstr("the host's backend"),
                      HasSubstr("Fix: ")));
    EXPECT_EQ(second.what.destroyed, 0u);
  }
}

TEST(PluginTable, NullIsRefused) {
  const Context context = new_context();
  Scripted scripted;
  EXPECT_THAT(said(vyre_context_add_backend(context.get(), nullptr)), StartsWith("2001 |table|"));
  EXPECT_THAT(said(vyre_context_add_backend(nullptr, &scripted.table)),
              StartsWith("2001 |context|"));
}

// ---- Selection ----

TEST(PluginTable, OnlyABackendThatSaysSoIsChosenImplicitly) {
  for (const bool dispatches : {false, true}) {
    Scripted scripted;
    if (!dispatches) scripted.table.flags = 0;
    const Context context = new_context();
    ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
    vyre_backend* backend = nullptr;
    vyre_error* error = vyre_backend_acquire_preferred(context.get(), nullptr, &backend);
    EXPECT_EQ(error == nullptr, dispatches) << text_of(error);
    vyre_error_destroy(error);
    vyre_backend_destroy(backend);
  }
}

TEST(PluginTable, SeveralDevicesHaveNamesOfTheirOwn) {
  Scripted scripted;
  scripted.what.devices = 3;
  const Context context = new_context();
  ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
  const BackendHandle second = acquire(context, "scripted:02000000000000000000000000000000");
  EXPECT_EQ(scripted.what.live_devices, 1u);
  const BackendHandle best = acquire(context, "scripted");
  EXPECT_EQ(scripted.what.live_devices, 2u);
}

TEST(PluginTable, NoDeviceIsNotAnError) {
  Scripted scripted;
  scripted.what.devices = 0;
  const Context context = new_context();
  ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
  vyre_backend* backend = nullptr;
  EXPECT_THAT(said(vyre_backend_acquire(context.get(), vyre_str("scripted"), nullptr, &backend)),
              AllOf(StartsWith("2002 "), HasSubstr("it sees no device")));
}

// ---- Defaults ----

struct Minimal : Scripted {
  Minimal() {
    for (const Entry& entry : kEntries) {
      if (entry.kind == 'O') remove_entry(entry, &table);
    }
    what.profile = VYRE_DEVICE_PROFILE_INIT;
    table.flags = table.set = table.rank = 0;
    table.version = {nullptr, 0};
  }
};

constexpr std::string_view kOne = R"({
  "buffers": [{"name": "a", "type": "U32"},
              {"name": "out", "type": "U32", "access": "write_only"}],
  "body": [{"store": "out", "at": 0, "value": {"add": [{"load": "a", "at": 0}, 1]}}]})";

TEST(PluginDefaults, AMinimalBackendOffersNothing) {
  auto [minimal, opened] = On<Minimal>();
  const vyre_device_profile profile = profile_of(opened);
  EXPECT_EQ(profile.features, 0u);
  EXPECT_THAT(profile.max_workgroup_size, ElementsAre(1, 1, 1));
  EXPECT_THAT(profile.max_workgroup_count, ElementsAre(1, 1, 1));
  EXPECT_EQ(profile.max_workgroup_invocations, 1u);
  EXPECT_EQ(profile.max_buffer_bytes, 0u);
  EXPECT_EQ(profile.subgroup_size, 0u);
  const vyre_string version = vyre_backend_version(opened.backend.get());
  EXPECT_EQ(string_of(version), "unspecified");
}

TEST(PluginDefaults, ParallelProgramsAreRefusedByTheirLimits) {
  auto [minimal, opened] = On<Minimal>();
  Pipeline pipeline;
  EXPECT_THAT(said(try_pipeline(opened, kIncrement, &pipeline)), HasSubstr("64"));
  const Pipeline one = make_pipeline(opened, kOne);
  EXPECT_EQ(increments(one, 4, 1), "");
  EXPECT_THAT(increments(one, 4, 2), AllOf(StartsWith("1002 "), HasSubstr("1 to 1 on axis 0")));
}

TEST(PluginDefaults, TheLifecycleSucceedsAndRecoveryIsUnsupported) {
  auto [minimal, opened] = On<Minimal>();
  EXPECT_TRUE(ok(vyre_backend_prepare(opened.backend.get())));
  EXPECT_TRUE(ok(vyre_backend_flush(opened.backend.get())));
  int32_t lost = 1;
  EXPECT_TRUE(ok(vyre_backend_is_lost(opened.backend.get(), &lost)));
  EXPECT_EQ(lost, 0);
  EXPECT_THAT(said(vyre_backend_recover(opened.backend.get())),
              AllOf(StartsWith("1002 "), HasSubstr("'scripted'"), HasSubstr("recovery")));
  EXPECT_TRUE(ok(vyre_backend_shutdown(opened.backend.get())));
}

TEST(PluginTable, EveryOverrideOfTheLifecycleIsReached) {
  auto [scripted, opened] = On<Scripted>();
  vyre_backend* const backend = opened.backend.get();
  EXPECT_TRUE(ok(vyre_backend_prepare(backend)));
  EXPECT_TRUE(ok(vyre_backend_flush(backend)));
  vyre_counters counters = VYRE_COUNTERS_INIT;
  EXPECT_TRUE(ok(vyre_backend_get_counters(backend, &counters)));
  EXPECT_EQ(counters.device_bytes, 4711u);
  scripted.what.lost = 1;
  EXPECT_TRUE(ok(vyre_backend_recover(backend)));
  EXPECT_TRUE(ok(vyre_backend_shutdown(backend)));
  for (const int entry : {ENTRY_prepare, ENTRY_flush, ENTRY_shutdown, ENTRY_get_device_lost,
                          ENTRY_recover, ENTRY_get_counters}) {
    EXPECT_GT(scripted.what.calls[entry], 0u) << entry;
  }
}

TEST(PluginDefaults, TheLibraryCountsLaunchesAndBytes) {
  auto [minimal, opened] = On<Minimal>();
  const Pipeline pipeline = make_pipeline(opened, kOne);
  EXPECT_EQ(increments(pipeline, 4, 1), "");
  EXPECT_EQ(increments(pipeline, 5, 1), "");
  const vyre_counters counters = counters_of(opened);
  EXPECT_EQ(counters.dispatches, 2u);
  EXPECT_EQ(counters.kernels_compiled, 1u);
  EXPECT_EQ(counters.uploaded_bytes, 8u);
  EXPECT_EQ(counters.downloaded_bytes, 8u);
  EXPECT_EQ(counters.set & VYRE_COUNTER_DEVICE_BYTES, 0u);
}

TEST(PluginTable, FailuresOfTheLifecycleReachTheCaller) {
  auto [scripted, opened] = On<Scripted>();
  vyre_backend* const backend = opened.backend.get();
  scripted.what.failing = EVERY_ENTRY;
  EXPECT_THAT(said(vyre_backend_prepare(backend)), HasSubstr("'scripted', prepare: scripted"));
  EXPECT_THAT(said(vyre_backend_flush(backend)), HasSubstr("'scripted', flush: scripted"));
  EXPECT_THAT(said(vyre_backend_shutdown(backend)), HasSubstr("'scripted', shutdown: scripted"));
}

TEST(PluginTable, ALostDeviceIsRecoveredAndComputesAgain) {
  auto [scripted, opened] = On<Scripted>();
  const Pipeline old = make_pipeline(opened, kIncrement);
  const Buffer buffer = make_buffer(opened, 64);
  scripted.what.failing = ENTRY_submit;
  scripted.what.code = VYRE_ERROR_DEVICE_LOST;
  EXPECT_THAT(increments(old, 1, 4), StartsWith("2005 "));
  scripted.what.failing = NO_ENTRY;
  scripted.what.lost = 1;
  int32_t lost = 0;
  EXPECT_TRUE(ok(vyre_backend_is_lost(opened.backend.get(), &lost)));
  EXPECT_EQ(lost, 1);
  EXPECT_TRUE(ok(vyre_backend_recover(opened.backend.get())));
  EXPECT_TRUE(ok(vyre_backend_is_lost(opened.backend.get(), &lost)));
  EXPECT_EQ(lost, 0);
  EXPECT_THAT(increments(old, 1, 4), StartsWith("2005 "));
  uint32_t words[16];
  EXPECT_THAT(said(vyre_buffer_read(buffer.get(), 0, words, 64)), StartsWith("2005 "));
  const Pipeline fresh = make_pipeline(opened, kIncrement);
  EXPECT_EQ(increments(fresh, 1, 4), "");
}

TEST(PluginDefaults, AsyncIsOneSubmissionReadyAtOnceWithErrorsFromTheCall) {
  auto [minimal, opened] = On<Minimal>();
  const Pipeline pipeline = make_pipeline(opened, kOne);
  const uint32_t in[] = {4, 9};
  std::array<PendingHandle, 2> handles;
  for (size_t i = 0; i < 2; ++i) {
    handles[i] =
        begin_dispatch(pipeline, {vyre_bind_input(0, &in[i], 4), vyre_bind_output(1, nullptr, 4)});
    EXPECT_EQ(minimal.what.calls[ENTRY_submit], i + 1);
  }
  for (size_t i = 2; i-- > 0;) {  // independent: the second is collected first
    int32_t state = VYRE_PENDING;
    EXPECT_TRUE(ok(vyre_pending_poll(handles[i].get(), &state)));
    EXPECT_EQ(state, VYRE_READY);
    uint32_t out = 0;
    EXPECT_TRUE(ok(collect(handles[i], {vyre_bind_output(1, &out, 4)})));
    EXPECT_EQ(out, in[i] + 1);
  }
  minimal.what.failing = ENTRY_submit;
  vyre_pending* made = nullptr;
  const Bindings bindings = {vyre_bind_input(0, in, 4), vyre_bind_output(1, nullptr, 4)};
  EXPECT_THAT(said(vyre_dispatch_async(pipeline.get(), bindings.data(), 2, nullptr, &made)),
              AllOf(StartsWith("1005 "), HasSubstr("scripted")));
}

TEST(PluginDefaults, InputsAreBorrowedForTheCallAlone) {
  Minimal minimal;
  minimal.what.waits = 2;
  const Opened opened = open_table(minimal.table);
  const Pipeline pipeline = make_pipeline(opened, kOne);
  uint32_t in = 4, out = 0;
  const Bindings bindings = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  const PendingHandle pending = begin_dispatch(pipeline, bindings);
  in = 1000;
  EXPECT_TRUE(ok(collect(pending, bindings)));
  EXPECT_EQ(out, 5u);
}

TEST(PluginDefaults, RangesBeyondABufferNeverReachTheBackend) {
  auto [minimal, opened] = On<Minimal>();
  const Buffer buffer = make_buffer(opened, 16);
  std::array<uint32_t, 8> words{};
  EXPECT_THAT(said(vyre_buffer_read(buffer.get(), 4, words.data(), 16)), StartsWith("2001 "));
  EXPECT_THAT(said(vyre_buffer_write(buffer.get(), UINT64_MAX, words.data(), 4)),
              StartsWith("2001 "));
  EXPECT_EQ(minimal.what.calls[ENTRY_read_memory], 0u);
  EXPECT_EQ(minimal.what.calls[ENTRY_write_memory], 0u);
}

TEST(PluginDefaults, ABufferOfAnotherOwnerIsRefusedBeforeAnyWork) {
  Minimal first, second;
  const Opened opened = open_table(first.table), other = open_table(second.table);
  const Pipeline pipeline = make_pipeline(opened, kOne);
  const Buffer buffer = make_buffer(other, 4);
  uint32_t in = 4;
  EXPECT_THAT(said(dispatch(pipeline, {vyre_bind_input(0, &in, 4), bind_buffer(1, buffer)})),
              AllOf(StartsWith("2001 "), HasSubstr("buffer #"), HasSubstr("Fix: ")));
  EXPECT_EQ(first.what.calls[ENTRY_submit] + first.what.calls[ENTRY_allocate_memory], 0u);
}

TEST(PluginDefaults, ErrorNumbersAndTextsPassThrough) {
  // 1003 is reserved: no error has that number, so what a plug-in says with it is none of the
  // others.
  for (const int32_t code : {1001, 1002, 1003, 1004, 1005, 1006, 1007, 1999, 2005}) {
    Minimal minimal;
    minimal.what.failing = ENTRY_compile;
    minimal.what.code = code;
    const int32_t told = code == 1003 ? VYRE_ERROR_UNKNOWN : code;
    const Opened opened = open_table(minimal.table);
    Pipeline pipeline;
    EXPECT_THAT(said(try_pipeline(opened, kOne, &pipeline)),
                AllOf(StartsWith(std::to_string(told) + " backend 'scripted', compile: scripted"),
                      HasSubstr("Fix: ")));
  }
}

TEST(PluginDefaults, DeviceTimeIsAbsentOrWhatTheBackendSays) {
  for (const uint64_t time : {0u, 1234u}) {
    Scripted scripted;
    scripted.what.device_ns = time;
    const Opened opened = open_table(scripted.table);
    const Pipeline pipeline = make_pipeline(opened, kOne);
    uint32_t in = 4, out = 0;
    vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
    for (const uint64_t flags : {uint64_t{0}, VYRE_DISPATCH_TIMED}) {
      desc.flags = flags;
      vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
      ASSERT_TRUE(ok(dispatch(pipeline, {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)},
                              &desc, &result)));
      EXPECT_EQ(result.device_ns, flags != 0 ? time : 0);
      EXPECT_EQ(result.set & VYRE_RESULT_DEVICE_NS, flags != 0 && time != 0 ? 1u : 0u);
    }
  }
}

}  // namespace
}  // namespace vyre::test
