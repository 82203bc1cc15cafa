// Backends that fail and backends that lie: each failure reaches the caller with its code and text,
// and nothing is left behind.
#include <functional>

#include "capi/support/plugin_support.h"
#include "capi/support/sequence_support.h"
#include "vyre_driver_plugin.h"

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
  vyre_device* device = nullptr;
  error = vyre_device_open_id(opened.context.get(), "scripted", &device);
  if (error != nullptr) return said(error);
  opened.device.reset(device);
  Pipeline pipeline;
  error = try_pipeline(opened, kIncrement, &pipeline);
  if (error != nullptr) return said(error);
  if (entry == ENTRY_copy_memory) {
    std::unique_ptr<FILE, int (*)(FILE*)> file(std::tmpfile(), &std::fclose);
    const Buffer buffer = make_buffer(opened, 8192);
    const vyre_file open_file = vyre_file_of(fileno(file.get()));
    EXPECT_TRUE(ok(vyre_buffer_save_file(buffer.get(), 0, open_file, 0, 4096)));
    return said(vyre_buffer_load_file(buffer.get(), 64, open_file, 0, 4096));
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
  // What fails while devices are looked for tells why there is none, or why it cannot be used.
  const int entry = GetParam().entry;
  EXPECT_THAT(text, StartsWith(entry == ENTRY_count_devices     ? "2002 "
                               : entry == ENTRY_get_device_info ? "1002 "
                                                                : "1001 "));
  expect_nothing_left(scripted.what);
}
INSTANTIATE_TEST_SUITE_P(Plugin, Failing,
                         testing::Values(CALL(count_devices), CALL(get_device_info),
                                         CALL(open_device), CALL(allocate_memory),
                                         CALL(allocate_unfilled), CALL(write_memory),
                                         CALL(read_memory), CALL(copy_memory), CALL(compile),
                                         CALL(submit), CALL(wait)),
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
  for (const uint32_t state : {uint32_t{VYRE_WORK_FAILED}, 3u, UINT32_MAX, 1000u}) {
    Scripted scripted;
    scripted.what.state = static_cast<vyre_work_state>(state);
    EXPECT_THAT(
        first_failure(scripted.what, scripted.table, NO_ENTRY, false),
        AllOf(StartsWith("2010 backend 'scripted', wait"),
              HasSubstr(state == VYRE_WORK_FAILED ? "failed without an error"
                                                  : "set the state " + std::to_string(state))));
    expect_nothing_left(scripted.what);
  }
}

TEST(LyingPlugin, CountsAndFactsThatCannotBeAreRefused) {
  const auto told = [](auto spoil) {
    Scripted scripted;
    spoil(scripted.what.profile);
    return first_failure(scripted.what, scripted.table, NO_ENTRY, false);
  };
  EXPECT_THAT(told([](auto& i) { i.struct_size = 7; }), HasSubstr("get_device_info"));
  EXPECT_THAT(told([](auto& i) { i.kind = VYRE_DEVICE_ORACLE; }), HasSubstr("the kind 5"));
  EXPECT_THAT(told([](auto& i) { i.timing_quality = static_cast<vyre_timing>(4); }),
              HasSubstr("timing_quality 4"));
  EXPECT_THAT(told([](auto& i) { i.features = uint64_t{1} << 60; }), HasSubstr("features"));
  EXPECT_THAT(told([](auto& i) { i.buffer_offset_alignment = 3; }), HasSubstr("alignment 3"));
  EXPECT_THAT(told([](auto& i) { i.host_import_alignment = 48; }), HasSubstr("alignment 48"));
  EXPECT_THAT(told([](auto& i) { i.quirks = uint64_t{1} << 60; }), HasSubstr("quirks"));
  EXPECT_THAT(told([](auto& i) { i.timing_source = static_cast<vyre_fact>(9); }),
              HasSubstr("a source of facts"));
  EXPECT_THAT(told([](auto& i) { i.name.size = 5; }), HasSubstr("a string without bytes"));
  Scripted scripted;
  scripted.what.devices = 1u << 30;
  EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
              HasSubstr("counted 1073741824 devices"));
}

TEST(LyingPlugin, FactsThatAreNotTheBackendsAreRefusedByName) {
  const vyre_string text = vyre_str("mine");
  const vyre_string* const op = &text;
  const struct {
    const char* name;
    std::function<void(vyre_device_info&)> set;
  } facts[] = {
      {"id", [&](auto& info) { info.id = text; }},
      {"backend", [&](auto& info) { info.backend = text; }},
      {"backend_version", [&](auto& info) { info.backend_version = text; }},
      {"ops", [&](auto& info) { info.ops = &op, info.op_count = 1; }},
      {"memory_imports", [](auto& info) { info.memory_imports = VYRE_HANDLE_FD; }},
      {"memory_exports", [](auto& info) { info.memory_exports = VYRE_HANDLE_FD; }},
      {"semaphore_imports", [](auto& info) { info.semaphore_imports = VYRE_HANDLE_FD; }},
      {"semaphore_exports", [](auto& info) { info.semaphore_exports = VYRE_HANDLE_FD; }},
      {"max_images", [](auto& info) { info.max_images = 1; }},
      {"max_push_constant_bytes", [](auto& info) { info.max_push_constant_bytes = 128; }},
  };
  for (const auto& [name, set] : facts) {
    Scripted scripted;
    set(scripted.what.profile);
    EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
                AllOf(StartsWith("1002 "), HasSubstr("'scripted', get_device_info"),
                      HasSubstr("|" + std::string(name) + "|"), HasSubstr("Fix: ")));
  }
}

TEST(LyingPlugin, AnAlignmentNeedsAFunctionThatImports) {
  Scripted scripted;
  scripted.table.import_host = nullptr;
  EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
              HasSubstr("the host_import_alignment 4096 for a table without import_host"));
}

TEST(LyingPlugin, AWaitWithoutLimitDoesNotRunOutOfTime) {
  auto [scripted, opened] = On<Scripted>();
  scripted.what.busy = 1;
  EXPECT_THAT(said(vyre_device_wait_idle(opened.device.get(), VYRE_FOREVER, nullptr)),
              AllOf(StartsWith("2010 "), HasSubstr("'scripted', wait_idle"), HasSubstr("Fix: ")));
}

// The other devices stay usable.
TEST(Plugin, ADeviceThatCannotSayWhatItIsIsListedWithTheReason) {
  Scripted scripted;
  scripted.what.devices = 3;
  static vyre_backend_table plain;
  plain = scripted.table;
  scripted.table.get_device_info = [](void* user, uint32_t number, vyre_device_info* info) {
    if (number != 1) return plain.get_device_info(user, number, info);
    return vyre_error_create(VYRE_ERROR_INTERNAL, 0, vyre_str("no answer. Fix: turn it on"));
  };
  const Context context = new_context();
  ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
  EXPECT_NE(open_device(context, "scripted:01000000000000000000000000000000"), nullptr);
  EXPECT_NE(open_device(context, "scripted"), nullptr);
  vyre_device* device = nullptr;
  EXPECT_THAT(said(vyre_device_open_id(context.get(), "scripted:1", &device)),
              AllOf(StartsWith("1002 "), HasSubstr("get_device_info: no answer")));
}

TEST(Plugin, LimitsOfTheDeviceAreKeptByTheLibrary) {
  Scripted scripted;
  scripted.what.profile.max_parameters = 1;
  EXPECT_THAT(first_failure(scripted.what, scripted.table, NO_ENTRY, false),
              AllOf(StartsWith("1002 "), HasSubstr("has 2 parameters"), HasSubstr("at most 1")));
  Scripted small;
  small.what.profile.max_buffer_bytes = 64;
  EXPECT_THAT(first_failure(small.what, small.table, NO_ENTRY, false),
              AllOf(StartsWith("1002 "), HasSubstr("at most 64")));
  EXPECT_EQ(small.what.calls[ENTRY_submit], 0u);
}

TEST(Plugin, FactsOfTheDeviceReachTheApplication) {
  Scripted scripted;
  vyre_device_info& given = scripted.what.profile;
  given.quirks = VYRE_QUIRK_COARSE_BARRIERS | VYRE_QUIRK_LOOP_LIMIT;
  given.max_loop_trips = 1000;
  given.bytes_per_second = 12'500'000'000;
  given.timing_quality = VYRE_TIMING_DEVICE_TIMESTAMPS;
  given.timing_source = VYRE_FACT_MEASURED;
  given.subgroup_size = given.subgroup_size_min = 16;
  given.subgroup_size_max = 64;
  given.max_allocation_bytes = 4096;
  given.host_memory_bytes = 5;
  const Opened opened = open_table(scripted.table);
  const vyre_device_info& info = info_of(opened);
  EXPECT_STREQ(info.id.data, "scripted");
  EXPECT_STREQ(info.backend.data, "scripted");
  EXPECT_EQ(info.quirks, given.quirks);
  EXPECT_EQ(info.bytes_per_second, given.bytes_per_second);
  EXPECT_EQ(info.bandwidth_source, VYRE_FACT_REPORTED);
  EXPECT_EQ(info.timing_source, VYRE_FACT_MEASURED);
  EXPECT_EQ(info.subgroup_size_max, 64u);
  EXPECT_EQ(info.host_memory_bytes, 5u);
  EXPECT_EQ(info.host_import_alignment, 4096u);
  vyre_buffer* buffer = nullptr;
  EXPECT_THAT(said(vyre_buffer_create(opened.device.get(), 4097, nullptr, &buffer)),
              AllOf(StartsWith("1001 "), HasSubstr("at most 4096")));
}

TEST(Plugin, RangesHaveTheAlignmentThatTheDeviceAsksFor) {
  Scripted scripted;
  scripted.what.profile.buffer_offset_alignment = 64;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer buffer = make_buffer(opened, 256);
  Words out(4);
  const auto dispatch = [&](uint64_t offset) {
    return said(test::dispatch(
        pipeline, {vyre_bind_range(0, buffer.get(), offset, 16), bind_output(1, out)}));
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
  const Work work =
      begin_dispatch(pipeline, {vyre_bind_input(0, &in, 4), vyre_bind_output(1, nullptr, 4)});
  EXPECT_EQ(wait_for(work, 20'000'000), VYRE_WORK_RUNNING);
  scripted.what.state = VYRE_WORK_READY;
  // The script counts down from here, and the work ends.
  scripted.what.failing = ENTRY_wait;
  EXPECT_EQ(wait_for(work), VYRE_WORK_FAILED);
}

// A copy has no label, wherever it comes.
TEST(Plugin, ACopyThatFailsHasNoLabelOfWhatWasClearedThere) {
  Scripted scripted;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer a = make_buffer(opened, 64), b = make_buffer(opened, 64);
  const Sequence sequence = make_sequence(opened);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.label = vyre_str("a dispatch");
  add_dispatch(sequence, pipeline, {bind_buffer(0, a), bind_buffer(1, b)}, &desc);
  ASSERT_TRUE(ok(vyre_sequence_clear(sequence.get())));
  add_copy(sequence, a, 0, b, 0, 64);
  scripted.what.failing = ENTRY_copy_memory;
  const Error failure(vyre_sequence_run(sequence.get(), nullptr, nullptr));
  const vyre_error_info& info = *vyre_error_get_info(failure.get());
  EXPECT_EQ(info.step, 0u);
  EXPECT_EQ(string_of(info.label), "");
}

}  // namespace
}  // namespace vyre::test
