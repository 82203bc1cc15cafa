#include <chrono>
#include <filesystem>

#include "process.h"
#include "programs.h"
#include "support/matchers.h"

namespace vyre::test {
namespace {

namespace fs = std::filesystem;

// A folder with one kernel, in two files.
class Cache : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(run().exit_code, 0); }

  Finished run() const {
    const auto program = folder_.write("p.json", kAddOne);
    return run_tool({"run", program, "--device", "vulkan", "--cache", kept(), "--input",
                     "a=" + folder_.write("a", kFourWords)});
  }
  Finished cache(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "cache");
    arguments.insert(arguments.end(), {"--folder", kept()});
    return run_tool(arguments);
  }
  std::string kept() const { return folder_.path("kept"); }
  std::vector<fs::path> files() const {  // the entries
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(kept()))
      if (entry.path().filename().string().size() == 64) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }

  const TemporaryFolder folder_;
};

TEST_F(Cache, ARunUsesWhatAnotherKept) {
  ASSERT_EQ(files().size(), 2u);
  const auto written = fs::last_write_time(files()[0]) - std::chrono::hours(1);
  fs::last_write_time(files()[0], written);  // times of files may be coarse
  const Finished again = run();
  EXPECT_EQ(again.out, "out: U32, 16 bytes\n  2 3 4 5\n");
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(files().size(), 2u);
  EXPECT_GT(fs::last_write_time(files()[0]), written);  // used
}

TEST_F(Cache, ARunWhoseFolderCannotBeUsedWarnsAndSucceeds) {
  const auto program = folder_.write("p.json", kAddOne);
  const auto file = folder_.write("a", kFourWords);
  const Finished end = run_tool(
      {"run", program, "--device", "vulkan", "--cache", file + "/inside", "--input", "a=" + file});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.err, AllOf(HasSubstr("nothing is cached"), HasSubstr(file + "/inside")));
}

TEST_F(Cache, ListShowsEachEntryAndTheSum) {
  const std::string out = output_of(cache({"list"}));
  for (const fs::path& file : files()) EXPECT_THAT(out, HasSubstr(file.filename().string()));
  EXPECT_THAT(out, ContainsRegex("\n2 entries, [1-9][0-9]+ bytes\n$"));
  EXPECT_THAT(out, Not(HasSubstr("good")));
}

TEST_F(Cache, VerifyFindsAllGood) { EXPECT_THAT(output_of(cache({"verify"})), HasSubstr("good")); }

TEST_F(Cache, VerifyOfADamagedEntryFailsAndNamesTheReason) {
  const fs::path damaged = files()[1];
  fs::resize_file(damaged, fs::file_size(damaged) - 1);
  const std::string out = output_of(cache({"verify"}), 1);
  EXPECT_THAT(out, ContainsRegex(damaged.filename().string() + ".*truncated"));
  EXPECT_THAT(out, HasSubstr("good"));
  EXPECT_EQ(cache({"list"}).exit_code, 0);  // which does not look
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(Cache, PrintsJson) {
  EXPECT_THAT(cache({"list", "--json"}).out,
              AllOf(HasSubstr(R"({"entries":[{"path":")"), HasSubstr(R"("bytes":)"),
                    HasSubstr(R"("used_ns":)"), Not(HasSubstr("state"))));
  EXPECT_THAT(cache({"verify", "--json"}).out, HasSubstr(R"("state":"good")"));
}

TEST_F(Cache, TrimGoesDownToTheBudget) {
  EXPECT_EQ(cache({"trim"}).out, "0 entries removed\n");
  const auto bytes = fs::file_size(files()[0]) + fs::file_size(files()[1]);
  EXPECT_EQ(output_of(cache({"trim", "--bytes", std::to_string(bytes - 1)})),
            "1 entries removed\n");
  EXPECT_EQ(files().size(), 1u);
  EXPECT_EQ(cache({"trim", "--bytes", "0"}).exit_code, 2);
}

TEST_F(Cache, ClearRemovesEveryEntry) {
  EXPECT_EQ(cache({"clear"}).out, "2 entries removed\n");
  EXPECT_TRUE(files().empty());
}

TEST_F(Cache, WithoutAFolderThatCanBeOpenedThereIsNothingToShow) {
  expect_refusal(run_tool({"cache", "list"}), {"no folder is named", "--folder", "VYRE_CACHE_DIR"});
  const Finished missing = run_tool({"cache", "verify", "--folder", folder_.path("missing")});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr(folder_.path("missing")));
  EXPECT_FALSE(fs::exists(folder_.path("missing")));
  EXPECT_EQ(run_tool({"cache"}).exit_code, 2);
}

}  // namespace
}  // namespace vyre::test
