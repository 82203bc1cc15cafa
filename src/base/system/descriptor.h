#pragma once

#include <unistd.h>

#include <utility>

namespace vyre {

// An open file descriptor of our own; closes it. Negative: none.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() {
    if (is_open()) ::close(value_);
  }

  int value() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  int release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

}  // namespace vyre
