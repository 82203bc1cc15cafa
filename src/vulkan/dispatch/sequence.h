#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "backend/sequence.h"
#include "vulkan/backend/vulkan_device.h"
#include "vulkan/dispatch/sequence_flight.h"

namespace vyre::vulkan {

// The runs of a sequence: what is submitted, waited for and told of them.
class CommandSequence final : public backend::DeviceSequence {
 public:
  CommandSequence(std::shared_ptr<VulkanDevice> opened, const backend::SequenceOptions& options);

  Result<uint32_t> add(const backend::Step& step) override;
  Status stage(uint32_t number, const backend::Step& step) override;
  bool add_again(const backend::Rebinding& changes) override;
  bool restage(uint32_t number, const backend::Rebinding& changes) override;
  void unstage() noexcept override;
  void replace() override;
  void clear() override;
  Status record() override;
  using DeviceSequence::submit;
  Result<uint64_t> submit(const backend::RunStart& start) override;
  using DeviceSequence::wait;
  Result<bool> wait(uint64_t run, backend::Deadline deadline, const backend::Stop& stop) override;
  uint64_t newest_over() const override;
  Status failure_of(uint64_t first, uint64_t last) override;
  Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(uint64_t run, uint32_t number, uint64_t offset, std::span<std::byte> bytes) override;
  std::optional<uint64_t> device_ns(uint64_t run) const override;
  std::vector<std::optional<uint64_t>> step_ns() const override;

  uint32_t barriers() const override;

 private:
  bool has_timestamps() const { return opened_->device().profile().device_timestamps; }
  class Exchange;

  Result<StepPtr> with_bytes(Result<StepPtr> made, const backend::Step& step) const;
  Result<uint64_t> submit_steps(const QueuePoints& points);
  void touch();
  void let_go_of_replaced();
  size_t next_flight() const;
  size_t oldest_flight() const;
  SequenceFlight& flight(size_t index);
  std::unique_ptr<SequenceFlight> make_flight(bool first) const;
  Status make_ready(SequenceFlight& flight);
  const SequenceFlight* flight_with_last(uint64_t run) const;
  void note_trap(const SequenceFlight& flight);
  void note_traps_of(uint64_t run);
  bool is_traced() const;
  void begin_trace(uint64_t submitted);
  void end_trace(uint64_t run);

  const std::shared_ptr<VulkanDevice> opened_;
  const backend::SequenceOptions options_;  // of what the device can do

  // Of the one thread that changes or submits the steps.
  struct Staged {
    uint32_t number;
    StepPtr step;
  };
  SequenceSteps maker_;
  std::vector<Staged> staged_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::vector<StepPtr> steps_;                            // of the next run
  uint32_t host_steps_ = 0;                               // of these
  std::vector<std::unique_ptr<SequenceFlight>> flights_;  // at most one more than options_ has
  size_t newest_ = 0;                                     // the flight of the last run
  uint32_t barriers_ = 0;                                 // as last recorded
  std::vector<TraceEvent> traced_;                        // runs that were not seen to be over
  backend::RunFailures failures_;
};

}  // namespace vyre::vulkan
