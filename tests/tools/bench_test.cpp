#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "bench/plan.h"
#include "bench/spread.h"
#include "process.h"
#include "programs.h"
#include "support/matchers.h"
#include "support/vectors.h"

namespace vyre::test {
namespace {

// Runs on each backend that a user can name; few runs, so that the tests are short.
class Bench : public ::testing::TestWithParam<const char*> {
 protected:
  Finished bench(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), "bench");
    arguments.insert(arguments.end(), {"--device", GetParam(), "--repeat", "5", "--warmup", "1"});
    return run_tool(arguments, input);
  }
  std::string copies() const { return folder_.write("p.json", kCopy); }
  const TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Backends, Bench, ::testing::Values("cpu-ref", "vulkan"), name_of_backend);

// The numbers of a spread are those of one set of samples.
void expect_spread(const JsonValue& spread, double bytes) {
  const double median = spread.find("median_ns").number();
  EXPECT_GT(spread.find("min_ns").number(), 0);
  EXPECT_LE(spread.find("min_ns").number(), spread.find("p10_ns").number());
  EXPECT_LE(spread.find("p10_ns").number(), median);
  EXPECT_LE(median, spread.find("p90_ns").number());
  EXPECT_NEAR(spread.find("gb_per_second").number(), bytes / median, 1e-9 * bytes / median);
}

void expect_result(const JsonValue& result, double elements, double bytes,
                   const std::string& backend) {
  EXPECT_EQ(result.find("elements").number(), elements);
  EXPECT_EQ(result.find("bytes").number(), bytes);
  EXPECT_THAT(std::string(result.find("backend").string()), HasSubstr(backend));
  EXPECT_NE(result.find("device").string(), "");
  EXPECT_EQ(result.find("grid").size(), 3u);
  EXPECT_GT(result.find("dispatches_per_second").number(), 0);
  expect_spread(result.find("host"), bytes);
  const JsonValue device = result.find("device_time");
  ASSERT_TRUE(static_cast<bool>(device));
  if (backend == "vulkan")
    expect_spread(device, bytes);
  else
    EXPECT_TRUE(device.is(JsonValue::Kind::kNull));
}

TEST_P(Bench, JsonHasEverySizeWithItsBytesAndTimes) {
  const Finished end = bench({copies(), "--sizes", "1000,2Ki", "--format", "json"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(end.err, "");
  const JsonDocument document = parsed(end.out);
  const JsonValue root = document.root();
  EXPECT_EQ(root.find("repeat").number(), 5);
  EXPECT_EQ(root.find("warmup").number(), 1);
  EXPECT_EQ(root.find("in_flight").number(), 0);
  EXPECT_FALSE(root.find("resident").boolean());
  ASSERT_EQ(root.find("results").size(), 2u);
  auto result = root.find("results").begin();
  expect_result(*result, 1000, 2000, GetParam());
  expect_result(*++result, 2048, 4096, GetParam());
}

TEST_P(Bench, EveryWayOfRunningMeasures) {
  const std::vector<std::vector<std::string>> ways = {{"--resident"},
                                                      {"--in-flight", "1"},
                                                      {"--in-flight", "3"},
                                                      {"--resident", "--in-flight", "3"}};
  for (const auto& way : ways) {
    std::vector<std::string> arguments = {copies(), "--sizes", "256", "--format", "json"};
    arguments.insert(arguments.end(), way.begin(), way.end());
    const JsonDocument document = parsed(output_of(bench(arguments)));
    ASSERT_EQ(document.root().find("results").size(), 1u);
    expect_result(*document.root().find("results").begin(), 256, 512, GetParam());
  }
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted)
      result.emplace_back();
    else if (c != '"')
      result.back() += c;
  }
  return result;
}

TEST_P(Bench, CsvHasAFieldForEveryColumn) {
  std::istringstream lines(
      output_of(bench({copies(), "--sizes", "512", "--sizes", "1Ki,2Ki", "--format", "csv"})));
  std::string line;
  std::getline(lines, line);
  const auto names = fields(line);
  EXPECT_EQ(names.front(), "backend");
  std::vector<std::string> elements;
  while (std::getline(lines, line)) {
    const auto values = fields(line);
    ASSERT_EQ(values.size(), names.size()) << line;
    std::map<std::string, std::string> row;
    for (size_t i = 0; i < names.size(); ++i) row[names[i]] = values[i];
    elements.push_back(row["elements"]);
    EXPECT_THAT(row["backend"], HasSubstr(GetParam()));
    EXPECT_EQ(std::stoul(row["bytes"]), 2 * std::stoul(row["elements"]));
    EXPECT_GT(std::stod(row["host_median_ns"]), 0);
    EXPECT_EQ(row["ratio"], "1");
    EXPECT_EQ(row["device_median_ns"].empty(), std::string(GetParam()) == "cpu-ref");
  }
  EXPECT_EQ(elements, (std::vector<std::string>{"512", "1024", "2048"}));
}

TEST_P(Bench, TheTableNamesDeviceAndSizes) {
  const Finished end = bench({copies(), "--sizes", "64Ki", "--in-flight", "2"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr(std::string(GetParam()) + ": "), HasSubstr("64 Ki "),
                             HasSubstr("5 runs after 1, memory of the host, 2 in flight"),
                             HasSubstr("ratio\n"), HasSubstr("1.00\n")));
  EXPECT_EQ(end.err, "") << "a bar where there is no terminal";
}

TEST_P(Bench, WritesATraceOfEveryRun) {
  output_of(bench({copies(), "--sizes", "256", "--trace", folder_.path("trace")}));
  const JsonDocument trace = parsed(folder_.read("trace"));
  size_t calls = 0;
  for (const JsonValue event : trace.root().find("traceEvents")) {
    calls += event.find("name").string() == "vyre_dispatch";
  }
  // Without the device's own time one run tells that there is none.
  EXPECT_EQ(calls, std::string(GetParam()) == "vulkan" ? 1 + 5 + 5u : 1 + 5 + 1u);
}

TEST_P(Bench, ProgramsOfKnownSizesNeedNoOption) {
  const JsonDocument document =
      parsed(output_of(bench({folder_.write("p.json", kAddOne), "--format", "json"})));
  const JsonValue result = *document.root().find("results").begin();
  EXPECT_TRUE(result.find("elements").is(JsonValue::Kind::kNull));
  EXPECT_EQ(result.find("bytes").number(), 32);
}

TEST_P(Bench, TakesBytesGridAndConstants) {
  const auto divides = folder_.write("d.json", kDivides);
  const auto word = [&](char value) {
    return "a=" + folder_.write("a", std::string{value, '\0', '\0', '\0'});
  };
  EXPECT_EQ(bench({divides, "--input", word(1)}).exit_code, 0);
  if (std::string(GetParam()) == "cpu-ref") {
    const Finished zero = bench({divides, "--input", word(0)});
    EXPECT_EQ(zero.exit_code, 1) << "the file's bytes are what runs";
    EXPECT_THAT(zero.err, HasSubstr("Fix: "));
  }
  EXPECT_THAT(output_of(bench({folder_.write("s.json", kSpecialized), "--constant",
                               "vyre.workgroup.x=u32:2", "--grid", "3,2", "--format", "json"})),
              HasSubstr(R"("grid":[3,2,1],"workgroup":[2,1,1])"));
}

TEST_P(Bench, AnInputWithoutACountTakesItsSizeFromTheFile) {
  const auto program = folder_.write("p.json", kSum);
  EXPECT_THAT(output_of(bench({program, "--input", "in=-", "--format", "json"}, kFourWords)),
              HasSubstr(R"("elements":null,"bytes":20)"));
}

TEST(BenchSideBySide, TheFirstBackendIsTheYardstick) {
  const TemporaryFolder folder;
  const JsonDocument document = parsed(
      output_of(run_tool({"bench", folder.write("p.json", kCopy), "--device", "vulkan,cpu-ref",
                          "--sizes", "1Ki,4Ki", "--repeat", "3", "--format", "json"})));
  ASSERT_EQ(document.root().find("results").size(), 4u);
  double yardstick = 0;
  size_t place = 0;
  for (const JsonValue result : document.root().find("results")) {
    const double median = result.find("host").find("median_ns").number();
    const bool first = place++ % 2 == 0;
    if (first) yardstick = median;
    EXPECT_THAT(std::string(result.find("backend").string()),
                HasSubstr(first ? "vulkan" : "cpu-ref"));
    EXPECT_NEAR(result.find("ratio").number(), median / yardstick, 1e-9);
  }
}

TEST(BenchProgress, ABarShowsOnATerminalAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string shown =
      run_tool_on_terminal({"bench", folder.write("p.json", kCopy), "--device", "cpu-ref",
                            "--sizes", "1Mi", "--repeat", "20", "--warmup", "0"});
  EXPECT_THAT(shown, AllOf(HasSubstr("\033[Kbench ["), HasSubstr(" of 40 dispatches"),
                           ::testing::EndsWith("\r\033[K")));
}

// What is wrong with a command line is found before any device is opened.
class BenchMistakes : public ::testing::Test {
 protected:
  void expect_mistake(std::vector<std::string> arguments,
                      const std::vector<std::string>& parts) const {
    arguments.insert(arguments.begin(), {"bench", program_, "--device", "cpu-ref"});
    expect_refusal(run_tool(arguments), parts);
  }
  const TemporaryFolder folder_;
  const std::string program_ = folder_.write("p.json", kCopy);
};

TEST_F(BenchMistakes, SizesAreCountsOfAtLeastOne) {
  for (const char* sizes : {"0", "x", "1K", "Ki", "-1", "1.5Mi", "99999999999999999999", "0Mi",
                            "20000000000000000Gi", "1KiKi", "0x10"})
    expect_mistake({std::string("--sizes=") + sizes}, {std::string("'") + sizes + "'"});
  for (const char* sizes : {"1,,2", ",1", "1,"})
    expect_mistake({std::string("--sizes=") + sizes}, {"empty part"});
}

TEST_F(BenchMistakes, SizesBeyondTheMachinesMemoryAreRefusedBeforeTheyAreReserved) {
  expect_mistake({"--sizes", "1024Gi"}, {"1099511627776 elements", "memory of this machine"});
  expect_mistake({"--sizes", "1Gi", "--in-flight", "1024"}, {"1025 times"});
}

TEST_F(BenchMistakes, SizesForAProgramWithoutOpenOnesAreRefused) {
  folder_.write("p.json", kAddOne);
  expect_mistake({"--sizes", "4"}, {"p.json", "every buffer", "is known"});
}

TEST_F(BenchMistakes, NumbersOfRunsHaveBounds) {
  expect_mistake({"--repeat", "0"}, {"--repeat is 0"});
  expect_mistake({"--repeat", "4000000000"}, {"--repeat is 4000000000"});
  expect_mistake({"--warmup", "4000000000"}, {"--warmup is 4000000000"});
  expect_mistake({"--in-flight", "1025"}, {"--in-flight is 1025"});
}

TEST_F(BenchMistakes, InputsAreCheckedAgainstTheProgram) {
  expect_mistake({"--input", "b=x"}, {"names 'b'", "use one of: a."});
  expect_mistake({"--input", "out=x"}, {"names 'out'", "use one of: a."});
  expect_mistake({"--input", "a=" + folder_.path("none")}, {"buffer 'a'", "No such file"});
  expect_mistake({"--input", "a=" + folder_.write("empty", "")}, {"buffer 'a'", "is empty"});
  folder_.write("p.json", kAddOne);
  expect_mistake({"--input", "a=" + folder_.write("short", "123")},
                 {"has 3 bytes", "16 bytes (4 x U32)"});
}

TEST_F(BenchMistakes, OtherOptionsAreChecked) {
  const Finished end = run_tool({"bench", program_, "--device", "cpu-ref", "--repeat", "1",
                                 "--sizes", "4", "--trace", "/nowhere/trace"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.err, AllOf(HasSubstr("/nowhere/trace"), HasSubstr("Fix: ")));
  expect_mistake({"--format", "xml"}, {"--format is 'xml'"});
  expect_mistake({"--grid", "1,2,3,4"}, {"grid"});
  expect_mistake({"--device", "vulkan,,cpu-ref"}, {"--device 'vulkan,,cpu-ref'", "empty part"});
}

TEST_F(BenchMistakes, WhatOnlyADeviceOrThePipelineRefusesIsAMistakeToo) {
  expect_mistake({"--device", "cpu-ref,abacus"}, {"abacus"});
  expect_mistake({"--device", "cpu-ref", "--grid", "1,0,1"}, {"grid"});
  expect_mistake({"--device", "cpu-ref", "--constant", "tile=2"}, {"'tile'"});
  folder_.write("p.json", kInvalid);
  expect_refusal(run_tool({"bench", program_, "--device", "cpu-ref"}), {"V010"}, 1);  // an answer
}

vyre_parameter_info parameter_of(const char* element, uint32_t slot) {
  vyre_parameter_info info = {};
  info.element = vyre_str(element);
  info.slot = slot;
  return info;
}

TEST(GeneratedBytes, AreTheSameEveryTimeAndOthersForEverySlot) {
  const auto first = tool::generated_bytes(parameter_of("U32", 0), 1001);
  EXPECT_EQ(first.size(), 1001u);
  EXPECT_EQ(first, tool::generated_bytes(parameter_of("U32", 0), 1001));
  EXPECT_NE(first, tool::generated_bytes(parameter_of("U32", 1), 1001));
  EXPECT_GT(std::set<uint8_t>(first.begin(), first.end()).size(), 200u) << "no noise";
}

template <class T>
std::vector<T> generated(const char* element) {
  const auto bytes = tool::generated_bytes(parameter_of(element, 3), 1000 * sizeof(T));
  std::vector<T> values(1000);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(GeneratedBytes, OfFloatingPointTypesAreOrdinaryNumbers) {
  for (const char* element : {"F32", "Vec<F32,4>"})
    for (const float value : generated<float>(element)) {
      EXPECT_GE(std::abs(value), 0.5F);
      EXPECT_LT(std::abs(value), 1.0F);
    }
  for (const double value : generated<double>("F64")) {
    EXPECT_GE(std::abs(value), 0.5);
    EXPECT_LT(std::abs(value), 1.0);
  }
  for (const uint16_t value : generated<uint16_t>("F16")) EXPECT_EQ(value & 0x7C00, 0x3800);
  for (const uint16_t value : generated<uint16_t>("BF16")) EXPECT_EQ(value & 0x7F80, 0x3F00);
}

TEST(GeneratedBytes, OfBooleansAreZeroOrOne) {
  const auto values = generated<uint32_t>("Bool");
  EXPECT_EQ(std::set<uint32_t>(values.begin(), values.end()), (std::set<uint32_t>{0, 1}));
}

TEST(Spread, LiesBetweenTheSamplesInProportion) {
  const tool::Spread many = tool::spread_of({5, 1, 3, 2, 4});
  EXPECT_DOUBLE_EQ(many.median, 3);
  EXPECT_DOUBLE_EQ(many.p10, 1.4);
  EXPECT_DOUBLE_EQ(many.p90, 4.6);
  EXPECT_DOUBLE_EQ(many.least, 1);
  const tool::Spread one = tool::spread_of({7});
  EXPECT_DOUBLE_EQ(one.median, 7);
  EXPECT_DOUBLE_EQ(one.p90, 7);
  EXPECT_DOUBLE_EQ(tool::spread_of({1, 2}).median, 1.5);
}

}  // namespace
}  // namespace vyre::test
