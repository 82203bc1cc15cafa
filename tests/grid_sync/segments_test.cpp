#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "ir/json/read.h"
#include "ir/validate/validate.h"
#include "reference/reference_device.h"
#include "run_segments.h"

namespace vyre::grid_sync {
namespace {

using test::Bytes;
using Inputs = std::map<std::string, Bytes>;

constexpr std::array<uint32_t, 3> kGrid = {3, 1, 1};

// Runs |text| on the oracle, whole, and what the plan makes of it.
class Segments : public ::testing::Test {
 protected:
  static std::shared_ptr<const ir::Program> read(const std::string& text) {
    auto program = ir::read_json(text);
    if (!program.ok()) ADD_FAILURE() << program.error().text();
    if (!program.ok()) return nullptr;
    const Status valid = ir::validate(*program.value(), {});
    EXPECT_TRUE(valid.ok()) << valid.text();
    return program.take();
  }

  std::map<std::string, Bytes> whole(const std::shared_ptr<const ir::Program>& program,
                                     Inputs inputs = {}) {
    return results(test::SegmentsRun(program, kGrid, std::move(inputs)).run_whole(*oracle_));
  }
  std::map<std::string, Bytes> in_segments(const std::shared_ptr<const ir::Program>& program,
                                           Inputs inputs = {}) {
    return results(test::SegmentsRun(program, kGrid, std::move(inputs)).run(*oracle_));
  }

 private:
  static std::map<std::string, Bytes> results(Result<std::map<std::string, Bytes>> run) {
    if (!run.ok()) ADD_FAILURE() << run.error().text();
    return run.ok() ? run.take() : std::map<std::string, Bytes>();
  }

  const std::shared_ptr<backend::Device> oracle_ = reference::create_reference_device().take();
};

// Elements of such a type share bytes when they are written by the host, and none when loaded.
TEST_F(Segments, KeepLocalsOfFourBits) {
  const auto program = read(R"({"workgroup_size": [1, 1, 1], "buffers": [
      {"name": "n", "binding": 0, "type": "I4", "count": 8, "access": "read_only"},
      {"name": "b", "binding": 1, "type": "I4", "count": 8, "access": "read_write"}], "body": [
      {"let": "v", "value": {"load": "n", "at": {"invocation_id": "x"}}},
      {"barrier": "grid_sync"},
      {"store": "b", "at": {"invocation_id": "x"}, "value": "v"}]})");
  const Inputs inputs = {{"n", {5, 6, 7, 8}}};
  const auto expected = whole(program, inputs);
  EXPECT_EQ(expected.at("b"), (Bytes{5, 6, 7, 0}));
  EXPECT_EQ(in_segments(program, inputs), expected);
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
  const auto expected = whole(program, inputs);
  EXPECT_EQ(expected.at("b"), (Bytes{5, 6, 7, 0}));
  EXPECT_EQ(in_segments(program, inputs), expected);
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
  const auto expected = whole(program, inputs);
  EXPECT_TRUE(std::equal(inputs["n"].begin(), inputs["n"].begin() + 8, expected.at("b").begin()));
  EXPECT_EQ(in_segments(program, inputs), expected);
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
  const auto expected = whole(program, inputs);
  EXPECT_EQ(expected.at("b")[9], 0xF6);
  EXPECT_EQ(in_segments(program, inputs), expected);
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
  const auto expected = whole(program, inputs);
  EXPECT_EQ(in_segments(program, inputs), expected);
}

}  // namespace
}  // namespace vyre::grid_sync
