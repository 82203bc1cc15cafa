#pragma once

#include <cstdint>
#include <span>

namespace vyre::differential {

// SplitMix64: small, and the same numbers everywhere, which the distributions of the standard
// library are not. Whoever draws twice in one expression must fix the order of the two.
class Random {
 public:
  Random(uint64_t seed, uint64_t index) : state_(seed) {
    state_ = next() ^ (index * 0x9E3779B97F4A7C15u);
    state_ = next();
  }

  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  uint32_t word() { return static_cast<uint32_t>(next() >> 32); }

  // From 0 to |count| - 1; |count| is at least 1.
  uint32_t below(uint64_t count) { return static_cast<uint32_t>((uint64_t{word()} * count) >> 32); }

  // From |least| to |most|.
  uint32_t between(uint32_t least, uint32_t most) { return least + below(most - least + 1); }

  bool percent(uint32_t chance) { return below(100) < chance; }

  template <typename List>
  const auto& pick(const List& list) {
    return list[below(std::size(list))];
  }

  // An index into |weights|, each as often as its weight says; their sum is at least 1.
  uint32_t weighted(std::span<const uint32_t> weights) {
    uint32_t sum = 0;
    for (const uint32_t weight : weights) sum += weight;
    uint32_t rest = below(sum), index = 0;
    while (rest >= weights[index]) rest -= weights[index++];
    return index;
  }

 private:
  uint64_t state_;
};

}  // namespace vyre::differential
