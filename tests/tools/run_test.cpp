#include "process.h"
#include "programs.h"
#include "support/matchers.h"
#include "support/vectors.h"

namespace vyre::test {
namespace {

// Runs on each backend that a user can name.
class Run : public ::testing::TestWithParam<const char*> {
 protected:
  Finished run(const char* program, std::vector<std::string> arguments,
               const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"run", folder_.write("p.json", program)});
    arguments.insert(arguments.end(), {"--device", GetParam()});
    return run_tool(arguments, input);
  }
  const TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Backends, Run, ::testing::Values("cpu-ref", "vulkan"), name_of_backend);

TEST_P(Run, ShowsOutputsByTheirElementType) {
  const Finished end = run(kAddOne, {"--input", "a=" + folder_.write("a", kFourWords)});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(end.out, "out: U32, 16 bytes\n  2 3 4 5\n");
  EXPECT_EQ(end.err, "");
}

TEST_P(Run, TakesConstantsByNameOrWithTheirType) {
  EXPECT_EQ(run(kSpecialized, {}).out, "out: F32, 16 bytes\n  0.5 0.5 0.5 0.5\n");
  const std::string two = run(kSpecialized, {"--constant", "scale=2", "--constant",
                                             "vyre.workgroup.x=u32:2", "--grid", "1"})
                              .out;
  EXPECT_EQ(two, "out: F32, 16 bytes\n  2 2 0 0\n");
}

TEST_P(Run, NamesConstantsThatDoNotFit) {
  EXPECT_THAT(run(kSpecialized, {"--constant", "tile=2"}).err,
              AllOf(HasSubstr("--constant names 'tile', which the program does not name"),
                    HasSubstr("scale, vyre.workgroup.x")));
  EXPECT_THAT(run(kSpecialized, {"--constant", "scale=half"}).err,
              HasSubstr("'scale' the value 'half', which is no F32"));
  EXPECT_THAT(run(kSpecialized, {"--constant", "tile=u32:2"}).err,
              HasSubstr("the program names no constant 'tile'"));
  EXPECT_THAT(run(kSpecialized, {"--constant", "scale=i32:2"}).err,
              HasSubstr("'scale' is given as I32 and the program names it as F32"));
  EXPECT_THAT(run(kSpecialized, {"--constant", "scale=1", "--constant", "scale=2"}).err,
              HasSubstr("twice"));
}

TEST_P(Run, WritesOutputsToFilesAndSaysNothing) {
  EXPECT_EQ(output_of(run(kAddOne, {"--input", "a=" + folder_.write("a", kFourWords), "--output",
                                    "out=" + folder_.path("out")})),
            "");
  EXPECT_EQ(folder_.read("out"), std::string("\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0", 16));
}

TEST_P(Run, ReadsStandardInputAndWritesStandardOutput) {
  EXPECT_EQ(output_of(run(kAddOne, {"--input", "a=-", "--output", "out=-"}, kFourWords)),
            std::string("\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0", 16));
}

TEST_P(Run, AnInOutParameterKeepsWhatItStartsWith) {
  EXPECT_EQ(output_of(run(kSum, {"--input", "in=" + folder_.write("in", kFourWords), "--input",
                                 "sum=" + folder_.write("sum", std::string("\x64\0\0\0", 4))})),
            "sum: U32, 4 bytes\n  110\n");
}

TEST_P(Run, AnOutputWithoutASizeTakesTheOneGiven) {
  EXPECT_EQ(
      output_of(run(kCopy, {"--input", "a=-", "--size", "out=5", "--output", "out=-"}, "hello")),
      "hello");
}

TEST_P(Run, TheGridIsWhatIsAskedFor) {
  const std::string in(1024, '\1');
  EXPECT_EQ(output_of(run(kSum,
                          {"--input", "in=-", "--input",
                           "sum=" + folder_.write("sum", std::string(4, '\0')), "--grid", "1,1,1"},
                          in)),
            "sum: U32, 4 bytes\n  " + std::to_string(64u * 0x01010101u) + "\n");
}

TEST_P(Run, TheShapeIsWhatIsAskedFor) {
  const std::string in(1024, '\1');
  const auto sum = [&](const char* shape) {
    return run(kSum,
               {"--input", "in=-", "--input", "sum=" + folder_.write("sum", std::string(4, '\0')),
                "--shape", shape},
               in);
  };
  for (const uint32_t count : {128u, 100u}) {  // whole workgroups, and a part of one
    EXPECT_EQ(output_of(sum(std::to_string(count).c_str())),
              "sum: U32, 4 bytes\n  " + std::to_string(count * 0x01010101u) + "\n");
  }
}

TEST_P(Run, AShapeAndAGridTogetherAreRefused) {
  expect_refusal(run(kAddOne, {"--input", "a=-", "--shape", "4", "--grid", "1"}, kFourWords),
                 {"a shape and a grid"});
}

TEST_P(Run, TimesGoToStandardErrorAndNameTheDevice) {
  const Finished end = run(kAddOne, {"--time", "--input", "a=-"}, kFourWords);
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(end.out, "out: U32, 16 bytes\n  2 3 4 5\n");
  EXPECT_THAT(end.err,
              AllOf(HasSubstr("device "), HasSubstr("host time"), HasSubstr("1 x 1 x 1 groups")));
}

TEST_P(Run, WritesATraceOfTheDispatch) {
  output_of(run(kAddOne, {"--trace", folder_.path("trace"), "--input", "a=-"}, kFourWords));
  const JsonDocument trace = parsed(folder_.read("trace"));
  size_t calls = 0;
  for (const JsonValue event : trace.root().find("traceEvents")) {
    calls += event.find("name").string() == "vyre_dispatch" &&
             event.find("args").find("label").string() == folder_.path("p.json").substr(0, 47);
  }
  EXPECT_EQ(calls, 1u);
}

// The number goes from one to three in two passes; a third changes nothing.
TEST_P(Run, RepeatsAsOftenAsAskedForOrUntilNothingChanges) {
  const std::vector<std::string> plain = {"--input",
                                          "n=" + folder_.write("n", std::string("\1\0\0\0", 4))};
  EXPECT_EQ(run(kCountsToThree, plain).out, "n: U32, 4 bytes\n  2\n");
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), plain.begin(), plain.end());
    return run(kCountsToThree, more);
  };
  EXPECT_EQ(with({"--iterations", "2"}).out, "n: U32, 4 bytes\n  3\n");
  const Finished stable = with({"--until-stable"});
  EXPECT_EQ(stable.out, "n: U32, 4 bytes\n  3\n");
  EXPECT_EQ(stable.err, "passes      3\n");
  EXPECT_EQ(with({"--until-stable", "--iterations", "1"}).err, "passes      1\n");
  EXPECT_THAT(with({"--iterations", "0"}).err, AllOf(HasSubstr("0 times"), HasSubstr("Fix: ")));
}

TEST_P(Run, AFileOfTheWrongSizeIsNamedWithBothSizes) {
  expect_refusal(run(kAddOne, {"--input", "a=" + folder_.write("short", "123")}),
                 {"short'", "parameter 'a'", "has 3 bytes", "16 bytes (4 x U32)"});
}

TEST_P(Run, AZeroGridIsRefusedByName) {
  expect_refusal(run(kAddOne, {"--input", "a=-", "--grid", "1,0,1"}, kFourWords), {"grid"});
}

TEST_P(Run, AnInvalidProgramIsNotRun) { expect_refusal(run(kInvalid, {}), {"V010"}, 1); }

TEST(RunOnTheOracle, AFailureOfTheProgramIsToldAndNothingIsWritten) {
  const TemporaryFolder folder;
  const auto program = folder.write("p.json", kDivides);
  const Finished end = run_tool({"run", program, "--device", "cpu-ref", "--input",
                                 "a=" + folder.write("a", std::string(4, '\0')), "--output",
                                 "out=" + folder.path("out")});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.err, AllOf(HasSubstr("zero"), HasSubstr("Fix: ")));
  EXPECT_EQ(folder.read("out"), "");
}

// What is wrong with a command line is found before any device is opened.
class RunMistakes : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"run", program_});
    return run_tool(arguments, input);
  }
  const TemporaryFolder folder_;
  const std::string program_ = folder_.write("p.json", kAddOne);
  const std::string a_ = "a=" + folder_.write("a", kFourWords);
};

TEST_F(RunMistakes, AMissingInputSaysWhatItTakes) {
  expect_refusal(run({}), {"parameter 'a'", "16 bytes (4 x U32)", "--input a=FILE"});
}

TEST_F(RunMistakes, AnUnknownParameterListsTheOnesThereAre) {
  expect_refusal(run({"--input", "b=" + folder_.path("a")}), {"names 'b'", "use one of: a."});
}

TEST_F(RunMistakes, AnInputThatIsAnOutputIsRefused) {
  expect_refusal(run({"--input", "out=" + folder_.path("a")}), {"'out'", "output"});
}

TEST_F(RunMistakes, AnOutputThatIsAnInputIsRefused) {
  expect_refusal(run({"--input", a_, "--output", "a=-"}), {"'a'", "use one of: out."});
}

TEST_F(RunMistakes, AMissingFileIsNamed) {
  expect_refusal(run({"--input", "a=" + folder_.path("none")}),
                 {"parameter 'a'", "none'", "No such file"});
}

TEST_F(RunMistakes, AParameterNamedTwiceIsRefused) {
  expect_refusal(run({"--input", a_, "--input", a_}), {"'a' twice"});
}

TEST_F(RunMistakes, StandardInputServesOnce) {
  folder_.write("p.json", kSum);
  expect_refusal(run({"--input", "in=-", "--input", "sum=-"}, kFourWords), {"standard input"});
}

TEST_F(RunMistakes, AnAssignmentWithoutANameOrValueIsRefused) {
  for (const char* text : {"a", "=file", "a="})
    expect_refusal(run({"--input", text}), {"NAME=VALUE"});
}

TEST_F(RunMistakes, AGridIsOneToThreeNumbers) {
  for (const char* grid : {"x", "1,2,3,4", "1,,1", "-1", "4294967296"})
    expect_refusal(run({"--input", a_, std::string("--grid=") + grid}), {"grid"});
}

TEST_F(RunMistakes, AShapeIsOneToThreeNumbers) {
  for (const char* shape : {"x", "1,2,3,4", "1,,1", "-1", "4294967296"})
    expect_refusal(run({"--input", a_, std::string("--shape=") + shape}), {"shape"});
}

TEST_F(RunMistakes, AnOutputWithoutASizeAsksForOne) {
  folder_.write("p.json", kCopy);
  expect_refusal(run({"--input", a_}), {"output 'out'", "--size out=BYTES"});
}

TEST_F(RunMistakes, ASizeThatIsKnownIsRefused) {
  expect_refusal(run({"--input", a_, "--size", "out=16"}), {"'out'", "size is known"});
}

TEST_F(RunMistakes, APartOfAnElementIsRefused) {
  folder_.write("p.json", kSum);
  const auto sum = "sum=" + folder_.write("sum", std::string(4, '\0'));
  expect_refusal(run({"--input", "in=-", "--input", sum}, "12345"),
                 {"parameter 'in'", "has 5 bytes"});
}

TEST_F(RunMistakes, AnUnknownDeviceIsNamed) {
  expect_refusal(run({"--input", a_, "--device", "abacus"}), {"abacus"});
}

TEST_F(RunMistakes, AnOutputThatCannotBeWrittenIsNamed) {
  const Finished end = run({"--input", a_, "--device", "cpu-ref", "--output", "out=/nowhere/out"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.err,
              AllOf(HasSubstr("/nowhere/out"), HasSubstr("Fix: "), Not(HasSubstr("Success"))));
}

TEST_F(RunMistakes, AProgramThatIsNoneIsNamed) {
  for (const char* content : {"", "VYRE", "{", "{}", "plain text"}) {
    folder_.write("p.json", content);
    expect_refusal(run({}), {"p.json'"});
  }
}

}  // namespace
}  // namespace vyre::test
