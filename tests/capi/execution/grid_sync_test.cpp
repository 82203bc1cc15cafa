// Programs with grid barriers on backends of tables: who gets them whole, who gets segments and
// what those work on. What can be said of the plan alone is in tests/grid_sync/checks_test.cpp.
#include "capi/support/fixpoint_support.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

// state[i] += 1, the grid waits, out[i] = 10 * state[(i + 1) % 8].
constexpr std::string_view kTwoSegments = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "state", "type": "U32", "count": 8, "binding": 0, "access": "read_write"},
              {"name": "out", "type": "U32", "count": 8, "binding": 1, "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "state", "at": "i", "value": {"add": [{"load": "state", "at": "i"}, 1]}},
           {"barrier": "grid_sync"},
           {"store": "out", "at": "i", "value": {"mul": [
               {"load": "state", "at": {"mod": [{"add": ["i", 1]}, 8]}}, 10]}}]})";

const Words kState = {0, 1, 2, 3, 4, 5, 6, 7};
const Words kStateAfter = {1, 2, 3, 4, 5, 6, 7, 8};
const Words kOut = {20, 30, 40, 50, 60, 70, 80, 10};

// What a table was asked to do. One at a time: its functions have no place for a pointer to it.
struct Recorder {
  struct Range {
    void* memory;
    uint64_t offset, size;
    bool operator==(const Range&) const = default;
  };
  struct Submission {
    std::vector<Range> ranges;
    std::vector<Words> contents;  // of each range when it was made
    size_t commands;
  };

  explicit Recorder(vyre_backend_table* table) : inner(*table) {
    now = this;
    table->compile = &compile;
    table->submit = &submit;
    table->allocate_memory = &allocate_memory;
    table->write_memory = &write_memory;
  }
  ~Recorder() { now = nullptr; }

  static vyre_error* compile(void* device, const vyre_plugin_compile* request, void** out) {
    const vyre_program_info* info = request->host->program_get_info(request->program);
    now->has_grid_barrier.push_back((info->needs & VYRE_NEEDS_GRID_BARRIER) != 0);
    return now->inner.compile(device, request, out);
  }

  static vyre_error* submit(void* device, const vyre_plugin_submission* given, void** out) {
    Submission made;
    made.commands = given->command_count;
    for (size_t i = 0; i < given->commands[0].range_count; ++i) {
      const vyre_plugin_range& range = given->commands[0].ranges[i];
      made.ranges.push_back({range.memory, range.offset, range.size});
      made.contents.emplace_back(range.size / 4);
      EXPECT_TRUE(ok(now->inner.read_memory(device, range.memory, range.offset,
                                            made.contents.back().data(), range.size)));
    }
    now->submissions.push_back(std::move(made));
    return now->inner.submit(device, given, out);
  }

  static vyre_error* allocate_memory(void* device, uint64_t size, void** out) {
    vyre_error* const error = now->inner.allocate_memory(device, size, out);
    if (error == nullptr) now->allocated.push_back(*out);
    return error;
  }

  static vyre_error* write_memory(void* device, void* memory, uint64_t offset, const void* bytes,
                                  uint64_t size) {
    now->writes.push_back({memory, offset, size});
    return now->inner.write_memory(device, memory, offset, bytes, size);
  }

  static inline Recorder* now = nullptr;
  const vyre_backend_table inner;
  std::vector<bool> has_grid_barrier;  // by compiled program
  std::vector<Submission> submissions;
  std::vector<void*> allocated;
  std::vector<Range> writes;
};

// A backend that is asked for one thing after another, with what it was asked for.
struct Recorded : Scripted {
  Recorded() : recorder(&table) { table.allocate_unfilled = nullptr; }
  Recorder recorder;
};

// One dispatch of kTwoSegments.
struct Dispatched {
  Words state = kState, out = Words(8);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;

  Bindings bindings() { return {bind_inout(0, state), bind_output(1, out)}; }
  std::string run(const Pipeline& pipeline) {
    return said(dispatch(pipeline, bindings(), nullptr, &result));
  }
};

void expect_right(const Dispatched& dispatched) {
  EXPECT_EQ(dispatched.state, kStateAfter);
  EXPECT_EQ(dispatched.out, kOut);
}

TEST(GridSync, SegmentsRunOneAfterAnotherWithoutGridBarriers) {
  auto [recorded, opened] = On<Recorded>();
  Dispatched dispatched;
  EXPECT_EQ(dispatched.run(make_pipeline(opened, kTwoSegments)), "success");
  expect_right(dispatched);
  const Recorder& was = recorded.recorder;
  EXPECT_THAT(was.has_grid_barrier, ElementsAre(false, false));
  ASSERT_THAT(was.submissions, SizeIs(2));
  EXPECT_EQ(was.submissions[0].commands, 1u);
  EXPECT_EQ(was.submissions[1].commands, 1u);
  EXPECT_EQ(was.submissions[0].contents[0], kState);
  EXPECT_EQ(was.submissions[1].contents[0], kStateAfter);
}

void expect_once_and_whole(const Recorded& recorded) {
  const Opened opened = open_table(recorded.table);
  Dispatched dispatched;
  EXPECT_EQ(dispatched.run(make_pipeline(opened, kTwoSegments)), "success");
  expect_right(dispatched);
  EXPECT_THAT(recorded.recorder.has_grid_barrier, ElementsAre(true));
  EXPECT_THAT(recorded.recorder.submissions, SizeIs(1));
}

TEST(GridSync, ADeviceThatHoldsAGridGetsTheProgramOnceAndWhole) {
  Recorded recorded;
  recorded.what.profile.features |= VYRE_FEATURE_GRID_BARRIER;
  expect_once_and_whole(recorded);
}

TEST(GridSync, ABackendThatRefusesSplittingGetsTheProgramOnceAndWhole) {
  Recorded recorded;
  recorded.table.flags |= VYRE_PLUGIN_NO_SPLIT;
  expect_once_and_whole(recorded);
}

// There the barrier is one of the workgroup, for any table: docs/plugins.md.
TEST(GridSync, AGridOfOneWorkgroupComesWholeUnlessItIsToBeCut) {
  std::string one(kTwoSegments);
  one.replace(one.find("[4, 1, 1]"), 9, "[8, 1, 1]");
  for (const bool cut : {false, true}) {
    auto [recorded, opened] = On<Recorded>();
    Dispatched dispatched;
    vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
    if (cut) desc.split = VYRE_SPLIT_ALWAYS;
    const Pipeline pipeline = make_pipeline(opened, one);
    EXPECT_TRUE(recorded.recorder.has_grid_barrier.empty());  // the launch says what is compiled
    EXPECT_TRUE(ok(dispatch(pipeline, dispatched.bindings(), &desc)));
    expect_right(dispatched);
    const auto compiled = cut ? std::vector<bool>(2, false) : std::vector<bool>(1, true);
    EXPECT_EQ(recorded.recorder.has_grid_barrier, compiled);
    EXPECT_THAT(recorded.recorder.submissions, SizeIs(cut ? 2 : 1));
  }
}

TEST(GridSync, WritesOfRangesKeepMemoryOffsetAndLength) {
  auto [recorded, opened] = On<Recorded>();
  const Buffer a = make_buffer(opened, 64), b = make_buffer(opened, 64);
  const std::vector<void*> memory = recorded.recorder.allocated;
  ASSERT_THAT(memory, SizeIs(2));
  recorded.recorder.writes.clear();
  const std::array<uint8_t, 5> bytes = {1, 2, 3, 4, 5};
  EXPECT_TRUE(ok(vyre_buffer_write(b.get(), 12, bytes.data(), 3)));
  EXPECT_TRUE(ok(vyre_buffer_write(a.get(), 40, bytes.data(), 5)));
  EXPECT_THAT(recorded.recorder.writes,
              ElementsAre(Recorder::Range{memory[1], 12, 3}, Recorder::Range{memory[0], 40, 5}));
}

// ---- Without a grid barrier nobody sees who would cut ----

struct Policy {
  const char* name;
  uint64_t flags, features;
};
constexpr Policy kPolicies[] = {{"cuts", 0, 0},
                                {"refuses cuts", VYRE_PLUGIN_NO_SPLIT, 0},
                                {"holds a grid", 0, VYRE_FEATURE_GRID_BARRIER}};

std::string dispatches(const Opened& opened, const Buffer& resident) {
  Pipeline pipeline;
  std::string text = said(try_pipeline(opened, kIncrement, &pipeline));
  if (pipeline == nullptr) return text;
  text += increments(pipeline, 3, 70);
  const Bindings bindings = {bind_buffer(0, resident), vyre_bind_output(1, nullptr, 64)};
  const vyre_dispatch_desc timed = with_flags(VYRE_DISPATCH_TIMED);
  vyre_work* made = nullptr;
  text += said(vyre_dispatch_async(pipeline.get(), bindings.data(), 2, &timed, &made));
  const Work work(made);
  if (made == nullptr) return text;
  Words out(16);
  text += said(collect(work, {bind_output(1, out)}));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  text += said(vyre_work_get_result(made, &result));
  return text + " " + std::to_string(out[3]) + " " + std::to_string(result.device_ns);
}

std::string lifecycle(const Opened& opened) {
  vyre_device* const device = opened.device.get();
  uint32_t idle = 9;
  std::string text = said(vyre_device_prepare(device));
  text += said(vyre_device_wait_idle(device, VYRE_FOREVER, &idle)) + std::to_string(idle);
  text += std::to_string(vyre_device_is_lost(device)) + said(vyre_device_recover(device));
  const std::vector<uint64_t> metrics = metrics_of(opened);
  text += std::to_string(metrics[VYRE_METRIC_DEVICE_BYTES]) + " " +
          std::to_string(metrics[VYRE_METRIC_SEGMENTS]);
  return text + said(vyre_device_shutdown(device));
}

// All that a host sees of a backend of which one function fails, and how often each was called.
std::string transcript(const Policy& policy, int failing) {
  Scripted scripted;
  scripted.what.failing = failing;
  scripted.table.flags |= policy.flags;
  scripted.what.profile.features |= policy.features;
  std::string text;
  {
    Opened opened;
    opened.context = new_context();
    text += said(vyre_context_add_backend(opened.context.get(), &scripted.table));
    vyre_device* device = nullptr;
    text += said(vyre_device_open_id(opened.context.get(), "scripted", &device));
    opened.device.reset(device);
    vyre_buffer *first = nullptr, *second = nullptr;
    if (device != nullptr) text += said(vyre_buffer_create(device, 64, nullptr, &first));
    if (device != nullptr) text += said(vyre_buffer_create(device, 64, nullptr, &second));
    const Buffer a(first), b(second);
    if (a != nullptr && b != nullptr) {
      Words words(16, 5);
      text += said(vyre_buffer_write(first, 0, words.data(), 64));
      text += said(vyre_buffer_read(first, 0, words.data(), 64));
      text += dispatches(opened, a) + said(vyre_buffer_read(second, 4, words.data(), 8));
    }
    if (device != nullptr) text += lifecycle(opened);
  }
  for (const uint32_t calls : scripted.what.calls) text += " " + std::to_string(calls);
  return text;
}

TEST(GridSync, EveryFunctionOfATableIsCalledAlikeWhereNothingIsCut) {
  for (int failing = NO_ENTRY; failing < ENTRY_COUNT; ++failing) {
    if (failing == EVERY_ENTRY) continue;
    const std::string expected = transcript(kPolicies[0], failing);
    EXPECT_THAT(expected, HasSubstr(failing == NO_ENTRY ? "success" : " "));
    for (const Policy& policy : kPolicies) {
      EXPECT_EQ(transcript(policy, failing), expected) << policy.name << ", entry " << failing;
    }
  }
}

TEST(GridSync, AnAsynchronousDispatchReturnsBeforeItsLastSegmentHasEnded) {
  Recorded recorded;
  recorded.what.waits = 2;
  const Opened opened = open_table(recorded.table);
  const Pipeline pipeline = make_pipeline(opened, kTwoSegments);
  Dispatched dispatched;
  const auto bindings = dispatched.bindings();
  const Work work = begin_dispatch(pipeline, bindings);
  EXPECT_THAT(recorded.recorder.submissions, SizeIs(1));
  EXPECT_EQ(wait_for(work, 0), VYRE_WORK_RUNNING);
  EXPECT_EQ(recorded.what.live_works, 1u);
  EXPECT_TRUE(ok(collect(work, bindings)));
  EXPECT_THAT(recorded.recorder.submissions, SizeIs(2));
  expect_right(dispatched);
}

TEST(GridSync, ResultsComeToTheCallersMemoryAndSegmentsShareTheirs) {
  auto [recorded, opened] = On<Recorded>();
  const Pipeline pipeline = make_pipeline(opened, kTwoSegments);
  for (int i = 0; i < 3; ++i) {
    Dispatched dispatched;
    const uint32_t *const state = dispatched.state.data(), *const out = dispatched.out.data();
    recorded.recorder.allocated.clear();
    EXPECT_EQ(dispatched.run(pipeline), "success");
    expect_right(dispatched);
    EXPECT_EQ(dispatched.state.data(), state);
    EXPECT_EQ(dispatched.out.data(), out);
    EXPECT_THAT(recorded.recorder.allocated,
                SizeIs(2));  // one for each buffer, not for each segment
    EXPECT_EQ(recorded.what.live_memories, 0u);
  }
  EXPECT_THAT(recorded.recorder.has_grid_barrier, SizeIs(2));  // compiled once
}

TEST(GridSync, ResidentBuffersAreTheSameInEachSegmentAndTimesAddUp) {
  auto [recorded, opened] = On<Recorded>();
  const Pipeline pipeline = make_pipeline(opened, kTwoSegments);
  const Buffer state = make_buffer(opened, 32), out = make_buffer(opened, 32);
  write(state, kState);
  const std::vector<void*> memory = recorded.recorder.allocated;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_buffer(0, state), bind_buffer(1, out)},
                          with_flags(VYRE_DISPATCH_TIMED), &result)));
  ASSERT_THAT(recorded.recorder.submissions, SizeIs(2));
  for (const Recorder::Submission& submission : recorded.recorder.submissions) {
    EXPECT_THAT(submission.ranges,
                ElementsAre(Recorder::Range{memory[0], 0, 32}, Recorder::Range{memory[1], 0, 32}));
  }
  EXPECT_EQ(result.device_ns, 2 * recorded.what.device_ns);
  EXPECT_EQ(words_of(out), kOut);
}

TEST(GridSync, MetricsGrowBySplitsSegmentsAndTheBarriersBetween) {
  auto [recorded, opened] = On<Recorded>();
  const Pipeline pipeline = make_pipeline(opened, kTwoSegments);
  const Pipeline three = make_pipeline(opened, kAcrossTheGrid);
  const Pipeline whole = make_pipeline(opened, kIncrement);
  Dispatched dispatched;
  EXPECT_EQ(dispatched.run(pipeline), "success");
  EXPECT_EQ(increments(whole, 1, 100), "");
  AcrossTheGrid data;
  EXPECT_TRUE(ok(data.run(three)));
  const std::vector<uint64_t> metrics = metrics_of(opened);
  EXPECT_EQ(metrics[VYRE_METRIC_DISPATCHES], 3u);
  EXPECT_EQ(metrics[VYRE_METRIC_SPLIT_DISPATCHES], 2u);
  EXPECT_EQ(metrics[VYRE_METRIC_SEGMENTS], 2u + 3u);
  EXPECT_EQ(metrics[VYRE_METRIC_GRID_BARRIERS], 1u + 2u);
  EXPECT_EQ(metrics[VYRE_METRIC_SPILLED_BYTES], 64u);  // "mine" of 16 invocations
}

// Each segment writes the elements of its own half.
TEST(GridSync, AnOutputKeepsWhatEachSegmentWrote) {
  constexpr std::string_view kHalves = R"({
    "workgroup_size": [4, 1, 1],
    "buffers": [{"name": "out", "type": "U32", "count": 8, "binding": 0, "access": "write_only"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
             {"if": {"lt": ["i", 4]}, "then": [{"store": "out", "at": "i", "value": 1}]},
             {"barrier": "grid_sync"},
             {"if": {"ge": ["i", 4]}, "then": [{"store": "out", "at": "i", "value": 2}]}]})";
  auto [recorded, opened] = On<Recorded>();
  const Pipeline pipeline = make_pipeline(opened, kHalves);
  Words out(8);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_output(0, out)})));
  EXPECT_THAT(out, ElementsAre(1, 1, 1, 1, 2, 2, 2, 2));
  EXPECT_EQ(recorded.what.live_memories, 0u);

  const Buffer buffer = make_buffer(opened, 32);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_buffer(0, buffer)})));
  EXPECT_EQ(words_of(buffer), out);
}

// One more node of a chain of eight becomes reachable in each pass.
constexpr std::string_view kReach = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "reached", "type": "U32", "count": 8, "binding": 0, "access": "read_write"},
              {"name": "next", "type": "U32", "count": 8, "binding": 1, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"let": "from", "value": {"max": ["i", 1]}},
           {"store": "next", "at": "i", "value": {"bit_or": [{"load": "reached", "at": "i"},
               {"load": "reached", "at": {"sub": ["from", 1]}}]}},
           {"barrier": "grid_sync"},
           {"store": "reached", "at": "i", "value": {"load": "next", "at": "i"}}]})";

Words reached_after(const Opened& opened, uint32_t passes, bool resident) {
  const Pipeline pipeline = make_pipeline(opened, kReach);
  const Buffer buffer = make_buffer(opened, 32);
  Words reached = {1, 0, 0, 0, 0, 0, 0, 0};
  write(buffer, reached);
  const vyre_binding bound = resident ? bind_buffer(0, buffer) : bind_inout(0, reached);
  EXPECT_TRUE(ok(dispatch(pipeline, {bound, vyre_bind_zeros(1, 32)}, plain(passes))));
  return resident ? words_of(buffer) : reached;
}

// The count is of the sequence, A B A B, not A A B B: the closure needs every pass.
TEST(GridSync, TheSequenceIsRepeatedAsAWhole) {
  auto [recorded, opened] = On<Recorded>();
  EXPECT_THAT(reached_after(opened, 3, false), ElementsAre(1, 1, 1, 1, 0, 0, 0, 0));
  EXPECT_THAT(recorded.recorder.submissions, SizeIs(6));
  EXPECT_THAT(reached_after(opened, 7, true), ElementsAre(1, 1, 1, 1, 1, 1, 1, 1));
  EXPECT_EQ(reached_after(opened, 20, true), reached_after(opened, 7, false));
  EXPECT_EQ(recorded.what.live_memories, 0u);
}

// A program is told of two elements of four bits for each byte: of six in three bytes of workgroup
// memory, of four where the host packs three.
TEST(GridSync, LengthsDecideForTheHostAsForTheProgram) {
  constexpr std::string_view kByLength = R"({
    "workgroup_size": [4, 1, 1],
    "buffers": [{"name": "w", "type": "NF4", "count": 3, "access": "workgroup"},
                {"name": "in", "type": "I4", "count": 3, "binding": 0},
                {"name": "out", "type": "U32", "count": 8, "binding": 1, "access": "read_write"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
             {"if": {"eq": [{"buf_len": "w"}, 6]}, "then": [
                 {"barrier": "grid_sync"}, {"store": "out", "at": "i", "value": 6}]},
             {"loop": "k", "from": 0, "to": {"buf_len": "in"}, "body": [
                 {"barrier": "grid_sync"},
                 {"store": "out", "at": "i", "value": {"add": [{"load": "out", "at": "i"}, 1]}}]}]})";
  for (const Policy& policy : kPolicies) {
    Scripted scripted;
    scripted.table.flags |= policy.flags;
    scripted.what.profile.features |= policy.features;
    const Opened opened = open_table(scripted.table);
    const Pipeline pipeline = make_pipeline(opened, kByLength);
    const std::array<uint8_t, 2> in = {};
    Words out(8);
    EXPECT_TRUE(ok(dispatch(pipeline, {vyre_bind_input(0, in.data(), 2), bind_inout(1, out)})));
    EXPECT_THAT(out, Each(10u)) << policy.name;
  }
}

// ---- Every step of a cut dispatch may fail ----

TEST(GridSync, EveryStepOfACutDispatchMayFailAndNothingIsLeftOfIt) {
  size_t failures = 0;
  for (const int entry : {ENTRY_allocate_memory, ENTRY_write_memory, ENTRY_read_memory,
                          ENTRY_compile, ENTRY_submit, ENTRY_wait}) {
    for (uint32_t nth = 1; nth <= 4; ++nth) {
      SCOPED_TRACE(::testing::Message() << "entry " << entry << ", call " << nth);
      FailingOnce failing(entry, nth);
      const Opened opened = open_table(failing.table);
      const Pipeline pipeline = make_pipeline(opened, kAcrossTheGrid);
      AcrossTheGrid data{Words(16), Words(16, 9), Words(16, 9)};
      const std::string first = said(data.run(pipeline));
      if (failing.left > 0) continue;  // fewer calls than that
      ++failures;
      EXPECT_THAT(first, AllOf(StartsWith("1005 "), HasSubstr("Fix: ")));
      EXPECT_EQ(failing.what.live_works, 0u);
      EXPECT_EQ(failing.what.live_memories, 0u);
      EXPECT_TRUE(ok(data.run(pipeline)));
      EXPECT_THAT(data.out, Each(1u));
      EXPECT_EQ(failing.what.live_memories, 0u);
      EXPECT_EQ(failing.what.order_broken, 0u);
    }
  }
  EXPECT_GE(failures, 14u);
}

}  // namespace
}  // namespace vyre::test
