// Which segment of a program that was cut failed, by one rule wherever it runs and whenever it
// fails: its place in the order in which they run, of equal ones the first.
#include "capi/support/each_backend.h"
#include "capi/support/sequence_support.h"

namespace vyre::test {
namespace {

uint64_t segment_of(vyre_error* error) {
  const Error owned(error);
  EXPECT_NE(error, nullptr);
  return vyre_error_get_info(error)->segment;
}

class FailedSegments : public EachBackend {
 protected:
  // A plug-in that gets all segments at once has one word for all of them.
  static uint64_t expected(uint64_t segment) { return is("ordered") ? VYRE_UNKNOWN : segment; }
};
VYRE_ON_EACH_BACKEND(FailedSegments);

// n[i] is counted up as often as there are |stops|, with grid barriers between. Each time
// invocations trap that find that word of |stops| there.
std::string counts_up(const Words& stops) {
  std::string body = R"({"let": "i", "value": {"invocation_id": "x"}})";
  for (size_t k = 0; k < stops.size(); ++k) {
    if (k != 0) body += R"(, {"barrier": "grid_sync"})";
    body += R"(, {"if": {"eq": [{"load": "n", "at": "i"}, )" + std::to_string(stops[k]) +
            R"(]}, "then": [{"trap": 7, "tag": "stop"}]},
               {"store": "n", "at": "i", "value": {"add": [{"load": "n", "at": "i"}, 1]}})";
  }
  return R"({"workgroup_size": [4, 1, 1], "buffers": [
    {"name": "n", "type": "U32", "count": 16, "binding": 0, "access": "read_write"}],
    "body": [)" +
         body + "]}";
}

// Also on the oracle, which runs a program as a whole if it may.
vyre_dispatch_desc cut(uint32_t iterations = 1) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.split = VYRE_SPLIT_ALWAYS;
  desc.iterations = iterations;
  return desc;
}

uint64_t failed_segment(const Pipeline& pipeline, const vyre_dispatch_desc& desc = cut()) {
  Words n(16);
  return segment_of(dispatch(pipeline, {bind_inout(0, n)}, &desc));
}

TEST_P(FailedSegments, ATrapTellsWhichItWas) {
  for (uint32_t segment = 0; segment < 3; ++segment) {
    Words stops = {90, 91, 92};
    stops[segment] = segment;
    EXPECT_EQ(failed_segment(make_pipeline(opened_, counts_up(stops))), expected(segment));
  }
}

// Where the statement stands in the program as it was loaded, not in what was cut from it.
TEST_P(FailedSegments, ATrapTellsThePlaceThatItsAuthorWrote) {
  if (is_table()) return;  // which gets the programs that are cut
  Words n(16);
  const Pipeline pipeline = make_pipeline(opened_, counts_up({90, 91, 2}));
  const vyre_dispatch_desc desc = cut();
  const Error error(dispatch(pipeline, {bind_inout(0, n)}, &desc));
  ASSERT_NE(error, nullptr);
  const std::string place = "body[0].region.body[7].if.then[0]";
  EXPECT_EQ(string_of(vyre_error_get_info(error.get())->path), place);
  EXPECT_NE(text_of(error.get()).find(place), std::string::npos) << text_of(error.get());
}

// The rounds of a loop share a program, and the fourth traps.
TEST_P(FailedSegments, EqualOnesAreToldAsTheFirst) {
  const Pipeline pipeline = make_pipeline(opened_, R"({"workgroup_size": [4, 1, 1], "buffers": [
    {"name": "n", "type": "U32", "count": 16, "binding": 0, "access": "read_write"}],
    "body": [{"loop": "k", "from": 0, "to": 5, "body": [
        {"let": "i", "value": {"invocation_id": "x"}},
        {"if": {"eq": [{"load": "n", "at": "i"}, 3]}, "then": [{"trap": 7, "tag": "stop"}]},
        {"store": "n", "at": "i", "value": {"add": [{"load": "n", "at": "i"}, 1]}},
        {"barrier": "grid_sync"}]}]})");
  EXPECT_EQ(failed_segment(pipeline), expected(0));
}

TEST_P(FailedSegments, ALaterIterationCountsFromItsOwnStart) {
  EXPECT_EQ(failed_segment(make_pipeline(opened_, counts_up({90, 4, 92})), cut(2)), expected(1));
}

TEST_P(FailedSegments, AProgramThatWasNotCutHasNone) {
  const Pipeline pipeline = make_pipeline(opened_, R"({"workgroup_size": [1, 1, 1],
    "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
    "body": [{"trap": 7, "tag": "stop"}]})");
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.iterations = 3;
  EXPECT_EQ(failed_segment(pipeline, desc), VYRE_UNKNOWN);
}

TEST_P(FailedSegments, AStepOfASequenceTellsItToo) {
  const Buffer n = make_buffer(opened_, 64);
  const Sequence sequence = make_sequence(opened_);
  const vyre_dispatch_desc desc = cut();
  add_dispatch(sequence, make_pipeline(opened_, counts_up({90, 91, 2})), {bind_buffer(0, n)},
               &desc);
  EXPECT_EQ(segment_of(vyre_sequence_run(sequence.get(), nullptr, nullptr)), expected(2));
}

// Segments are compiled, and on such a table begun, one after the other.
TEST(FailedSegment, OfATableIsTheOneWhoseCallFailed) {
  for (const int entry : {ENTRY_compile, ENTRY_submit, ENTRY_wait}) {
    for (uint32_t segment = 0; segment < 3; ++segment) {
      FailingOnce failing(entry, segment + 1);
      const Opened opened = open_table(failing.table);
      const Pipeline pipeline = make_pipeline(opened, counts_up({90, 91, 92}));
      EXPECT_EQ(failed_segment(pipeline), segment) << "entry " << entry;
    }
  }
}

TEST(FailedSegment, OfATableThatGetsThemAtOnceIsNotKnown) {
  for (const int entry : {ENTRY_submit, ENTRY_wait}) {
    FailingOnce failing(entry, 1);
    failing.table.flags |= VYRE_PLUGIN_ORDERED;
    const Opened opened = open_table(failing.table);
    const Pipeline pipeline = make_pipeline(opened, counts_up({90, 91, 92}));
    EXPECT_EQ(failed_segment(pipeline), VYRE_UNKNOWN) << "entry " << entry;
  }
}

}  // namespace
}  // namespace vyre::test
