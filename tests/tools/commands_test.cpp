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

TEST(Tool, WrongArgumentsGiveTwoAndGoToStandardError) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"fly"}, {"run"}, {"info", "--wings"}, {"conform"}}) {
    const Finished end = run_tool(arguments);
    EXPECT_EQ(end.exit_code, 2);
    EXPECT_EQ(end.out, "");
    EXPECT_NE(end.err, "");
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
