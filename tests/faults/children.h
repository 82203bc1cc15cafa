#pragma once

#include <functional>
#include <string>
#include <vector>

// Runs in processes of their own, which may end in any way.
namespace vyre::faults {

enum class Outcome : uint8_t { kAbsorbed, kTold, kUnmet, kWrong, kCrashed, kHung };

struct Report {
  Outcome outcome = Outcome::kCrashed;
  std::string text;  // what was told, or is wrong
};

// What |body| reports, or how its process ended. A body that takes over |seconds| hangs.
struct Job {
  std::function<Report()> body;
  std::function<void(const Report&)> done;  // in this process
};
void run_jobs(std::vector<Job> jobs, unsigned at_once, unsigned seconds);

}  // namespace vyre::faults
