#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "ir/json/read.h"
#include "ir/validate/validate.h"
#include "reference/reference_device.h"
#include "run_segments.h"
#include "support/value_of.h"

namespace vyre::grid_sync {
namespace {

using test::Bytes;
using Inputs = std::map<std::string, Bytes>;

constexpr std::array<uint32_t, 3> kGrid = {3, 1, 1};

// Runs |text| on the oracle, whole, and what the plan makes of it.
class Segments : public ::testing::Test {
 protected:
  static std::shared_ptr<const ir::Program> read(const std::string& text) {
    auto program = test::value_of(ir::read_json(text));
    const Status valid = ir::validate(*program, {});
    EXPECT_TRUE(valid.ok()) << valid.text();
    return program;
  }

  // What the program leaves as a whole; the same in segments.
  std::map<std::string, Bytes> both(const std::shared_ptr<const ir::Program>& program,
                                    const Inputs& inputs) {
    const auto expected =
        test::value_of(test::SegmentsRun(program, kGrid, inputs).run_whole(*oracle_));
    EXPECT_EQ(test::value_of(test::SegmentsRun(program, kGrid, inputs).run(*oracle_)), expected);
    return expected;
  }

  backend::Device* device() const { return oracle_.get(); }

 private:
  const std::shared_ptr<backend::Device> oracle_ = reference::create_reference_device().take();
};

// Who fails the If takes no part in what is behind a cut.
TEST_F(Segments, OfLongProgramsLeaveTheSame) {
  std::string steps;
  for (int i = 0; i < 20; ++i) {
    const auto place = [](int at) { return concat(R"({"add": ["x", )", at, "]}"); };
    const std::string name = concat('"', "v", i, '"');
    steps += concat(R"(, {"let": )", name, R"(, "value": {"add": ["w", {"load": "b", "at": )",
                    place(i % 4), R"(}]}}, {"store": "b", "at": )", place(i % 3), R"(, "value": )",
                    name, "}");
  }
  const auto program = read(R"({"workgroup_size": [4, 1, 1], "buffers": [
      {"name": "b", "binding": 0, "type": "U32", "count": 64, "access": "read_write"}], "body": [
      {"let": "x", "value": {"mul": [{"invocation_id": "x"}, 4]}},
      {"store": "b", "at": {"add": ["x", 3]}, "value": 7},
      {"if": {"lt": ["x", 30]}, "then": [{"let": "w", "value": {"load": "b", "at": {"add": ["x", 1]}}})" +
                            steps + "]}]}");
  const auto shorter = split_large(*program, 16, std::pmr::get_default_resource());
  ASSERT_NE(shorter, nullptr);
  Bytes bytes(256);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 37);
  const Inputs inputs = {{"b", bytes}};
  const auto expected = both(program, inputs);
  test::SegmentsRun run(shorter, kGrid, inputs);
  EXPECT_EQ(test::value_of(run.run(*device())), expected);
  EXPECT_GT(run.segments, 10u);
}

// Elements of such a type share bytes when they are written by the host, and none when loaded.
TEST_F(Segments, KeepLocalsOfFourBits) {
  const auto program = read(R"({"workgroup_size": [1, 1, 1], "buffers": [
      {"name": "n", "binding": 0, "type": "I4", "count": 8, "access": "read_only"},
      {"name": "b", "binding": 1, "type": "I4", "count": 8, "access": "read_write"}], "body": [
      {"let": "v", "value": {"load": "n", "at": {"invocation_id": "x"}}},
      {"barrier": "grid_sync"},
      {"store": "b", "at": {"invocation_id": "x"}, "value": "v"}]})");
  const Inputs inputs = {{"n", {5, 6, 7, 8}}};
  const auto expected = both(program, inputs);
  EXPECT_EQ(expected.at("b"), (Bytes{5, 6, 7, 0}));
}

TEST_F(Segments, KeepWorkgroupMemoryOfFourBits) {
  const auto program = read(R"({"workgroup_size": [1, 1, 1], "buffers": [
      {"name": "w", "binding": 0, "type": "I4", "count": 4, "access": "workgroup"},
      {"name": "n", "binding": 0, "type": "I4", "count": 8, "access": "read_only"},
      {"name": "b", "binding": 1, "type": "I4", "count": 8, "access": "read_write"}], "body": [
      {"store": "w", "at": 1, "value": {"load": "n", "at": {"invocation_id": "x"}}},
      {"barrier": "grid_sync"},
      {"store": "b", "at": {"invocation_id": "x"}, "value": {"load": "w", "at": 1}}]})");
  const Inputs inputs = {{"n", {5, 6, 7, 8}}};
  const auto expected = both(program, inputs);
  EXPECT_EQ(expected.at("b"), (Bytes{5, 6, 7, 0}));
}

// An f64 as it was loaded, and the f32 that an operator makes of it.
TEST_F(Segments, KeepLocalsOfBothFloatKinds) {
  const auto program = read(R"({"workgroup_size": [1, 1, 1], "buffers": [
      {"name": "n", "binding": 0, "type": "F64", "count": 3, "access": "read_only"},
      {"name": "b", "binding": 1, "type": "F64", "count": 3, "access": "read_write"}], "body": [
      {"let": "v", "value": {"load": "n", "at": {"invocation_id": "x"}}},
      {"if": {"eq": [{"invocation_id": "x"}, 1]}, "then": [
          {"assign": "v", "value": {"add": ["v", {"load": "n", "at": 2}]}}]},
      {"barrier": "grid_sync"},
      {"store": "b", "at": {"invocation_id": "x"}, "value": "v"}]})");
  Inputs inputs = {{"n", Bytes(24)}};
  const std::array<double, 3> values = {0.1, 0.7, -3.3e200};
  std::memcpy(inputs["n"].data(), values.data(), 24);
  const auto expected = both(program, inputs);
  EXPECT_TRUE(std::equal(inputs["n"].begin(), inputs["n"].begin() + 8, expected.at("b").begin()));
}

// Two types without operators whose values are the same two bytes.
TEST_F(Segments, KeepLocalsOfTypesOfOneWidth) {
  const auto program = read(R"({"workgroup_size": [1, 1, 1], "buffers": [
      {"name": "n", "binding": 0, "type": "U16", "count": 3, "access": "read_only"},
      {"name": "m", "binding": 1, "type": "I16", "count": 3, "access": "read_only"},
      {"name": "b", "binding": 2, "type": "I64", "count": 3, "access": "read_write"}], "body": [
      {"let": "v", "value": {"cast": "I64", "value": {"load": "n", "at": {"invocation_id": "x"}}}},
      {"if": {"eq": [{"invocation_id": "x"}, 1]}, "then": [{"assign": "v", "value":
          {"cast": "I64", "value": {"load": "m", "at": {"invocation_id": "x"}}}}]},
      {"barrier": "grid_sync"},
      {"store": "b", "at": {"invocation_id": "x"}, "value": "v"}]})");
  const Inputs inputs = {{"n", {1, 2, 3, 4, 5, 6}}, {"m", {9, 8, 7, 0xF6, 5, 4}}};
  const auto expected = both(program, inputs);
  EXPECT_EQ(expected.at("b")[9], 0xF6);
}

// A load out of bounds of such a vector has no bytes at all, one within bounds sixteen.
TEST_F(Segments, KeepVectorsLoadedOutOfBounds) {
  const auto program = read(R"({"workgroup_size": [1, 1, 1], "buffers": [
      {"name": "n", "binding": 0, "type": "Vec<F32,4>", "count": 1, "access": "read_only"},
      {"name": "b", "binding": 1, "type": "Vec<F32,4>", "count": 3, "access": "read_write"}],
      "body": [
      {"let": "v", "value": {"load": "n", "at": {"invocation_id": "x"}}},
      {"barrier": "grid_sync"},
      {"store": "b", "at": {"invocation_id": "x"}, "value": "v"}]})");
  const Inputs inputs = {{"n", Bytes(16, 7)}, {"b", Bytes(48, 9)}};
  both(program, inputs);
}

}  // namespace
}  // namespace vyre::grid_sync
