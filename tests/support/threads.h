#pragma once

#include <cstdint>
#include <thread>
#include <vector>

namespace vyre::test {

// |count| threads beside the caller, each doing |work| with its number, until join() or the end.
class Threads {
 public:
  template <typename Work>
  Threads(uint32_t count, const Work& work) {
    for (uint32_t i = 0; i < count; ++i) threads_.emplace_back([work, i] { work(i); });
  }
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

// Runs |work| with the number of its thread on |count| threads at once.
template <typename Work>
void on_threads(uint32_t count, const Work& work) {
  Threads(count, work).join();
}

}  // namespace vyre::test
