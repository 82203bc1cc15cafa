#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "samples.h"

namespace bench {

// Another program on the same processor core, as on a machine that is shared, takes the caches
// while this one waits for a device; what comes next is then slow, whatever it is. A walk over some
// memory before and after the waiting tells.
class OwnCache {
 public:
  // |tries|: that one measurement may take.
  explicit OwnCache(int tries) : tries_(tries), next_(kLines * kWordsPerLine) {
    std::vector<uint32_t> order(kLines);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (size_t i = 0; i < kLines; ++i) {
      next_[order[i] * kWordsPerLine] = order[(i + 1) % kLines] * kWordsPerLine;
    }
  }

  // What |work| gives behind |wait| the first time that the caches were left alone, or the last
  // time. |all|: what it gave each time.
  double measure(const std::function<void()>& wait, const std::function<double()>& work,
                 Samples& all) {
    double value = 0;
    for (int i = 0; i < tries_; ++i) {
      walk();
      wait();
      const double walked = walk();
      min_ = std::min(min_, walked);
      value = work();
      all.add(value);
      if (walked < 2 * min_) break;
    }
    return value;
  }

 private:
  static constexpr size_t kLines = 256;  // of 64 bytes: a third of a usual first cache
  static constexpr size_t kWordsPerLine = 16;

  double walk() const {
    return microseconds_of([&] {
      volatile uint32_t at = 0;
      for (size_t i = 0; i < kLines; ++i) at = next_[at];
    });
  }

  const int tries_;
  std::vector<uint32_t> next_;  // a ring in an order that a processor does not foresee
  double min_ = std::numeric_limits<double>::infinity();
};

}  // namespace bench
