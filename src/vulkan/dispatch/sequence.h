#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "backend/sequence.h"
#include "vulkan/backend/vulkan_device.h"
#include "vulkan/dispatch/sequence_recorder.h"

namespace vyre::vulkan {

// The runs of a sequence: what is submitted, waited for and told of them.
class CommandSequence final : public backend::DeviceSequence {
 public:
  CommandSequence(std::shared_ptr<VulkanDevice> opened, const backend::SequenceOptions& options);
  ~CommandSequence() override;

  Result<uint32_t> add(const backend::Step& step) override;
  Status replace(std::span<const backend::StepReplacement> all) override;
  Status record() override;
  Result<uint64_t> submit() override;
  Result<bool> wait(uint64_t run, backend::Deadline deadline) override;
  Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) override;
  std::optional<uint64_t> device_ns() const override;

  uint32_t barriers() const override;

 private:
  Status record_steps();
  Status settle();
  Status submit_all();
  void learn();
  bool has_timestamps() const { return opened_->device().profile().device_timestamps; }
  Status trap() const;
  void note_trap();
  void forget_traps();
  void count_run();
  bool is_traced() const;
  void begin_trace(uint64_t submitted);
  void end_trace(uint64_t run);
  std::optional<std::array<uint64_t, 2>> timestamps() const;
  bool has_failed(uint64_t run) const { return failed_from_ <= run && run <= failed_to_; }

  const std::shared_ptr<VulkanDevice> opened_;
  const bool timed_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::shared_ptr<SequenceWork> work_;
  SequenceSteps steps_;
  SequenceRecorder recorder_;
  std::vector<TraceEvent> traced_;  // runs that were not seen to be over
  bool is_recorded_ = false;
  bool was_submitted_ = false;  // since it was recorded
  uint64_t last_ = 0;           // number of the newest submission
  uint64_t since_ = 0;          // the first one that the words of the traps are about
  uint64_t failed_from_ = 1;    // the runs that a trap failed; none when after failed_to_
  uint64_t failed_to_ = 0;
  Status failure_;
};

}  // namespace vyre::vulkan
