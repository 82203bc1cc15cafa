#pragma once

#include <cstdint>
#include <memory>

#include "base/status/status.h"
#include "base/system/file_calls.h"
#include "runtime/device/buffer.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// Bytes of an open file.
struct FileRange {
  int fd = -1;  // the caller's; duplicated where it is needed longer than the call
  uint64_t offset = 0;
  uint64_t size = 0;
};

// A place in the memory of a device.
struct MemoryPlace {
  std::shared_ptr<Device> device;  // outlives the memory
  uint64_t generation = 0;         // of the device, in which |memory| was made
  std::shared_ptr<backend::Memory> memory;
  uint64_t offset = 0;
};

// Between a file and device memory, piece by piece. The bytes go straight into or out of the
// memory where the host reaches it, else through staging memory of bounded size.
class FileTransfer {
 public:
  enum class Direction : uint8_t { kIntoMemory, kIntoFile };

  FileTransfer(File file, const FileRange& range, MemoryPlace place, Direction direction)
      : file_(std::move(file)), range_(range), place_(std::move(place)), direction_(direction) {}
  ~FileTransfer() { give_up(); }  // what is not done
  FileTransfer(FileTransfer&& other) noexcept = default;
  FileTransfer& operator=(FileTransfer&&) = delete;

  bool done() const { return moved_ == range_.size; }
  const FileRange& range() const { return range_; }
  const MemoryPlace& place() const { return place_; }
  Status step(uint64_t most);  // moves the next bytes, at most that many
  void give_up();              // a file that was not written to the end is as long as it was before
  Status run() { return done() ? Status() : step(range_.size); }

 private:
  bool into_memory() const { return direction_ == Direction::kIntoMemory; }
  Status move(uint64_t bytes);

  File file_;
  const FileRange range_;
  const MemoryPlace place_;
  const Direction direction_;
  uint64_t moved_ = 0;
  bool has_written_ = false;  // to the file, or tried
};

// A file range on its way into a buffer. The buffer changes when publish() succeeds, as a whole:
// until then the bytes go to fresh memory, which takes the place of the buffer's when the range is
// all of it, and is copied into it on the device when it is not.
class FileRead {
 public:
  // Everything that can be checked is checked here. |length| bytes at |offset| of the buffer.
  static Result<FileRead> start(std::shared_ptr<Buffer> buffer, uint64_t generation,
                                uint64_t offset, const FileRange& range);

  FileTransfer& transfer() { return transfer_; }  // moved from it keeps range and place
  // The memory that the buffer's range has once publish() has succeeded. Only for some bytes.
  Result<std::shared_ptr<backend::Memory>> target() const;
  Status publish();

 private:
  FileRead(std::shared_ptr<Buffer> buffer, uint64_t offset, FileTransfer transfer)
      : buffer_(std::move(buffer)), offset_(offset), transfer_(std::move(transfer)) {}
  bool is_whole() const { return transfer_.range().size == buffer_->size(); }

  std::shared_ptr<Buffer> buffer_;
  uint64_t offset_;
  FileTransfer transfer_;  // into fresh memory
};

// Checks both sides and opens the transfer of a range of |memory| to a file.
Result<FileTransfer> start_file_write(MemoryPlace place, const FileRange& range);

// The same into fresh memory, which the transfer fills: none when there is nothing to read.
Result<FileTransfer> start_fresh_read(std::shared_ptr<Device> device, uint64_t generation,
                                      const FileRange& range);

// Reads the range into |buffer| at |offset|. When it fails the buffer has the bytes it had.
Status read_file(std::shared_ptr<Buffer> buffer, uint64_t offset, const FileRange& range);
Result<std::shared_ptr<Work>> read_file_async(std::shared_ptr<Buffer> buffer, uint64_t offset,
                                              const FileRange& range, Owner owner = Owner::kCaller);

// Writes |range.size| bytes of |buffer| from |offset| into the file. When it fails part of the
// range may have its new bytes; the file is not longer than it was.
Status write_file(std::shared_ptr<Buffer> buffer, uint64_t offset, const FileRange& range);
Result<std::shared_ptr<Work>> write_file_async(std::shared_ptr<Buffer> buffer, uint64_t offset,
                                               const FileRange& range,
                                               Owner owner = Owner::kCaller);

}  // namespace vyre::runtime
