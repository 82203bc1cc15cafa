#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <span>
#include <vector>

#include "backend/device.h"
#include "reference/compile/bytecode.h"
#include "reference/interpreter/scheduler.h"

namespace vyre::reference {

using Storage = std::pmr::vector<std::byte>;

// What one binding of a job works on, and what is left of it for the caller.
struct JobBuffer {
  std::shared_ptr<Storage> storage;  // resident, or the job's own
  uint64_t offset = 0;
  uint64_t size = 0;
  std::shared_ptr<Storage> result;  // where the bytes can be read afterwards; null: nowhere
};

// Programs with the same buffers, one after the other on the whole grid.
struct JobSteps {
  std::vector<std::shared_ptr<const Bytecode>> codes;
  uint32_t repeat = 1;  // of the whole sequence
  std::array<uint32_t, 3> grid = {1, 1, 1};
};

// One submitted dispatch. It runs in slices, on whatever thread waits for it or for a later job
// that uses the same memory; a memory keeps its last job alive, so that work nobody waits for is
// done before its results are looked at.
class Job {
 public:
  Job(std::shared_ptr<backend::Device> owner, JobSteps steps, std::vector<JobBuffer> buffers,
      std::pmr::memory_resource* memory);
  ~Job();

  // Makes this job wait for |earlier|. Only before it is known to other threads.
  void run_after(std::shared_ptr<Job> earlier);

  backend::PendingState state() const { return state_.load(std::memory_order_acquire); }
  bool done() const { return state() != backend::PendingState::kPending; }

  // Runs what |job| waits for and then |job| itself, until it is done or |deadline| has passed.
  static void run_until(const std::shared_ptr<Job>& job, backend::Deadline deadline);

  // Once done:
  const Status& status() const { return status_; }
  std::span<const JobBuffer> buffers() const { return buffers_; }
  std::chrono::nanoseconds duration() const { return ended_ - submitted_; }

  // Nobody will read the results.
  void abandon();

 private:
  bool run_slice();  // false: another thread is at it
  bool begin_next();
  void finish(backend::PendingState state);
  std::vector<std::shared_ptr<Job>> earlier_jobs();
  static std::shared_ptr<Job> first_unfinished(std::shared_ptr<Job> job);

  const std::shared_ptr<backend::Device> owner_;  // keeps the memory resource in use
  const JobSteps steps_;
  std::pmr::memory_resource* const memory_;  // borrowed
  const std::chrono::steady_clock::time_point submitted_ = std::chrono::steady_clock::now();
  std::atomic<backend::PendingState> state_ = backend::PendingState::kPending;

  std::mutex links_mutex_;
  std::vector<std::shared_ptr<Job>> earlier_;  // guarded by links_mutex_; empty once done

  // Below: guarded by run_mutex_ until done, constant afterwards.
  std::mutex run_mutex_;
  std::vector<JobBuffer> buffers_;
  uint64_t next_ = 0;  // step to begin
  std::unique_ptr<Scheduler> scheduler_;
  Status status_;
  std::chrono::steady_clock::time_point ended_;
};

}  // namespace vyre::reference
