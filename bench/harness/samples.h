#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// Measurements of one side.
class Samples {
 public:
  void add(double value) { values_.push_back(value); }
  double part(double quantile) const;  // 0.5: the median
  std::string text() const;            // "median (10% to 90%)"

 private:
  std::vector<double> values_;
};

// One comparison. Times and bytes: the ratio is vyre's over the other's and at most |goal|; rates:
// at least.
struct Comparison {
  std::string title;
  std::string unit;
  bool is_rate = false;
  double goal = 0;  // 0: none
  Samples vyre = {};
  Samples hand = {};
  std::string note = {};
  std::string side = "by hand";  // what the other one is
  std::string missing = {};      // why it has no samples

  double ratio() const { return vyre.part(0.5) / hand.part(0.5); }
  bool meets_goal() const;
};

// One of several ways to do the same work: gives a time, or a rate.
struct Way {
  std::string name;
  std::function<double()> run;
};

double microseconds_of(const std::function<void()>& work);
// Behind a run of the same work: the device has switched to it already.
double microseconds_again(const std::function<void()>& work);

// The two sides take turns, |rounds| times each, so that a busy machine slows both. Before, they do
// so uncounted, for a second and three times at least: a device that had nothing to do is slow.
void take_turns(int rounds, Comparison& comparison, const std::function<double()>& vyre,
                const std::function<double()>& hand);

// The ways take turns, |trials| times each after a second of warming up, and the one with the least
// median is the best: its place. Prints the medians.
size_t min_of(const std::vector<Way>& ways, int trials, const char* unit,
              const char* side = "other side");

}  // namespace bench
