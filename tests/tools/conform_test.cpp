#include "process.h"
#include "support/matchers.h"
#include "support/vectors.h"

namespace vyre::test {
namespace {

std::string vectors(const std::string& name) {
  return std::string(VYRE_TEST_DATA "/vectors/") + name;
}

// A blob that must be refused, and is.
constexpr char kGood[] =
    R"({"name": "cut", "blob": "5659", "accept": false, "label": "TruncatedPayload", "rule": "1"})";
// The same, said to be accepted.
constexpr char kBad[] =
    R"({"name": "planted", "blob": "5659", "accept": true, "fingerprint": "00"})";

std::string file_of(const std::string& cases) { return "{\"cases\": [" + cases + "]}"; }

TEST(Conform, CountsWhatPasses) {
  const TemporaryFolder folder;
  const auto file = folder.write("v.json", file_of(kGood));
  EXPECT_EQ(output_of(run_tool({"conform", file})),
            file + ": 1 cases, 1 passed, 0 failed, 0 refused\n");
}

TEST(Conform, AFailureIsNamedAndDecidesTheExitCode) {
  const TemporaryFolder folder;
  const auto file = folder.write("v.json", file_of(std::string(kGood) + "," + kBad));
  EXPECT_THAT(
      output_of(run_tool({"conform", file}), 1),
      AllOf(HasSubstr("2 cases, 1 passed, 1 failed"), HasSubstr("failed planted: rejected")));
}

TEST(Conform, JsonHasEveryCount) {
  const TemporaryFolder folder;
  const auto file = folder.write("v.json", file_of(std::string(kGood) + "," + kBad));
  EXPECT_THAT(output_of(run_tool({"conform", "--json", file}), 1),
              AllOf(StartsWith("{\"device\":null,"),
                    HasSubstr("\"files\":[{\"file\":\"" + file +
                              "\",\"cases\":2,\"passed\":1,"
                              "\"failed\":1,\"refused\":0,\"failures\":[{\"name\":\"planted\","),
                    HasSubstr("\"refusals\":[]")));
}

TEST(Conform, JsonNamesTheDeviceThatRan) {
  EXPECT_THAT(output_of(run_tool(
                  {"conform", "--json", "--device", "cpu-ref", vectors("grid_sync_cases.json")})),
              StartsWith("{\"device\":\"cpu-ref\",\"files\":["));
}

TEST(Conform, AnAlteredResultIsSeen) {
  const TemporaryFolder folder;
  std::string text = content_of(vectors("programs.json"));
  const std::string marker = "\"outputs\":[\"";
  const size_t at = text.find(marker);
  ASSERT_NE(at, std::string::npos);
  text[at + marker.size()] = text[at + marker.size()] == '0' ? '1' : '0';
  EXPECT_THAT(
      output_of(run_tool({"conform", "--device", "cpu-ref", folder.write("v.json", text)}), 1),
      AllOf(HasSubstr(" 1 failed"), HasSubstr("output '"), HasSubstr("expected 0x")));
}

TEST(Conform, FilesThatAreNoVectorsAreNamed) {
  const TemporaryFolder folder;
  for (const char* text :
       {"", "{", "[]", "{}", "{\"cases\": []}", "{\"cases\": [{\"name\": \"x\"}]}"}) {
    const auto file = folder.write("v.json", text);
    const Finished end = run_tool({"conform", file});
    EXPECT_EQ(end.exit_code, 2) << text;
    EXPECT_EQ(end.out, "");
    EXPECT_THAT(end.err, AllOf(HasSubstr(file), HasSubstr("Fix: ")));
  }
}

TEST(Conform, AMissingFileIsNamed) {
  expect_refusal(run_tool({"conform", "/nowhere/v.json"}), {"/nowhere/v.json"});
}

TEST(Conform, EveryPublishedBlobIsReadAsItMust) {
  const std::string all = std::to_string(case_count("decode.json"));
  EXPECT_THAT(output_of(run_tool({"conform", vectors("decode.json")})),
              AllOf(HasSubstr(all + " cases, "), HasSubstr(" 0 failed, 1 refused"),
                    HasSubstr("refused 1: the bytes are a program in a later form")));
}

TEST(Conform, ProgramsOfEveryGenerationDoAsThere) {
  const auto run = [](const std::string& device) {
    std::vector<std::string> words = {"conform", "--device", device};
    for (const char* version : {"0.4.0", "0.4.1", "0.6.4", "0.6.5", "0.7.1", "0.7.2"}) {
      words.push_back(vectors(concat("newer_", version, ".json")));
    }
    return output_of(run_tool(words));
  };
  EXPECT_THAT(run("cpu-ref"), AllOf(HasSubstr("811 cases, 811 passed, 0 failed, 0 refused"),
                                    HasSubstr("160 cases, 160 passed, 0 failed, 0 refused"),
                                    HasSubstr("414 cases, 408 passed, 0 failed, 6 refused"),
                                    HasSubstr("1439 cases, 1438 passed, 0 failed, 1 refused"),
                                    HasSubstr("675 cases, 662 passed, 0 failed, 13 refused"),
                                    HasSubstr("2093 cases, 2092 passed, 0 failed, 1 refused")));
  EXPECT_THAT(run("vulkan"), Not(ContainsRegex(" [1-9][0-9]* failed")));
}

TEST(Conform, EveryPublishedProgramIsValidatedAsItMust) {
  EXPECT_THAT(output_of(run_tool({"conform", vectors("validation.json")})),
              HasSubstr("1790 cases, 1786 passed, 0 failed, 4 refused"));
}

TEST(Conform, TheOracleGivesThePublishedResults) {
  EXPECT_THAT(output_of(run_tool({"conform", "--device", "cpu-ref", vectors("programs.json"),
                                  vectors("random.json")})),
              AllOf(HasSubstr("390 cases, 390 passed, 0 failed, 0 refused"),
                    HasSubstr("1166 cases, 1160 passed, 0 failed, 6 refused")));
}

TEST(Conform, TheOracleHoldsAWholeGridAtABarrier) {
  EXPECT_THAT(
      output_of(run_tool({"conform", "--device", "cpu-ref", vectors("grid_sync_cases.json")})),
      HasSubstr("22 cases, 21 passed, 0 failed, 1 refused"));
}

TEST(Conform, AVulkanDeviceKeepsGridBarriers) {
  // Tickets are drawn in the order in which workgroups happen to run, and a few programs race:
  // these are refused where it shows.
  EXPECT_THAT(output_of(run_tool({"conform", "--validation", "--device", "vulkan",
                                  vectors("grid_sync_cases.json")})),
              AnyOf(HasSubstr("22 cases, 21 passed, 0 failed, 1 refused"),
                    AllOf(ContainsRegex("22 cases, (19|20) passed, 0 failed, [23] refused"),
                          AnyOf(HasSubstr("\n    atomic_ticket_live_across\n"),
                                HasSubstr("a race that an interpreter's order hides")))));
}

// One invocation stores what the others load at the same time.
TEST(Conform, ARaceHidesNothingThatIsWrongEachTime) {
  const TemporaryFolder folder;
  std::string text = content_of(vectors("grid_sync_cases.json"));
  const std::string name = "\"name\":\"nested_wrappers\"", marker = "\"wire_expected\":[\"";
  const size_t at = text.find(marker, text.find(name));
  ASSERT_NE(at, std::string::npos);
  text[at + marker.size() + 1] = '9';
  for (const char* device : {"cpu-ref", "vulkan"})
    EXPECT_THAT(
        output_of(run_tool({"conform", "--device", device, folder.write("v.json", text)}), 1),
        AllOf(HasSubstr(" 1 failed"), HasSubstr("failed nested_wrappers: output 's'")));
}

// Of a few; scripts/soak optimizations runs all that are published.
TEST(Conform, OptimizationsChangeNoPublishedResult) {
  for (const char* which : {"none", "all"}) {
    SCOPED_TRACE(which);
    EXPECT_THAT(output_of(run_conform({vectors("grid_sync_cases.json"), "--optimizations", which,
                                       "--device", "vulkan", "--split", "automatic"})),
                HasSubstr(", 0 failed, "));
  }
}

TEST(Conform, HowKernelsAreLoweredIsNotForTheToolToSay) {
  const Finished end = run_tool({"conform", "--optimizations", "none", vectors("decode.json")});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.err, HasSubstr("--optimizations"));
  EXPECT_NE(run_conform({vectors("decode.json"), "--optimizations", "some"}).exit_code, 0);
}

TEST(Conform, AVulkanDeviceGivesThePublishedResults) {
  // A few programs race, which the vectors do not say: where that shows, they are refused.
  EXPECT_THAT(output_of(run_tool({"conform", "--device", "vulkan", vectors("programs.json")})),
              AnyOf(HasSubstr("390 cases, 388 passed, 0 failed, 2 refused"),
                    AllOf(ContainsRegex("390 cases, 38[0-7] passed, 0 failed, "),
                          HasSubstr("a race that an interpreter's order hides"))));
}

}  // namespace
}  // namespace vyre::test
