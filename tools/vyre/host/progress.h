#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tool {

// A bar on standard error that says how far long work is, drawn a few times a second, only when
// that is a terminal and the work is not done at once. It leaves an empty line behind.
class Progress {
 public:
  Progress(std::string name, size_t total, std::string unit);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void at(size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  const std::string name_;
  const std::string unit_;
  const size_t total_;
  const bool shown_;
  bool printed_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(300);
};

}  // namespace tool
