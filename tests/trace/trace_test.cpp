#include "trace/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#if defined(__linux__)
#include <unistd.h>

#include <fstream>
#endif

#include "base/json/document.h"
#include "support/threads.h"
#include "support/value_of.h"

namespace vyre {
namespace {

TraceEvent device_event(uint64_t start, uint64_t end, uint64_t number) {
  TraceEvent event;
  event.kind = TraceEvent::Kind::kDevice;
  event.name = "dispatch";
  event.start = start;
  event.end = end;
  event.number = number;
  return event;
}

std::string written(const Trace::Content& content) {
  std::string text;
  EXPECT_TRUE(write_trace(content, [&](std::string_view piece) {
                text += piece;
                return Status();
              }).ok());
  return text;
}

TEST(Trace, KeepsTheNewestEventsInTheOrderOfTheirStart) {
  Trace trace(4, nullptr);
  for (uint64_t i = 1; i <= 10; ++i) trace.add(device_event(100 - i, 200, i));
  const Trace::Content content = trace.content();
  EXPECT_EQ(content.dropped, 6u);
  ASSERT_EQ(content.events.size(), 4u);
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(content.events[i].number, 10 - i);
}

TEST(Trace, LosesNothingOfSeveralThreads) {
  Trace trace(4000, nullptr);
  test::Threads threads(4, [&](uint32_t) {
    for (int k = 0; k < 1000; ++k) TraceCall(&trace, "call");
  });
  (void)trace.content();
  threads.join();
  const Trace::Content content = trace.content();
  EXPECT_EQ(content.events.size(), 4000u);
  EXPECT_EQ(content.dropped, 0u);
}

#if defined(__linux__)
uint64_t resident_bytes() {
  uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

TEST(Trace, OfTheMostEventsTouchesNoMoreThanThoseThatCome) {
  const uint64_t before = resident_bytes();
  ASSERT_GT(before, 0u);
  Trace trace(Trace::kMaxEvents, nullptr);
  for (uint64_t i = 1; i <= 1000; ++i) trace.add(device_event(i, i + 1, i));
  EXPECT_EQ(trace.content().events.size(), 1000u);
  EXPECT_LT(resident_bytes(), before + (uint64_t{32} << 20));
}
#endif

TEST(Trace, AsksSourcesThatAreAlive) {
  struct Source final : TraceSource {
    explicit Source(Trace& to) : trace(to) {}
    void add_ended_events() override { trace.add(device_event(1, 2, 3)); }
    Trace& trace;
  };
  Trace trace(8, nullptr);
  auto source = std::make_shared<Source>(trace);
  trace.add_source(source);
  EXPECT_EQ(trace.content().events.size(), 1u);
  source.reset();
  EXPECT_EQ(trace.content().events.size(), 1u);
}

TEST(Trace, NothingIsDoneWithoutOne) { const TraceCall call(nullptr, "call", "label", 7); }

TEST(TraceLabels, AreCutBetweenCharacters) {
  EXPECT_EQ(TraceLabel("short").view(), "short");
  EXPECT_EQ(TraceLabel(std::string(60, 'a')).view(), std::string(47, 'a'));
  const std::string across = std::string(46, 'a') + "\u00e9";  // its second byte is the 48th
  EXPECT_EQ(TraceLabel(across).view(), std::string(46, 'a'));
  EXPECT_EQ(TraceLabel("").view(), "");
}

// What overlaps on a device gets threads of its own, so that no two slices of one cross.
TEST(TraceWriter, PutsOverlappingWorkSideBySide) {
  Trace::Content content;
  content.queues = {"device"};
  content.events = {device_event(0, 10, 1), device_event(5, 15, 2), device_event(10, 20, 3)};
  const auto document = test::value_of(JsonDocument::parse(written(content)));
  std::vector<double> threads;
  for (const JsonValue event : document.root().find("traceEvents"))
    if (event.find("ph").string() == "X") threads.push_back(event.find("tid").number());
  EXPECT_THAT(threads, testing::ElementsAre(1, 2, 1));
}

TEST(TraceWriter, TimesAreMicrosecondsToTheNanosecond) {
  Trace::Content content;
  content.began = 1'000;
  content.queues = {"device"};
  content.events = {device_event(1'000'000'001'500, 1'000'000'004'501, 1)};
  EXPECT_THAT(written(content), testing::AllOf(testing::HasSubstr("\"ts\": 1000000000.500"),
                                               testing::HasSubstr("\"dur\": 3.001")));
}

TEST(TraceWriter, AnyLabelGivesJson) {
  Trace::Content content;
  TraceEvent event;
  event.name = "call";
  event.label = TraceLabel("a\"\\\n\x01\xff");
  content.events = {event};
  const auto document = JsonDocument::parse(written(content));
  ASSERT_TRUE(document.ok()) << document.error().text();
}

TEST(TraceWriter, LongTracesComeInPieces) {
  Trace::Content content;
  content.queues = {"device"};
  for (uint64_t i = 0; i < 10'000; ++i) content.events.push_back(device_event(i, i + 1, i + 1));
  size_t pieces = 0;
  EXPECT_TRUE(write_trace(content, [&](std::string_view piece) {
                EXPECT_LT(piece.size(), size_t{1} << 17);
                ++pieces;
                return Status();
              }).ok());
  EXPECT_GT(pieces, 10u);
}

}  // namespace
}  // namespace vyre
