// What a table without optional entries does, and the lifecycle of those with them. Checks 47 to 53
// of a backend's defaults are here.
#include "capi/support/sequence_support.h"
#include "entries.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

constexpr std::string_view kOne = R"({
  "buffers": [{"name": "a", "type": "U32"},
              {"name": "out", "type": "U32", "access": "write_only"}],
  "body": [{"store": "out", "at": 0, "value": {"add": [{"load": "a", "at": 0}, 1]}}]})";

TEST(PluginDefaults, AMinimalBackendOffersNothing) {
  auto [minimal, opened] = On<Minimal>();
  const vyre_device_info& info = info_of(opened);
  EXPECT_EQ(info.features, 0u);
  EXPECT_THAT(info.max_workgroup_size, ElementsAre(1, 1, 1));
  EXPECT_THAT(info.max_workgroup_count, ElementsAre(1, 1, 1));
  EXPECT_EQ(info.max_workgroup_invocations, 1u);
  EXPECT_EQ(info.max_buffer_bytes, 0u);
  EXPECT_EQ(info.subgroup_size, 0u);
  EXPECT_EQ(info.host_import_alignment, 0u);
  EXPECT_THAT(string_of(info.backend_version), HasSubstr("unspecified"));
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
  EXPECT_TRUE(ok(vyre_device_prepare(opened.device.get())));
  for (const uint64_t timeout : {uint64_t{0}, VYRE_FOREVER}) {
    uint32_t idle = 7;
    EXPECT_TRUE(ok(vyre_device_wait_idle(opened.device.get(), timeout, &idle)));
    EXPECT_EQ(idle, 1u);
  }
  EXPECT_EQ(vyre_device_is_lost(opened.device.get()), 0u);
  EXPECT_THAT(said(vyre_device_recover(opened.device.get())),
              AllOf(StartsWith("1002 "), HasSubstr("'scripted'"), HasSubstr("recovery")));
  EXPECT_TRUE(ok(vyre_device_shutdown(opened.device.get())));
}

TEST(PluginTable, EveryOverrideOfTheLifecycleIsReached) {
  auto [scripted, opened] = On<Scripted>();
  vyre_device* const device = opened.device.get();
  EXPECT_TRUE(ok(vyre_device_prepare(device)));
  EXPECT_TRUE(ok(vyre_device_wait_idle(device, VYRE_FOREVER, nullptr)));
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), 4711u);
  scripted.what.lost = 1;
  EXPECT_TRUE(ok(vyre_device_recover(device)));
  EXPECT_TRUE(ok(vyre_device_shutdown(device)));
  for (const int entry : {ENTRY_prepare, ENTRY_wait_idle, ENTRY_shutdown, ENTRY_is_lost,
                          ENTRY_recover, ENTRY_get_metrics}) {
    EXPECT_GT(scripted.what.calls[entry], 0u) << entry;
  }
}

TEST(PluginDefaults, TheLibraryCountsLaunchesAndBytes) {
  auto [minimal, opened] = On<Minimal>();
  const Pipeline pipeline = make_pipeline(opened, kOne);
  EXPECT_EQ(increments(pipeline, 4, 1), "");
  EXPECT_EQ(increments(pipeline, 5, 1), "");
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DISPATCHES), 2u);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_KERNELS_COMPILED), 1u);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), VYRE_UNKNOWN);
}

TEST(PluginTable, TheTableTellsItsMemory) {
  auto [scripted, opened] = On<Scripted>();
  vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
  EXPECT_TRUE(ok(vyre_device_get_memory(opened.device.get(), &memory)));
  EXPECT_EQ(memory.total_bytes, uint64_t{1} << 30);
  EXPECT_EQ(memory.budget_bytes, VYRE_UNKNOWN);
  EXPECT_EQ(memory.used_bytes, 1024u);
  EXPECT_EQ(memory.allocations, 3u);
  scripted.what.failing = ENTRY_get_memory;
  EXPECT_THAT(said(vyre_device_get_memory(opened.device.get(), &memory)),
              HasSubstr("'scripted', get_memory: scripted"));
}

TEST(PluginDefaults, TheLibraryTellsTheMemoryThatItTook) {
  auto [minimal, opened] = On<Minimal>();
  const Buffer buffer = make_buffer(opened, 96);
  vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
  EXPECT_TRUE(ok(vyre_device_get_memory(opened.device.get(), &memory)));
  EXPECT_EQ(memory.total_bytes, VYRE_UNKNOWN);
  EXPECT_EQ(memory.reserved_bytes, 96u);
  EXPECT_EQ(memory.allocations, 1u);
  EXPECT_TRUE(ok(vyre_device_set_budget(opened.device.get(), 128, nullptr, nullptr, nullptr)));
  vyre_buffer* more = nullptr;
  EXPECT_THAT(
      said(vyre_buffer_create(opened.device.get(), 96, nullptr, &more)),
      AllOf(StartsWith("1001 "), HasSubstr("96 more are requested"), HasSubstr("96 reserved")));
}

TEST(PluginTable, FailuresOfTheLifecycleReachTheCaller) {
  auto [scripted, opened] = On<Scripted>();
  vyre_device* const device = opened.device.get();
  scripted.what.failing = EVERY_ENTRY;
  EXPECT_THAT(said(vyre_device_prepare(device)), HasSubstr("'scripted', prepare: scripted"));
  EXPECT_THAT(said(vyre_device_wait_idle(device, VYRE_FOREVER, nullptr)),
              HasSubstr("'scripted', wait_idle: scripted"));
  EXPECT_THAT(said(vyre_device_shutdown(device)), HasSubstr("'scripted', shutdown: scripted"));
}

// One call at a time, a wait without limit comes as many short ones.
TEST(PluginTable, AWaitForAllWorkEndsWithTheDeviceOrItsTime) {
  Scripted scripted;
  scripted.table.flags |= VYRE_PLUGIN_ONE_AT_A_TIME;
  const Opened opened = open_table(scripted.table);
  scripted.what.busy = 3;
  uint32_t idle = 7;
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened.device.get(), VYRE_FOREVER, &idle)));
  EXPECT_EQ(idle, 1u);
  EXPECT_EQ(scripted.what.calls[ENTRY_wait_idle], 4u);
  scripted.what.busy = UINT32_MAX;
  for (const uint64_t timeout : {0u, 1'000'000u}) {
    EXPECT_TRUE(ok(vyre_device_wait_idle(opened.device.get(), timeout, &idle)));
    EXPECT_EQ(idle, 0u);
  }
  scripted.what.busy = 0;
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
  EXPECT_EQ(vyre_device_is_lost(opened.device.get()), 1u);
  EXPECT_TRUE(ok(vyre_device_recover(opened.device.get())));
  EXPECT_EQ(vyre_device_is_lost(opened.device.get()), 0u);
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
  std::array<Work, 2> works;
  for (size_t i = 0; i < 2; ++i) {
    works[i] =
        begin_dispatch(pipeline, {vyre_bind_input(0, &in[i], 4), vyre_bind_output(1, nullptr, 4)});
    EXPECT_EQ(minimal.what.calls[ENTRY_submit], i + 1);
  }
  for (size_t i = 2; i-- > 0;) {  // independent: the second is collected first
    EXPECT_EQ(wait_for(works[i], 0), VYRE_WORK_READY);
    uint32_t out = 0;
    EXPECT_TRUE(ok(collect(works[i], {vyre_bind_output(1, &out, 4)})));
    EXPECT_EQ(out, in[i] + 1);
  }
  minimal.what.failing = ENTRY_submit;
  vyre_work* made = nullptr;
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
  const Work work = begin_dispatch(pipeline, bindings);
  in = 1000;
  EXPECT_TRUE(ok(collect(work, bindings)));
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
  for (const uint32_t code : {1001u, 1002u, 1003u, 1004u, 1005u, 1006u, 1007u, 1999u, 2005u}) {
    Minimal minimal;
    minimal.what.failing = ENTRY_compile;
    minimal.what.code = static_cast<vyre_error_code>(code);
    const uint32_t expected = code == 1003 ? VYRE_ERROR_UNKNOWN : code;
    const Opened opened = open_table(minimal.table);
    Pipeline pipeline;
    EXPECT_THAT(
        said(try_pipeline(opened, kOne, &pipeline)),
        AllOf(StartsWith(std::to_string(expected) + " backend 'scripted', compile: scripted"),
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
    for (const vyre_dispatch_flags flags : {uint64_t{0}, VYRE_DISPATCH_TIMED}) {
      desc.flags = flags;
      vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
      ASSERT_TRUE(ok(dispatch(pipeline, {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)},
                              &desc, &result)));
      EXPECT_EQ(result.device_ns, flags != 0 && time != 0 ? time : VYRE_UNKNOWN);
    }
  }
}

// Two of 2^63 ns have no number of 64 bits together, and 0 would be a lie.
TEST(PluginDefaults, DeviceTimesWhoseSumHasNoNumberAreUnknown) {
  auto [scripted, opened] = On<Scripted>();
  scripted.what.device_ns = uint64_t{1} << 63;
  const Pipeline pipeline = make_pipeline(opened, kAcrossTheGrid);  // runs in three parts
  AcrossTheGrid data;
  const Bindings bindings = {bind_input(0, data.in), bind_inout(1, data.mid),
                             bind_output(2, data.out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_TIMED;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_TRUE(ok(dispatch(pipeline, bindings, &desc, &result)));
  EXPECT_EQ(result.device_ns, VYRE_UNKNOWN);

  const Pipeline one = make_pipeline(opened, kOne);
  const Buffer a = make_buffer(opened, 4), out = make_buffer(opened, 4);
  const Sequence sequence = make_sequence(opened, VYRE_SEQUENCE_TIMED);
  for (int i = 0; i < 2; ++i) add_dispatch(sequence, one, {bind_buffer(0, a), bind_buffer(1, out)});
  EXPECT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, nullptr)));
  EXPECT_EQ(result_of(sequence).device_ns, VYRE_UNKNOWN);
}

}  // namespace
}  // namespace vyre::test
