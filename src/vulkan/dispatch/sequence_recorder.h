#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kernel_host/grid_slices.h"
#include "vulkan/dispatch/sequence_steps.h"

namespace vyre::vulkan {

// All that the device works on for a sequence, kept until it is done.
struct SequenceWork {
  struct Submission {
    std::shared_ptr<SubmissionContext> context;  // whose command buffer it is
    std::vector<kernel_host::StepSlice> steps;
    std::unique_ptr<Timestamps> step_times;  // before the first of |steps| and behind each
  };
  std::vector<StepPtr> steps;
  std::vector<Submission> submissions;
  std::vector<OwnedAllocation*> owned_memory;  // of all steps; some may come again
};

// Writes the steps of a sequence into one command buffer, or into several where the submit policy
// cuts it. Barriers stand only between steps of which one depends on another.
class SequenceRecorder {
 public:
  // |options|: of what the device can do.
  SequenceRecorder(VulkanDevice& opened, const backend::SequenceOptions& options,
                   SequenceWork& work)
      : opened_(opened), options_(options), work_(work) {}

  Status record();

  // Of what was recorded.
  uint32_t barriers() const { return barriers_; }
  uint64_t copies() const { return copies_; }  // on the device, in a run
  uint64_t copied_bytes() const { return copied_bytes_; }
  uint64_t max_ns() const { return max_ns_; }  // of a submission; 0: any
  // A context whose work can trap, and the step that it does. Equal steps share one: then the first
  // of them, and nothing tells which of them trapped.
  struct CanTrap {
    size_t step;
    SubmissionContext* context;
    bool is_shared;
  };
  const std::vector<CanTrap>& can_trap() const { return can_trap_; }

 private:
  void cut();
  void cut_nothing();
  SequenceWork::Submission& submission(size_t place, size_t count);
  kernel_host::StepWork work_of(const SequenceStep& step) const;
  Status record_submission(SequenceWork::Submission& submission);
  Status write_steps(Recorder& recorder, SequenceWork::Submission& submission);
  void write(Recorder& recorder, const kernel_host::StepSlice& slice,
             kernel_host::Hazards& hazards);
  void collect_owned();
  void collect_traps();
  bool has_timestamps() const { return opened_.device().profile().device_timestamps; }

  VulkanDevice& opened_;
  const backend::SequenceOptions options_;
  SequenceWork& work_;
  std::vector<CanTrap> can_trap_;
  uint64_t max_ns_ = 0;
  uint32_t barriers_ = 0;
  uint64_t copies_ = 0;
  uint64_t copied_bytes_ = 0;
};

}  // namespace vyre::vulkan
