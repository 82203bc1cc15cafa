#pragma once

#include <cstdint>
#include <thread>
#include <vector>

namespace vyre::test {

// Runs |work| with the number of its thread on |count| threads at once.
template <typename Work>
void on_threads(uint32_t count, const Work& work) {
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace vyre::test
