#include "runtime/side_by_side.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <pthread.h>
#endif

namespace vyre::runtime {
namespace {

// Tasks that several threads take one by one. Outlives the call for jobs that come too late.
class Tasks {
 public:
  explicit Tasks(std::span<const std::function<void()>> tasks)
      : tasks_(tasks.begin(), tasks.end()) {}

  // Runs tasks until none is left to begin.
  void work() {
    std::unique_lock lock(mutex_);
    while (next_ < tasks_.size()) {
      const std::function<void()>& task = tasks_[next_++];
      lock.unlock();
      task();
      lock.lock();
      if (++ended_ == tasks_.size()) all_ended_.notify_all();
    }
  }

  void wait() {
    std::unique_lock lock(mutex_);
    all_ended_.wait(lock, [this] { return ended_ == tasks_.size(); });
  }

 private:
  const std::vector<std::function<void()>> tasks_;
  std::mutex mutex_;
  std::condition_variable all_ended_;
  size_t next_ = 0;   // guarded by mutex_
  size_t ended_ = 0;  // guarded by mutex_
};

void name_this_thread() {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), "vyre-probe");
#endif
}

}  // namespace

void run_side_by_side(std::span<const std::function<void()>> tasks, const JobRunner& run_job,
                      bool own_threads) {
  const auto shared = std::make_shared<Tasks>(tasks);
  std::vector<std::jthread> threads;
  for (size_t helper = 1; helper < tasks.size(); ++helper) {
    if (run_job) {
      run_job([shared] { shared->work(); });
    } else if (own_threads) {
      threads.emplace_back([shared] {
        name_this_thread();
        shared->work();
      });
    }
  }
  shared->work();
  shared->wait();
}

}  // namespace vyre::runtime
