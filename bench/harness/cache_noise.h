#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "samples.h"

namespace bench {

// Another program on the same processor core, as on a machine that is shared, takes the caches
// while this one waits for a device; what comes next is then slow, whatever it is. A walk over some
// memory before and after the waiting tells.
class OwnCache {
 public:
  // |tries|: that one measurement may take.
  explicit OwnCache(int tries);

  // What |work| gives behind |wait| the first time that the caches were left alone, or the last
  // time. |all|: what it gave each time.
  double measure(const std::function<void()>& wait, const std::function<double()>& work,
                 Samples& all);

 private:
  double walk() const;

  const int tries_;
  std::vector<uint32_t> next_;  // a ring in an order that a processor does not foresee
  double min_ = std::numeric_limits<double>::infinity();
};

}  // namespace bench
