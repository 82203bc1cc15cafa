#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/status/status.h"

namespace vyre {

// What is known about an open descriptor before a byte moves.
struct FileFacts {
  bool is_regular = false;
  bool is_block_device = false;
  const char* kind = "an unknown object";  // for messages: "a pipe", "a socket", ...
  bool readable = false;
  bool writable = false;
  bool appends = false;              // O_APPEND: writes go to the end, whatever offset they name
  uint64_t size = 0;                 // bytes of the file or the device
  uint64_t allocated = 0;            // bytes of a regular file that have their place on the device
  uint64_t direct_alignment = 0;     // O_DIRECT: of offsets, sizes and addresses; else 0
  uint64_t size_limit = UINT64_MAX;  // RLIMIT_FSIZE
};

// The calls of the system that concern open files, one function each. They answer as the system
// does, with -errno for a failure; nothing is tried again in here. Tests put another object in its
// place to fail the Nth call. Thread-safe.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int64_t facts(int fd, FileFacts* out) = 0;
  virtual int64_t duplicate(int fd) = 0;
  virtual void close(int fd) = 0;
  virtual int64_t read(int fd, std::span<std::byte> to, uint64_t offset) = 0;
  virtual int64_t write(int fd, std::span<const std::byte> from, uint64_t offset) = 0;
  virtual int64_t reserve(int fd, uint64_t offset, uint64_t size) = 0;  // keeps the file's size
  virtual int64_t set_size(int fd, uint64_t size) = 0;
  virtual int64_t map(int fd, uint64_t size, bool writable, void** out) = 0;  // shared
  virtual void unmap(void* address, uint64_t size) = 0;
};

// The system itself.
FileCalls& system_files();

enum class FileUse : uint8_t { kRead, kWrite, kReadWrite };

// A descriptor of our own for an open regular file or block device; the caller may close its own.
class File {
 public:
  // Refuses what is not open, pipes and other objects without a size, and a descriptor that was
  // not opened for |use|.
  static Result<File> open(FileCalls& calls, int fd, FileUse use);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  const FileFacts& facts() const { return facts_; }
  const std::string& name() const { return name_; }  // "file descriptor 7"

  // Whether the range can be read or written as far as it can be known before: arithmetic, the
  // file's end, O_DIRECT, O_APPEND, limits.
  Status check_read(uint64_t offset, uint64_t size) const;
  Status check_write(uint64_t offset, uint64_t size) const;

  // Takes space for bytes of the range that have none yet. The file's size stays.
  Status reserve(uint64_t offset, uint64_t size) const;

  // All of the bytes, in as many calls as it takes.
  Status read(uint64_t offset, std::span<std::byte> to) const;
  Status write(uint64_t offset, std::span<const std::byte> from) const;

  // The first |size| bytes as pages that are shared with the file; FileCalls::unmap ends it.
  Result<void*> map(uint64_t size, bool writable) const;

  // After a write that did not come to its end: back to the size that the file had.
  void undo_growth(uint64_t end) const;

 private:
  File(FileCalls& calls, int fd, const FileFacts& facts, std::string name)
      : calls_(calls), fd_(fd), facts_(facts), name_(std::move(name)) {}

  Status check_range(uint64_t offset, uint64_t size) const;
  Status failed(const char* what, int64_t error) const;
  bool is_direct_and_unaligned(const void* address) const;
  Result<size_t> read_some(uint64_t offset, std::span<std::byte> to) const;
  Result<size_t> write_some(uint64_t offset, std::span<const std::byte> from) const;

  FileCalls& calls_;
  int fd_;  // -1 when moved from
  FileFacts facts_;
  std::string name_;
};

}  // namespace vyre
