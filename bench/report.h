#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace bench {

// One comparison: benchmarks NAME/vyre and NAME/hand, and what the ratio of their times should be
// at most.
struct Pair {
  std::string name;
  std::string title;
  double goal;           // vyre's time over the hand-written one
  double bytes_per_run;  // 0 when bandwidth means nothing for it
};

// Google Benchmark's console report; keeps the medians for the table of ratios.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  RatioReporter();  // colours only on a terminal
  void ReportRuns(const std::vector<Run>& runs) override;

  // Prints one line per pair; false when one of them misses its goal.
  bool print(const std::vector<Pair>& pairs) const;

 private:
  bool print(const Pair& pair) const;
  std::map<std::string, double> medians_;  // name -> nanoseconds
};

}  // namespace bench
