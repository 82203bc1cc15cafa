#pragma once

#include <vector>

namespace tool {

// Nanoseconds of one dispatch, over all measured runs.
struct Spread {
  double median = 0;
  double p10 = 0;
  double p90 = 0;
  double least = 0;
};

// |samples| is not empty.
Spread spread_of(std::vector<double> samples);

}  // namespace tool
