// Traces: what the library and its devices did, as JSON that viewers of traces open.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "capi/support/gated_device.h"
#include "capi/support/sequence_support.h"
#include "support/threads.h"
#include "support/vectors.h"

namespace vyre::test {
namespace {

// One slice: something that took time on one thread of one process. Times are nanoseconds.
struct Slice {
  std::string name;
  std::string label;
  std::string clock;
  int64_t process = 0;
  int64_t thread = 0;
  int64_t start = 0;
  int64_t end = 0;
  int64_t submission = 0;
  int64_t bytes = 0;
};

int64_t nanoseconds(const JsonValue& microseconds) {
  return std::llround(microseconds.number() * 1000);
}

int64_t number_of(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.find(key);
  return value ? static_cast<int64_t>(value.number()) : 0;
}

std::string text_of(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.find(key);
  return value ? std::string(value.string()) : std::string();
}

// A trace as a viewer reads it.
struct Read {
  std::vector<Slice> slices;
  std::vector<Slice> submissions;              // from "b" to "e"
  std::map<std::string, int> starts_of_flows;  // by id
  std::map<std::string, int> ends_of_flows;
  std::map<int64_t, std::string> processes;
  std::set<std::pair<int64_t, int64_t>> named_threads;
  int64_t dropped = -1;

  std::vector<Slice> of(int64_t process) const {
    std::vector<Slice> found;
    for (const Slice& slice : slices)
      if (slice.process == process) found.push_back(slice);
    return found;
  }
  std::vector<Slice> named(std::string_view name) const {
    std::vector<Slice> found;
    for (const Slice& slice : slices)
      if (slice.name == name) found.push_back(slice);
    return found;
  }
};

Slice slice_of(const JsonValue& event) {
  const JsonValue arguments = event.find("args");
  Slice slice;
  slice.name = text_of(event, "name");
  slice.label = text_of(arguments, "label");
  slice.clock = text_of(arguments, "clock");
  slice.process = number_of(event, "pid");
  slice.thread = number_of(event, "tid");
  slice.start = nanoseconds(event.find("ts"));
  slice.end = slice.start + (event.find("dur") ? nanoseconds(event.find("dur")) : 0);
  slice.submission = number_of(arguments, "submission");
  slice.bytes = number_of(arguments, "bytes");
  return slice;
}

void read_name(const JsonValue& event, Read& read) {
  const std::string name = text_of(event.find("args"), "name");
  const int64_t process = number_of(event, "pid");
  if (event.find("name").string() == "process_name") read.processes[process] = name;
  if (event.find("name").string() == "thread_name") {
    read.named_threads.insert({process, number_of(event, "tid")});
  }
}

Read read_trace(const std::string& text) {
  const JsonDocument document = parsed(text);
  Read read;
  read.dropped = number_of(document.root().find("otherData"), "dropped_events");
  std::map<std::string, Slice> open;
  for (const JsonValue event : document.root().find("traceEvents")) {
    const std::string phase = text_of(event, "ph");
    if (phase == "M") read_name(event, read);
    if (phase == "X") read.slices.push_back(slice_of(event));
    if (phase == "s") ++read.starts_of_flows[text_of(event, "id")];
    if (phase == "f") ++read.ends_of_flows[text_of(event, "id")];
    if (phase == "b") open[text_of(event, "id")] = slice_of(event);
    if (phase != "e") continue;
    Slice submission = open.at(text_of(event, "id"));
    submission.end = nanoseconds(event.find("ts"));
    read.submissions.push_back(submission);
  }
  return read;
}

vyre_error* append(void* user, const void* bytes, size_t size) {
  static_cast<std::string*>(user)->append(static_cast<const char*>(bytes), size);
  return nullptr;
}

Read trace_of(const Opened& opened) {
  std::string text;
  EXPECT_TRUE(ok(vyre_context_write_trace(opened.context.get(), append, &text)));
  return read_trace(text);
}

void increment(const Pipeline& pipeline, std::string_view label) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.label = c_string(label);
  const Words in = {1, 2};
  Words out(2);
  ASSERT_TRUE(ok(dispatch(pipeline, {bind_input(0, in), bind_output(1, out)}, &desc)));
  EXPECT_EQ(out[1], 3u);
}

// Slices of one thread lie one behind the other or one in the other, as viewers need them.
void expect_nesting(const Read& read) {
  std::map<std::pair<int64_t, int64_t>, std::vector<Slice>> open;
  for (const Slice& slice : read.slices) {  // by start, longer ones first
    std::vector<Slice>& around = open[{slice.process, slice.thread}];
    while (!around.empty() && around.back().end <= slice.start) around.pop_back();
    if (!around.empty()) {
      EXPECT_LE(slice.end, around.back().end) << slice.name << " crosses " << around.back().name;
    }
    around.push_back(slice);
  }
}

void expect_order(const Read& read) {
  for (size_t i = 0; i < read.slices.size(); ++i) {
    EXPECT_GE(read.slices[i].end, read.slices[i].start);
    EXPECT_GE(read.slices[i].start, i > 0 ? read.slices[i - 1].start : 0);
  }
}

void expect_names(const Read& read) {
  for (const Slice& slice : read.slices) {
    EXPECT_TRUE(read.processes.contains(slice.process)) << slice.process;
    EXPECT_TRUE(read.named_threads.contains({slice.process, slice.thread})) << slice.name;
  }
}

// Each submission has one slice of the device, which is not far from it, and both ends of an arrow.
void expect_device_slices(const Read& read) {
  constexpr int64_t kSlack = 1'000'000;  // calibrated clocks are not equal to the nanosecond
  for (const Slice& submission : read.submissions) {
    std::vector<Slice> found;
    for (const Slice& slice : read.of(submission.process))
      if (slice.submission == submission.submission) found.push_back(slice);
    ASSERT_EQ(found.size(), 1u) << submission.submission;
    EXPECT_THAT((std::set<std::string>{"calibrated", "placed in its submission", "of the host"}),
                Contains(found[0].clock));
    EXPECT_GE(found[0].start, submission.start - kSlack);
    EXPECT_LE(found[0].end, submission.end + kSlack);
    EXPECT_EQ(found[0].label, submission.label);
  }
  EXPECT_EQ(read.starts_of_flows, read.ends_of_flows);
}

void expect_sound(const Read& read) {
  expect_order(read);
  expect_nesting(read);
  expect_names(read);
  expect_device_slices(read);
}

Read sound_trace_of(const Opened& opened) {
  Read read = trace_of(opened);
  expect_sound(read);
  return read;
}

bool lies_in(const Slice& inner, const Slice& outer) {
  return inner.process == outer.process && inner.thread == outer.thread &&
         inner.start >= outer.start && inner.end <= outer.end;
}

class Traces : public ::testing::Test {
 protected:
  Opened session_ = open_device("vulkan", VYRE_CONTEXT_TRACE);
};

TEST_F(Traces, ShowADispatchWithItsSteps) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  increment(pipeline, "first");
  const Read read = sound_trace_of(session_);
  EXPECT_EQ(read.dropped, 0);
  ASSERT_EQ(read.named("vyre_dispatch").size(), 1u);
  const Slice call = read.named("vyre_dispatch")[0];
  EXPECT_EQ(call.label, "first");
  for (const char* step : {"prepare", "record", "submit"}) {
    ASSERT_EQ(read.named(step).size(), 1u) << step;
    EXPECT_TRUE(lies_in(read.named(step)[0], call)) << step;
  }
  ASSERT_EQ(read.named("vyre_pipeline_create").size(), 1u);
  ASSERT_EQ(read.named("compile").size(), 1u);
  EXPECT_TRUE(lies_in(read.named("compile")[0], read.named("vyre_pipeline_create")[0]));
  ASSERT_EQ(read.submissions.size(), 1u);
  EXPECT_EQ(read.submissions[0].name, "dispatch");
  EXPECT_EQ(read.submissions[0].label, "first");
}

TEST(TracesOfHeldWork, ShowThatItIsWaitedFor) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_TRACE;
  const GatedDevice device(desc);
  const Pipeline pipeline = make_pipeline(device.opened(), kIncrement);
  device.shut();
  const Words in = {1, 2};
  const Work work = begin_dispatch(pipeline, {bind_input(0, in), vyre_bind_zeros(1, 8)});
  EXPECT_EQ(wait_for(work, 1'000'000), VYRE_WORK_RUNNING);
  device.open();
  EXPECT_EQ(wait_for(work), VYRE_WORK_READY);
  const Read read = trace_of(device.opened());
  EXPECT_GE(read.named("spin").size() + read.named("block").size(), 1u);
}

TEST_F(Traces, HaveADeviceSliceForEverySubmission) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  for (int i = 0; i < 20; ++i) increment(pipeline, "again");
  const Read read = sound_trace_of(session_);
  EXPECT_EQ(read.submissions.size(), metric_of(session_, VYRE_METRIC_SUBMISSIONS));
  EXPECT_EQ(read.submissions.size(), 20u);
}

TEST_F(Traces, ShowWorkThatNobodyCollects) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  const Words in = {1, 2};
  for (int i = 0; i < 3; ++i) {
    (void)begin_dispatch(pipeline, {bind_input(0, in), vyre_bind_zeros(1, 8)});
  }
  ASSERT_TRUE(ok(vyre_device_wait_idle(session_.device.get(), VYRE_FOREVER, nullptr)));
  const Read read = sound_trace_of(session_);
  EXPECT_EQ(read.named("vyre_dispatch_async").size(), 3u);
  EXPECT_EQ(read.submissions.size(), 3u);
}

TEST_F(Traces, ShowCopiesWithTheirBytes) {
  std::vector<uint8_t> bytes(1000);
  Buffer buffer = make_buffer(session_, 4096);
  ASSERT_TRUE(ok(vyre_buffer_write(buffer.get(), 8, bytes.data(), 1000)));
  ASSERT_TRUE(ok(vyre_buffer_read(buffer.get(), 8, bytes.data(), 999)));
  buffer.reset();
  const Read read = sound_trace_of(session_);
  ASSERT_EQ(read.named("vyre_buffer_write").size(), 1u);
  EXPECT_EQ(read.named("vyre_buffer_write")[0].bytes, 1000);
  ASSERT_EQ(read.named("vyre_buffer_read").size(), 1u);
  EXPECT_EQ(read.named("vyre_buffer_read")[0].bytes, 999);
  EXPECT_EQ(read.named("vyre_buffer_create")[0].bytes, 4096);
}

TEST_F(Traces, ShowRunsOfSequences) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  Buffer a = make_buffer(session_, 256), b = make_buffer(session_, 256);
  Sequence sequence = make_sequence(session_);
  add_dispatch(sequence, pipeline, {bind_buffer(0, a), bind_buffer(1, b)});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(ok(vyre_sequence_run_async(sequence.get(), nullptr, nullptr)));
    wait_for(sequence);
  }
  sequence.reset();
  a.reset();
  b.reset();
  const Read read = sound_trace_of(session_);
  EXPECT_EQ(read.named("vyre_sequence_run_async").size(), 3u);
  EXPECT_EQ(read.submissions.size(), 3u);
  for (const Slice& submission : read.submissions) EXPECT_EQ(submission.name, "sequence");
}

TEST_F(Traces, KeepThreadsApart) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  constexpr int kDispatches = 50;
  Threads threads(2, [&](uint32_t thread) {
    const char* const label = thread == 0 ? "left" : "right";
    for (int i = 0; i < kDispatches; ++i) increment(pipeline, label);
  });
  // Also while it is written to, a trace can be read.
  for (int i = 0; i < 5; ++i) expect_nesting(trace_of(session_));
  threads.join();
  const Read read = sound_trace_of(session_);
  std::map<std::string, std::set<int64_t>> threads_of;
  for (const Slice& call : read.named("vyre_dispatch")) threads_of[call.label].insert(call.thread);
  EXPECT_EQ(read.named("vyre_dispatch").size(), 2u * kDispatches);
  ASSERT_EQ(threads_of["left"].size(), 1u);
  ASSERT_EQ(threads_of["right"].size(), 1u);
  EXPECT_NE(threads_of["left"], threads_of["right"]);
  EXPECT_EQ(read.submissions.size(), 2u * kDispatches);
}

TEST_F(Traces, EndWithTheErrorOfTheWriter) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  const auto fails = [](void* user, const void*, size_t) {
    ++*static_cast<int*>(user);
    return vyre_error_create(VYRE_ERROR_INPUT_OUTPUT, 28, vyre_str("the disk is full"));
  };
  int calls = 0;
  const Error error(vyre_context_write_trace(session_.context.get(), fails, &calls));
  EXPECT_EQ(vyre_error_get_code(error.get()), VYRE_ERROR_INPUT_OUTPUT);
  EXPECT_EQ(vyre_error_get_info(error.get())->native_code, 28);
  EXPECT_THAT(vyre_error_text(error.get()), HasSubstr("the disk is full"));
  EXPECT_EQ(calls, 1);
}

TEST_F(Traces, OutliveTheDevice) {
  (void)open_device(session_.context, "cpu-ref");
  increment(make_pipeline(session_, kIncrement), "before");
  ASSERT_TRUE(ok(vyre_device_shutdown(session_.device.get())));
  const Read read = sound_trace_of(session_);
  EXPECT_EQ(read.submissions.size(), 1u);
}

// A context with room for |events|, in which |dispatches| are made.
Read small_trace(uint64_t events, int dispatches) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_TRACE;
  desc.trace_events = events;
  const Opened session = open_device("vulkan", desc);
  const Pipeline pipeline = make_pipeline(session, kIncrement);
  for (int i = 0; i < dispatches; ++i) increment(pipeline, std::to_string(i));
  return trace_of(session);
}

TEST(TracesOfFewEvents, KeepTheLastAndCountTheOthers) {
  const Read all = small_trace(0, 10);
  const Read few = small_trace(16, 10);
  EXPECT_EQ(all.dropped, 0);
  EXPECT_EQ(few.slices.size() + few.submissions.size(), 16u);
  EXPECT_GT(few.dropped, 0);
  EXPECT_EQ(few.named("vyre_dispatch").back().label, "9");
  expect_nesting(few);
  expect_order(few);
}

TEST(TracesOfTheOracle, ShowCallsAlone) {
  const Opened session = open_device("cpu-ref", VYRE_CONTEXT_TRACE);
  const Pipeline pipeline = make_pipeline(session, kIncrement);
  increment(pipeline, "oracle");
  const Read read = sound_trace_of(session);
  ASSERT_EQ(read.named("vyre_dispatch").size(), 1u);
  EXPECT_TRUE(read.submissions.empty());
}

TEST(TracesNotAskedFor, AreRefused) {
  const Opened session = open_device("cpu-ref");
  std::string text;
  EXPECT_THAT(said(vyre_context_write_trace(session.context.get(), append, &text)),
              AllOf(StartsWith("2001 "), HasSubstr("VYRE_CONTEXT_TRACE")));
  EXPECT_THAT(said(vyre_context_write_trace(nullptr, append, &text)),
              StartsWith("2001 vyre_context_write_trace: context is NULL"));
  EXPECT_THAT(said(vyre_context_write_trace(session.context.get(), nullptr, &text)),
              StartsWith("2001 vyre_context_write_trace: write is NULL"));
  EXPECT_EQ(text, "");
}

TEST(TracesOfTooManyEvents, AreRefused) {
  vyre_context* context = nullptr;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_TRACE;
  desc.trace_events = UINT64_MAX;
  EXPECT_THAT(said(vyre_context_create(&desc, &context)),
              AllOf(StartsWith("2001 "), HasSubstr("trace_events")));
  desc.flags = 0;
  desc.trace_events = 8;
  EXPECT_THAT(said(vyre_context_create(&desc, &context)),
              AllOf(StartsWith("2001 "), HasSubstr("VYRE_CONTEXT_TRACE")));
}

}  // namespace
}  // namespace vyre::test
