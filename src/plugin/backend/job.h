#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugin/backend/objects.h"

namespace vyre::plugin {

// What one parameter of a job works on. Null for workgroup memory and buffers of no bytes.
struct JobBuffer {
  std::shared_ptr<PluginMemory> memory;
  uint64_t offset = 0;
  uint64_t size = 0;
  bool keep = false;              // the bytes as they are when the job ends
  std::vector<std::byte> kept{};  // those
};

struct JobSetup {
  std::shared_ptr<DeviceHandle> device;
  std::vector<std::shared_ptr<PluginExecutable>> executables;  // none: nothing runs
  size_t segments = 1;  // of the executables, each iteration has so many
  std::vector<JobBuffer> buffers;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  JobBuffer grid_words{};  // without memory: |grid| counts
  bool timed = false;
  backend::Deadline limit = backend::Deadline::max();
  std::string label{};
};

// One dispatch on a device of a table. On a device that keeps order it is one submission, made at
// once. Else it is a submission for each executable: the first is made at once unless unfinished
// work uses its memory, each other when the one before has ended, by whoever waits for the job, for
// a later one on the same memory, or for that memory itself.
class PluginJob final : public backend::HostJob {
 public:
  explicit PluginJob(JobSetup setup);

  // Makes the job known and begins it. After an error it never was.
  static Status start(const std::shared_ptr<PluginJob>& job);

  // Nothing more is submitted.
  void give_up() override;

  // Once done:
  const std::vector<JobBuffer>& buffers() const { return setup_.buffers; }
  backend::Timing timing() const;

 private:
  Status begin() override { return has_more() ? submit() : Status(); }
  bool advance(backend::Deadline deadline) override;
  bool is_under_way() const override { return work_ != nullptr; }
  void stop_under_way() override;
  void ended() override;

  std::vector<vyre_plugin_command> commands(const std::vector<vyre_plugin_range>& ranges,
                                            size_t end) const;
  Status submit();
  Status submit_next();
  Status of_segment(Status status, size_t at) const;
  bool has_more() const { return next_ < setup_.executables.size(); }
  void end_work(bool is_ready);
  Status keep_results();
  void finish(Status status);

  // What work under way leaves alone: constant, but for JobBuffer::kept.
  JobSetup setup_;
  std::atomic<bool> closed_ = false;
  std::shared_ptr<PluginJob> self_;  // until it has ended: the device works on it

  // Of the thread that advances it.
  Status failure_;                         // of work: made before anything goes wrong
  void* work_ = nullptr;                   // under way
  bool is_told_ = false;                   // that it was canceled; nothing comes behind that
  size_t next_ = 0;                        // executable to submit
  std::optional<uint64_t> device_ns_ = 0;  // so far; none when a part is not known
};

}  // namespace vyre::plugin
