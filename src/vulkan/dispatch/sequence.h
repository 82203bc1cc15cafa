#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "backend/sequence.h"
#include "kernel_host/grid_slices.h"
#include "vulkan/context/open_device.h"
#include "vulkan/submission/hazards.h"

namespace vyre::vulkan {

// A sequence as one command buffer, or as several where the submit policy cuts it. Barriers stand
// only between steps of which one depends on another.
class CommandSequence final : public backend::Sequence {
 public:
  CommandSequence(std::shared_ptr<OpenDevice> opened, const backend::SequenceOptions& options);
  ~CommandSequence() override;

  Result<uint32_t> add(const backend::Step& step) override;
  Status replace(uint32_t number, const backend::Step& step) override;
  Status record() override;
  Result<uint64_t> submit() override;
  Result<bool> wait(uint64_t run, backend::Deadline deadline) override;
  Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) override;
  std::optional<uint64_t> device_ns() const override;

  uint32_t barriers() const override;

 private:
  // What the device needs of a step. Dispatches of the same kernels on the same memory share a
  // context.
  struct Recorded {
    explicit Recorded(std::pmr::memory_resource* memory) : commands(memory) {}

    backend::Step::Kind kind = backend::Step::Kind::kDispatch;
    Commands commands;
    std::vector<std::shared_ptr<const Kernel>> kernels;
    std::vector<MemoryAccess> accesses;
    std::vector<std::shared_ptr<OwnedAllocation>> owned_memory;
    std::shared_ptr<SubmissionContext> context;  // null for a copy by command
    uint64_t copied = 0;                         // bytes of a copy
  };
  // One of its submissions.
  struct Slice {
    std::shared_ptr<SubmissionContext> context;  // whose command buffer it is
    std::vector<kernel_host::StepSlice> steps;
  };
  // All that the device works on, kept until it is done.
  struct Work {
    std::vector<Recorded> steps;
    std::vector<Slice> slices;
    std::vector<std::shared_ptr<OwnedAllocation>> owned_memory;  // of all steps, each once
  };
  using ContextKey = std::vector<uint64_t>;

  Result<Recorded> prepare(const backend::Step& step);
  static void find_accesses(Recorded& recorded);
  Status prepare_dispatch(const backend::Dispatch& dispatch, Recorded& recorded);
  Status prepare_copy(const backend::Step& step, Recorded& recorded);
  Status prepare_write(const backend::Step& step, Recorded& recorded) const;
  Status prepare_read(const backend::Step& step, Recorded& recorded) const;
  std::shared_ptr<SubmissionContext> context_for(const backend::Dispatch& dispatch);
  std::shared_ptr<SubmissionContext> new_context() const;
  Status record_steps();
  void cut();
  kernel_host::StepWork work_of(const Recorded& step) const;
  Status record_slice(const Slice& slice);
  void write_steps(Recorder& recorder, std::span<const kernel_host::StepSlice> steps);
  Status settle();
  Status submit_slices();
  void learn();
  bool has_timestamps() const { return opened_->device().profile().device_timestamps; }
  void collect_owned();
  void collect_traps();
  Status trap() const;
  void note_trap();
  bool forget_traps();
  void count_run();
  bool is_traced() const;
  void begin_trace(uint64_t submitted);
  void end_trace(uint64_t run);
  std::optional<std::array<uint64_t, 2>> timestamps() const;
  bool has_failed(uint64_t run) const { return failed_from_ <= run && run <= failed_to_; }

  const std::shared_ptr<OpenDevice> opened_;
  const bool timed_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::shared_ptr<Work> work_;
  std::map<ContextKey, std::weak_ptr<SubmissionContext>> shared_contexts_;
  std::vector<std::pair<size_t, SubmissionContext*>>
      can_trap_;                    // each with the first step that uses it
  std::vector<TraceEvent> traced_;  // runs that were not seen to be over
  bool is_recorded_ = false;
  uint64_t max_ns_ = 0;         // of a submission, as it was recorded; 0: any
  bool was_submitted_ = false;  // since it was recorded
  uint32_t barriers_ = 0;
  uint64_t copies_ = 0;  // on the device, in a run
  uint64_t copied_bytes_ = 0;
  uint64_t last_ = 0;         // number of the newest submission
  uint64_t since_ = 0;        // the first one that the words of the traps are about
  uint64_t failed_from_ = 1;  // the runs that a trap failed; none when after failed_to_
  uint64_t failed_to_ = 0;
  Status failure_;
};

}  // namespace vyre::vulkan
