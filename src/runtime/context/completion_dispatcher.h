#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/context/completion.h"

namespace vyre::runtime {

// What debuggers call the running thread, where the system has names for them.
void name_this_thread(const char* name);

// Hands a job to a thread of the host, which runs it once.
using JobRunner = std::function<void(std::function<void()> job)>;

// Sees to it that the end of pending work is noticed: on a thread that the host lends, else on one
// thread of ours where the host permits that, else inside poll().
class CompletionDispatcher {
 public:
  CompletionDispatcher(JobRunner run_job, bool own_threads);
  ~CompletionDispatcher();  // joins the thread

  void watch(std::shared_ptr<Completion> completion);

  // Runs |job| once, in the background where there is a thread for it, else now.
  void run(std::function<void()> job);

  // Makes the callbacks that are due, on this thread. How many.
  uint32_t poll();

 private:
  // What the thread of ours works on; outlives the object when a callback destroys that.
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::shared_ptr<Completion>> watched;  // guarded by mutex
    std::vector<std::function<void()>> jobs;           // guarded by mutex
    bool stop = false;                                 // guarded by mutex
  };

  static void work(const std::shared_ptr<Shared>& shared);
  static uint32_t make_due_callbacks(Shared& shared);
  static void run_next_job(Shared& shared, std::unique_lock<std::mutex>& lock);
  void start_thread();

  const JobRunner run_job_;
  const bool own_threads_;
  const std::shared_ptr<Shared> shared_;
  std::mutex thread_mutex_;
  std::thread thread_;  // guarded by thread_mutex_
};

}  // namespace vyre::runtime
