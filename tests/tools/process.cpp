#include "process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace vyre::test {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

namespace {

constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;

// Where the standard streams of the tool go.
struct Streams {
  std::string in;
  std::string out;
  std::string err;
};

int run_to_the_end(const char* program, const std::vector<std::string>& arguments,
                   const Streams& streams) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, streams.in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, streams.out.c_str(), kCreate, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, streams.err.c_str(), kCreate, 0600);
  pid_t child = 0;
  const int spawned = posix_spawn(&child, program, &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(spawned, 0) << "cannot start " << program;
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Finished run(const char* program, const std::vector<std::string>& arguments,
             const std::string& input) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const std::string out = folder.path("out");
  const std::string err = folder.path("err");
  const int exit_code = run_to_the_end(program, arguments, {in, out, err});
  return {exit_code, content_of(out), content_of(err)};
}

}  // namespace

Finished run_tool(const std::vector<std::string>& arguments, const std::string& input) {
  return run(VYRE_TOOL, arguments, input);
}

Finished run_conform(const std::vector<std::string>& arguments) {
  return run(VYRE_CONFORM_TOOL, arguments, {});
}

std::string output_of(const Finished& end, int exit_code) {
  EXPECT_EQ(end.exit_code, exit_code) << end.err << end.out;
  return end.out;
}

void expect_refusal(const Finished& end, const std::vector<std::string>& parts, int exit_code) {
  EXPECT_EQ(end.exit_code, exit_code);
  EXPECT_EQ(end.out, "");
  EXPECT_THAT(end.err, ::testing::ContainsRegex("vyre: error [A-Z_]+ \\([0-9]+\\): "));
  EXPECT_THAT(end.err, ::testing::HasSubstr("Fix: "));
  for (const std::string& part : parts) EXPECT_THAT(end.err, ::testing::HasSubstr(part));
}

// What is written fits in what the terminal keeps until it is read. The system hands it over in
// pieces, and says that there is no more only when nobody has the other end open.
std::string run_tool_on_terminal(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_TRUE(grantpt(terminal) == 0 && unlockpt(terminal) == 0) << "no terminal to be had";
  const char* name = ptsname(terminal);
  const int kept_open = open(name, O_RDWR | O_NOCTTY);
  EXPECT_EQ(
      run_to_the_end(VYRE_TOOL, arguments, {folder.write("in", ""), folder.path("out"), name}), 0);
  close(kept_open);
  std::string shown;
  char piece[1 << 12];
  for (ssize_t size; (size = read(terminal, piece, sizeof piece)) > 0;)
    shown.append(piece, static_cast<size_t>(size));
  close(terminal);
  return shown;
}

}  // namespace vyre::test
