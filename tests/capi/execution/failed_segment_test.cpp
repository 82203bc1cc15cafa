// Which segment of a program that was cut failed, by one rule wherever it runs and whenever it
// fails: its place in the order in which they run, of equal ones the first.
#include <array>

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

// n[i] is counted up three times, with grid barriers between. Each time invocations trap that find
// that word of |stops| there.
std::string counts_up(std::array<uint32_t, 3> stops) {
  std::string body = R"({"let": "i", "value": {"invocation_id": "x"}})";
  for (size_t k = 0; k < 3; ++k) {
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

uint64_t failed_segment(const Pipeline& pipeline, const vyre_dispatch_desc* desc = nullptr) {
  Words n(16);
  return segment_of(dispatch(pipeline, {bind_inout(0, n)}, desc));
}

TEST_P(FailedSegments, ATrapTellsWhichItWas) {
  for (uint32_t segment = 0; segment < 3; ++segment) {
    std::array<uint32_t, 3> stops = {90, 91, 92};
    stops[segment] = segment;
    EXPECT_EQ(failed_segment(make_pipeline(opened_, counts_up(stops))), expected(segment));
  }
}

TEST_P(FailedSegments, EqualOnesAreToldAsTheFirst) {
  EXPECT_EQ(failed_segment(make_pipeline(opened_, counts_up({1, 1, 1}))), expected(0));
}

TEST_P(FailedSegments, ALaterIterationCountsFromItsOwnStart) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.iterations = 2;
  EXPECT_EQ(failed_segment(make_pipeline(opened_, counts_up({90, 4, 92})), &desc), expected(1));
}

TEST_P(FailedSegments, AProgramThatWasNotCutHasNone) {
  const Pipeline pipeline = make_pipeline(opened_, R"({"workgroup_size": [1, 1, 1],
    "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
    "body": [{"trap": 7, "tag": "stop"}]})");
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.iterations = 3;
  EXPECT_EQ(failed_segment(pipeline, &desc), VYRE_UNKNOWN);
}

TEST_P(FailedSegments, AStepOfASequenceTellsItToo) {
  const Buffer n = make_buffer(opened_, 64);
  const Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, make_pipeline(opened_, counts_up({90, 91, 2})), {bind_buffer(0, n)});
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

}  // namespace
}  // namespace vyre::test
