#include "samples.h"

#include <algorithm>
#include <cstdio>

namespace bench {

double Samples::part(double quantile) const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<size_t>(quantile * static_cast<double>(sorted.size() - 1))];
}

std::string Samples::text() const {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.4g (%.4g-%.4g)", part(0.5), part(0.1), part(0.9));
  return buffer;
}

bool Comparison::meets_goal() const {
  if (goal == 0 || !missing.empty()) return true;
  return is_rate ? ratio() >= goal : ratio() <= goal;
}

double microseconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

double microseconds_again(const std::function<void()>& work) {
  work();
  return microseconds_of(work);
}

namespace {

// For a second, and |least| times.
void repeat(int least, const std::function<void()>& work) {
  for (double done = 0; done < 1e6 || least > 0; --least) done += microseconds_of(work);
}

}  // namespace

void take_turns(int rounds, Comparison& comparison, const std::function<double()>& vyre,
                const std::function<double()>& hand) {
  repeat(3, [&] {
    vyre();
    hand();
  });
  for (int i = 0; i < rounds; ++i) {
    comparison.vyre.add(vyre());
    comparison.hand.add(hand());
  }
}

size_t min_of(const std::vector<Way>& ways, int trials, const char* unit, const char* side) {
  std::vector<Samples> samples(ways.size());
  repeat(1, [&] {
    for (const Way& way : ways) way.run();
  });
  for (int trial = 0; trial < trials; ++trial) {
    for (size_t i = 0; i < ways.size(); ++i) samples[i].add(ways[i].run());
  }
  size_t best = 0;
  for (size_t i = 0; i < ways.size(); ++i) {
    std::printf("  %s, %-32s %s %s\n", side, ways[i].name.c_str(), samples[i].text().c_str(), unit);
    if (samples[i].part(0.5) < samples[best].part(0.5)) best = i;
  }
  return best;
}

}  // namespace bench
