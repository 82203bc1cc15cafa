#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "vulkan/backend/vulkan_device.h"
#include "vulkan/interop/interop.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {

// Work in a command buffer of the host. Each piece has a slot, which the pool gets back when the
// recording is retired.
class CommandRecording final : public HostRecording {
 public:
  CommandRecording(std::shared_ptr<Core> core, VkCommandBuffer commands, const HostAccess& before,
                   const HostAccess& after)
      : core_(std::move(core)), commands_(commands), before_(before), after_(after) {}
  ~CommandRecording() override;

  Status dispatch(const backend::Dispatch& dispatch) override;
  Status write(backend::Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override;
  Result<uint32_t> read(backend::Memory& memory, uint64_t offset, uint64_t size) override;
  Result<HostAccess> end() override;
  Status retire() override;
  Status read_back(uint32_t number, std::span<std::byte> bytes) override;

 private:
  enum class State : uint8_t { kOpen, kEnded, kRetired };

  // All below need mutex_.
  Status check_open() const;
  Result<Slot*> take_slot(const Kernel* kernel);
  Status prepare(const backend::Dispatch& dispatch, Slot& slot);
  Status record(Slot& slot);
  void drop_last_slot();
  void begin_piece(Slot& slot);
  void zero_new_memory(const Slot& slot);
  bool is_read(const Slot& slot) const;

  const std::shared_ptr<Core> core_;
  const VkCommandBuffer commands_;
  const HostAccess before_;
  const HostAccess after_;

  std::mutex mutex_;
  // State below is guarded by mutex_.
  State state_ = State::kOpen;
  bool began_ = false;                        // something is recorded
  std::vector<std::unique_ptr<Slot>> slots_;  // one for each piece, in order
  std::vector<Slot*> reads_;                  // those whose read-back memory has what was read
};

}  // namespace vyre::vulkan
