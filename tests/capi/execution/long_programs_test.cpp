// Programs of more buffer accesses than the software device's compiler takes at once: as many as
// 8,864, which the device and the oracle run alike.
#include <chrono>
#include <functional>

#include "capi/support/capi_support.h"
#include "support/matchers.h"

namespace vyre::test {
namespace {

constexpr uint32_t kAccesses = 8864;
constexpr uint32_t kElements = 64;

std::string joined(const std::vector<std::string>& statements) {
  std::string text;
  for (const std::string& statement : statements) text += (text.empty() ? "" : ",") + statement;
  return text;
}

// |count| statements b[at] = b[at] * 3 + a[from], of three accesses each.
std::string steps(uint32_t count, const std::function<std::string(uint32_t)>& place) {
  std::vector<std::string> statements;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string at = place(i % kElements), from = place(i * 7 % kElements);
    statements.push_back(R"({"store": "b", "at": )" + at +
                         R"(, "value": {"add": [{"mul": [{"load": "b", "at": )" + at +
                         R"(}, 3]}, {"load": "a", "at": )" + from + "}]}}");
  }
  return joined(statements);
}

std::string program_of(uint32_t lanes, const std::string& count, const std::string& body) {
  return R"({"workgroup_size": [)" + std::to_string(lanes) + R"(, 1, 1], "buffers": [
      {"name": "a", "type": "U32")" +
         count + R"(}, {"name": "b", "type": "U32")" + count +
         R"(, "access": "read_write"}], "body": [)" + body + "]}";
}

// Each invocation on places of its own, and what is beyond the end.
std::string of_each_lane(uint32_t accesses) {
  const auto place = [](uint32_t i) { return R"({"add": ["i", )" + std::to_string(i * 3) + "]}"; };
  return program_of(32, "",
                    R"({"let": "i", "value": {"mul": [{"invocation_id": "x"}, 256]}},
      {"if": {"lt": ["i", {"buf_len": "a"}]}, "then": [)" +
                        steps(accesses / 3, place) + "]}");
}

// One invocation alone.
std::string of_one_lane(uint32_t accesses) {
  const auto place = [](uint32_t i) { return std::to_string(i); };
  return program_of(1, R"(, "count": 64)", steps(accesses / 3, place));
}

struct Ran {
  Words result;
  double seconds = 0;
};

Ran run(const std::string& id, const std::string& program, uint32_t elements, uint32_t lanes) {
  const Opened opened = open_device(id);
  const Pipeline pipeline = make_pipeline(opened, program);
  Words a = numbers(5, elements), b(elements, 1);
  const vyre_dispatch_desc desc = vyre_shape(lanes, 1, 1);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(said(dispatch(pipeline, {bind_input(0, a), bind_inout(1, b)}, desc)), "success");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return {b, took.count()};
}

void expect_alike(const std::string& program, uint32_t elements, uint32_t lanes) {
  const Ran got = run("vulkan", program, elements, lanes);
  EXPECT_EQ(got.result, run("cpu-ref", program, elements, lanes).result);
  std::printf("the first dispatch took %.1f s\n", got.seconds);
}

TEST(LongPrograms, OfEachLaneRunInPieces) { expect_alike(of_each_lane(kAccesses), 1000, 64); }

TEST(LongPrograms, OfOneLaneRunInPieces) { expect_alike(of_one_lane(kAccesses), kElements, 1); }

// The sum of what the two before it are, of 10,945 accesses with few in them that differ.
TEST(LongPrograms, OfOneExpressionOfFewDifferentAccessesRun) {
  std::string before = R"({"load": "a", "at": 1})", sum = R"({"load": "a", "at": 2})";
  for (int i = 0; i < 18; ++i)
    before = std::exchange(sum, R"({"add": [)" + before + ", " + sum + "]}");
  expect_alike(
      program_of(1, R"(, "count": 64)", R"({"store": "b", "at": 0, "value": )" + sum + "}"),
      kElements, 1);
}

TEST(LongPrograms, AreRefusedWhereAllOfThemIsOneLoop) {
  const Opened opened = open_device("vulkan");
  const std::string body = R"({"loop": "i", "from": 0, "to": 2, "body": [)" +
                           steps(1200, [](uint32_t) { return std::string(R"("i")"); }) + "]}";
  Pipeline pipeline;
  EXPECT_TRUE(refused(try_pipeline(opened, program_of(1, "", body), &pipeline),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"the number of buffer accesses is 36"}));
}

}  // namespace
}  // namespace vyre::test
