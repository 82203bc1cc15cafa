#include "cache_noise.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace bench {
namespace {

constexpr size_t kLines = 256;  // of 64 bytes: a third of a usual first cache
constexpr size_t kWordsPerLine = 16;

}  // namespace

OwnCache::OwnCache(int tries) : tries_(tries), next_(kLines * kWordsPerLine) {
  std::vector<uint32_t> order(kLines);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  for (size_t i = 0; i < kLines; ++i) {
    next_[order[i] * kWordsPerLine] = order[(i + 1) % kLines] * kWordsPerLine;
  }
}

double OwnCache::walk() const {
  return microseconds_of([&] {
    volatile uint32_t at = 0;
    for (size_t i = 0; i < kLines; ++i) at = next_[at];
  });
}

double OwnCache::measure(const std::function<void()>& wait, const std::function<double()>& work,
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

}  // namespace bench
