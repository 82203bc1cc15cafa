// Backends that fail and backends that lie: each failure reaches the caller with its code and text,
// and nothing is left behind.
#include "capi/support/plugin_support.h"

namespace vyre::test {
namespace {

struct Call {
  int entry;
  const char* name;
};
void PrintTo(const Call& call, std::ostream* out) { *out << call.name; }
#define CALL(entry) \
  Call { ENTRY_##entry, #entry }

// Makes the calls of an application in their order, until one fails; what it said.
std::string first_failure(script& what, const vyre_backend_table& table, int entry, bool lies) {
  Opened opened;
  opened.context = new_context();
  vyre_error* error = vyre_context_add_backend(opened.context.get(), &table);
  if (error != nullptr) return said(error);
  (lies ? what.lying : what.failing) = entry;
  vyre_backend* backend = nullptr;
  error = vyre_backend_acquire(opened.context.get(), vyre_str("scripted"), nullptr, &backend);
  if (error != nullptr) return said(error);
  opened.backend.reset(backend);
  Pipeline pipeline;
  error = try_pipeline(opened, kIncrement, &pipeline);
  if (error != nullptr) return said(error);
  if (entry == ENTRY_copy_memory) {
    std::unique_ptr<FILE, int (*)(FILE*)> file(std::tmpfile(), &std::fclose);
    const Buffer buffer = make_buffer(opened, 8192);
    EXPECT_TRUE(ok(vyre_buffer_write_file(buffer.get(), 0, fileno(file.get()), 0, 4096)));
    return said(vyre_buffer_read_file(buffer.get(), 64, fileno(file.get()), 0, 4096));
  }
  return increments(pipeline, 5, 100);
}

class Failing : public testing::TestWithParam<Call> {};

TEST_P(Failing, ReachesTheCallerWithCodeAndText) {
  Scripted scripted;
  scripted.what.code = VYRE_ERROR_DEVICE_OUT_OF_MEMORY;
  if (GetParam().entry == ENTRY_allocate_memory) scripted.table.allocate_unfilled = nullptr;
  const std::string text =
      first_failure(scripted.what, scripted.table, GetParam().entry, /*lies=*/false);
  EXPECT_THAT(text, AllOf(HasSubstr("backend 'scripted', " + std::string(GetParam().name) +
                                    ": scripted. Fix: change the script")));
  const bool is_search = GetParam().entry == ENTRY_get_profile ||
                         GetParam().entry == ENTRY_count_devices;  // tells why it is not there
  EXPECT_THAT(text, StartsWith(is_search ? "2002 " : "1001 "));
  expect_nothing_left(scripted.what);
}
INSTANTIATE_TEST_SUITE_P(Plugin, Failing,
                         testing::Values(CALL(count_devices), CALL(get_profile), CALL(open_device),
                                         CALL(allocate_memory), CALL(allocate_unfilled),
                                         CALL(write_memory), CALL(read_memory), CALL(copy_memory),
                                         CALL(compile), CALL(submit), CALL(wait)),
                         [](const auto& param) { return std::string(param.param.name); });

class MakingNothing : public testing::TestWithParam<Call> {};

TEST_P(MakingNothing, IsAnErrorThatNamesTheFunction) {
  Scripted scripted;
  if (GetParam().entry == ENTRY_allocate_memory) scripted.table.allocate_unfilled = nullptr;
  EXPECT_THAT(first_failure(scripted.what, scripted.table, GetParam().entry, /*lies=*/true),
              AllOf(StartsWith("2010 backend 'scripted', " + std::string(GetParam().name)),
                    HasSubstr("succeeded and made nothing"), HasSubstr("Fix: ")));
  expect_nothing_left(scripted.what);
}
INSTANTIATE_TEST_SUITE_P(Plugin, MakingNothing,
                         testing::Values(CALL(open_device), CALL(allocate_memory),
                                         CALL(allocate_unfilled), CALL(compile), CALL(submit)),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(LyingPlugin, AStateThatIsNoneFailsTheWork) {
  for (const int32_t state : {VYRE_FAILED, 3, -1, 1000}) {
    Scripted scripted;
    scripted.what.state = state;
    EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
                AllOf(StartsWith("2010 backend 'scripted', wait"),
                      HasSubstr(state == VYRE_FAILED ? "failed without an error"
                                                     : "set the state " + std::to_string(state))));
    expect_nothing_left(scripted.what);
  }
}

TEST(LyingPlugin, CountsAndProfilesThatCannotBeAreRefused) {
  const auto profiled = [](auto spoil) {
    Scripted scripted;
    spoil(scripted.what.profile);
    return first_failure(scripted.what, scripted.table, NO_ENTRY, false);
  };
  EXPECT_THAT(profiled([](auto& p) { p.struct_size = 7; }), HasSubstr("get_profile"));
  EXPECT_THAT(profiled([](auto& p) { p.kind = VYRE_DEVICE_ORACLE; }), HasSubstr("the kind 5"));
  EXPECT_THAT(profiled([](auto& p) { p.timing_quality = 4; }), HasSubstr("timing_quality 4"));
  EXPECT_THAT(profiled([](auto& p) { p.features = uint64_t{1} << 60; }), HasSubstr("features"));
  EXPECT_THAT(profiled([](auto& p) { p.memory_bandwidth_gbps = -1; }), HasSubstr("bandwidth"));
  EXPECT_THAT(profiled([](auto& p) { p.buffer_offset_alignment = 3; }), HasSubstr("alignment 3"));
  EXPECT_THAT(profiled([](auto& p) { p.quirks = uint64_t{1} << 60; }), HasSubstr("quirks"));
  EXPECT_THAT(profiled([](auto& p) { p.timing_source = 9; }), HasSubstr("a source of facts"));
  EXPECT_THAT(profiled([](auto& p) { p.name.size = 5; }), HasSubstr("a string without bytes"));
  Scripted scripted;
  scripted.what.devices = 1u << 30;
  EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
              HasSubstr("counted 1073741824 devices"));
}

TEST(Plugin, LimitsOfTheProfileAreKeptByTheLibrary) {
  Scripted scripted;
  scripted.what.profile.max_buffers = 1;
  EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
              AllOf(StartsWith("1002 "), HasSubstr("binds 2 buffers"), HasSubstr("at most 1")));
  Scripted small;
  small.what.profile.max_buffer_bytes = 64;
  EXPECT_THAT(first_failure(small.what, small.table, NO_ENTRY, false),
              AllOf(StartsWith("1002 "), HasSubstr("at most 64")));
  EXPECT_EQ(small.what.calls[ENTRY_submit], 0u);
}

TEST(Plugin, FactsOfTheProfileReachTheApplication) {
  Scripted scripted;
  vyre_device_profile& given = scripted.what.profile;
  given.quirks = VYRE_QUIRK_COARSE_BARRIERS | VYRE_QUIRK_LOOP_LIMIT;
  given.max_loop_trips = 1000;
  given.memory_bandwidth_gbps = 12.5;
  given.timing_quality = VYRE_TIMING_DEVICE_TIMESTAMPS;
  given.timing_source = VYRE_FACT_MEASURED;
  given.subgroup_size = given.subgroup_size_min = 16;
  given.subgroup_size_max = 64;
  given.max_allocation_bytes = 4096;
  given.host_memory_bytes = 5;
  const Opened opened = open_table(scripted.table);
  const vyre_device_profile profile = profile_of(opened);
  EXPECT_EQ(profile.quirks, given.quirks);
  EXPECT_EQ(profile.memory_bandwidth_gbps, 12.5);
  EXPECT_EQ(profile.bandwidth_source, uint32_t{VYRE_FACT_REPORTED});
  EXPECT_EQ(profile.timing_source, uint32_t{VYRE_FACT_MEASURED});
  EXPECT_EQ(profile.subgroup_size_max, 64u);
  EXPECT_EQ(profile.host_memory_bytes, 5u);
  vyre_buffer* buffer = nullptr;
  EXPECT_THAT(said(vyre_buffer_create(opened.backend.get(), 4097, &buffer)),
              AllOf(StartsWith("1001 "), HasSubstr("at most 4096")));
}

TEST(Plugin, RangesHaveTheAlignmentThatTheProfileAsksFor) {
  Scripted scripted;
  scripted.what.profile.buffer_offset_alignment = 64;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer buffer = make_buffer(opened, 256);
  Words out(4);
  const auto dispatch = [&](uint64_t offset) {
    return said(test::dispatch(
        pipeline, {vyre_bind_buffer_range(0, buffer.get(), offset, 16), bind_output(1, out)}));
  };
  EXPECT_EQ(dispatch(64), "success");
  EXPECT_THAT(dispatch(32), AllOf(StartsWith("2001 "), HasSubstr("a multiple of 64")));
}

TEST(Plugin, ATrapOfASegmentFailsTheDispatchAndTheDeviceGoesOn) {
  auto [scripted, opened] = On<Scripted>();
  const Pipeline pipeline = make_pipeline(opened, kAcrossTheGrid);
  AcrossTheGrid data;
  scripted.what.failing = ENTRY_wait;
  EXPECT_THAT(said(data.run(pipeline)), StartsWith("1005 "));
  EXPECT_EQ(data.mid[0], 0u);
  scripted.what.failing = NO_ENTRY;
  EXPECT_TRUE(ok(data.run(pipeline)));
  EXPECT_EQ(data.mid[0], 1u);
  EXPECT_EQ(scripted.what.order_broken, 0u);
}

TEST(Plugin, WorkOnSharedBuffersKeepsItsOrderWithoutBeingWaitedFor) {
  Scripted scripted;
  scripted.what.waits = 5;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer a = make_buffer(opened, 64), b = make_buffer(opened, 64);
  const Bindings there = {bind_buffer(0, a), bind_buffer(1, b)};
  const Bindings back = {bind_buffer(0, b), bind_buffer(1, a)};
  for (int i = 0; i < 20; ++i) (void)begin_dispatch(pipeline, i % 2 == 0 ? there : back);
  EXPECT_EQ(words_of(a)[3], 20u);
  EXPECT_EQ(scripted.what.order_broken, 0u);
}

TEST(Plugin, WorkThatIsForgottenEndsBeforeItsDeviceCloses) {
  Scripted scripted;
  scripted.what.waits = 1000;
  {
    const Opened opened = open_table(scripted.table);
    const Pipeline pipeline = make_pipeline(opened, kIncrement);
    uint32_t in = 1;
    (void)begin_dispatch(pipeline, {vyre_bind_input(0, &in, 4), vyre_bind_output(1, nullptr, 4)});
    EXPECT_EQ(scripted.what.live_works, 1u);
  }
  expect_nothing_left(scripted.what);
  EXPECT_EQ(scripted.what.freed_in_use, 0u);
}

TEST(Plugin, AWaitEndsAtItsDeadline) {
  Scripted scripted;
  scripted.what.waits = UINT32_MAX;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  uint32_t in = 1;
  const PendingHandle pending =
      begin_dispatch(pipeline, {vyre_bind_input(0, &in, 4), vyre_bind_output(1, nullptr, 4)});
  EXPECT_EQ(wait_for(pending, 20'000'000), VYRE_PENDING);
  scripted.what.state = VYRE_READY;
  // The script counts down from here, and the work ends.
  scripted.what.failing = ENTRY_wait;
  EXPECT_EQ(wait_for(pending), VYRE_FAILED);
}

}  // namespace
}  // namespace vyre::test
