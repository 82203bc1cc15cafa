#pragma once

#include <memory>
#include <vector>

#include "vulkan/dispatch/sequence_recorder.h"

namespace vyre::vulkan {

// What runs of a sequence have for themselves while the device works on them: recorded commands,
// bytes of the host, trap words and timestamps. Runs that repeat the same commands share one.
// Borrows |opened|.
class SequenceFlight {
 public:
  // The |first| of a sequence uses what its steps have, others have twins of them.
  SequenceFlight(VulkanDevice& opened, const backend::SequenceOptions& options, bool first);
  ~SequenceFlight();

  bool is_idle() const;
  // Before its commands are recorded anew: who could not ask the device takes a run for over.
  Status settle() const;

  // When it is idle: what the last run tells about kernels, and that its steps have changed.
  void learn();
  void touch() {
    is_recorded_ = false;
    holds_replaced_ = true;
  }
  bool is_recorded() const { return is_recorded_; }
  // Records |steps|, which are not.
  Status record(std::span<const StepPtr> steps, SequenceSteps& maker);
  const SequenceRecorder& recorder() const { return recorder_; }

  // What write |number| writes has changed; brings all that did to where the device finds it.
  void note_written(uint32_t number);
  void bring_bytes(std::span<const StepPtr> steps);

  Status submit(const QueuePoints& points);  // all of it or, after an error, nothing
  uint64_t last() const { return last_; }

  // The trap words are about the runs from since() to last(), if there are any.
  uint64_t since() const { return since_; }
  bool has_run(uint64_t run) const { return since_ <= run && run <= last_; }
  Status trap() const;
  void end_runs() { since_ = last_ + 1; }  // when it is idle: what it says of them is known
  void clear_traps();

  // Of the last run.
  std::optional<std::array<uint64_t, 2>> timestamps() const;  // its begin and its end
  std::optional<uint64_t> device_ns() const;
  std::vector<std::optional<uint64_t>> step_ns() const;
  std::span<const std::byte> bytes_read(uint32_t number) const;

  // When it is idle, and what it tells of its runs is known: of steps that |steps| has no more what
  // they read stays alone.
  bool holds_replaced() const { return holds_replaced_; }
  void let_go_of_replaced(std::span<const StepPtr> steps);

  // When it is idle: nothing of the steps is needed any more.
  std::vector<StepPtr>& release();

 private:
  std::optional<uint64_t> sum_of_times() const;
  void forget_run();
  bool learn(const SequenceWork::Submission& submission) const;
  void list_owned_once();
  void count_run();

  VulkanDevice& opened_;
  const backend::SequenceOptions options_;
  const bool is_first_;
  std::shared_ptr<SequenceWork> work_;
  SequenceRecorder recorder_;
  std::vector<VkCommandBuffer> commands_;  // that were recorded
  TwinContexts twins_;
  std::vector<bool> is_stale_;   // by step: what it writes
  std::vector<uint32_t> stale_;  // those that are
  bool is_recorded_ = false;
  bool holds_replaced_ = false;
  bool is_owned_listed_once_ = false;
  bool was_submitted_ = false;          // since it was recorded: the last run is of these commands
  std::optional<uint64_t> earlier_ns_;  // else: what it took
  uint64_t since_ = 1;  // the first run that the trap words are about; none behind last_
  uint64_t last_ = 0;   // number of the newest submission
};

}  // namespace vyre::vulkan
