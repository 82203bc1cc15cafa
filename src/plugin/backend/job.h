#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "plugin/backend/objects.h"

namespace vyre::plugin {

// What one binding of a job works on. Null for workgroup memory and buffers of no bytes.
struct JobBuffer {
  std::shared_ptr<PluginMemory> memory;
  uint64_t offset = 0;
  uint64_t size = 0;
  bool keep = false;              // the bytes as they are when the job ends
  std::vector<std::byte> kept{};  // those
};

struct JobSetup {
  std::shared_ptr<DeviceHandle> device;
  std::vector<std::shared_ptr<PluginExecutable>> executables;
  std::vector<JobBuffer> buffers;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  bool timed = false;
};

// One dispatch on a device of a table. On a device that keeps order it is one submission, made at
// once. Else it is a submission for each executable: the first is made at once unless unfinished
// work uses its memory, each other when the one before has ended, by whoever waits for the job, for
// a later one on the same memory, or for that memory itself.
class PluginJob {
 public:
  explicit PluginJob(JobSetup setup);

  // Makes the job known and begins it. After an error it never was.
  static Status start(const std::shared_ptr<PluginJob>& job);

  // Carries on what |job| waits for and then |job|, until it has ended or |deadline| has passed.
  static void run_until(const std::shared_ptr<PluginJob>& job, backend::Deadline deadline);

  // Ends it after what is under way; nothing more is submitted.
  static void cancel(const std::shared_ptr<PluginJob>& job);

  backend::PendingState state() const { return state_.load(std::memory_order_acquire); }
  bool done() const { return state() != backend::PendingState::kPending; }

  // Once done:
  const Status& status() const { return status_; }
  const std::vector<JobBuffer>& buffers() const { return setup_.buffers; }
  backend::Timing timing() const;

 private:
  static std::shared_ptr<PluginJob> first_unfinished(std::shared_ptr<PluginJob> job);

  void link(const std::shared_ptr<PluginJob>& self);
  void unlink();
  void advance(backend::Deadline deadline);
  void run(backend::Deadline deadline);
  Status submit();
  bool has_more() const { return next_ < setup_.executables.size(); }
  void end_work(bool is_ready);
  Status keep_results();
  void finish(Status status);
  void end(backend::PendingState state);
  void stop_running();

  // What work under way leaves alone: constant, but for JobBuffer::kept.
  JobSetup setup_;
  const std::chrono::steady_clock::time_point submitted_ = std::chrono::steady_clock::now();
  std::atomic<backend::PendingState> state_ = backend::PendingState::kPending;
  std::atomic<bool> canceled_ = false;

  std::vector<std::shared_ptr<PluginJob>> earlier_;  // guarded by the device's links

  std::mutex mutex_;
  std::condition_variable changed_;
  bool running_ = false;  // guarded by mutex_; while set, one thread uses what follows without it

  void* work_ = nullptr;                   // under way
  size_t next_ = 0;                        // executable to submit
  std::optional<uint64_t> device_ns_ = 0;  // so far; none when a part is not known

  // Constant once done.
  Status status_;
  std::chrono::steady_clock::time_point ended_;
};

}  // namespace vyre::plugin
