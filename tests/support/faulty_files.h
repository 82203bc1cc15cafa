#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>

#include "base/system/file_calls.h"

namespace vyre::test {

// The system's files, counted, with the Nth call failing; or moving fewer bytes than asked.
class FaultyFiles final : public FileCalls {
 public:
  void arm(int nth, int error) {
    fail_at_ = nth;
    error_ = error;
    calls = 0;
    bytes_read = bytes_written = 0;
    struck_write = false;
  }
  void disarm() { fail_at_ = 0; }
  bool has_struck() const { return fail_at_ != 0 && calls >= fail_at_; }

  int64_t facts(int fd, FileFacts* out) override {
    return strikes() ? -error_ : system_files().facts(fd, out);
  }
  int64_t duplicate(int fd) override {
    if (strikes()) return -error_;
    ++open;
    return system_files().duplicate(fd);
  }
  void close(int fd) override {
    --open;
    system_files().close(fd);
  }
  int64_t read(int fd, std::span<std::byte> to, uint64_t offset) override {
    if (strikes()) return -error_;
    const int64_t count = system_files().read(fd, to.first(most(to.size())), offset);
    if (count > 0) bytes_read += static_cast<uint64_t>(count);
    return count;
  }
  int64_t write(int fd, std::span<const std::byte> from, uint64_t offset) override {
    if (strikes()) {
      struck_write = true;
      return -error_;
    }
    const int64_t count = system_files().write(fd, from.first(most(from.size())), offset);
    if (count > 0) bytes_written += static_cast<uint64_t>(count);
    return count;
  }
  int64_t reserve(int fd, uint64_t offset, uint64_t size) override {
    return strikes() ? -error_ : system_files().reserve(fd, offset, size);
  }
  int64_t set_size(int fd, uint64_t size) override { return system_files().set_size(fd, size); }
  int64_t map(int fd, uint64_t size, bool writable, void** out) override {
    if (strikes()) return -error_;
    ++maps;
    return system_files().map(fd, size, writable, out);
  }
  void unmap(void* address, uint64_t size) override {
    ++unmaps;
    system_files().unmap(address, size);
  }

  std::atomic<int> calls = 0;
  std::atomic<int> open = 0;  // descriptors of the library's own
  std::atomic<uint64_t> bytes_read = 0;
  std::atomic<uint64_t> bytes_written = 0;
  std::atomic<int> maps = 0;
  std::atomic<int> unmaps = 0;
  std::atomic<bool> struck_write = false;
  size_t max_at_once = SIZE_MAX;

 private:
  bool strikes() { return ++calls == fail_at_; }
  size_t most(size_t size) const { return size < max_at_once ? size : max_at_once; }

  int fail_at_ = 0;  // 0: none
  int error_ = 0;
};

}  // namespace vyre::test
