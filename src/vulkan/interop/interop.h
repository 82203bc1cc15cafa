#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "backend/device.h"
#include "vulkan/device/plain_types.h"

// What a host shares with a Vulkan device. Every function that takes a device but is_vulkan()
// refuses one of another kind by its id.
namespace vyre::vulkan {

class VulkanDevice;
struct DeviceOptions;

// A device on |host|. Opens no loader; uses of |options| the log and the memory.
Result<std::shared_ptr<backend::Device>> import_device(const HostDevice& host,
                                                       const InstanceOptions& options);

// import_device() with the seams that tests use.
Result<std::shared_ptr<VulkanDevice>> borrow_device(const HostDevice& host,
                                                    const InstanceOptions& instance_options,
                                                    const DeviceOptions& options);

bool is_vulkan(const backend::Device& device);

struct DeviceHandles {
  void* instance = nullptr;
  void* physical_device = nullptr;
  void* device = nullptr;
  void* queue = nullptr;  // of an imported device, unless work is only recorded
  uint64_t timeline = 0;  // semaphore that counts submissions
  uint64_t last = 0;      // number of the newest submission
  uint32_t queue_family = 0;
  bool imported = false;
  bool records_only = false;
  bool names_objects = false;
};
Result<DeviceHandles> device_handles(backend::Device& backend);

struct BufferHandles {
  uint64_t buffer = 0;
  uint64_t offset = 0;
  uint64_t memory = 0;         // 0: the host's own
  uint64_t memory_offset = 0;  // of the bytes
  uint32_t usage = 0;          // VkBufferUsageFlags; of a host's buffer those that it named
};
Result<BufferHandles> buffer_handles(backend::Device& backend, backend::Memory& memory);

// A timeline of the host's, or the device's own.
struct TimelinePoint {
  uint64_t semaphore = 0;
  uint64_t value = 0;
  std::shared_ptr<const void> keep_alive;  // let go of when no work waits for it any more
};
// For points of work on any device. |backend| stays open as long as it is there.
Result<std::shared_ptr<backend::Semaphore>> semaphore_of(backend::Device& backend,
                                                         uint64_t semaphore,
                                                         std::shared_ptr<const void> keep_alive);
// What is submitted from now on waits for |point|.
Status order_after(backend::Device& backend, const TimelinePoint& point);

Result<std::shared_ptr<backend::Memory>> import_buffer(backend::Device& backend,
                                                       const HostBuffer& buffer);

inline constexpr SyncScope kAllBefore{0x10000, 0x10000};
inline constexpr SyncScope kAllAfter{0x10000, 0x18000};

// Work recorded into a command buffer of the host, and all that it uses until retire(). One call
// records all of its work or nothing. Thread-safe.
class HostRecording {
 public:
  virtual ~HostRecording() = default;  // what was not retired stays as long as the device is used

  virtual Status dispatch(const backend::Dispatch& dispatch) = 0;
  virtual Status write(backend::Memory& memory, uint64_t offset,
                       std::span<const std::byte> bytes) = 0;
  // Ranges of one memory do not overlap.
  virtual Status copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to,
                      uint64_t to_offset, uint64_t size) = 0;
  virtual Status fill(backend::Memory& memory, uint64_t offset, uint64_t size, uint32_t word) = 0;
  // Gives the number by which read_back() finds the bytes.
  virtual Result<uint32_t> read(backend::Memory& memory, uint64_t offset, uint64_t size) = 0;

  // Makes what was recorded visible to what the host records next, and gives what it was.
  virtual Result<SyncScope> end() = 0;

  // The device is done with the command buffer, or never got it: lets go of everything but what
  // was read. Fails when a program has trapped.
  virtual Status retire() = 0;
  virtual Status read_back(uint32_t number, uint64_t offset, std::span<std::byte> bytes) = 0;
};

// |command_buffer| is being recorded, outside of a render pass. |before| is what of the host's is
// to be over and visible when the work begins, |after| what comes behind it; without stages the
// host has its own barrier there.
Result<std::unique_ptr<HostRecording>> begin_recording(backend::Device& backend,
                                                       void* command_buffer,
                                                       const SyncScope& before,
                                                       const SyncScope& after);

}  // namespace vyre::vulkan
