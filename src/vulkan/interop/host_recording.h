#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "vulkan/backend/vulkan_device.h"
#include "vulkan/interop/interop.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {

// Work in a command buffer of the host. Each piece has a context, which the pool gets back when the
// recording is retired.
class CommandRecording final : public HostRecording {
 public:
  CommandRecording(std::shared_ptr<VulkanDevice> opened, VkCommandBuffer commands,
                   const SyncScope& before, const SyncScope& after)
      : opened_(std::move(opened)), commands_(commands), before_(before), after_(after) {}
  ~CommandRecording() override;

  Status dispatch(const backend::Dispatch& dispatch) override;
  Status write(backend::Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override;
  Result<uint32_t> read(backend::Memory& memory, uint64_t offset, uint64_t size) override;
  Result<SyncScope> end() override;
  Status retire() override;
  Status read_back(uint32_t number, std::span<std::byte> bytes) override;

 private:
  enum class State : uint8_t { kOpen, kEnded, kRetired };

  // All below need mutex_.
  Status check_open() const;
  template <typename Fill>  // puts down what is to be recorded
  Status add_piece(const Kernel* kernel, const Fill& fill);
  void begin_piece(SubmissionContext& context);
  void zero_new_memory(const SubmissionContext& context);
  bool is_read(const SubmissionContext& context) const;

  const std::shared_ptr<VulkanDevice> opened_;
  const VkCommandBuffer commands_;
  const SyncScope before_;
  const SyncScope after_;

  std::mutex mutex_;
  // State below is guarded by mutex_.
  State state_ = State::kOpen;
  bool began_ = false;                                           // something is recorded
  std::vector<std::unique_ptr<SubmissionContext>> submissions_;  // one for each piece, in order
  std::vector<SubmissionContext*> reads_;  // those whose read-back memory has what was read
};

}  // namespace vyre::vulkan
