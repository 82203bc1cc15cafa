#include "report.h"

#include <unistd.h>

#include <cstdio>

namespace bench {

RatioReporter::RatioReporter()
    : ConsoleReporter(isatty(STDOUT_FILENO) != 0 ? OO_ColorTabular : OO_Tabular) {}

void RatioReporter::ReportRuns(const std::vector<Run>& runs) {
  ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs) {
    if (run.error_occurred || run.aggregate_name != "median") continue;
    const double unit = benchmark::GetTimeUnitMultiplier(run.time_unit);
    medians_[run.run_name.function_name] = run.GetAdjustedRealTime() / unit * 1e9;
  }
}

bool RatioReporter::print(const std::vector<Pair>& pairs) const {
  std::printf("\n%-38s %12s %12s %8s %8s\n", "", "vyre", "by hand", "ratio", "goal");
  bool good = true;
  for (const Pair& pair : pairs) good = print(pair) && good;
  return good;
}

bool RatioReporter::print(const Pair& pair) const {
  const auto vyre = medians_.find(pair.name + "/vyre");
  const auto hand = medians_.find(pair.name + "/hand");
  if (vyre == medians_.end() || hand == medians_.end()) {
    std::printf("%-38s not measured\n", pair.title.c_str());
    return true;
  }
  if (pair.bytes_per_run == 0) {
    const double ratio = vyre->second / hand->second;
    std::printf("%-38s %9.2f us %9.2f us %8.2f  <= %.2f\n", pair.title.c_str(), vyre->second / 1e3,
                hand->second / 1e3, ratio, pair.goal);
    return ratio <= pair.goal;
  }
  const double vyre_rate = pair.bytes_per_run / vyre->second;
  const double hand_rate = pair.bytes_per_run / hand->second;
  const double ratio = vyre_rate / hand_rate;
  std::printf("%-38s %7.1f GB/s %7.1f GB/s %8.2f  >= %.2f\n", pair.title.c_str(), vyre_rate,
              hand_rate, ratio, pair.goal);
  return ratio >= pair.goal;
}

}  // namespace bench
