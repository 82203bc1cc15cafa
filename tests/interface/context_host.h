#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "interface/random.h"
#include "plugin/modules/scripted_table.h"
#include "vyre_driver.h"

namespace vyre::interface {

// What a host gives to a context: memory that is counted, threads that are late at times, a log
// that is read. It outlives the context.
class ContextHost {
 public:
  explicit ContextHost(uint64_t seed);
  ~ContextHost();

  // Sets some of the callbacks of |desc|.
  void give(vyre_context_desc& desc, Random& random);
  // A context that was not made takes nothing.
  void take_back() { given_ = 0; }
  // What is wrong now that the context is gone; "" when nothing is.
  std::string left();

  script scripted;      // of a table that was added to the context
  uint32_t tables = 0;  // that were, and that have a destroy function

 private:
  struct Job {
    vyre_job_fn run;
    void* data;
  };
  std::string what_is_left() const;
  void work();
  void run(vyre_job_fn job, void* data);

  static void log(void* user, vyre_log_level level, vyre_string text);
  static void* allocate(void* user, size_t size, size_t alignment);
  static void deallocate(void* user, void* memory, size_t size, size_t alignment);
  static void run_job(void* user, vyre_job_fn job, void* data);
  static void destroy(void* user);

  std::atomic<int64_t> bytes_{0}, blocks_{0};
  int given_ = 0;  // callbacks with a destroy function
  std::atomic<int> destroyed_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  Random random_;
  std::deque<Job> jobs_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace vyre::interface
