#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include "backend/device.h"

namespace vyre::runtime {

// Called once when pending work has ended. What it captures is freed right after.
using CompletionCallback = std::function<void(backend::PendingState state)>;

// A callback that waits for pending work. Whoever watches it holds this object and never the work
// itself, so that destroying the work is final: after cancel() nobody touches it.
class Completion {
 public:
  enum class Step : uint8_t { kWaiting, kCalled, kGone };

  // An empty callback: the work is carried on and nobody is told.
  Completion(backend::Waitable* pending, CompletionCallback callback)
      : pending_(pending), callback_(std::move(callback)) {}

  // Waits until |deadline| at the longest, and makes the callback on this thread when the work has
  // ended. kGone: there is nothing left to wait for.
  Step advance(backend::Deadline deadline);

  // Waits for no callback, but for at most one advance() that has not begun it.
  void cancel();

 private:
  Step look(backend::Deadline deadline);

  std::atomic<bool> canceled_ = false;
  std::mutex mutex_;
  backend::Waitable* pending_;   // borrowed, guarded by mutex_; null once called or canceled
  CompletionCallback callback_;  // guarded by mutex_
};

// What debuggers call the running thread, where the system has names for them.
void name_this_thread(const char* name);

// Gives what hands |job| to a thread of the host, which runs it once. Handing it over allocates
// nothing.
using JobRunner = std::function<std::function<void()>(std::function<void()> job)>;

// Sees to it that the end of pending work is noticed: on a thread that the host lends, else on one
// thread of ours where the host permits that, else inside poll().
class CompletionDispatcher {
 public:
  // |thread_name|: of ours; lives for ever.
  CompletionDispatcher(JobRunner run_job, bool own_threads,
                       const char* thread_name = "vyre-complete");
  ~CompletionDispatcher();  // joins the thread

  void watch(std::shared_ptr<Completion> completion) { start(prepare(std::move(completion))); }

  // The same in two steps, for work that is begun between them: the second one cannot fail. What is
  // not started is let go of with what was prepared.
  class Prepared {
    friend class CompletionDispatcher;
    std::function<void()> hand_over;                 // to a thread of the host; else
    std::list<std::shared_ptr<Completion>> watched;  // of this one entry; may be empty
  };
  Prepared prepare(std::shared_ptr<Completion> completion);
  void start(Prepared prepared);

  // Runs |job| once, in the background where there is a thread for it, else now.
  void run(std::function<void()> job);

  // The same, but where there is no thread inside poll().
  void run_later(std::function<void()> job);

  // Whether background work is done without poll().
  bool has_threads() const { return run_job_ != nullptr || own_threads_; }

  // Runs the jobs and makes the callbacks that are due, on this thread. How many callbacks.
  uint32_t poll();

 private:
  // What the thread of ours works on; outlives the object when a callback destroys that.
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::list<std::shared_ptr<Completion>> watched;  // guarded by mutex
    std::deque<std::function<void()>> jobs;          // guarded by mutex
    bool stop = false;                               // guarded by mutex
  };

  static void work(const std::shared_ptr<Shared>& shared);
  static void wait_for_first(Shared& shared, std::unique_lock<std::mutex>& lock);
  static uint32_t make_due_callbacks(Shared& shared);
  static void run_next_job(Shared& shared, std::unique_lock<std::mutex>& lock);
  static void run_due_jobs(Shared& shared);
  void start_thread();

  const JobRunner run_job_;
  const bool own_threads_;
  const char* const thread_name_;
  const std::shared_ptr<Shared> shared_;
  std::mutex thread_mutex_;
  std::thread thread_;  // guarded by thread_mutex_
};

}  // namespace vyre::runtime
