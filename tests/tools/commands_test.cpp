#include "process.h"
#include "programs.h"
#include "support/matchers.h"

namespace vyre::test {
namespace {

TEST(Tool, TellsItsVersion) {
  EXPECT_THAT(output_of(run_tool({"--version"})), AllOf(StartsWith("vyre 0."), HasSubstr("ABI ")));
}

TEST(Tool, HelpNamesEveryCommand) {
  const std::string help = output_of(run_tool({"--help"}));
  for (const char* command : {"info", "check", "run", "emit", "convert", "ops", "conform"})
    EXPECT_THAT(help, HasSubstr(command));
}

TEST(Tool, HelpTellsTheExitCodesAndComesInTwoWays) {
  EXPECT_THAT(output_of(run_tool({"help"})), HasSubstr("Exit codes: 0 when"));
  EXPECT_EQ(output_of(run_tool({"help", "run"})), output_of(run_tool({"run", "--help"})));
  EXPECT_EQ(output_of(run_tool({"-V"})), output_of(run_tool({"--version"})));
}

// In the tool's own words: not those of the parser.
TEST(Tool, WrongArgumentsAreToldWithAWayOutAndGiveTwo) {
  const struct {
    std::vector<std::string> arguments;
    std::vector<std::string> parts;
  } cases[] = {
      {{}, {"'vyre' lacks a command", "info, check, run"}},
      {{"fly"}, {"'vyre' has no command 'fly'", "info, check, run"}},
      {{"p.json", "check"}, {"'p.json' stands before the command 'check'", "vyre check p.json"}},
      {{"--device", "vulkan", "run"}, {"'--device' stands before the command 'run'"}},
      {{"run"}, {"'vyre run' lacks PROGRAM"}},
      {{"convert", "a"}, {"'vyre convert' lacks RESULT", "vyre convert PROGRAM RESULT"}},
      {{"conform"}, {"'vyre conform' lacks FILES"}},
      {{"check", "a", "b"}, {"'vyre check' takes no 'b'"}},
      {{"info", "--wings"}, {"'vyre info' takes no '--wings'"}},
      {{"cache"}, {"'vyre cache' lacks a command", "list, verify, trim, clear"}},
      {{"cache", "fly"}, {"'vyre cache' has no command 'fly'", "list, verify, trim, clear"}},
      {{"run", "p", "--timeout", "soon"}, {"--timeout: 'soon' is no whole number from 0"}},
      {{"run", "p", "--iterations", "-1"}, {"--iterations: '-1' is no whole number"}},
      {{"run", "p", "--split", "maybe"}, {"--split: 'maybe'", "always, automatic, never"}},
      {{"run", "p", "--grid"}, {"--grid has no value"}},
      {{"run", "p", "--grid", "1", "--grid", "2"}, {"--grid is given twice"}},
  };
  for (const auto& [arguments, parts] : cases) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    const Finished end = run_tool(arguments);
    expect_refusal(end, parts);
    EXPECT_THAT(end.err, StartsWith("vyre: error INVALID_ARGUMENT (2001): "));
    EXPECT_THAT(end.err, Not(HasSubstr("ubcommand")));
  }
}

// One rule for all commands: what error it is says how the tool ends.
TEST(Tool, TheExitCodeFollowsFromTheError) {
  const TemporaryFolder folder;
  const std::string adds = folder.write("adds.json", kAddOne);
  const std::string breaks = folder.write("breaks.json", kInvalid);
  const std::string divides = folder.write("divides.json", kDivides);
  const std::string zero = "a=" + folder.write("zero", std::string(4, '\0'));
  const std::string four = "a=" + folder.write("four", kFourWords);
  const struct {
    std::vector<std::string> arguments;
    const char* error;
    int exit_code;
  } cases[] = {
      {{"run", breaks, "--device", "cpu-ref"}, "INVALID_PROGRAM (1006)", 1},
      {{"split", breaks, "--device", "cpu-ref"}, "INVALID_PROGRAM (1006)", 1},
      {{"run", divides, "--device", "cpu-ref", "-i", zero}, "DISPATCH_FAILED (1005)", 1},
      {{"emit", adds, "-", "--target", "ptx"}, "UNSUPPORTED_FEATURE (1002)", 1},
      {{"emit", adds, "-", "--target", "wings"}, "NOT_FOUND (2002)", 2},
      {{"emit", adds, "-", "--device", "abacus"}, "NOT_FOUND (2002)", 2},
      {{"split", adds, "--device", "abacus"}, "NOT_FOUND (2002)", 2},
      {{"run", adds, "--device", "abacus", "-i", four}, "NOT_FOUND (2002)", 2},
      {{"run", adds, "--device", "cpu-ref", "-i", four, "--grid", "0"},
       "INVALID_ARGUMENT (2001)",
       2},
      {{"bench", adds, "--device", "cpu-ref", "--grid", "0"}, "INVALID_ARGUMENT (2001)", 2},
      {{"run", adds, "-i", four, "--grid", "4x4"}, "INVALID_ARGUMENT (2001)", 2},
      {{"check", "/nowhere/p.json"}, "INPUT_OUTPUT (2007)", 2},
      {{"check", folder.write("none.json", "{")}, "MALFORMED_JSON (2009)", 2},
      {{"check", folder.write("none.vyre", "VYRE")}, "MALFORMED_WIRE (2008)", 2},
      {{"info", "--plugin", "/nowhere/plugin.so"}, "NOT_FOUND (2002)", 2},
  };
  for (const auto& [arguments, error, exit_code] : cases) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    expect_refusal(run_tool(arguments), {error}, exit_code);
  }
}

TEST(Info, NamesTheChosenDeviceAndWhy) {
  EXPECT_THAT(output_of(run_tool({"info"})),
              AllOf(HasSubstr("vulkan:"), HasSubstr("(chosen)"), HasSubstr("why"),
                    HasSubstr("device"), HasSubstr("cpu-ref")));
}

TEST(Info, AnOracleIsNotChosen) {
  const Finished end = run_tool({"info"});
  EXPECT_THAT(end.out, HasSubstr("cpu-ref\n"));
}

TEST(Info, JsonHasTheSameFacts) {
  EXPECT_THAT(output_of(run_tool({"info", "--json"})),
              AllOf(StartsWith("{\"version\":\"0."), HasSubstr("\"chosen\":\"vulkan:"),
                    HasSubstr("\"id\":\"cpu-ref\""), HasSubstr("\"max_buffer_bytes\":"),
                    HasSubstr("\"max_parameters\":"), HasSubstr("\"bytes_per_second\":"),
                    HasSubstr("\"bandwidth_source\":\""), HasSubstr("\"features\":[\""),
                    HasSubstr("\"reason\":\"")));
}

TEST(Info, NumbersHaveUnits) {
  const std::string text = output_of(run_tool({"info"}));
  for (const char* line : {"workgroup memory +[0-9]+ (KiB|bytes)", "subgroup +[0-9]+ lanes",
                           "grid +[0-9]+ x [0-9]+ x [0-9]+ workgroups", "found in [0-9.]+ ms"})
    EXPECT_THAT(text, ::testing::ContainsRegex(line));
  EXPECT_THAT(output_of(run_tool({"info", "--why"})), ::testing::ContainsRegex("[0-9.]+ ms"));
}

TEST(Info, WhyHasALinePerDeviceWithWhatDecided) {
  EXPECT_THAT(output_of(run_tool({"info", "--why"})),
              AllOf(StartsWith("place"), HasSubstr("decided by"), HasSubstr("best"),
                    HasSubstr("oracle"), HasSubstr("best candidate, capability score")));
}

TEST(Info, SaysWhichFactsWereMeasured) {
  EXPECT_THAT(run_tool({"info"}).out, AllOf(HasSubstr("unknown; --measure finds out"),
                                            HasSubstr("device timestamps (reported)")));
  EXPECT_THAT(output_of(run_tool({"info", "--measure"})),
              AllOf(HasSubstr("GB/s (measured)"), Not(HasSubstr("unknown; --measure"))));
}

TEST(Check, AValidProgramShowsParametersAndNeeds) {
  const TemporaryFolder folder;
  EXPECT_THAT(output_of(run_tool({"check", folder.write("p.json", kSum)})),
              AllOf(HasSubstr("64 x 1 x 1"), HasSubstr("atomics"), HasSubstr("in         U32"),
                    HasSubstr("as bound"), HasSubstr("input-output"), HasSubstr("is valid")));
}

TEST(Check, AnInvalidProgramShowsEveryFindingWithItsPlace) {
  const TemporaryFolder folder;
  EXPECT_THAT(output_of(run_tool({"check", folder.write("p.json", kInvalid)}), 1),
              AllOf(HasSubstr("is not valid, 1 finding:"), HasSubstr("V010"), HasSubstr("if")));
}

TEST(Check, WhatADeviceHasToHaveIsANeedAndNoFinding) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.json", kSubgroupSum);
  EXPECT_THAT(output_of(run_tool({"check", file})),
              AllOf(ContainsRegex("needs +subgroup operations"), HasSubstr("is valid")));
  for (const char* device : {"vulkan", "cpu-ref"})
    EXPECT_EQ(run_tool({"run", file, "--device", device}).exit_code, 0);
}

TEST(Check, EveryFindingSaysWhatToDo) {
  const TemporaryFolder folder;
  EXPECT_THAT(output_of(run_tool({"check", folder.write("p.json", kInvalid)}), 1),
              HasSubstr(". Fix: move the barrier out of the condition or loop"));
}

TEST(Check, ShowsWhatTheProgramNames) {
  const TemporaryFolder folder;
  EXPECT_THAT(output_of(run_tool({"check", folder.write("p.json", kSpecialized)})),
              HasSubstr("constant          type  default\n"
                        "scale             F32   0.5\n"
                        "vyre.workgroup.x  U32   4\n"));
}

TEST(Check, ReadsStandardInput) { EXPECT_EQ(run_tool({"check", "-"}, kAddOne).exit_code, 0); }

TEST(Check, WhatIsNoProgramGivesTwo) {
  expect_refusal(run_tool({"check", "-"}, "VYRE but not really"), {"'-' (19 bytes)"});
}

TEST(Check, AFolderIsNoProgram) { expect_refusal(run_tool({"check", "/"}), {"'/'"}); }

TEST(Emit, WritesKernelsAndTheirTable) {
  const TemporaryFolder folder;
  const std::string program = folder.write("p.json", kSum);
  EXPECT_THAT(output_of(run_tool({"emit", program, "-", "--code", folder.path("")})),
              AllOf(StartsWith("{\n  \"aot_id\": \"spv\""), HasSubstr("\"name\": \"sum\""),
                    HasSubstr("\"workgroup\": [64, 1, 1]"), HasSubstr("\"kind\": \"counts\"")));
  EXPECT_THAT(folder.read("kernel0.spv"), StartsWith("\x03\x02\x23\x07"));
}

TEST(Emit, CodeForADeviceMayUseMoreThanTheLeast) {
  const TemporaryFolder folder;
  const std::string program = folder.write("p.json", kCopy);  // bytes
  const Finished least = run_tool({"emit", program, "-"});
  EXPECT_EQ(least.exit_code, 1);
  EXPECT_THAT(least.err, HasSubstr("8-bit storage"));
  EXPECT_THAT(output_of(run_tool({"emit", program, "-", "--device", "vulkan"})),
              HasSubstr("\"element_bits\": 8"));
}

TEST(Emit, NamesATargetThatItCannotWrite) {
  const Finished end = run_tool({"emit", "-", "-", "--target", "ptx"}, kAddOne);
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.err, HasSubstr("ptx"));
}

TEST(Convert, WireAndJsonComeBackUnchanged) {
  const TemporaryFolder folder;
  const std::string wire = folder.path("p.vyre");
  const std::string json = folder.path("p.json");
  const std::string again = folder.path("again.vyre");
  EXPECT_EQ(run_tool({"convert", folder.write("in.json", kAddOne), wire}).exit_code, 0);
  EXPECT_EQ(run_tool({"convert", "--json", wire, json}).exit_code, 0);
  EXPECT_EQ(run_tool({"convert", json, again}).exit_code, 0);
  EXPECT_THAT(folder.read("p.vyre"), StartsWith("VYRE"));
  EXPECT_THAT(folder.read("p.json"), StartsWith("{"));
  EXPECT_EQ(folder.read("p.vyre"), folder.read("again.vyre"));
}

}  // namespace
}  // namespace vyre::test
