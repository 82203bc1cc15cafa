#include "children.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>

namespace vyre::faults {
namespace {

struct Child {
  size_t job;
  int output;
};

// A report is less than what a pipe holds, so nobody waits for its reader.
constexpr size_t kMaxText = 2000;

void say(int output, const Report& report) {
  std::string bytes(1, static_cast<char>(report.outcome));
  bytes += report.text.substr(0, kMaxText);
  if (write(output, bytes.data(), bytes.size()) < 0) _exit(3);
}

pid_t start(const Job& job, unsigned seconds, int& output) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) {
    close(ends[0]);
    alarm(seconds);
    say(ends[1], job.body());
    _exit(0);
  }
  close(ends[1]);
  output = ends[0];
  return child;
}

Report report_of(const Child& child, int status) {
  char bytes[kMaxText + 1];
  const ssize_t size = read(child.output, bytes, sizeof bytes);
  close(child.output);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return {signal == SIGALRM ? Outcome::kHung : Outcome::kCrashed, strsignal(signal)};
  }
  if (size < 1) return {Outcome::kCrashed, "it ended without a word"};
  return {static_cast<Outcome>(bytes[0]), std::string(bytes + 1, static_cast<size_t>(size - 1))};
}

}  // namespace

void run_jobs(std::vector<Job> jobs, unsigned at_once, unsigned seconds) {
  std::map<pid_t, Child> running;
  size_t next = 0;
  while (next < jobs.size() || !running.empty()) {
    if (next < jobs.size() && running.size() < at_once) {
      int output = 0;
      const pid_t child = start(jobs[next], seconds, output);
      running[child] = {next++, output};
      continue;
    }
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    const auto at = running.find(ended);
    if (at == running.end()) continue;
    jobs[at->second.job].done(report_of(at->second, status));
    running.erase(at);
  }
}

}  // namespace vyre::faults
