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

// One comparison. Times: the ratio is vyre's over the other's and at most |goal|; rates: at least.
struct Comparison {
  std::string title;
  std::string unit;
  bool is_rate = false;
  double goal = 0;  // 0: none
  Samples vyre = {};
  Samples hand = {};
  std::string note = {};

  double ratio() const { return vyre.part(0.5) / hand.part(0.5); }
  bool meets_goal() const;
};

double microseconds_of(const std::function<void()>& work);
// Behind a run of the same work: the device has switched to it already.
double microseconds_again(const std::function<void()>& work);

// The two sides take turns, |rounds| times each, so that a busy machine slows both.
void take_turns(int rounds, Comparison& comparison, const std::function<double()>& vyre,
                const std::function<double()>& hand);

// A table on standard output, and a line of JSON for each comparison at the end of |json_path|
// unless that is empty. False when one misses its goal.
bool report(const std::string& device, const std::vector<Comparison>& comparisons,
            const std::string& json_path);

}  // namespace bench
