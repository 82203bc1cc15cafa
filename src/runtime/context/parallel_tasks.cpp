#include "runtime/context/parallel_tasks.h"

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "base/status/guarded.h"

namespace vyre::runtime {
namespace {

// Tasks that several threads take one by one. Outlives the call for jobs that come too late.
class Tasks {
 public:
  explicit Tasks(std::span<const std::function<void()>> tasks) {
    for (const auto& task : tasks) {
      tasks_.emplace_back(task);
      ends_.push_back(tasks_.back().get_future());
    }
  }

  // Runs tasks until none is left to begin.
  void work() {
    for (size_t i = next_++; i < tasks_.size(); i = next_++) tasks_[i]();
  }

  // Waits for all before it throws what one of them threw: they look at the caller's objects.
  void finish() {
    for (const auto& end : ends_) end.wait();
    for (auto& end : ends_) end.get();
  }

 private:
  std::vector<std::packaged_task<void()>> tasks_;
  std::vector<std::future<void>> ends_;  // parallel to tasks_; of the caller
  std::atomic<size_t> next_ = 0;
};

}  // namespace

void run_parallel(std::span<const std::function<void()>> tasks, const JobRunner& run_job,
                  bool own_threads) {
  const auto shared = std::make_shared<Tasks>(tasks);
  std::vector<std::jthread> threads;
  const auto begin_helper = [&] {
    if (run_job) {
      run_job([shared] { shared->work(); })();
    } else if (own_threads) {
      threads.emplace_back([shared] {
        name_this_thread("vyre-probe");
        shared->work();
      });
    }
  };
  // Fewer do the same: what has begun looks at the caller's objects, so this call stays until then.
  for (size_t helper = 1; helper < tasks.size(); ++helper) (void)run_guarded(begin_helper);
  shared->work();
  shared->finish();
}

}  // namespace vyre::runtime
