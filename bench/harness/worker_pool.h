#pragma once

#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace bench {

// Threads that work together again and again. The same ones for either side: new ones may find
// themselves on other processors each time.
class WorkerPool {
 public:
  explicit WorkerPool(int threads) : begin_(threads + 1), end_(threads + 1) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this, i] { serve(static_cast<size_t>(i)); });
    }
  }
  ~WorkerPool() {
    work_ = nullptr;
    begin_.arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }

  // Returns when each thread has called |work| with its number, from 0 on.
  void run(const std::function<void(size_t)>& work) {
    work_ = &work;
    begin_.arrive_and_wait();
    end_.arrive_and_wait();
  }

 private:
  void serve(size_t number) {
    for (;;) {
      begin_.arrive_and_wait();
      if (work_ == nullptr) return;
      (*work_)(number);
      end_.arrive_and_wait();
    }
  }

  const std::function<void(size_t)>* work_ = nullptr;  // written while all wait at begin_
  std::barrier<> begin_, end_;
  std::vector<std::thread> threads_;
};

}  // namespace bench
