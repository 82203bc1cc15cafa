// What can be said of a plan alone. Backends are in tests/capi/execution/grid_sync_test.cpp, random
// programs in differential.grid_sync, and a plan of two processes in grid_sync.two_processes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/encoding/hex.h"
#include "ir/json/read.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "reference/reference_device.h"
#include "run_segments.h"
#include "support/value_of.h"
#include "support/vectors.h"

namespace vyre::grid_sync {
namespace {

using test::Bytes;

constexpr char kGrid[] = R"({"barrier": "grid_sync"})";
constexpr char kStore[] = R"({"store": "a", "at": {"invocation_id": "x"}, "value": 1})";

std::shared_ptr<const ir::Program> program_of(const std::string& body) {
  return test::value_of(ir::read_json(R"({"workgroup_size": [4, 2, 1], "buffers": [
      {"name": "a", "binding": 3, "type": "U32", "count": 16, "access": "read_write"},
      {"name": "b", "binding": 1, "type": "F32", "count": 5, "access": "read_only"},
      {"name": "w", "binding": 0, "type": "U32", "count": 8, "access": "workgroup"}],
      "body": [)" + body + "]}"));
}

Plan plan_of(const ir::Program& program) {
  const std::vector<uint32_t> lengths = {16, 5, 8};
  return test::value_of(make_plan(program, {{2, 1, 1}, program.workgroup_size, lengths}, {},
                                  std::pmr::get_default_resource()));
}

size_t segments_of(const std::string& body) { return plan_of(*program_of(body)).segments.size(); }

bool has_grid_barrier(const ir::Program& program) {
  return std::any_of(program.nodes.begin(), program.nodes.end(), [](const ir::Node& node) {
    return node.kind == ir::NodeKind::kBarrier && node.ordering == ir::Ordering::kGridSync;
  });
}

TEST(GridSyncChecks, EachBarrierThatIsPassedMakesOneSegmentMore) {
  std::string body = kStore;
  for (size_t barriers = 0; barriers < 5; ++barriers) {
    EXPECT_EQ(segments_of(body), barriers + 1);
    body += concat(",", kGrid, ",", kStore);
  }
}

TEST(GridSyncChecks, AWorkgroupBarrierDoesNotCut) {
  for (const char* ordering : {"acquire", "release", "acq_rel", "seq_cst"}) {
    const std::string barrier = concat(R"({"barrier": ")", ordering, R"("})");
    EXPECT_EQ(segments_of(concat(kStore, ",", barrier, ",", kStore)), 1u) << ordering;
  }
}

TEST(GridSyncChecks, ABarrierInABlockOrRegionCuts) {
  EXPECT_EQ(segments_of(concat(R"({"block": [)", kStore, ",", kGrid, ",", kStore, "]}")), 2u);
  EXPECT_EQ(segments_of(concat(R"({"region": "r", "body": [{"block": [)", kGrid, "]}]}")), 2u);
}

TEST(GridSyncChecks, WorkgroupSizeAndBuffersCarryOver) {
  const auto program = program_of(concat(kStore, ",", kGrid, ",", kStore));
  const Plan plan = plan_of(*program);
  ASSERT_EQ(plan.hidden.size(), 0u);
  for (const SegmentCode& code : plan.programs) {
    const auto& segment = code.program;
    EXPECT_EQ(segment->workgroup_size, program->workgroup_size);
    ASSERT_EQ(segment->buffers.size(), program->buffers.size());
    for (size_t i = 0; i < segment->buffers.size(); ++i) {
      const ir::Buffer &copy = segment->buffers[i], &buffer = program->buffers[i];
      EXPECT_EQ(segment->names[copy.name], program->names[buffer.name]);
      EXPECT_EQ(copy.binding, buffer.binding);
      EXPECT_EQ(copy.count, buffer.count);
      EXPECT_EQ(copy.access, buffer.access);
      EXPECT_EQ(copy.element, buffer.element);
    }
  }
}

// The published split leaves a barrier in a loop where it is; here each trip is cut.
TEST(GridSyncChecks, NoBarrierIsLeftInALoop) {
  const Plan plan = plan_of(*program_of(concat(R"({"loop": "i", "from": 0, "to": 3, "body": [)",
                                               kStore, ",", kGrid, ",", kStore, "]}")));
  EXPECT_EQ(plan.segments.size(), 4u);
  for (const auto& segment : plan.programs) EXPECT_FALSE(has_grid_barrier(*segment.program));
}

Bytes bytes_of(JsonValue words) {
  Bytes bytes;
  for (const JsonValue word : words) {
    const auto value = static_cast<uint32_t>(word.number());
    for (uint32_t shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<uint8_t>(value >> shift));
    }
  }
  return bytes;
}

// What the segments of a case leave, its whole sequence as often as it says.
Result<std::map<std::string, Bytes>> run_case(backend::Device& oracle, JsonValue item) {
  VYRE_ASSIGN_OR_RETURN(const auto program,
                        ir::decode_wire(*hex_decode(item.find("wire").string())));
  VYRE_RETURN_IF_ERROR(ir::validate(*program, {}));
  std::map<std::string, Bytes> contents;
  for (const JsonValue buffer : item.find("bufs")) {
    const std::string name(buffer.find("name").string());
    contents[name] = bytes_of(buffer.find("init"));
    contents[name].resize(4 * static_cast<size_t>(buffer.find("count").number()));
  }
  const auto groups = static_cast<uint32_t>(item.find("lanes").number() / item.find("wg").number());
  for (auto left = static_cast<int>(item.find("iters").number()); left > 0; --left) {
    test::SegmentsRun run(program, {groups, 1, 1}, contents);
    VYRE_ASSIGN_OR_RETURN(const auto results, run.run(oracle));
    for (const auto& [name, bytes] : results) contents[name] = bytes;
  }
  return contents;
}

TEST(GridSyncChecks, EveryPublishedCaseIsEqualOrRefusedWithItsReason) {
  const std::string text = test::vector_text("grid_sync_cases.json");
  const JsonDocument document = test::parsed(text);
  const auto oracle = reference::create_reference_device().take();
  size_t equal = 0, refused = 0;
  for (const JsonValue item : document.root().find("cases")) {
    const std::string name(item.find("name").string());
    auto results = run_case(*oracle, item);
    if (!results.ok()) {
      EXPECT_EQ(name, "uniform_return_before_fence") << results.error().text();
      EXPECT_NE(results.error().text().find("Fix: "), std::string::npos);
      ++refused;
      continue;
    }
    ++equal;
    for (const JsonValue buffer : item.find("bufs")) {
      const std::string of(buffer.find("name").string());
      const JsonValue expected = item.find("expected").find(of);
      if (!expected) continue;
      EXPECT_EQ(results.value().at(of), bytes_of(expected)) << name << " " << of;
    }
  }
  EXPECT_EQ(equal, 21u);
  EXPECT_EQ(refused, 1u);
}

// Twice in one process, with other things in memory the second time.
TEST(GridSyncChecks, TheSameProgramIsCutIntoTheSameBytes) {
  const std::string body = concat(
      R"({"let": "x", "value": {"load": "a", "at": 3}}, {"let": "y", "value": {"load": "b", "at": 0}},
      {"store": "w", "at": {"local_id": "x"}, "value": "x"},
      {"if": {"eq": [{"invocation_id": "x"}, 2]}, "then": ["return"]},)",
      kGrid, R"(, {"store": "a", "at": {"load": "w", "at": 0}, "value": {"add": ["x",
      {"cast": "U32", "value": "y"}]}})");
  const Plan first = plan_of(*program_of(body));
  const std::vector<std::string> between(1000, std::string(100, 'x'));
  const Plan second = plan_of(*program_of(body));
  ASSERT_EQ(first.segments, second.segments);
  EXPECT_EQ(first.hidden_bytes, second.hidden_bytes);
  EXPECT_GE(first.hidden.size(), 4u);
  for (size_t i = 0; i < first.programs.size(); ++i) {
    const auto a = ir::encode_wire(*first.programs[i].program),
               b = ir::encode_wire(*second.programs[i].program);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_EQ(a.value(), b.value());
  }
}

}  // namespace
}  // namespace vyre::grid_sync
