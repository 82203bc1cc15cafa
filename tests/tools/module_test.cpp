#include "process.h"
#include "support/kernels.h"
#include "support/matchers.h"

namespace vyre::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

class ModuleCommand : public testing::Test {
 protected:
  std::string write(const std::string& name) const {
    return folder_.write(name + ".spv", kernel(name));
  }

  TemporaryFolder folder_;
};

TEST_F(ModuleCommand, ShowsWhatAModuleWants) {
  const std::string text = output_of(run_tool({"module", write("matmul")}));
  EXPECT_THAT(text, AllOf(HasSubstr("entry      main"), HasSubstr("pushed     4 bytes"),
                          HasSubstr("TILE"), HasSubstr("workgroup x"), HasSubstr("1.4")));
  EXPECT_THAT(output_of(run_tool({"module", write("array")})),
              AllOf(HasSubstr("uniform"), HasSubstr("storage"), HasSubstr("write-only")));
}

TEST_F(ModuleCommand, TellsItAsJson) {
  const std::string text = output_of(run_tool({"module", write("array"), "--json"}));
  EXPECT_THAT(text, AllOf(HasSubstr(R"("entry":"main")"), HasSubstr(R"("workgroup":[64,1,1])"),
                          HasSubstr(R"("name":"pages")"), HasSubstr(R"("array_count":4)"),
                          HasSubstr(R"("constants":[])")));
}

TEST_F(ModuleCommand, TellsTheEntryPoints) {
  const std::string path = write("two_entries");
  EXPECT_THAT(output_of(run_tool({"module", path, "--entry", "ones"})),
              AllOf(HasSubstr("entry      ones"), HasSubstr("of         ones twos")));
  EXPECT_THAT(output_of(run_tool({"module", path, "--entry", "ones", "--json"})),
              HasSubstr(R"("entry_points":["ones","twos"])"));
}

TEST_F(ModuleCommand, WhatIsNoModuleIsRefused) {
  expect_refusal(run_tool({"module", folder_.write("text", "words")}), {"SPIR-V"});
  expect_refusal(run_tool({"module", write("saxpy"), "--entry", "other"}), {"'other'", "'main'"});
}

TEST_F(ModuleCommand, TriesAFolderOfModulesALineEach) {
  for (const char* name : {"array", "image", "matmul"}) (void)write(name);
  (void)folder_.write("other.txt", "no module");
  const std::vector<std::string> all = {"module", folder_.path(), "--run", "--json"};
  const Finished end = run_tool(all);
  EXPECT_THAT(lines_of(output_of(end, 1)),
              ElementsAre(R"({"name":"array","outcome":"ok","reason":""})",
                          StartsWith(R"({"name":"image","outcome":"refused","reason":"UNSUPP)"),
                          R"({"name":"matmul","outcome":"ok","reason":""})"));
  EXPECT_THAT(end.err, AllOf(HasSubstr("2 ok"), HasSubstr("1 refused")));
}

TEST_F(ModuleCommand, GoesOnBehindAName) {
  for (const char* name : {"array", "image", "matmul"}) (void)write(name);
  const std::string text =
      output_of(run_tool({"module", folder_.path(), "--run", "--behind", "image"}));
  EXPECT_THAT(lines_of(text), ElementsAre(AllOf(StartsWith("ok"), HasSubstr("matmul"))));
}

// Nobody here knows an address that it could be given.
TEST_F(ModuleCommand, WhatTakesAddressesIsMadeAndNotRun) {
  const std::string text = output_of(run_tool({"module", write("addresses"), "--run"}));
  EXPECT_THAT(text, AllOf(StartsWith("made"), HasSubstr("addresses")));
}

}  // namespace
}  // namespace vyre::test
