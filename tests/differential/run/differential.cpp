// Runs random programs on the CPU oracle and on the software device, and tells where they differ.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <set>

#include "differential/generate/generator.h"
#include "differential/judge/case_json.h"
#include "options.h"
#include "worker.h"

namespace vyre::differential {
namespace {

// A process at work, and the file that it reports to.
struct Child {
  Part part;
  std::FILE* report;
};

// Starts the parts of a run, as many at a time as are wanted, and adds up what they report.
class Run {
 public:
  explicit Run(const Options& options) : options_(options) {
    for (size_t width = 0; width < options.widths.size(); ++width) {
      for (uint32_t part = 0; part < options.jobs; ++part)
        waiting_.push_back({width, part, options.jobs});
    }
  }

  bool run() {
    while (!waiting_.empty() || !children_.empty()) {
      if (!waiting_.empty() && children_.size() < options_.jobs) {
        start(waiting_.front());
        waiting_.pop_front();
      } else {
        finish_one();
      }
    }
    return all_ended_;
  }

  const OutcomeCounts& outcomes() const { return outcomes_; }

 private:
  void start(const Part& part) {
    std::FILE* const report = std::tmpfile();
    std::fflush(stdout);
    const pid_t child = report == nullptr ? -1 : fork();
    if (child == 0) {
      const Status status = work(options_, part, report);
      if (!status.ok()) std::fprintf(stderr, "%s\n", status.text().c_str());
      std::fflush(nullptr);
      _exit(status.ok() ? 0 : 1);
    }
    if (child < 0) {
      std::perror("differential");
      std::exit(1);
    }
    children_[child] = {part, report};
  }

  void finish_one() {
    int status = 0;
    const auto found = children_.find(wait(&status));
    if (found == children_.end()) return;
    const std::string text = contents(found->second.report);
    if (status == 0) {
      outcomes_.add(OutcomeCounts::read(text));
    } else {
      complain(found->second.part, text, status);
    }
    std::fclose(found->second.report);
    children_.erase(found);
  }

  static std::string contents(std::FILE* report) {
    std::string text;
    std::rewind(report);
    for (int c = std::fgetc(report); c != EOF; c = std::fgetc(report)) text += static_cast<char>(c);
    return text;
  }

  void complain(const Part& part, const std::string& text, int status) {
    all_ended_ = false;
    const size_t last = text.rfind("i ");
    const std::string where = last == std::string::npos ? "before the first program\n"
                                                        : "in program " + text.substr(last + 2);
    std::printf("the process for vectors of %u bits ended with status %d %s",
                options_.widths[part.width], status, where.c_str());
  }

  const Options& options_;
  std::deque<Part> waiting_;
  std::map<pid_t, Child> children_;
  OutcomeCounts outcomes_;
  bool all_ended_ = true;
};

void print(const char* title, const std::map<std::string, uint64_t>& counts) {
  for (const auto& [name, count] : counts) {
    std::printf("%-8s %8llu  %s\n", title, static_cast<unsigned long long>(count), name.c_str());
  }
}

uint64_t count_of(const OutcomeCounts& outcomes, Verdict verdict) {
  const auto found = outcomes.verdicts.find(std::string(verdict_name(verdict)));
  return found == outcomes.verdicts.end() ? 0 : found->second;
}

// Prints what came out; whether it is as it should be.
bool conclude(const Options& options, const OutcomeCounts& outcomes) {
  std::set<std::string> missing = expected(all_of(options.weights()));
  for (const auto& [feature, count] : outcomes.features) missing.erase(feature);
  print("device", outcomes.devices);
  print("programs", outcomes.verdicts);
  print("refused", outcomes.refusals);
  std::printf(
      "seed %llu, programs %llu to %llu: %zu features, %zu of them in no program that ran\n",
      static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(options.from),
      static_cast<unsigned long long>(options.from + options.count - 1),
      expected(all_of(options.weights())).size(), missing.size());
  for (const std::string& feature : missing) std::printf("missing  %s\n", feature.c_str());
  const uint64_t refused = count_of(outcomes, Verdict::kRefused);
  const bool often = refused * 5 > outcomes.programs();
  if (often) std::printf("more than a fifth is refused\n");
  return missing.empty() && !often && count_of(outcomes, Verdict::kMismatch) == 0 &&
         count_of(outcomes, Verdict::kInvalid) == 0;
}

int main(const std::vector<std::string>& arguments) {
  const auto options = Options::parse(arguments);
  if (!options.ok()) {
    std::fprintf(stderr, "%s\n", options.error().text().c_str());
    return 2;
  }
  if (options.value().print) {
    const Case sketch =
        generate(options.value().seed, *options.value().print, options.value().weights());
    std::printf("%s\n", write_case(sketch, {}).c_str());
    return 0;
  }
  Run run(options.value());
  const bool ended = run.run();
  return conclude(options.value(), run.outcomes()) && ended ? 0 : 1;
}

}  // namespace
}  // namespace vyre::differential

int main(int count, char** arguments) {
  return vyre::differential::main({arguments + 1, arguments + count});
}
