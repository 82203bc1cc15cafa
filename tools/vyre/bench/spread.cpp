#include "spread.h"

#include <algorithm>
#include <cmath>

namespace tool {

namespace {

// Between the two samples beside it, in proportion.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

}  // namespace

Spread spread_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {quantile(samples, 0.5), quantile(samples, 0.1), quantile(samples, 0.9), samples.front()};
}

}  // namespace tool
