#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

struct BufferOptions {
  bool restorable = false;  // keep what the host writes, to write it again after a recovery
  bool dedicated = false;   // a memory object of its own
};

// Bytes that stay on a device. Can be freed before its object goes; later use is refused by name,
// as is use after a recovery of the device. A restorable one then gets other memory when it is next
// used, with the bytes that the host wrote last; what programs wrote is gone.
class Buffer : public std::enable_shared_from_this<Buffer> {
 public:
  static Result<std::shared_ptr<Buffer>> create(std::shared_ptr<Device> device, uint64_t size,
                                                const BufferOptions& options = {});
  ~Buffer();

  // |memory| that the device imported in |generation|, as a buffer.
  static std::shared_ptr<Buffer> adopt(std::shared_ptr<Device> device, uint64_t generation,
                                       std::shared_ptr<backend::Memory> memory);

  uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }  // "buffer #3 (4096 bytes on 'cpu-ref')"
  const Device& device() const { return *device_; }
  const std::shared_ptr<Device>& shared_device() const { return device_; }

  Status write(uint64_t offset, std::span<const std::byte> bytes);
  Status read(uint64_t offset, std::span<std::byte> bytes);
  Status free();

  // The memory, for work on the device of |generation| that keeps it until it ends. Fails when the
  // buffer was freed, or belongs to another generation and cannot be restored.
  Result<std::shared_ptr<backend::Memory>> memory(uint64_t generation);

  // Puts |memory| of the same size in the place of what the buffer has; work that began before
  // keeps that. False when the memory is pinned or dedicated. Fails when the buffer was freed.
  Result<bool> replace(std::shared_ptr<backend::Memory> memory, uint64_t generation);

  // As memory(), and the buffer keeps that memory until it is unpinned as often.
  Result<std::shared_ptr<backend::Memory>> pin(uint64_t generation);
  void unpin() { pins_.fetch_sub(1); }

  // Of its first byte, for modules that take addresses; it stays while the buffer has its memory.
  // From then on these modules may use the buffer.
  Result<uint64_t> address();

  // Keeps what the host writes to the range, if it keeps that, while |write()| does it.
  template <typename Write>
  auto keeping(uint64_t offset, std::span<const std::byte> bytes, Write write)
      -> decltype(write()) {
    std::unique_lock lock(host_mutex_, std::defer_lock);
    if (restorable_) lock.lock();
    auto written = write();
    if (restorable_ && written.ok()) std::ranges::copy(bytes, host_bytes_.data() + offset);
    return written;
  }

  // Takes over, from the beginning of |memory|, what was written to the range without write().
  Status keep(backend::Memory& memory, uint64_t generation, uint64_t offset, uint64_t size);

  // Refuses a range that reaches beyond the end.
  Status check_range(const char* what, uint64_t offset, uint64_t size) const;

 private:
  Buffer(std::shared_ptr<Device> device, uint64_t size, const BufferOptions& options);

  // Of that generation; null when it is another's. Fails once freed.
  Result<std::shared_ptr<backend::Memory>> memory_of(uint64_t generation);
  Result<std::shared_ptr<backend::Memory>> restore(uint64_t generation);
  Status freed() const;

  // Constant after construction.
  const std::shared_ptr<Device> device_;  // outlives the memory
  const uint64_t size_;
  const std::string name_;
  const bool restorable_;
  const bool dedicated_;

  // Taken before mutex_. Held while the host writes, so that both have the same bytes.
  std::mutex host_mutex_;
  std::pmr::vector<std::byte> host_bytes_;  // of a restorable buffer; guarded by host_mutex_

  std::mutex mutex_;
  // State below is guarded by mutex_.
  std::shared_ptr<backend::Memory> memory_;  // null once freed
  uint64_t generation_ = 0;                  // of the device, in which memory_ was made
  std::atomic<uint32_t> pins_ = 0;           // grows with mutex_ held
};

// Has a buffer keep its memory until this goes.
class Pin {
 public:
  Pin() = default;
  static Result<Pin> of(Buffer& buffer, uint64_t generation) {
    Pin pin;
    VYRE_ASSIGN_OR_RETURN(pin.memory_, buffer.pin(generation));
    pin.buffer_ = buffer.shared_from_this();
    return pin;
  }
  ~Pin() {
    if (buffer_ != nullptr) buffer_->unpin();
  }
  Pin(Pin&& other) noexcept = default;
  Pin& operator=(Pin&& other) noexcept {
    buffer_.swap(other.buffer_);
    memory_.swap(other.memory_);
    return *this;
  }

  Buffer* buffer() const { return buffer_.get(); }  // null: none
  const std::shared_ptr<backend::Memory>& memory() const { return memory_; }

 private:
  std::shared_ptr<Buffer> buffer_;
  std::shared_ptr<backend::Memory> memory_;
};

// Whether two ranges have a byte in common.
inline bool ranges_meet(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size) {
  return a_size != 0 && b_size != 0 && (a <= b ? b - a < a_size : a - b < b_size);
}

// A range of a buffer.
struct BufferRange {
  std::shared_ptr<Buffer> buffer;
  uint64_t offset = 0;
  uint64_t size = 0;
};

// Refuses a copy of which one range overlaps the other.
Status check_apart(const BufferRange& from, const BufferRange& to);

// Refuses a fill of anything but whole words.
Status check_words(const BufferRange& range);

}  // namespace vyre::runtime
