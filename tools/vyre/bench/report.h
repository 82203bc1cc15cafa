#pragma once

#include <string>
#include <vector>

#include "measure.h"

namespace tool {

// One case on one backend.
struct BenchRow {
  std::string name;  // as the command line has it
  std::string backend;
  std::string device;
  std::optional<uint64_t> elements;
  uint64_t bytes = 0;
  Measured measured;
  double ratio = 1;  // median host time, as a multiple of the first backend's
};

// What standard output gets in each of the formats.
std::string bench_table(const BenchOptions& options, const std::vector<BenchRow>& rows);
std::string bench_json(const BenchOptions& options, const std::vector<BenchRow>& rows);
std::string bench_csv(const std::vector<BenchRow>& rows);

}  // namespace tool
