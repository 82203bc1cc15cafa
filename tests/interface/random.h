#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

namespace vyre::interface {

// Numbers that follow from a seed alone: xorshift64*.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u | 1) {
    for (int i = 0; i < 8; ++i) next();
  }

  uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  // 0 up to but not including |end|, which is more than 0.
  uint64_t below(uint64_t end) { return (next() >> 11) % end; }
  uint32_t below32(uint32_t end) { return static_cast<uint32_t>(below(end)); }
  bool one_in(uint64_t times) { return below(times) == 0; }

  template <typename T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }

 private:
  uint64_t state_;
};

}  // namespace vyre::interface
